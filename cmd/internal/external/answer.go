package external

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/big"
	"os"

	"queens/dimacs"
)

// An answer is the output of a solver, parsed.
type answer struct {
	status  dimacs.Status
	model   dimacs.Assignment // the first model; if the solver optimizes, the last
	printed bool              // a model was printed
	models  int               // the number of models printed
	count   *big.Int          // the number of models; nil if the solver did not print it
	sum     *big.Rat          // the exact sum of weights; nil if the solver did not print it
	counted bool              // the solver printed a count, exact or not
	cost    string            // the value of the last line o, or ""
	optimal bool              // the last status is OPTIMUM FOUND

	deviations []dimacs.Deviation // from the output format of the competitions
}

// read replaces a by the answer in from, which it reads to the end. Of a.model it keeps only
// variables up to vars, so its memory does not depend on the variables in the text. The other models
// are only counted. If the solver printed no count but completed an enumeration of all models,
// a.count is the number that it announced. The error is a syntax error, which calls the text name, or an error
// of from.
func (a *answer) read(from io.Reader, name string, vars int) error {
	*a = answer{}
	result := dimacs.NewResultReader(from, name)
	result.Vars = vars
	model, err := result.Read()
	a.printed = err == nil
	for err == nil {
		if a.models++; a.models == 1 || result.Objective() != "" {
			a.model = dimacs.Assignment{}
			for _, l := range model {
				if l.Var() <= vars {
					a.model.SetLit(l)
				}
			}
		}
		model, err = result.Read()
	}
	if err != io.EOF {
		return err
	}
	a.deviations = result.Deviations(vars)
	a.status, a.count, a.counted = result.Status(), result.Count(), result.Counted()
	a.sum, a.cost, a.optimal = result.WeightedCount(), result.Objective(), result.Optimal()
	if n, atLeast := result.Announced(); a.count == nil && !atLeast {
		a.count = n // the number of models of a complete enumeration
	}
	return nil
}

// readFile reads the answer from a result file until ctx ends. Other than regular files are an
// error, because a FIFO or a link to a device, which a solver may have put there, might block or
// never end.
func (a *answer) readFile(ctx context.Context, name string, vars int) error {
	f, err := os.OpenFile(name, os.O_RDONLY|onlyFile, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("it wrote no result file")
	}
	if err == nil {
		defer f.Close()
		defer context.AfterFunc(ctx, func() { f.Close() })()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return a.read(f, "result file", vars)
		}
	}
	return errors.New("its result file is not a regular file")
}
