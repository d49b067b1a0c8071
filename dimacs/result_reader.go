package dimacs

import (
	"io"
	"math/big"
)

// A Status is the answer of a solver.
type Status int

// The zero Status is Unknown: nothing was proven either way.
const (
	Unknown Status = iota
	Satisfiable
	Unsatisfiable
)

// String returns the word of the competition's `s` line.
func (s Status) String() string {
	switch s {
	case Satisfiable:
		return "SATISFIABLE"
	case Unsatisfiable:
		return "UNSATISFIABLE"
	default:
		return "UNKNOWN"
	}
}

// A ResultReader reads what a solver answers, one model at a time, in memory
// that does not depend on how many models there are.
//
// There is a standard, the output format of the SAT competitions (lines `c`,
// `s` and `v`), and there is what solvers print. The reader takes both:
//
//	s SATISFIABLE        the competition's form, in either order: clasp
//	v -1 2 -3 0          prints its values before the status. Values may
//	                     also stand on both sides of it
//
//	SAT                  the result file of minisat; glucose leaves out
//	-1 2 -3 0            the first line, and other programs too print bare
//	                     literals
//
//	s SATISFIABLE        z3: no final 0. Old versions print sat and
//	v -1 2 -3            unsat, and bare literals
//
//	o 2                  solvers of pseudo-Boolean constraints: the value
//	s OPTIMUM FOUND      of each better model, an x before each variable,
//	v -x1 x2 -x3         and no final 0
//
// as well as enumerations, which come in four kinds: a status before every
// model and `s SOLUTIONS n` at the end (picosat), the same ended by
// `s UNSATISFIABLE`, which then means that there is no further model
// (cryptominisat), value lines with one status after them and `c Models : n`
// (clasp), and one status with value lines after it and `c models n` (this
// project). A count is reported as the model counting competitions do:
// `c s exact arb int n`.
//
// A 0 ends a model. So does a status line after the first of the model, clasp's next
// `c Answer:`, or the end of the input if it does not fall within a number. Variables that a model
// does not mention have no value; most solvers leave out trailing ones. A
// literal may be repeated, but its complement may not follow it within the
// model.
//
// Read is called until it returns io.EOF. What the other methods report is
// what has been read so far.
type ResultReader struct {
	in   resultInput
	keys []string

	model      []Lit // being read, lent by Read
	last       int   // largest variable of model while it ascends
	seen       resultValues
	unordered  bool // model does not ascend; seen is in use
	begun      bool // model has begun and not ended
	inLine     bool // within a line of literals
	terminated bool // the last model ended in 0

	status   Status
	next     *Status   // to be set once the model that has begun has ended
	preceded bool      // a status line came after the last model and before this one
	split    bool      // next stands within the values of a model
	stated   bool      // some line gave a status
	models   int64     // returned so far
	conflict *position // of a model after a status that denies it

	comments     []Comment
	commentBytes int
	sealed       bool // comments belong to a result that has begun

	objective string   // the last value of an `o` line
	announced *big.Int // number of models the solver reports
	atLeast   bool     // it is followed by a +
	counted   bool     // the result is a count
	count     *big.Int
	shift     uint64 // count is to be multiplied by this power of 2

	err error
}

// NewResultReader returns a ResultReader of r. Errors name the input name.
// Comments `c key: value` are kept if their key is among keys.
func NewResultReader(r io.Reader, name string, keys ...string) *ResultReader {
	rr := &ResultReader{keys: keys}
	rr.in.reset(r, name)
	return rr
}

// Read returns the literals of the next model, in the order of the text and
// without repetitions; the slice is valid until the next call. After the last
// model the error is io.EOF. A text that is not the result of a solver gives a
// *SyntaxError, an empty one included; an error of the underlying reader is
// returned as it is. Errors are permanent.
func (r *ResultReader) Read() ([]Lit, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.beginModel()
	for {
		goOn, err := r.step()
		switch {
		case err != nil:
			r.err = err
			return nil, err
		case goOn:
			continue
		}
		r.endModel()
		return r.model, nil
	}
}

// Status returns the answer: Satisfiable as soon as a model or a status line
// says so, whatever follows. Unsatisfiable means that no model was found, not
// that an enumeration has ended.
func (r *ResultReader) Status() Status { return r.status }

// Terminated reports whether the model that Read returned last ended in 0. A
// model that did not may have been cut off at the end of a line.
func (r *ResultReader) Terminated() bool { return r.terminated }

// Comments returns the comments with one of the wanted keys that describe the
// instance of the result being read. In a concatenation of several results, a
// comment after a result begins a new description if its key is the one that
// began the last; other comments there are the solver's own and left out.
func (r *ResultReader) Comments() []Comment { return r.comments }

// Count returns the number of models according to `c s exact arb int`, or nil
// if there is no such line. Counted reports whether the text is the result of
// counting at all, exact or not.
func (r *ResultReader) Count() *big.Int {
	if r.shift > 0 {
		return nil
	}
	return r.count
}

// CountPower returns the number of models, also that of a line `c s exact 2^K * M`; M is
// nil if there is neither line. K is below 2^31.
func (r *ResultReader) CountPower() Count { return Count{M: r.count, Shift: r.shift} }

// Counted reports whether a line of the model counting competition was read.
func (r *ResultReader) Counted() bool { return r.counted }

// Announced returns the number of models according to the solver's closing
// line (`c models 92`, `c Models : 92`, `s SOLUTIONS 92`), or nil without one,
// and whether there may be more (`92+`). Solvers that were told to
// print fewer models than they found announce them all.
func (r *ResultReader) Announced() (n *big.Int, atLeast bool) {
	return r.announced, r.atLeast
}

// Objective returns the integer of the last line `o VALUE` in digits, or "" if there is
// none: the value of the best solution, according to a solver that optimizes.
func (r *ResultReader) Objective() string { return r.objective }

// Name returns the name of the input.
func (r *ResultReader) Name() string { return r.in.name }

func (r *ResultReader) beginModel() {
	r.model = r.model[:0]
	r.last = 0
	r.unordered = false
	r.terminated = false
}

func (r *ResultReader) endModel() {
	r.begun, r.split = false, false
	ofNext := r.preceded // what ended this model is the status of the next one
	r.preceded = false
	r.sealed = true
	r.models++
	switch {
	case !r.stated:
		r.status = Satisfiable
	case r.status != Satisfiable && r.conflict == nil:
		at := r.in.at(r.in.pos)
		r.conflict = &at
	}
	if r.next != nil {
		r.setStatus(*r.next)
		r.next, r.preceded = nil, ofNext
	}
}

// step reads on: the rest of a line of literals or one other line. It reports
// whether Read has to go on because no model is complete.
func (r *ResultReader) step() (goOn bool, err error) {
	if r.inLine {
		return r.literals()
	}
	c, err := r.in.lineStart()
	switch {
	case err == io.EOF:
		return false, r.end()
	case err != nil:
		return false, err
	case c == '\n':
		r.in.newline()
		return true, nil
	case r.split && !r.goesOn(c):
		return false, nil
	case c == 'v' && r.in.word(1):
		r.in.pos++
		return r.beginLine()
	case c == '-' || c-'0' <= 9:
		return r.beginLine()
	case c == 's' && r.in.word(1):
		return r.statusLine()
	case c == 'o' && r.in.word(1):
		return r.objectiveLine()
	case c == 'c' && r.in.word(1):
		return r.comment()
	default:
		return r.otherLine()
	}
}

// end decides what the end of the input means: io.EOF, an unfinished model
// (nil), or an error.
func (r *ResultReader) end() error {
	switch {
	case r.begun:
		return nil
	case r.conflict != nil:
		return r.in.errorAt(*r.conflict, "no model after status "+r.status.String(), "a model", "")
	case !r.stated && !r.counted && r.models == 0:
		return r.in.errorAt(r.in.at(r.in.pos), "the result of a solver", endOfFile, "")
	}
	return io.EOF
}
