package command

import "queens/dimacs"

// A printer prints models in a goroutine of its own, in the order in which
// they come.
type printer struct {
	models chan *dimacs.Assignment // to be printed
	spare  chan *dimacs.Assignment // printed
	failed chan struct{}           // closed when err is set
	done   chan struct{}
	err    error
}

// printerRoom is how many models may wait to be printed.
const printerRoom = 256

// newPrinter returns a printer that calls write with each model until that
// fails.
func newPrinter(write func(*dimacs.Assignment) error) *printer {
	p := &printer{
		models: make(chan *dimacs.Assignment, printerRoom), spare: make(chan *dimacs.Assignment, printerRoom),
		failed: make(chan struct{}), done: make(chan struct{}),
	}
	go func() {
		defer close(p.done)
		for a := range p.models {
			if p.err = write(a); p.err != nil {
				close(p.failed)
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

// print prints a model, which is copied. It returns the error that an earlier
// one has met.
func (p *printer) print(a *dimacs.Assignment) error {
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
	case <-p.failed:
		return p.err
	}
}

// close waits until all models are printed and returns the first error.
func (p *printer) close() error {
	close(p.models)
	<-p.done
	return p.err
}
