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
		&cli.BoolFlag{Name: "keep-order", Usage: "keep the order of clauses and literals; then no clause is held in memory", Destination: &s.keepOrder},
		&cli.BoolFlag{Name: "keep-variables", Usage: "change only the order of clauses and literals", Destination: &s.keepVariables},
	}, s.rewriting.flags()...)
}

// maxIdle is the number of variables that a header may name whatever the number of clauses. More
// would let a short file claim gigabytes.
const maxIdle = 1 << 22

// run shuffles a formula. With --keep-order it reads the formula twice and stores no clauses;
// otherwise it stores them all in memory.
func (s *shuffling) run(ctx context.Context, call *program.Invocation) error {
	if s.keepOrder && s.keepVariables {
		return program.Usagef("--keep-order and --keep-variables exclude each other, because nothing would change")
	}
	from, err := s.open(ctx, call)
	if err != nil {
		return err
	}
	defer from.opened.Close()
	list, soft := encode.NewClauseList(ctx), encode.NewClauseList(ctx)
	if err := from.scan(ctx, func(c []dimacs.Lit) {
		if !s.keepOrder {
			list.Clause(c...)
		}
	}); err != nil {
		return err
	}
	head := *from.head
	for _, c := range head.Soft {
		soft.SoftClause(c.Weight, c.Lits...)
	}
	var renaming *encode.Shuffle
	if !s.keepVariables {
		if most := maxIdle + 16*int64(from.count); int64(head.Vars) > most {
			return fmt.Errorf("%s: the header names %d variables: expected at most %d with %d clauses, because the new names of all variables are held in memory",
				from.opened.Name, head.Vars, most, from.count)
		}
		if !memory.Fits(ctx, 8*(int64(head.Vars)+1)) {
			return context.Cause(ctx)
		}
		if renaming, err = encode.NewShuffle(ctx, s.seed, head.Vars); err != nil {
			return err
		}
		comment := dimacs.Comment{Key: "shuffle", Value: strconv.FormatInt(s.seed, 10)}
		head.Comments, err = s.comments(from, comment, func(in *encode.Instance) error {
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
	return s.write(ctx, call, &head, int64(from.count), func(out *dimacs.Writer) error {
		hard := dimacs.Sink(out)
		if head.Soft != nil {
			hard = hardClauses{out}
		}
		if !s.keepOrder {
			return cmp.Or(list.Shuffle(s.seed, renaming, hard), soft.Shuffle(s.seed, renaming, out))
		}
		err := from.again(ctx, func(c []dimacs.Lit) error {
			hard.Clause(renamed(renaming, c)...)
			return hard.Err()
		})
		for _, c := range head.Soft {
			out.SoftClause(c.Weight, renamed(renaming, c.Lits)...)
		}
		return err
	})
}

// A hardClauses writes the hard clauses of a WCNF. They come first, so that a program that reads the
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
