package derive

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A row is an equation in the variables of a formula.
type row struct {
	odd  bool
	vars []dimacs.Lit
}

// accepted returns the formula that states some equations, an argument with these equations and the given
// additions, and the checker that has accepted the argument.
func accepted(t *testing.T, rows []row, additions ...argument.Addition) (*dimacs.Formula, *checker.Checker, *argument.Argument) {
	t.Helper()
	f := &dimacs.Formula{}
	for _, e := range rows {
		generate.AddSum(f, e.odd, e.vars)
	}
	d := enginetest.Load(t, f)
	a := &argument.Argument{Additions: additions}
	refs := slices.Collect(d.All)
	for _, e := range rows {
		x := argument.Equation{Odd: e.odd, Clauses: make([]clause.Ref, 2)}
		for _, v := range e.vars {
			x.Vars = append(x.Vars, uint32(d.Var(int(v))))
		}
		if n := 1 << (len(e.vars) - 1); n > 2 {
			x.Clauses, refs = refs[:n], refs[n:]
		}
		a.Equations = append(a.Equations, x)
	}
	c := checker.New(d)
	if err := c.Check(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	return f, c, a
}

// rows is a list of equations. Their variables have gaps, so the database has other numbers.
var rows = []row{{true, []dimacs.Lit{2, 3, 5, 7}}, {true, []dimacs.Lit{3, 5, 9}}, {false, []dimacs.Lit{2, 7, 11}}, {false, []dimacs.Lit{9, 11}}, {true, []dimacs.Lit{11, 13, 15}}}

// A contradiction has a proof for every order of the variables in chains.
func TestEquationsRefute(t *testing.T) {
	contradiction := append(slices.Clone(rows[:3]), row{true, []dimacs.Lit{9, 11}})
	for _, rank := range [][]int32{nil, {0, 1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1, 0}} {
		f, c, a := accepted(t, contradiction, argument.Addition{A: 0, B: 1}, argument.Addition{A: 3, B: 2}, argument.Addition{A: 4, B: 5})
		if !c.Refuted {
			t.Fatal("not refuted")
		}
		proof := &enginetest.Proof{}
		last, err := Equations(t.Context(), proof, c, a, rank, 20)
		if err != nil || last <= 20 {
			t.Errorf("rank %v: last variable %d, error %v", rank, last, err)
		}
		enginetest.CheckProof(t, f, proof)
	}
}

// The clauses of kept equations follow from the formula, and no other clauses stay in the proof.
func TestEquationsKept(t *testing.T) {
	// Addition 0 derives 2+7+9 = 0. Addition 2 derives 9+11 = 0, which is also a given equation.
	f, c, a := accepted(t, rows, argument.Addition{A: 0, B: 1}, argument.Addition{A: 5, B: 2}, argument.Addition{A: 6, B: 3})
	want := [][]dimacs.Lit{{-9, 11}, {9, -11}}
	for _, numbers := range [][]int32{{3}, {6}, {3, 6}} {
		got := Clauses(c, numbers...)
		for _, lits := range got {
			slices.SortFunc(lits, func(k, l dimacs.Lit) int { return k.Var() - l.Var() })
		}
		if slices.SortFunc(got, slices.Compare); len(got) != 2*len(numbers) || !slices.Equal(got[0], want[0]) || !slices.Equal(got[len(got)-1], want[1]) {
			t.Errorf("%v: clauses %v", numbers, got)
		}
		proof := &lineCounter{}
		if _, err := Equations(t.Context(), proof, c, a, nil, 20, numbers...); err != nil || proof.clauses != len(got) {
			t.Errorf("%v: %d clauses stay, error %v", numbers, proof.clauses, err)
		}
		enginetest.CheckDerivation(t, f, &proof.Proof)
	}
}

// A lineCounter is a proof that counts the clauses that were added and not deleted.
type lineCounter struct {
	enginetest.Proof
	clauses int
}

func (p *lineCounter) Add(lits []dimacs.Lit) error    { p.clauses++; return p.Proof.Add(lits) }
func (p *lineCounter) Delete(lits []dimacs.Lit) error { p.clauses--; return p.Proof.Delete(lits) }

// Equations returns the cause if its context ends, and the first error of the proof.
func TestEquationsEnd(t *testing.T) {
	_, c, a := accepted(t, rows, argument.Addition{A: 0, B: 1})
	cause := errors.New("stopped")
	if _, err := Equations(t.Context(), enginetest.FullDisk{Err: cause}, c, a, nil, 20); err != cause {
		t.Errorf("full disk: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if _, err := Equations(ctx, &enginetest.Proof{}, c, a, nil, 20); err != cause {
		t.Errorf("stopped: %v", err)
	}
}
