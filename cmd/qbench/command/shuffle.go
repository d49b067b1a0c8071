package command

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

//go:embed shuffle.md
var shuffleManual string

// shuffling holds the values of the flags of `qbench shuffle`.
type shuffling struct {
	rewriting
	seed int64
}

func (s *shuffling) flags() []cli.Flag {
	s.seed, s.soft = 1, true
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "seed", Usage: "choose the order, the names and the signs by the number `K`", Value: program.Integer(&s.seed, -1<<63, 1<<63-1)},
	}, s.rewriting.flags()...)
}

// maxIdle is the number of variables that a header may name whatever the number of clauses. More
// would let a short file claim gigabytes.
const maxIdle = 1 << 22

// run shuffles a formula.
func (s *shuffling) run(ctx context.Context, call *program.Invocation) error {
	f, name, err := s.read(ctx, call)
	if err != nil {
		return err
	}
	head := *f
	if most := maxIdle + 16*int64(f.NumClauses()); int64(head.Vars) > most {
		return fmt.Errorf("%s: the header names %d variables: expected at most %d with %d clauses, because the new names of all variables are held in memory",
			name, head.Vars, most, f.NumClauses())
	}
	renaming, err := encode.NewShuffle(ctx, s.seed, head.Vars)
	if err != nil {
		return err
	}
	head.Comments, err = s.comments(f, name, dimacs.Comment{Key: "shuffle", Value: strconv.FormatInt(s.seed, 10)}, s.describe)
	if err != nil {
		return err
	}
	renameHead(&head, renaming.Shuffled)
	return s.write(ctx, call, &head, int64(f.NumClauses()), func(w *dimacs.Writer) error {
		out := dimacs.SoftSink(w)
		if f.Soft != nil {
			out = hardClauses{w}
		}
		list, soft := encode.NewClauseList(ctx), encode.NewClauseList(ctx)
		for c := range f.Clauses() {
			list.Clause(c...)
		}
		for _, c := range f.Soft {
			soft.SoftClause(c.Weight, c.Lits...)
		}
		return cmp.Or(list.Shuffle(s.seed, renaming, out), soft.Shuffle(s.seed, renaming, out))
	})
}

// describe adds the seed to the instance that the comments describe. It returns an error if the board
// was shuffled before.
func (s *shuffling) describe(in *encode.Instance) error {
	if in.Shuffle != nil {
		return errors.New("its board was shuffled before, and the comments can describe only one shuffle")
	}
	in.Shuffle = &s.seed
	return nil
}

// A hardClauses writes the clauses of a WCNF; its method Clause writes a hard clause. They come first, so that a program that reads the
// WCNF from a pipe recognizes it by the first letter.
type hardClauses struct{ *dimacs.Writer }

func (w hardClauses) Clause(lits ...dimacs.Lit) { w.HardClause(lits...) }

// renameHead renames the variables of the projection and of the weights. It sorts the projection.
func renameHead(head *dimacs.Formula, rename func(dimacs.Lit) dimacs.Lit) {
	if head.Projection != nil {
		head.Projection = slices.Clone(head.Projection)
		for i, v := range head.Projection {
			head.Projection[i] = rename(dimacs.Lit(v)).Var()
		}
		slices.Sort(head.Projection)
	}
	head.Weights = slices.Clone(head.Weights)
	for i, w := range head.Weights {
		head.Weights[i].Lit = rename(w.Lit)
	}
}
