package command

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"queens/cmd/internal/memory"
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
	seed                     int64
	keepOrder, keepVariables bool
}

func (s *shuffling) flags() []cli.Flag {
	s.seed, s.soft = 1, true
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "seed", Usage: "choose the order, the names and the signs by the number `K`", Value: program.Integer(&s.seed, -1<<63, 1<<63-1)},
		&cli.BoolFlag{Name: "keep-order", Usage: "keep the order of clauses and literals", Destination: &s.keepOrder},
		&cli.BoolFlag{Name: "keep-variables", Usage: "change only the order of clauses and literals", Destination: &s.keepVariables},
	}, s.rewriting.flags()...)
}

// maxIdle is the number of variables that a header may name whatever the number of clauses. More
// would let a short file claim gigabytes.
const maxIdle = 1 << 22

// run shuffles a formula.
func (s *shuffling) run(ctx context.Context, call *program.Invocation) error {
	if s.keepOrder && s.keepVariables {
		return program.Usagef("--keep-order and --keep-variables exclude each other, because nothing would change")
	}
	f, name, err := s.read(ctx, call)
	if err != nil {
		return err
	}
	head := *f
	var renaming *encode.Shuffle
	if !s.keepVariables {
		if most := maxIdle + 16*int64(f.NumClauses()); int64(head.Vars) > most {
			return fmt.Errorf("%s: the header names %d variables: expected at most %d with %d clauses, because the new names of all variables are held in memory",
				name, head.Vars, most, f.NumClauses())
		}
		if !memory.Fits(ctx, 8*(int64(head.Vars)+1)) {
			return context.Cause(ctx)
		}
		if renaming, err = encode.NewShuffle(ctx, s.seed, head.Vars); err != nil {
			return err
		}
		comment := dimacs.Comment{Key: "shuffle", Value: strconv.FormatInt(s.seed, 10)}
		head.Comments, err = s.comments(f, name, comment, func(in *encode.Instance) error {
			if in.Shuffle != nil {
				return errors.New("its board was shuffled before, and the comments can describe only one shuffle")
			}
			in.Shuffle = &s.seed
			return nil
		})
		if err != nil {
			return err
		}
		renameHead(&head, renaming.Shuffled)
	}
	return s.write(ctx, call, &head, int64(f.NumClauses()), func(w *dimacs.Writer) error {
		out := dimacs.SoftSink(w)
		if f.Soft != nil {
			out = hardClauses{w}
		}
		if s.keepOrder {
			return rename(ctx, f, renaming, out)
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

// rename writes the clauses of f and then its soft clauses to out, in their order and with renamed
// literals. It returns the error of out or the cause of ctx.
func rename(ctx context.Context, f *dimacs.Formula, renaming *encode.Shuffle, out dimacs.SoftSink) error {
	for c := range f.Clauses() {
		if out.Clause(renamed(renaming, c)...); out.Err() != nil || ctx.Err() != nil {
			return cmp.Or(out.Err(), context.Cause(ctx))
		}
	}
	for _, c := range f.Soft {
		out.SoftClause(c.Weight, renamed(renaming, c.Lits)...)
	}
	return nil
}

// A hardClauses writes the clauses of a WCNF; its method Clause writes a hard clause. They come first, so that a program that reads the
// WCNF from a pipe recognizes it by the first letter.
type hardClauses struct{ *dimacs.Writer }

func (w hardClauses) Clause(lits ...dimacs.Lit) { w.HardClause(lits...) }

// renamed returns a clause with renamed literals.
func renamed(renaming *encode.Shuffle, clause []dimacs.Lit) []dimacs.Lit {
	clause = slices.Clone(clause)
	for i, l := range clause {
		clause[i] = renaming.Shuffled(l)
	}
	return clause
}

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
