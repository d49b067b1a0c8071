package command

import "queens/dimacs"

// A printer prints models in the order in which they arrive. With several processors it
// prints in its own goroutine. On one processor, the search and that goroutine would only
// take turns. During that the scheduler keeps all other goroutines waiting, for example a
// signal handler for 0.4 s.
type printer struct {
	write  func(*dimacs.Assignment) error
	models chan *dimacs.Assignment // models to print; nil: print prints them itself
	spare  chan *dimacs.Assignment // printed models, for reuse
	done   chan struct{}           // closed when all models are printed, or after the first error
	err    error
}

// printerRoom is the number of models that may wait to be printed. If more come, print
// waits.
const printerRoom = 256

// newPrinter returns a printer that calls write with each model until write fails. It uses
// its own goroutine unless processors is 1.
func newPrinter(processors int, write func(*dimacs.Assignment) error) *printer {
	if processors == 1 {
		return &printer{write: write}
	}
	p := &printer{
		write:  write,
		models: make(chan *dimacs.Assignment, printerRoom), spare: make(chan *dimacs.Assignment, printerRoom),
		done: make(chan struct{}),
	}
	go func() {
		defer close(p.done)
		for a := range p.models {
			if p.err = p.write(a); p.err != nil {
				return
			}
			select {
			case p.spare <- a:
			default:
			}
		}
	}()
	return p
}

// print prints a model, or copies it to be printed later, and waits if there is no room. It returns
// the first error of write so far. If the printer has its own goroutine, a later call of print or
// close returns the error about this model.
func (p *printer) print(a *dimacs.Assignment) error {
	if p.models == nil {
		if p.err == nil {
			p.err = p.write(a)
		}
		return p.err
	}
	var b *dimacs.Assignment
	select {
	case b = <-p.spare:
	default:
		b = &dimacs.Assignment{}
	}
	b.Copy(a)
	select {
	case <-p.done: // before there is room, so that an error is not overlooked
		return p.err
	default:
	}
	select {
	case p.models <- b:
		return nil
	case <-p.done:
		return p.err
	}
}

// close waits until all models are printed or write has failed, and returns the first error of
// write. It ends the goroutine of the printer. It must be called once, after the last print.
func (p *printer) close() error {
	if p.models == nil {
		return p.err
	}
	close(p.models)
	<-p.done
	return p.err
}
