package command

import (
	"context"
	"errors"
	"fmt"
	"os"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// excludedModels collects a clause against each model that is found. The formula with all
// these clauses has no model, which the proof shows.
type excludedModels struct {
	file    *output.File // of --models-excluded
	clauses [][]dimacs.Lit
	lits    int
}

// maxExcluded is the largest number of literals in these clauses. They are held in memory;
// with more of them the run fails with errTooMany.
const maxExcluded = 1 << 28

var errTooMany = errors.New("--models-excluded: there are too many models to hold a clause for each in memory")

// createExcluded creates the file of --models-excluded, which must be given. It is a usage
// error if the file exists.
func (r *request) createExcluded(ctx context.Context) (*excludedModels, error) {
	if _, err := os.Lstat(r.excluded); err == nil {
		return nil, program.Usagef("refusing to write over %s: --models-excluded needs the name of a new file", r.excluded)
	}
	f, err := r.create(ctx, output.Form{Name: r.excluded, Default: "cnf"})
	return &excludedModels{file: f}, err
}

// add adds the clause that excludes the model a: one literal for each variable of the
// projection, false in a. If x is nil, add does nothing. If all clauses together would have
// more than maxExcluded literals, it returns errTooMany.
func (x *excludedModels) add(q *question, a *dimacs.Assignment) error {
	if x == nil {
		return nil
	}
	if x.lits += q.NumProjected(); x.lits > maxExcluded {
		return errTooMany
	}
	clause := make([]dimacs.Lit, q.NumProjected())
	for i := range clause {
		clause[i] = a.Lit(q.Projected(i)).Neg()
	}
	x.clauses = append(x.clauses, clause)
	return nil
}

// write writes f, without its comments and projection, and completes the file. The caller
// has added the clauses to f.
func (x *excludedModels) write(ctx context.Context, f *dimacs.Formula) error {
	plain := f.With()
	plain.Comments, plain.CountType, plain.Projection = nil, "", nil
	if err := x.file.CompleteAfter(plain.Write(ctx, x.file)); err != nil {
		return fmt.Errorf("--models-excluded: %w", err)
	}
	return nil
}
