package command

import (
	"errors"
	"testing"

	"queens/dimacs"
)

// Models are printed in order, as they were when print was called.
func TestPrinter(t *testing.T) {
	const n = 3 * printerRoom
	var got []int
	p := newPrinter(2, func(a *dimacs.Assignment) error {
		for v := 1; v <= n; v++ {
			if a.Value(v) {
				got = append(got, v)
			}
		}
		return nil
	})
	a := &dimacs.Assignment{}
	for v := 1; v <= n; v++ {
		a.Set(v, true)
		if err := p.print(a); err != nil {
			t.Fatal(err)
		}
		a.Set(v, false)
	}
	if err := p.close(); err != nil || len(got) != n {
		t.Fatalf("%d models, %v", len(got), err)
	}
	for i, v := range got {
		if v != i+1 {
			t.Fatalf("model %d is %d", i+1, v)
		}
	}
}

// An error of write is returned by print, which may be waiting.
func TestPrinterError(t *testing.T) {
	full := errors.New("disk full")
	for _, processors := range []int{1, 2} {
		p := newPrinter(processors, func(*dimacs.Assignment) error { return full })
		var err error
		for err == nil {
			err = p.print(&dimacs.Assignment{})
		}
		if closed := p.close(); err != full || closed != full {
			t.Errorf("errors %v and %v", err, closed)
		}
	}
}

// On one processor, print prints the model before it returns.
func TestPrinterAlone(t *testing.T) {
	printed := 0
	p := newPrinter(1, func(*dimacs.Assignment) error { printed++; return nil })
	for n := range 3 {
		if err := p.print(&dimacs.Assignment{}); err != nil || printed != n+1 {
			t.Fatalf("%d printed after %d, %v", printed, n+1, err)
		}
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
}

// After a failed write, print returns the error, although there is room for more models.
func TestPrinterFailed(t *testing.T) {
	full := errors.New("disk full")
	for range 100 {
		p := newPrinter(2, func(*dimacs.Assignment) error { return full })
		p.print(&dimacs.Assignment{})
		<-p.done
		if err := p.print(&dimacs.Assignment{}); err != full {
			t.Fatalf("error %v", err)
		}
		p.close()
	}
}
