package auto

import (
	"context"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// A formula whose relaxation is refuted has no model, and the proof is valid.
func TestConformanceRelaxed(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return relaxing{auto{Budgets: Default()}} }, enginetest.Options{Variant: true})
}

// A relaxing engine first tries a relaxation and then auto.
type relaxing struct{ auto }

func (e relaxing) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	share := t.With(nil)
	if t.Proof != nil {
		share.Proof = engine.NewProofShare(t.Proof)
	}
	if refuted, err := (&relaxation{Budgets: e.Budgets}).refute(ctx, share, 1<<13); refuted || err != nil {
		return engine.Answer{}, err
	}
	return e.auto.Solve(ctx, t)
}

// A board without a solution is refuted with clauses added to it, in every encoding and
// with any names of variables. If the board has a solution or no clauses were added, the
// relaxation ends at once.
func TestRelaxation(t *testing.T) {
	for _, encoding := range atmostone.All() {
		for n := 10; n < 14; n++ {
			in := encode.Instance{N: n, Variant: board.Torus, Encoding: encoding.Name, SymmetryBroken: true}
			f := enginetest.Formula(t, in)
			for _, f := range []*dimacs.Formula{f, enginetest.Shuffled(f, 1)} {
				r := relaxation{Budgets: Default()}
				refuted, err := r.refute(t.Context(), &engine.Task{Formula: f}, 1<<15)
				if want := n%2 == 0 || n%3 == 0; refuted != want || err != nil || !r.done {
					t.Errorf("%s, N=%d: refuted %t, %v, done %t, want %t", encoding.Name, n, refuted, err, r.done, want)
				}
			}
		}
	}
	for name, f := range map[string]*dimacs.Formula{
		"torus": enginetest.Formula(t, encode.Instance{N: 8, Variant: board.Torus}), "ordering": enginetest.Family(t, "ordering 8"),
	} {
		r := relaxation{Budgets: Default()}
		if refuted, err := r.refute(t.Context(), &engine.Task{Formula: f}, 1<<15); refuted || err != nil || !r.done {
			t.Errorf("%s: refuted %t, %v, done %t", name, refuted, err, r.done)
		}
	}
}

// A refutation of a relaxation ends with a proof of the formula.
func TestRelaxationProves(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 8, Variant: board.Torus, SymmetryBroken: true})
	r := relaxation{Budgets: Default()}
	p := &enginetest.Proof{}
	refuted, err := r.refute(t.Context(), &engine.Task{Formula: f, Proof: engine.NewProofShare(p)}, 1<<15)
	if !refuted || err != nil {
		t.Fatalf("refuted %t, %v", refuted, err)
	}
	enginetest.CheckProof(t, f, p)
}

// A relaxation that is stopped has not refuted the formula.
func TestRelaxationStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	task := &engine.Task{Formula: enginetest.Formula(t, encode.Instance{N: 16, Variant: board.Torus, SymmetryBroken: true})}
	if _, err := task.Clauses(); err != nil {
		t.Fatal(err)
	}
	r := relaxation{Budgets: Default()}
	if refuted, err := r.refute(ctx, task, 1); refuted || err != nil || r.done {
		t.Errorf("within its budget: refuted %t, %v, done %t", refuted, err, r.done)
	}
	cancel()
	for _, r := range []*relaxation{&r, {Budgets: Default()}} {
		if refuted, err := r.refute(ctx, task, 1<<15); refuted || err != context.Canceled {
			t.Errorf("after the end: refuted %t, %v", refuted, err)
		}
	}
}

// Clauses with pure literals are removed.
func TestWithoutPure(t *testing.T) {
	f := &dimacs.Formula{Vars: 6}
	for _, c := range [][]dimacs.Lit{{1, 2}, {-1, -2}, {1, -2}, {-3, 4}, {-4, 5}, {2, 6}} {
		f.Add(c...)
	}
	d := enginetest.Load(t, f)
	var all [][]clause.Lit
	for c := range d.Unsatisfied {
		all = append(all, append([]clause.Lit(nil), c...))
	}
	left := withoutPure(all, d.NumLits())
	for _, c := range left {
		for _, l := range c {
			if v := d.Name(l).Var(); v > 2 {
				t.Errorf("variable %d is left", v)
			}
		}
	}
	if len(left) != 3 {
		t.Errorf("%d clauses are left, want 3", len(left))
	}
}
