package program

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"time"
)

// settings are what the program under test reads from its command line.
type settings struct {
	Engine  string
	Models  int64
	All     bool
	Assume  []string
	Timeout time.Duration
	Proof   string
	Solver  string
	Dir     string

	Args   []string
	Output string
	Quiet  bool
}

// solver is a program with a flag of every kind, whose action does what act
// says.
func solver(s *settings, act func(context.Context, *Invocation) error) Program {
	s.Engine, s.Models = "auto", 1
	return Program{
		Name:        "solver",
		Summary:     "solve a formula",
		Args:        "[FILE]",
		Description: "Reads a formula.\n\nPrints a model.",
		Flags: []Flag{
			{Name: "engine", Short: "e", Arg: "NAME", Usage: "how to solve", Value: OneOf(&s.Engine, "auto", "dpll", "cover")},
			{Name: "models", Short: "n", Arg: "K", Usage: "stop after K models", Value: Integer(&s.Models, 0, math.MaxInt64)},
			{Name: "all", Short: "a", Usage: "don't stop: [all] models", Value: Bool(&s.All)},
			{Name: "assume", Arg: "LITS", Usage: "literals that hold", Value: List(&s.Assume)},
			{Name: "timeout", Short: "t", Arg: "TIME", Usage: "stop after this time", Value: Seconds(&s.Timeout)},
			{Name: "proof", Short: "p", Arg: "FILE", Usage: "write a proof", Value: FileName(&s.Proof)},
			{Name: "solver", Short: "x", Arg: "CMD", Usage: "run this program", Value: String(&s.Solver)},
			{Name: "out-dir", Arg: "DIR", Usage: "write into this directory", Value: FileName(&s.Dir)},
		},
		Examples: []Example{{"solver -n 2 q8.cnf", "two models"}},
		Sections: []Section{{"Exit status", "10  satisfiable\n20  unsatisfiable"}},
		Action: func(ctx context.Context, in *Invocation) error {
			s.Args, s.Output, s.Quiet = in.Args, in.Output, in.Quiet
			if act == nil {
				return nil
			}
			return act(ctx, in)
		},
	}
}

// run runs the program with these arguments and returns what came of it.
func run(p Program, args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = Run(p, append([]string{p.Name}, args...), strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func sorted(words []string) []string {
	return slices.Sorted(slices.Values(words))
}
