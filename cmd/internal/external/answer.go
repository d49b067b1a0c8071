package external

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/big"
	"os"
	"slices"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/dimacs"
	"queens/dimacs/result"
)

// An Answer is the output of a solver, parsed.
type Answer struct {
	Status  dimacs.Status
	Model   []dimacs.Lit   // the first model or, after a line o, the last, not checked; nil without a model
	Count   *big.Int       // the number of models; nil if the solver did not print it, see read
	Sum     *big.Rat       // the exact sum of weights; nil if the solver did not print it
	Counted bool           // the solver printed a count, exact or not
	Cost    string         // the value of the last line o, or ""
	Optimal bool           // the last status is OPTIMUM FOUND
	Result  *result.Reader // has read the answer to its end; nil before, or after an error
}

// read replaces a by the answer in from, which it reads to the end. If tolerant is set, it skips lines
// that no solver prints. a.Model has only variables up to vars, so its memory does not depend on the
// variables in the text. The other models are only counted. If the solver printed no count but completed
// an enumeration of all models, a.Count is the number that it announced. The error is a syntax error,
// which calls the text name, or an error of from. Only a.Model may then be set.
func (a *Answer) read(from io.Reader, name string, vars int, tolerant bool) error {
	*a = Answer{}
	r := result.NewReader(from, name)
	r.Vars, r.Tolerant = vars, tolerant
	model, err := r.Read()
	for err == nil {
		if a.Model == nil || r.Objective() != "" {
			a.Model = append([]dimacs.Lit{}, model...)
			a.Model = slices.DeleteFunc(a.Model, func(l dimacs.Lit) bool { return l.Var() > vars })
		}
		model, err = r.Read()
	}
	if err != io.EOF {
		return err
	}
	a.Status, a.Count, a.Counted = r.Status(), r.Count(), r.Counted()
	a.Sum, a.Cost, a.Optimal = r.WeightedCount(), r.Objective(), r.Optimal()
	a.Result = r
	if n, atLeast := r.Announced(); a.Count == nil && !atLeast {
		a.Count = n // the number of models of a complete enumeration
	}
	return nil
}

// readFile calls read for the result file called name, and returns its error. The end of ctx is an error while
// it reads. So is a file that does not exist, cannot be opened or is not regular, because a FIFO or a link to a
// device, which a solver may have put there, might block or never end.
func (a *Answer) readFile(ctx context.Context, name string, vars int, tolerant bool) error {
	err := opened.Regular(name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("it wrote no result file")
	}
	if err == nil {
		if f, err := os.Open(name); err == nil {
			defer f.Close()
			return a.read(input.UntilDone(ctx, f), "result file", vars, tolerant)
		}
	}
	return errors.New("its result file is not a regular file")
}
