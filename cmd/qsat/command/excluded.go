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

// excludedModels collects the clauses against the models that are found: the formula
// with all of them has none, which a proof shows.
type excludedModels struct {
	file    *output.File // of --models-excluded
	clauses [][]dimacs.Lit
	lits    int
}

// maxExcluded bounds the literals of all models that are held in memory.
const maxExcluded = 1 << 28

var errTooMany = errors.New("--models-excluded: there are too many models for a clause against each of them")

// createExcluded opens the file of --models-excluded, which must be new.
func (r *request) createExcluded(ctx context.Context) (*excludedModels, error) {
	if _, err := os.Lstat(r.excluded); err == nil {
		return nil, program.Usagef("refusing to write over %s: --models-excluded needs the name of a new file", r.excluded)
	}
	f, err := r.call.Create(ctx, output.Choice{Name: r.excluded, Default: "cnf"})
	return &excludedModels{file: f}, err
}

// add adds a model. X may be nil.
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

// write writes the clauses that the proof is about.
func (x *excludedModels) write(ctx context.Context, f *dimacs.Formula) error {
	plain := f.With()
	plain.Comments, plain.CountType, plain.Projection = nil, "", nil
	if err := x.file.CommitAfter(plain.Write(ctx, x.file)); err != nil {
		return fmt.Errorf("models excluded: %w", err)
	}
	return nil
}
