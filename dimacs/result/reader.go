// Package result reads and writes the answers of solvers, in the output format of the SAT competitions
// and in other forms that solvers print:
//
//	c board: 8            comments `c key: value` about the instance
//	c failed 3 -7 0       assumptions that cannot all be true
//	o 5                   with soft clauses: the cost of the best model so far
//	s SATISFIABLE         the status; or UNSATISFIABLE, UNKNOWN, or OPTIMUM FOUND
//	v 1 -2 3 0            a model, on one or several lines, for each model
//	c models 92           the number of models; 92+ if there may be more
//	c s type mc           a count, instead of models: its kind,
//	c s log10-estimate 1.96378782734556
//	c s exact arb int 92  and the number
//
// Writer writes lines in the order of the calls. The order above is the one that readers
// may expect. Reader accepts any order, and the other forms that solvers print.
//
// A slice that Reader.Read returns is valid until the next call; clone it to keep it.
package result

import (
	"cmp"
	"io"
	"math/big"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

// A Reader reads the output of a solver, one model at a time. Its memory does not depend
// on the number of models.
//
// It accepts the output format of the SAT competitions (lines `c`, `s` and `v`) and the forms
// that solvers print in practice:
//
//	s SATISFIABLE        the competitions' form. The values may also come before
//	v -1 2 -3 0          the status, as in clasp, or before and after it
//
//	SAT                  the result file of minisat. Glucose and other
//	-1 2 -3 0            programs leave out the first line
//
//	s SATISFIABLE        z3: no final 0. Old versions print sat and
//	v -1 2 -3            unsat, and bare literals
//
//	o 2                  solvers of pseudo-Boolean constraints: the value
//	s OPTIMUM FOUND      of each better model, an x before each variable,
//	v -x1 x2 -x3         and no final 0
//
//	v 010                solvers of the MaxSAT Evaluations since 2021: a
//	                     digit for each variable; see Reader.Vars
//
// Enumerations have four forms:
//
//	picosat        a status before each model, `s SOLUTIONS n` at the end
//	cryptominisat  a status before each model, and at the end `s UNSATISFIABLE`: there is
//	               no further model
//	clasp          the values of all models, then one status and `c Models : n`
//	this project   one status, then the values of all models and `c models n`
//
// A backbone has the form of cadiback: lines `b 7`, the last of which is `b 0`.
//
// A count has the form of the model counting competitions: `c s exact arb int n`.
//
// A model ends at a 0, after a row of digits, at clasp's next `c Answer:`, at a message of minisat, at a
// line that Tolerant skips, or at the end of the input unless that cuts off a number. A status line ends
// it, too. Only after SATISFIABLE, if it is the first status line of the model, comments and values of
// further variables continue the model. Variables that a model does not
// mention have no value; most solvers leave out trailing variables. A model may repeat a literal, but
// must not contain both a literal and its complement.
//
// Call Read until it returns io.EOF. The other methods describe the text read so far.
type Reader struct {
	// Vars is the number of variables of the formula, or 0 if it is unknown; set it before Read. A
	// row of digits must have Vars digits. If Vars is 0, a word such as 10 is a row unless another
	// literal or a 0 follows, and a single digit is a literal.
	Vars int
	// Names holds the numbers of variables by name, for an answer about an OPB with named variables, such
	// as v -Wheel Bell; see dimacs.Formula.Identifiers. Set it before Read.
	Names map[string]int
	// Tolerant makes Read skip lines that no solver prints, such as "Starting". They are Deviations.
	// If the text has nothing else, the error is about the first of them. Set it before Read.
	Tolerant bool

	in   input
	keys []string

	model      []dimacs.Lit      // the current model, which Read returns
	last       int               // the largest variable of model, while variables ascend
	unordered  bool              // the variables of model do not ascend
	seen       dimacs.Assignment // if unordered: the variables of model are true
	values     dimacs.Assignment // if unordered: the values of these variables
	inModel    bool              // a model has begun and not ended
	inLine     bool              // reading is within a line of literals
	terminated bool              // the last model ended in 0, or was a row of digits
	mayBeRow   bool              // the first word of the model may be a row of digits

	status       dimacs.Status
	pending      *dimacs.Status // the status to set when the current model ends, or nil
	statusBefore bool           // a status line came after the last model, before or within the current one
	interrupted  bool           // the pending status line may be followed by values of the same model
	hasStatus    bool           // there was a status line
	models       int64          // number of models returned
	conflict     *place         // of the first model after a status other than Satisfiable, or nil

	comments     []dimacs.Comment
	commentBytes int
	resultBegun  bool // comments belong to a result that has begun; see Comments

	objective string       // the last value of an `o` line
	optimal   bool         // the last of the lines `s SATISFIABLE` and `s OPTIMUM FOUND` is the latter
	announced *big.Int     // the number of models that the solver reports, or nil
	atLeast   bool         // announced was followed by a +
	counted   bool         // the text is the result of a model counter
	count     dimacs.Count // the exact count; its M is nil without one
	weighted  bool         // the count is a sum of weights
	sum       *big.Rat     // the exact sum of weights in a fraction, or nil

	failed []dimacs.Lit // the literals of the line `c failed`, or nil

	backbone    []dimacs.Lit // the literals of the lines b
	hasBackbone bool         // the line `b 0` ended them

	sampled bool  // a line `c samples n` says that the models are random
	skipped error // about the first line that was skipped, or nil

	statusLines int // the number of lines s; this and the next two are for Deviations
	highest     int // the largest variable of all models
	highestLine int // the line in which its model ended

	err error
}

// NewReader returns a Reader for the text in r. Errors call the input name. The
// reader keeps the comments `c key: value` for the given keys.
func NewReader(r io.Reader, name string, keys ...string) *Reader {
	chunks := &lex.Chunker{R: r, Size: firstBlock, LineMax: lineMax}
	return &Reader{keys: keys, in: input{name: name, chunks: chunks}}
}

// Read returns the literals of the next model, in the order of the text and without repetitions. The slice
// is valid until the next call. After the last model the error is io.EOF. A text that a Reader does not
// accept, such as an empty one, gives a *SyntaxError. An error of the underlying reader is returned
// unchanged. After an error, every call returns the same error.
func (r *Reader) Read() ([]dimacs.Lit, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.unordered {
		for _, l := range r.model {
			r.seen.Set(l.Var(), false)
		}
	}
	r.model, r.last, r.unordered = r.model[:0], 0, false
	r.terminated, r.mayBeRow = false, false
	for {
		goOn, err := r.readOn()
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

// Status returns the answer so far. It is Satisfiable as soon as a status line says so, or a
// model came first, and stays so. So Unsatisfiable means that the formula has no model, not
// that an enumeration is complete.
func (r *Reader) Status() dimacs.Status { return r.status }

// Terminated reports whether the last model that Read returned ended in 0 or was a row of digits.
// Otherwise the model may have been cut off at the end of a line.
func (r *Reader) Terminated() bool { return r.terminated }

// Comments returns the comments that describe the instance of the current result: those with a key
// of NewReader. The text may consist of several results. So the first wanted comment after a
// status or a model starts the description of the next result, if its key is the key of the first
// comment in the last description or if there was no description. Other comments there are ignored.
func (r *Reader) Comments() []dimacs.Comment { return r.comments }

// Count returns the number of models in the line `c s exact arb int n` or `c s exact 2^0 * n`, or nil if
// there is neither line.
func (r *Reader) Count() *big.Int {
	if r.count.Shift > 0 {
		return nil
	}
	return r.count.M
}

// CountPower returns the number of models in a line `c s exact arb int n` or `c s exact 2^K *
// M`, with K below 2^31. Its M is nil if there is neither line.
func (r *Reader) CountPower() dimacs.Count { return r.count }

// Counted reports whether the text contains a line `c s ..`, so that it is the output of a
// model counter, exact or not.
func (r *Reader) Counted() bool { return r.counted }

// WeightedCount returns the sum of weights in the line `c s exact arb frac P/Q`. Without this line, it
// returns the integer of Count if there is a line `c s type wmc` or `c s type pwmc`, and nil otherwise.
func (r *Reader) WeightedCount() *big.Rat {
	if r.sum == nil && r.weighted && r.Count() != nil {
		return new(big.Rat).SetInt(r.Count())
	}
	return r.sum
}

// Announced returns the number of models in the solver's closing line (`c models 92`, `c Models
// : 92`, `s SOLUTIONS 92`), or nil if there is no such line. The result atLeast reports whether
// there may be more models (`92+`). A solver may announce more models than it has printed.
func (r *Reader) Announced() (n *big.Int, atLeast bool) { return r.announced, r.atLeast }

// Models returns the number of models that Read has returned.
func (r *Reader) Models() int64 { return r.models }

// Sampled reports whether a line `c samples n` says that the models are random, so that they may repeat.
func (r *Reader) Sampled() bool { return r.sampled }

// Objective returns the integer in the last line `o VALUE`, in decimal, or "" if there is no
// such line. It is the objective value of the best solution of a solver that optimizes.
func (r *Reader) Objective() string { return r.objective }

// Optimal reports whether the last of the lines `s SATISFIABLE` and `s OPTIMUM FOUND` is the latter, so
// that the last model is an optimum.
func (r *Reader) Optimal() bool { return r.optimal }

// Backbone returns the literals in the lines `b LITERAL`, and whether the line `b 0` has followed them.
func (r *Reader) Backbone() (lits []dimacs.Lit, complete bool) { return r.backbone, r.hasBackbone }

// Failed returns the assumptions in the line `c failed 3 -7 0`, which cannot all be true. It returns nil without this
// line.
func (r *Reader) Failed() []dimacs.Lit { return r.failed }

// Name returns the name of the input.
func (r *Reader) Name() string { return r.in.name }

// endModel ends the current model: it calls endRow and checkModel, counts the model and updates the
// status. A model before all status lines makes the status Satisfiable. If the status is not Satisfiable,
// r.conflict keeps the position of the first such model, to report a model after a status without models.
// Then endModel sets the pending status.
func (r *Reader) endModel() {
	r.endRow()
	r.inModel, r.interrupted = false, false
	ofNext := r.statusBefore // the status line that ended this model belongs to the next
	r.statusBefore = false
	r.resultBegun = true
	r.models++
	r.checkModel()
	switch {
	case !r.hasStatus:
		r.status = dimacs.Satisfiable
	case r.status != dimacs.Satisfiable && r.conflict == nil:
		at := r.in.at(r.in.pos)
		r.conflict = &at
	}
	if r.pending != nil {
		r.setStatus(*r.pending)
		r.pending, r.statusBefore = nil, ofNext
	}
}

// readOn reads the rest of a line of literals, or one other line. The result goOn is false if a model is
// complete; if the line does not continue an interrupted model, readOn leaves the line for the next model.
// The error is io.EOF at the end of a complete result, a *SyntaxError, or an error of the source.
func (r *Reader) readOn() (goOn bool, err error) {
	if r.inLine {
		return r.literals()
	}
	in := &r.in
	err = in.load()
	if err == nil {
		err = in.skipBlanks()
	}
	switch {
	case err == io.EOF:
		return false, r.end()
	case err != nil:
		return false, err
	case in.pos == len(in.text):
		if in.column == 0 && len(lex.TrimRight(in.text)) == 0 {
			in.deviate("empty line", in.line)
		}
		in.done()
		return true, nil
	case r.interrupted && !r.goesOn():
		return false, nil
	}
	c, word := in.text[in.pos], in.word()
	r.checkForm(c)
	switch {
	case c == 'v' && word:
		in.pos++
		if !r.inModel && r.beginsRow() {
			return false, r.row()
		}
		return r.beginLine()
	case c == '-' || lex.IsDigit(c):
		return r.beginLine()
	}
	at := in.at(in.pos)
	text, whole, err := in.restOfLine()
	switch {
	case err != nil:
		return false, err
	case c == 's' && word:
		return r.statusLine(at, text, whole)
	case c == 'o' && word:
		return true, r.objectiveLine(at, text, whole)
	case c == 'b' && word:
		return true, r.backboneLine(at, text, whole)
	case c == 'c' && word:
		return r.comment(at, text, whole)
	default:
		return r.otherLine(at, text, whole)
	}
}

// end handles the end of the input. It returns nil if a model is unfinished and ends here, and io.EOF if
// the result is complete. It returns a *SyntaxError for a model after a status without models, or if there
// was neither a status nor a count nor a model: the first error of a skipped line, if there is one.
func (r *Reader) end() error {
	switch {
	case r.inModel:
		return nil
	case r.conflict != nil:
		return r.in.errorAt(*r.conflict, "no model after status "+r.status.String(), "a model", "")
	case !r.hasStatus && !r.counted && r.models == 0:
		return cmp.Or(r.skipped, r.in.errorAt(r.in.at(r.in.pos), "the result of a solver", lex.EndOfFile, ""))
	}
	return io.EOF
}
