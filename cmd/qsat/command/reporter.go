package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
	"queens/encode"
)

// A reporter prints the answer. The search calls its methods through the gate, except the methods
// that pass the gate themselves. After the gate is shut, only run.end prints.
type reporter struct {
	*run
	out      io.Writer
	w        answers.Writer // writes to out
	seal     *parts.Seal    // the seal of the result of a part, which is out; nil without --part or with --json
	flushing *time.Timer    // nil before the first of several models or literals
	soFar    answer         // the results until now
	optimal  bool           // the status is OPTIMUM FOUND, and was printed
	asked    bool           // a line of a session has no answer yet
	cause    error          // why a session was stopped, or nil
	lits     []dimacs.Lit   // a buffer of values
	named    map[int]string // indexed by variable: its first name, made printable
}

// newReporter returns a reporter of answers of kind k, which writes to out: as text, or with --json
// in JSON. The text of a part gets a seal.
func newReporter(out io.Writer, r *run, k *kind) *reporter {
	p := &reporter{run: r, out: out, named: map[int]string{}}
	if r.part.K > 0 && !r.json {
		p.seal = parts.NewSeal(p.out)
		p.out = p.seal
	}
	if p.w = answers.NewText(p.out); r.json {
		p.w = answers.NewJSON(p.out, k.lists || r.mus && r.listsSubsets())
	}
	return p
}

// flush completes the answer and, for a part, adds the seal. Nothing may be reported after it.
func (r *reporter) flush() error {
	if err := r.w.End(); err != nil || r.seal == nil {
		return err
	}
	return r.seal.End()
}

// comments prints comments `c key: value`.
func (r *reporter) comments(list []dimacs.Comment) {
	for _, c := range list {
		r.w.Comment(c.Key, c.Value)
	}
}

// boardComments returns the comments that a program needs to draw the board of f, as package encode
// writes them. It leaves out keys that f does not have. It returns nil if the comments of f are not
// about a board.
func boardComments(f *dimacs.Formula) []dimacs.Comment {
	in, err := encode.ParseComments(f.Comments)
	if err != nil || in.N == 0 {
		return nil // other comments
	}
	given := map[string]bool{}
	for _, c := range f.Comments {
		given[c.Key] = true
	}
	return slices.DeleteFunc(in.Comments(), func(c dimacs.Comment) bool { return !given[c.Key] })
}

// unknown reports the status UNKNOWN, and returns the exit code 0.
func (r *reporter) unknown() int {
	r.status(dimacs.Unknown)
	return 0
}

// status reports a status, unless the status OPTIMUM FOUND was printed.
func (r *reporter) status(s dimacs.Status) {
	if !r.optimal {
		r.w.Status(s)
	}
}

// unsatisfiable reports that there is no model, and returns the exit code. With --assume or a core of --answer, the
// failed assumptions come first, and for --core a remark if they are not minimal. It also reports that a
// proof was verified.
func (r *reporter) unsatisfiable(q *question, a answer) int {
	if q.assumes || r.other != "" && len(a.Failed) > 0 {
		if answers.Failed(r.w, a.Failed); q.core && !a.Minimal {
			r.w.Remark("core not minimal", "core_not_minimal", true)
		}
	}
	r.verified(a)
	r.w.Status(dimacs.Unsatisfiable)
	return program.ExitUnsatisfiable
}

// verified reports that the proof was verified, if a.verified is set.
func (r *reporter) verified(a answer) {
	if a.verified {
		r.w.Remark("proof verified", "proof_verified", true)
	}
}

// reportModel reports a model, a refutation or the status UNKNOWN, and returns the exit code and the
// error of values.
func (r *reporter) reportModel(ctx context.Context, q *question, a answer) (int, error) {
	switch a.Status {
	case dimacs.Unknown: // stopped, or the solver of --solver has no answer
		return r.unknown(), nil
	case dimacs.Unsatisfiable:
		return r.unsatisfiable(q, a), nil
	}
	r.w.Status(a.Status)
	return program.ExitSatisfiable, r.inputs(ctx, q, a.Model)
}

// inputs prints a model without auxiliary variables, and returns the error of values.
func (r *reporter) inputs(ctx context.Context, q *question, a *dimacs.Assignment) error {
	return r.values(ctx, a, q.Formula.Inputs(), func(i int) int { return i + 1 })
}

// next prints one of several models, at the latest after flushEvery. The status comes before the
// first. If ctx has ended, next does not begin to print a model of more than shortModel variables, and
// returns errStopped. Otherwise it adds the model to soFar.models. Other errors are those of values and
// of the output.
func (r *reporter) next(ctx context.Context, q *question, a *dimacs.Assignment) error {
	return r.pass(func() error {
		if q.NumProjected() > shortModel && !r.noModel && ctx.Err() != nil {
			return errStopped
		}
		if r.soFar.models == 0 {
			r.status(dimacs.Satisfiable)
		}
		r.soFar.models++
		if err := r.values(ctx, a, q.NumProjected(), q.Projected); err != nil {
			return err
		}
		return r.shown()
	})
}

// shown flushes the first of several models or literals, and begins to flush regularly. It returns
// the first error of the output. It must be called through the gate after each of them.
func (r *reporter) shown() error {
	if r.flushing == nil {
		r.flushing = time.AfterFunc(flushEvery, r.keepFlushing)
		return r.w.Flush()
	}
	return r.w.Err()
}

// flushEvery is the longest time that a model waits to be printed together with later ones.
// A flush per model would take longer than the search for it.
const flushEvery = 10 * time.Millisecond

// keepFlushing flushes now, and again every flushEvery, until the gate is shut.
func (r *reporter) keepFlushing() {
	r.pass(func() error {
		r.flushing.Reset(flushEvery)
		return r.w.Flush()
	})
}

// values prints the values of the variables variable(0) to variable(n-1) in a, as a model. With --names, it
// also prints the names of the true variables. With --no-model, it prints nothing. When ctx ends after
// shortModel values, values cuts off the model without the final 0, and returns an error even if a signal
// was the cause, because a part of a model is not an answer. It also returns an error of the output.
func (r *reporter) values(ctx context.Context, a *dimacs.Assignment, n int, variable func(i int) int) error {
	if r.noModel {
		return nil
	}
	r.w.BeginModel()
	for i := 0; i < n; {
		if r.w.Err() != nil {
			return r.w.Err()
		}
		if i >= shortModel && ctx.Err() != nil {
			r.w.Cut()
			return fmt.Errorf("the model is cut off after %d of %d variables: %v", i, n, context.Cause(ctx))
		}
		r.lits = r.lits[:0]
		for ; i < n && len(r.lits) < valuesAtOnce; i++ {
			r.lits = append(r.lits, a.Lit(variable(i)))
		}
		r.w.Values(r.lits)
	}
	r.w.EndModel()
	return r.w.Err()
}

const (
	// valuesAtOnce is the number of values that are printed at once, which bounds the
	// memory for a model.
	valuesAtOnce = 1 << 12
	// shortModel is the number of variables that can be printed in a few milliseconds. A
	// model of at most that size is printed even after the end of the context.
	shortModel = 1 << 17
)

// learnNames keeps the names of the variables of q for --names, and makes the answer name literals. With --valid,
// it sets r.names if there are any names. With --names, a single model of an OPB consists of the names in the
// constraints, as in the output of other solvers.
func (r *reporter) learnNames(q *question) {
	f := q.Formula
	if r.names = r.names || r.valid && len(f.Names) > 0; !r.names {
		return
	}
	for _, n := range slices.Backward(f.Names) {
		r.named[n.Var] = program.Printable(n.Text)
	}
	if r.w.SetNames(r.word, nil); f.Identifiers == nil || q.kind.lists || q.second != nil {
		return
	}
	r.w.SetNames(r.word, func(l dimacs.Lit) string {
		if len(f.Identifiers) >= l.Var() {
			return r.word(l)
		}
		return map[bool]string{true: "-"}[l < 0] + "x" + strconv.Itoa(l.Var())
	})
}

// word returns the name of a literal, such as "-Wheel", as --assume takes it. It returns "" if the
// variable has no name.
func (r *reporter) word(l dimacs.Lit) string {
	name, is := r.named[l.Var()]
	if is && l < 0 {
		name = "-" + name
	}
	return name
}

// inWords returns a clause as a text such as "-Car or Wheel or 7". A literal without a name is a number.
func (r *reporter) inWords(clause []dimacs.Lit) string {
	words := lists.Map(clause, func(l dimacs.Lit) string { return cmp.Or(r.word(l), strconv.Itoa(int(l))) })
	return strings.Join(words, " or ")
}
