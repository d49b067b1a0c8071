package command

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

//go:embed shuffle.md
var shuffleManual string

// shuffling holds the values of the flags of `qbench shuffle`.
type shuffling struct {
	formula   formula.Flags
	dropBoard bool
	seed      int64
}

func (s *shuffling) flags() []cli.Flag {
	s.seed = 1
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "seed", Usage: "choose the order, the names and the signs by the number `K`", Value: program.Integer(&s.seed, -1<<63, 1<<63-1)},
		&cli.BoolFlag{Name: "drop-board", Usage: "leave out the comments that describe a board, so that qshow does not draw it", Destination: &s.dropBoard},
	}, s.formula.Syntax()...)
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
	head.Comments, err = s.comments(f, name)
	if err != nil {
		return err
	}
	renameHead(&head, renaming.Shuffled)
	form := output.Form{Name: call.Output, Default: "cnf"}
	if f.Soft != nil {
		form.Default = "wcnf"
	}
	out, err := call.Create(ctx, form)
	if err != nil {
		return err
	}
	defer out.Abort()
	w := dimacs.NewWriter(out)
	w.Head(&head, int64(f.NumClauses()))
	to := dimacs.SoftSink(w)
	if f.Soft != nil {
		to = hardClauses{w}
	}
	list, soft := encode.NewClauseList(ctx), encode.NewClauseList(ctx)
	for c := range f.Clauses() {
		list.Clause(c...)
	}
	for _, c := range f.Soft {
		soft.SoftClause(c.Weight, c.Lits...)
	}
	return out.CommitAfter(cmp.Or(list.Shuffle(s.seed, renaming, to), soft.Shuffle(s.seed, renaming, to), w.Flush()))
}

// read reads the formula that the arguments name, and also returns the name for messages. It returns an
// error if the formula has cubes.
func (s *shuffling) read(ctx context.Context, call *program.Invocation) (f *dimacs.Formula, name string, err error) {
	if name, err = call.AtMostOne("formula"); err != nil {
		return nil, "", err
	}
	f, name, err = s.formula.Read(ctx, call, name, dimacs.Options{Soft: true})
	switch {
	case err != nil:
		return nil, "", err
	case f.Incremental:
		return nil, "", fmt.Errorf("%s: expected a formula without cubes, found the header `p inccnf`", name)
	}
	return f, name, f.ProjectionError
}

// stale lists the keys of comments that say how the formula was made. A changed formula does not get
// these comments.
var stale = []string{"generator", "arguments"}

// comments returns the comments of the shuffled formula. If the comments of f describe a board, comments
// adds the seed to this instance. If comments cannot describe the result, the error recommends
// --drop-board. If there is no board, comments appends the seed. The argument name is the name of f for
// messages.
func (s *shuffling) comments(f *dimacs.Formula, name string) ([]dimacs.Comment, error) {
	old := slices.DeleteFunc(slices.Clone(f.Comments), func(c dimacs.Comment) bool {
		return slices.Contains(stale, c.Key) || s.dropBoard && slices.Contains(encode.Keys, c.Key)
	})
	in, err := encode.ParseComments(old)
	if e, is := errors.AsType[*dimacs.SyntaxError](err); is {
		e.Name = name
	}
	switch {
	case err != nil:
		return nil, err
	case in.N == 0:
		return append(old, dimacs.Comment{Key: "shuffle", Value: strconv.FormatInt(s.seed, 10)}), nil
	case in.Shuffle != nil:
		err = errors.New("its board was shuffled before, and the comments can describe only one shuffle")
	default:
		in.Shuffle = &s.seed
		err = cmp.Or(describes(in, f.Vars), in.Check())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; add --drop-board if qshow need not draw the board", name, err)
	}
	var list []dimacs.Comment
	for _, c := range old {
		switch {
		case !slices.Contains(encode.Keys, c.Key):
			list = append(list, c)
		case in.N > 0:
			list = append(list, in.Comments()...)
			in.N = 0 // only once
		}
	}
	return list, nil
}

// describes returns an error unless the instance in the comments of a formula has vars variables, like
// the formula.
func describes(in encode.Instance, vars int) error {
	size, err := in.Size()
	if err == nil && size.Variables != vars {
		err = fmt.Errorf("its comments describe a board with %d variables, but it has %d", size.Variables, vars)
	}
	return err
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
