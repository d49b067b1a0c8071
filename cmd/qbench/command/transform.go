package command

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"

	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

//go:embed transform.md
var transformManual string

// transforming holds the values of the flags of `qbench transform`.
type transforming struct {
	rewriting
	function *encode.Transform
}

func (t *transforming) flags() []cli.Flag {
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "function", Usage: "replace each variable by the `FUNCTION` xor:K, or:K or majority:K of K new variables, or flip its sign with flip",
			Value: program.Func(func(text string) error {
				f, err := encode.ParseTransform(text)
				t.function = &f
				return err
			})},
	}, t.rewriting.flags()...)
}

// run replaces each variable of a formula by --function, and writes the result. It makes the clauses
// twice, because the header before the first clause gives their number.
func (t *transforming) run(ctx context.Context, call *program.Invocation) error {
	if t.function == nil {
		return program.Usagef("expected --function FUNCTION, found none")
	}
	f, name, err := t.read(ctx, call)
	if err != nil {
		return err
	}
	count := t.function.Count()
	for c := range f.Clauses() {
		count.Clause(c...)
	}
	head, k := *f, t.function.K
	switch {
	case count.Err() != nil:
		return fmt.Errorf("%s: %v makes more than 2^31 clauses: expected a smaller formula, a smaller function or shorter clauses", name, t.function)
	case head.Vars > dimacs.MaxVar/k:
		return fmt.Errorf("%s: %v makes %d variables of each of %d: expected at most %d in all", name, t.function, k, head.Vars, dimacs.MaxVar)
	case len(head.Weights) > 0 && k > 1:
		return fmt.Errorf("%s: expected a formula without weights, because a value of %v has no weight of its own literals", name, t.function)
	}
	head.Comments, err = t.comments(f, name, dimacs.Comment{Key: "transform", Value: t.function.String()}, t.describe)
	if err != nil {
		return err
	}
	head.Vars *= k
	transformHead(&head, k)
	return t.write(ctx, call, &head, int64(count.Clauses), func(to *dimacs.Writer) error {
		out := t.function.To(to)
		for c := range f.Clauses() {
			if out.Clause(c...); out.Err() != nil || ctx.Err() != nil {
				return cmp.Or(out.Err(), context.Cause(ctx))
			}
		}
		return nil
	})
}

// describe adds the function to the instance that the comments describe. It returns an error if the
// board was shuffled or transformed before.
func (t *transforming) describe(in *encode.Instance) error {
	switch {
	case in.Shuffle != nil:
		return errors.New("its board was shuffled before, and the comments can describe only a shuffle after a transform: transform first, then shuffle")
	case in.Transform != nil:
		return errors.New("its board was transformed before, and the comments can describe only one transform")
	}
	in.Transform = t.function
	return nil
}

// transformHead replaces each variable of the projection by its k new variables. Only flip allows
// weights: transformHead moves the weight of each literal to the complement.
func transformHead(head *dimacs.Formula, k int) {
	if head.Projection != nil {
		old := head.Projection
		head.Projection = make([]int, 0, k*len(old))
		for _, v := range old {
			for i := range k {
				head.Projection = append(head.Projection, k*(v-1)+i+1)
			}
		}
	}
	weights := head.Weights
	head.Weights = nil
	for _, w := range weights {
		w.Lit = -w.Lit
		head.Weights = append(head.Weights, w)
	}
}
