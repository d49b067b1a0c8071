package decode

import (
	"bytes"
	"io"

	"queens/dimacs"
)

// cbcStatus are the words with which solution files of CBC (COIN-OR branch and
// cut) begin, before " - objective value".
var cbcStatus = []struct {
	word   string
	status dimacs.Status
	model  bool // values of a solution follow
}{
	{"Optimal", dimacs.Satisfiable, true},
	{"Infeasible", dimacs.Unsatisfiable, false},
	{"Integer infeasible", dimacs.Unsatisfiable, false},
	{"Unbounded", dimacs.Unknown, false},
	{"Stopped on ", dimacs.Unknown, true},
	{"Status unknown", dimacs.Unknown, false},
}

// continuousUsed is what CBC says when the values are not those of integers.
var continuousUsed = []byte("no integer solution")

// A cbcReader reads solution files of CBC:
//
//	Optimal - objective value 4.00000000
//	      1 x_1_2                  1                       0
//
// The columns are a number, the name, the value and the reduced cost; variables
// that are 0 may be left out. Rows, which `printingOptions all` adds before the
// variables, have names without a number or are refused.
type cbcReader struct {
	*lines
	columns columns
	status  dimacs.Status
	header  []byte // of the next solution, if it was read
}

func isCBC(line []byte) bool {
	if !bytes.Contains(line, []byte("objective value")) {
		return false
	}
	_, _, ok := cbcHeader(line)
	return ok
}

func cbcHeader(line []byte) (status dimacs.Status, model, ok bool) {
	for _, s := range cbcStatus {
		if bytes.HasPrefix(line, []byte(s.word)) {
			return s.status, s.model && !bytes.Contains(line, continuousUsed), true
		}
	}
	return 0, false, false
}

func (r *cbcReader) Status() dimacs.Status      { return r.status }
func (r *cbcReader) Comments() []dimacs.Comment { return r.columns.comments() }
func (r *cbcReader) Terminated() bool           { return true }

func (r *cbcReader) Read() ([]dimacs.Lit, error) {
	for {
		model, err := r.nextHeader()
		if err != nil {
			return nil, err
		}
		if err := r.values(model); err != nil {
			return nil, err
		}
		if model {
			r.status = dimacs.Satisfiable
			return r.columns.literals()
		}
	}
}

// nextHeader reads the line that begins a solution.
func (r *cbcReader) nextHeader() (model bool, err error) {
	for len(r.header) == 0 {
		if r.header, err = r.next(); err != nil {
			return false, err
		}
	}
	status, model, ok := cbcHeader(r.header)
	if !ok {
		return false, r.unexpected("the status of a solution", r.header)
	}
	r.header = nil
	if r.status != dimacs.Satisfiable {
		r.status = status
	}
	return model, nil
}

// values reads the variables up to the end or the next solution. If they are no
// solution they are passed over.
func (r *cbcReader) values(model bool) error {
	r.columns.reset()
	for {
		line, err := r.next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if _, _, header := cbcHeader(line); header {
			r.header = bytes.Clone(line)
			return nil
		}
		words := bytes.Fields(bytes.TrimLeft(line, "* "))
		if len(words) == 0 || !model {
			continue
		}
		if len(words) != 4 {
			return r.unexpected("a number, a name, a value and a reduced cost", line)
		}
		if expected := r.columns.add(words[1], words[2]); expected != "" {
			return r.unexpected(expected, line)
		}
	}
}
