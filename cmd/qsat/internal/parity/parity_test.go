package parity

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// accepting returns a task for f. The test fails at its end if the checker has rejected an argument.
func accepting(t *testing.T, f *dimacs.Formula, assume ...dimacs.Lit) *engine.Task {
	stats := &engine.Stats{}
	t.Cleanup(func() { enginetest.CheckAccepted(t, stats) })
	return &engine.Task{Formula: f, Assume: assume, Threads: 1, Stats: stats}
}

// refute reports whether Refute refutes a formula under assumptions. It checks the proof, and that the
// result without a proof is the same.
func refute(t *testing.T, f *dimacs.Formula, assume ...dimacs.Lit) bool {
	t.Helper()
	proof, task := &enginetest.Proof{}, accepting(t, f, assume...)
	task.Proof = proof
	refuted, err := Refute(t.Context(), task, 1<<30)
	if unproved, _ := Refute(t.Context(), accepting(t, f, assume...), 1<<30); err == nil && unproved != refuted {
		t.Errorf("refuted with a proof: %v, without: %v", refuted, unproved)
	}
	switch {
	case err != nil:
		t.Fatal(err)
	case refuted:
		enginetest.CheckProof(t, f.WithUnits(assume), proof)
	case proof.Len() > 0:
		t.Errorf("not refuted, but the proof has %d lines", proof.Len())
	}
	return refuted
}

// Tseitin formulas are refuted. Without their first clause they are not, and neither are satisfiable systems of
// equations and formulas without equations.
func TestTseitin(t *testing.T) {
	for _, args := range []string{"equations 200 190 1", "equations 50 100 2", "3sat 30 120 3", "factoring 16 1"} {
		if refute(t, enginetest.Family(t, args)) {
			t.Errorf("%s is refuted", args)
		}
	}
	for _, args := range []string{"tseitin 10 3 1", "tseitin 20 4 2", "tseitin 60 3 3", "tseitin 24 5 4"} {
		f := enginetest.Family(t, args)
		if !refute(t, f) {
			t.Errorf("%s is not refuted", args)
		}
		if without := (&dimacs.Formula{}).With(slices.Collect(f.Clauses())[1:]...); refute(t, without) {
			t.Errorf("%s without a clause is refuted", args)
		}
	}
}

// Random systems of equations are refuted only if they have no solution. Without assumptions, and
// with at least one equation of 3 variables, every system without a solution is refuted. The clauses
// that Simplify adds to the equations and two other clauses exclude no model.
func TestEquations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	simplified := 0
	for i := range 300 {
		vars := 4 + r.IntN(8)
		f := &dimacs.Formula{Vars: vars}
		for range vars + r.IntN(3) {
			var lits []dimacs.Lit
			for _, v := range r.Perm(vars)[:min(vars, 2+r.IntN(4))] {
				lits = append(lits, dimacs.Lit(v+1))
			}
			generate.AddSum(f, r.IntN(2) == 1, lits)
		}
		var assume []dimacs.Lit
		if i%3 == 0 {
			assume = []dimacs.Lit{-1}
		}
		solvable := false
		for range enginetest.Models(f.WithUnits(assume)) {
			solvable = true
		}
		long := slices.ContainsFunc(slices.Collect(f.Clauses()), func(c []dimacs.Lit) bool { return len(c) > 2 })
		if refuted := refute(t, f, assume...); refuted && solvable || !refuted && !solvable && long && assume == nil {
			t.Fatalf("%d: refuted %v, solvable %v\n%v", i, refuted, solvable, f)
		}
		f = f.With([]dimacs.Lit{1, -2, 3}, []dimacs.Lit{2, -4, -1})
		u, _, err := Simplify(t.Context(), accepting(t, f, assume...), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if u.Formula != f {
			simplified++
		}
		for _, a := range enginetest.Models(f) {
			if u.Formula.Falsified(a) != nil {
				t.Fatalf("%d: a model is lost\n%v", i, f)
			}
		}
	}
	if simplified < 50 {
		t.Errorf("%d formulas are simplified", simplified)
	}
}

// chains returns a formula that implies y = z: both are the sum modulo 2 of the same n variables, added
// in different orders. If unsat is true, more clauses contradict y = z.
func chains(n int, unsat bool) *dimacs.Formula {
	r := rand.New(rand.NewPCG(uint64(n), 0))
	f := &dimacs.Formula{Vars: n}
	sum := func() (last dimacs.Lit) {
		for i, v := range r.Perm(n) {
			x := dimacs.Lit(v + 1)
			if i == 0 {
				last = x
				continue
			}
			f.Vars++
			y := dimacs.Lit(f.Vars)
			generate.AddSum(f, false, []dimacs.Lit{x, last, y})
			last = y
		}
		return last
	}
	y, z := sum(), sum()
	f.Vars++
	w := dimacs.Lit(f.Vars)
	f.Add(y, z, w)
	f.Add(-y, -z, w)
	if unsat {
		f.Add(y, z, -w)
		f.Add(-y, -z, -w)
	}
	return f
}

// Simplify adds an equivalence. If other clauses contradict it, cdcl refutes the simplified formula
// without a conflict. Otherwise the simplified formula has the same number of models.
func TestSimplify(t *testing.T) {
	for _, n := range []int{3, 4, 5, 20, 40} {
		for _, unsat := range []bool{false, true} {
			f, proof := chains(n, unsat), &enginetest.Proof{}
			task := accepting(t, f)
			task.Proof = proof
			u, refuted, err := Simplify(t.Context(), task, 1<<20)
			if err != nil || refuted || u == task {
				t.Fatalf("%d: refuted %v, simplified %v, error %v", n, refuted, u != task, err)
			}
			a, err := engine.Solve(t.Context(), cdcl.Limited(0), u)
			if err != nil || (a.Model == nil) != unsat {
				t.Fatalf("%d: model %v, error %v", n, a.Model, err)
			}
			for _, s := range u.Stats.Work() {
				if s.Conflicts > 0 {
					t.Errorf("%d: %d conflicts", n, s.Conflicts)
				}
			}
			if unsat {
				enginetest.CheckProof(t, f, proof)
			} else if a, err := engine.Solve(t.Context(), cdcl.Limited(0), u.With(nil)); err != nil || engine.Check(task, a.Model) != nil {
				t.Errorf("%d: %v", n, err)
			}
			if n > 5 {
				continue
			}
			task.Proof = nil
			before, _ := engine.CountModels(t.Context(), dpll.New(), task)
			after, _ := engine.CountModels(t.Context(), dpll.New(), u)
			if before.M.Cmp(after.M) != 0 {
				t.Errorf("%d: %v models, %v with equivalences", n, before.M, after.M)
			}
		}
	}
}

// A large number of variables in the header costs no time or memory. If it leaves no numbers for new
// variables, Simplify proves nothing and returns the task.
func TestLargeVariables(t *testing.T) {
	for _, vars := range []int{1 << 29, dimacs.MaxVar} {
		f := &dimacs.Formula{Vars: vars}
		small := chains(20, true)
		for c := range small.Clauses() {
			lits := slices.Clone(c)
			for i, l := range c {
				if lits[i] += dimacs.Lit(vars - small.Vars); l < 0 {
					lits[i] = l - dimacs.Lit(vars-small.Vars)
				}
			}
			f.Add(lits...)
		}
		var proof enginetest.Proof
		task := &engine.Task{Formula: f, Proof: &proof}
		u, refuted, err := Simplify(t.Context(), task, 1<<20)
		if err != nil || refuted || (u == task) != (vars == dimacs.MaxVar) || (proof.Len() == 0) != (u == task) {
			t.Errorf("%d variables: refuted %v, error %v, simplified %v, with %d lines", vars, refuted, err, u != task, proof.Len())
		}
	}
}

// An argument with wrong equations or clauses is rejected: conclude counts it and returns the task.
func TestRejected(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{"equations": enginetest.Family(t, "equations 50 45 1"), "tseitin": enginetest.Family(t, "tseitin 20 4 2"), "chains": chains(20, false)} {
		for change, wrong := range map[string]func([]argument.Equation){
			"odd": func(list []argument.Equation) {
				for i := range list {
					list[i].Odd = !list[i].Odd
				}
			},
			"clause": func(list []argument.Equation) {
				for _, e := range list {
					e.Clauses[1] = e.Clauses[0]
				}
			},
		} {
			proof := &enginetest.Proof{}
			task := &engine.Task{Formula: f, Proof: proof, Stats: &engine.Stats{}}
			d, err := task.Clauses()
			if err != nil {
				t.Fatal(err)
			}
			equations := find(d)
			wrong(equations) // change every equation or clause, because the argument uses only a part
			u, refuted, err := conclude(t.Context(), task, d, equations, 1<<20, true)
			if work := task.Stats.Work(); u != task || refuted || err != nil || proof.Len() > 0 || len(work) != 1 || work[0].Rejected != 1 {
				t.Errorf("%s, %s: simplified %v, refuted %v, error %v, %d lines, work %+v", name, change, u != task, refuted, err, proof.Len(), work)
			}
		}
	}
}

// A lineCounter is a proof that only counts clauses.
type lineCounter struct {
	clauses int // clauses of at least 2 literals that were added and not deleted
	largest int // the largest variable of all clauses
}

func (p *lineCounter) Add(lits []dimacs.Lit) error {
	if len(lits) > 1 {
		p.clauses++
	}
	for _, l := range lits {
		p.largest = max(p.largest, l.Var())
	}
	return nil
}

func (p *lineCounter) Delete([]dimacs.Lit) error { p.clauses--; return nil }

// Only the added clauses stay in the proof of Simplify. Variables defined later get numbers after the
// new variables of this proof. If the proof would have more lines than steps, Simplify returns the
// task.
func TestSimplifyProof(t *testing.T) {
	f, proof := chains(20, false), &lineCounter{}
	task := &engine.Task{Formula: f, Proof: proof}
	u, _, err := Simplify(t.Context(), task, 1<<20)
	if err != nil || u == task {
		t.Fatalf("simplified %v, error %v", u != task, err)
	}
	if more := u.Formula.NumClauses() - f.NumClauses(); proof.clauses != more {
		t.Errorf("%d clauses stay in the proof, want %d", proof.clauses, more)
	}
	last := proof.largest
	if err := u.Proof.Add([]dimacs.Lit{-dimacs.Lit(f.Vars), dimacs.Lit(f.Vars + 1)}); err != nil || last <= f.Vars || proof.largest != last+1 {
		t.Errorf("variable %d after %d, of %d in the formula, error %v", proof.largest, last, f.Vars, err)
	}
	for _, p := range []engine.Proof{nil, proof} {
		task = &engine.Task{Formula: f, Proof: p}
		if u, _, err := Simplify(t.Context(), task, 3000); err != nil || (u == task) != (p != nil) {
			t.Errorf("3000 steps: simplified %v with proof %v, error %v", u != task, p != nil, err)
		}
	}
}

// Refute ends after the given number of steps, if its context ends, and after an error of the proof.
func TestEnds(t *testing.T) {
	task := &engine.Task{Formula: enginetest.Family(t, "tseitin 20 4 2")}
	if refuted, err := Refute(t.Context(), task, 50); refuted || err != nil {
		t.Errorf("after 50 steps: %v, %v", refuted, err)
	}
	cause := errors.New("stopped")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if refuted, err := Refute(ctx, task, 1<<30); refuted || err != cause {
		t.Errorf("stopped: %v, %v", refuted, err)
	}
	task.Proof = enginetest.FullDisk{Err: cause}
	if _, err := Refute(t.Context(), task, 1<<30); err != cause {
		t.Errorf("full disk: %v", err)
	}
}

// Wherever the context ends, no satisfiable formula is refuted, and each line of the proof follows
// from the formula and earlier lines.
func TestEndsAnywhere(t *testing.T) {
	for name, f := range map[string]*dimacs.Formula{
		"satisfiable": enginetest.Family(t, "equations 30 25 1"), "refuted": enginetest.Family(t, "tseitin 20 4 2"), "chains": chains(20, false),
	} {
		t.Run(name, func(t *testing.T) {
			enginetest.StopAnywhere(t, f, name == "refuted", func(ctx context.Context, task *engine.Task) (bool, error) {
				_, refuted, err := Simplify(ctx, task, 1<<20)
				return refuted, err
			})
		})
	}
}
