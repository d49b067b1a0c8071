package external

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/big"
	"os"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/dimacs"
)

// An Answer is the output of a solver, parsed.
type Answer struct {
	Status  dimacs.Status
	Model   *dimacs.Assignment // the first model or, after a line o, the last, not checked; nil without a model
	Count   *big.Int           // the number of models; nil if the solver did not print it
	Sum     *big.Rat           // the exact sum of weights; nil if the solver did not print it
	Counted bool               // the solver printed a count, exact or not
	Cost    string             // the value of the last line o, or ""
	Optimal bool               // the last status is OPTIMUM FOUND
	// Deviations are the deviations from the output format of the competitions.
	Deviations []dimacs.Deviation

	models int // the number of models printed
}

// read replaces a by the answer in from, which it reads to the end. Of a.Model it keeps only
// variables up to vars, so its memory does not depend on the variables in the text. The other models
// are only counted. If the solver printed no count but completed an enumeration of all models,
// a.Count is the number that it announced. The error is a syntax error, which calls the text name, or an error
// of from.
func (a *Answer) read(from io.Reader, name string, vars int) error {
	*a = Answer{}
	result := dimacs.NewResultReader(from, name)
	result.Vars = vars
	model, err := result.Read()
	for err == nil {
		if a.models++; a.models == 1 || result.Objective() != "" {
			a.Model = &dimacs.Assignment{}
			for _, l := range model {
				if l.Var() <= vars {
					a.Model.SetLit(l)
				}
			}
		}
		model, err = result.Read()
	}
	if err != io.EOF {
		return err
	}
	a.Status, a.Count, a.Counted = result.Status(), result.Count(), result.Counted()
	a.Sum, a.Cost, a.Optimal = result.WeightedCount(), result.Objective(), result.Optimal()
	a.Deviations = result.Deviations(vars)
	if n, atLeast := result.Announced(); a.Count == nil && !atLeast {
		a.Count = n // the number of models of a complete enumeration
	}
	return nil
}

// readFile reads the answer from a result file until ctx ends. Other than regular files are an
// error, because a FIFO or a link to a device, which a solver may have put there, might block or
// never end.
func (a *Answer) readFile(ctx context.Context, name string, vars int) error {
	err := opened.Regular(name)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("it wrote no result file")
	}
	if err == nil {
		if f, err := os.Open(name); err == nil {
			defer f.Close()
			return a.read(input.UntilDone(ctx, f), "result file", vars)
		}
	}
	return errors.New("its result file is not a regular file")
}
