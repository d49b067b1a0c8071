package command

import "queens/dimacs"

// A printer prints models in the order in which they come, in a goroutine of its own if
// there is a processor for that. On one processor the two would only take turns, and as
// long as they wake each other the scheduler keeps all others waiting: a signal for 0.4 s.
type printer struct {
	write  func(*dimacs.Assignment) error
	models chan *dimacs.Assignment // to be printed; nil: by whoever finds them
	spare  chan *dimacs.Assignment // printed
	done   chan struct{}           // closed when all models are printed, or one could not be
	err    error
}

// printerRoom is how many models may wait to be printed.
const printerRoom = 256

// newPrinter returns a printer that calls write with each model until that fails, with so
// many processors.
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

// print prints a model, which is copied if that is to happen later. It returns the error
// that this one or an earlier one has met.
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
	case p.models <- b:
		return nil
	case <-p.done:
		return p.err
	}
}

// close waits until all models are printed and returns the first error.
func (p *printer) close() error {
	if p.models == nil {
		return p.err
	}
	close(p.models)
	<-p.done
	return p.err
}
