package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

// shuffling holds the values of the flags of `qbench shuffle`.
type shuffling struct {
	formula formula.Flags
	seed    int64
}

func (s *shuffling) flags() []cli.Flag {
	s.seed = 1
	return append([]cli.Flag{
		&cli.GenericFlag{Name: "seed", Usage: "choose the order, the names and the signs by the number `K`", Value: program.Integer(&s.seed, -1<<63, 1<<63-1)},
	}, s.formula.Syntax()...)
}

// maxIdle is the number of variables that a header may name whatever the number of clauses. Without this
// limit, a short file could claim gigabytes.
const maxIdle = 1 << 22

// run shuffles a formula and writes it to the output. XOR lines are shuffled for themselves and come after the
// clauses, and so do soft clauses. Comments about a board and its generator are left out, and a comment names the
// seed. It is an error if the header names more than maxIdle variables and 16 for each clause. Other errors
// come from readFormula, createFormula and writing, or are the cause of ctx.
func (s *shuffling) run(ctx context.Context, call *program.Invocation) error {
	name, err := call.AtMostOne("formula")
	if err != nil {
		return err
	}
	f, name, err := readFormula(ctx, call, &s.formula, name, dimacs.Options{Soft: true, XOR: true})
	if err != nil {
		return err
	}
	if f.Offset != 0 || f.Digits > 0 {
		return fmt.Errorf("%s: expected weights that are positive integers, because a shuffled clause has such a weight", name)
	}
	if most := maxIdle + 16*int64(f.NumClauses()); int64(f.Vars) > most {
		return fmt.Errorf("%s: the header names %d variables: expected at most %d with %d clauses, because the new names of all variables are held in memory",
			name, f.Vars, most, f.NumClauses())
	}
	renaming, err := encode.NewShuffle(ctx, s.seed, f.Vars)
	if err != nil {
		return err
	}
	isStale := func(c dimacs.Comment) bool {
		return c.Key == "generator" || c.Key == "arguments" || slices.Contains(encode.Keys, c.Key)
	}
	f.Comments = append(slices.DeleteFunc(f.Comments, isStale), dimacs.Comment{Key: "shuffle", Value: fmt.Sprint(s.seed)})
	for i, v := range f.Projection {
		f.Projection[i] = renaming.Shuffled(dimacs.Lit(v)).Var()
	}
	slices.Sort(f.Projection)
	for i, w := range f.Weights {
		f.Weights[i].Lit = renaming.Shuffled(w.Lit)
	}
	out, err := createFormula(ctx, call, call.Output, f.Soft != nil)
	if err != nil {
		return err
	}
	defer out.Abort()
	w := dimacs.NewWriter(out)
	w.Head(f, int64(f.NumClauses()+len(f.Linear)))
	to := dimacs.SoftSink(w)
	if f.Soft != nil {
		to = hardClauses{w}
	}
	list, xors, soft := encode.NewClauseList(ctx), encode.NewClauseList(ctx), encode.NewClauseList(ctx)
	for c := range f.Clauses() {
		list.Clause(c...)
	}
	for _, c := range f.Linear {
		xors.Clause(c.Lits...)
	}
	for _, c := range f.Soft {
		soft.SoftClause(c.Weight, c.Lits...)
	}
	return out.CommitAfter(cmp.Or(list.Shuffle(s.seed, renaming, to), xors.Shuffle(s.seed, renaming, xorLines{w}), soft.Shuffle(s.seed, renaming, to), w.Flush()))
}

// readFormula reads the formula in a file as flags.Read does, and returns the same results. Cubes and a wrong
// projection are errors, too.
func readFormula(ctx context.Context, call *program.Invocation, flags *formula.Flags, file string, o dimacs.Options) (*dimacs.Formula, string, error) {
	f, name, err := flags.Read(ctx, call, file, o)
	switch {
	case err != nil:
		return nil, "", err
	case f.Incremental:
		return nil, "", fmt.Errorf("%s: expected a formula without cubes, found the header `p inccnf`", name)
	}
	return f, name, f.ProjectionError
}

// createFormula creates the output called name for a formula, in WCNF if soft is set and otherwise in CNF. A
// name for another format is a usage error.
func createFormula(ctx context.Context, call *program.Invocation, name string, soft bool) (*output.File, error) {
	return call.Create(ctx, output.Form{Name: name, Default: format(soft)})
}

// format returns the format of a formula, with or without soft clauses, which is also the suffix of its name.
func format(soft bool) string { return map[bool]string{false: "cnf", true: "wcnf"}[soft] }

// A hardClauses writes the clauses of a WCNF; its method Clause writes a hard clause. Hard clauses come first,
// so that a program that reads the WCNF from a pipe recognizes it by the first letter.
type hardClauses struct{ *dimacs.Writer }

func (w hardClauses) Clause(lits ...dimacs.Lit) { w.HardClause(lits...) }

// An xorLines writes XOR lines, by its method Clause.
type xorLines struct{ *dimacs.Writer }

func (w xorLines) Clause(lits ...dimacs.Lit) { w.XOR(lits...) }
