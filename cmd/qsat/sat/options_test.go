package sat_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
)

// allQuestions returns the functions of the package that take Options, and the methods of a Solver.
func allQuestions() map[string]func(context.Context, sat.Problem, sat.Options) error {
	solver := func(ask func(s *sat.Solver, ctx context.Context, assume ...dimacs.Lit) (sat.Answer, error)) func(context.Context, sat.Problem, sat.Options) error {
		return func(ctx context.Context, p sat.Problem, o sat.Options) error {
			s := sat.NewSolver(o)
			defer s.Close()
			for c := range p.Formula.Clauses() {
				s.Add(c...)
			}
			_, err := ask(s, ctx)
			return err
		}
	}
	all := map[string]func(context.Context, sat.Problem, sat.Options) error{
		"Sample": func(ctx context.Context, p sat.Problem, o sat.Options) (err error) {
			for _, err = range sat.Sample(ctx, p, o, 1) {
			}
			return err
		},
		"Compile": errorOf(sat.Compile),
		"Certify": func(ctx context.Context, p sat.Problem, o sat.Options) error {
			_, err := sat.Certify(ctx, p, o, io.Discard)
			return err
		},
		"EstimateCount": errorOf(sat.EstimateCount),
		"GroupCore": func(ctx context.Context, p sat.Problem, o sat.Options) error {
			_, err := sat.GroupCore(ctx, p, nil, o, nil)
			return err
		},
		"GroupCores": func(ctx context.Context, p sat.Problem, o sat.Options) (err error) {
			for _, err = range sat.GroupCores(ctx, p, nil, o) {
			}
			return err
		},
		"Minimize": func(ctx context.Context, p sat.Problem, o sat.Options) error {
			f := *p.Formula
			f.Soft, p.Formula = []dimacs.SoftClause{}, &f
			_, err := sat.Minimize(ctx, p, o, nil)
			return err
		},
		"Solver.Solve": solver((*sat.Solver).Solve),
		"Solver.Core":  solver((*sat.Solver).Core),
	}
	maps.Copy(all, questions)
	return all
}

// keepsNothing is a checkpoint.
type keepsNothing struct{}

func (keepsNothing) Counted(int) (n dimacs.Count, is bool) { return n, false }
func (keepsNothing) Keep(int, dimacs.Count)                {}

// TestOptionErrors gives every question options that make no sense or that it does not use. The error
// names the field.
func TestOptionErrors(t *testing.T) {
	f := formula(3, lits{1, 2})
	parts, err := sat.NewParts(t.Context(), sat.Problem{Formula: f}, sat.Options{}, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want   string
		o      sat.Options
		except string // questions that accept the options
	}{
		{"Options.Threads is -1: ", sat.Options{Threads: -1}, ""},
		{"Options.Memory is -1: ", sat.Options{Memory: -1}, ""},
		{`Options.Engine is "minisat": expected auto, dpll, `, sat.Options{Engine: "minisat"}, ""},
		{"Options.Part is 3, but Options.Parts is nil", sat.Options{Part: 3}, ""},
		{"Options.Part is 3: expected 1 to 2", sat.Options{Parts: parts, Part: 3}, "Core Cubes NewParts Failed Sample Compile Certify EstimateCount GroupCore GroupCores Minimize Solver.Solve Solver.Core"},
		{"Options.Parts does not come from NewParts", sat.Options{Parts: &sat.Parts{}, Part: 1}, "Core Cubes NewParts Failed Sample Compile Certify EstimateCount GroupCore GroupCores Minimize Solver.Solve Solver.Core"},
		{"Options.Parts ", sat.Options{Parts: parts, Part: 1}, "Solve Models Count"},
		{"Options.Checkpoint ", sat.Options{Checkpoint: keepsNothing{}}, ""},
		{"Options.Checkpoint ", sat.Options{Checkpoint: keepsNothing{}, Parts: parts, Part: 1}, "Count Core Cubes NewParts Failed Sample Compile Certify EstimateCount GroupCore GroupCores Minimize Solver.Solve Solver.Core"},
		{"Options.Proof ", sat.Options{Proof: &enginetest.Proof{}}, "Solve Core NewParts"},
	} {
		for name, ask := range allQuestions() {
			var wrong *sat.ProblemError
			err := ask(t.Context(), sat.Problem{Formula: f}, test.o)
			if accepts := strings.Contains(" "+test.except+" ", " "+name+" "); !accepts && (!errors.As(err, &wrong) || !strings.HasPrefix(wrong.Reason, test.want)) {
				t.Errorf("%s: error %v, want %s", name, err, test.want)
			}
		}
	}
	for _, err := range sat.Sample(t.Context(), sat.Problem{Formula: f}, sat.Options{}, -1) {
		if !errors.As(err, new(*sat.ProblemError)) {
			t.Errorf("-1 samples: error %v", err)
		}
	}
	if _, err := sat.Cubes(t.Context(), sat.Problem{Formula: f}, sat.Options{}, 0); !errors.As(err, new(*sat.ProblemError)) {
		t.Errorf("0 cubes: error %v", err)
	}
}

// TestMemory limits the memory of each question to less than the process uses. The question ends, and
// a question without a limit goes on.
func TestMemory(t *testing.T) {
	hard := formulas.Random(rand.New(rand.NewPCG(1, 2)), 2000, 8600, 3)
	for name, ask := range allQuestions() {
		if err := ask(t.Context(), sat.Problem{Formula: hard}, sat.Options{Memory: 1 << 20}); !errors.Is(err, sat.ErrMemory) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	f, others := enginetest.Formula(t, encode.Instance{N: 8}), 0
	for _, err := range sat.Models(t.Context(), sat.Problem{Formula: f}, sat.Options{}) {
		if others++; err != nil {
			t.Fatal(err)
		}
		if _, err := sat.Count(t.Context(), sat.Problem{Formula: f}, sat.Options{Memory: 1 << 20}); !errors.Is(err, sat.ErrMemory) {
			t.Fatalf("error %v", err)
		}
	}
	if others != 92 {
		t.Errorf("%d models without a limit, want 92", others)
	}
}

// TestMemoryGrows exceeds the limit while a question runs: the caller of Models keeps memory.
func TestMemoryGrows(t *testing.T) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var kept [][]byte
	var last error
	for _, err := range sat.Models(t.Context(), sat.Problem{Formula: formula(100)}, sat.Options{Memory: int64(m.Sys-m.HeapReleased) + 64<<20}) {
		if last = err; len(kept) < 512 {
			kept = append(kept, make([]byte, 1<<20))
		}
	}
	if runtime.KeepAlive(kept); !errors.Is(last, sat.ErrMemory) || len(kept) < 10 {
		t.Errorf("%d MB kept, error %v", len(kept), last)
	}
}

// TestSolverErrors checks solvers that are closed, and solvers with wrong options.
func TestSolverErrors(t *testing.T) {
	closed := sat.NewSolver(sat.Options{})
	if err := closed.Add(1); err != nil {
		t.Fatal(err)
	}
	closed.Close()
	closed.Close()
	for want, s := range map[string]*sat.Solver{
		"the solver is closed":         closed,
		"Options.Part is 3, ":          sat.NewSolver(sat.Options{Part: 3}),
		"Options.Other is set, ":       sat.NewSolver(sat.Options{Other: fixedAnswer{}}),
		"the count engine cannot take": sat.NewSolver(sat.Options{Engine: "count"}),
	} {
		_, solve := s.Solve(t.Context())
		_, core := s.Core(t.Context(), 1)
		for _, err := range []error{s.Add(1), solve, core} {
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("error %v, want %s", err, want)
			}
		}
	}
}
