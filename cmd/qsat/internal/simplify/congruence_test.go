package simplify

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// equalAnds holds two conjunctions of the inputs 1 and 2, with the outputs 4 and 5.
const equalAnds = "-4 1, -4 2, 4 -1 -2, -5 2, -5 1, 5 -2 -1, "

// TestCongruence merges the outputs 8 and 9 of two gates. A last clause says that they
// differ, which is refuted without search.
func TestCongruence(t *testing.T) {
	for _, row := range []struct{ name, gates string }{
		{"and", "-8 1, -8 2, 8 -1 -2, -9 2, -9 1, 9 -2 -1"},
		{"xor", "-8 1 2, -8 -1 -2, 8 -1 2, 8 1 -2, -9 1 2, -9 -1 -2, 9 -1 2, 9 1 -2"},
		{"if-then-else", "-1 -2 8, -1 2 -8, 1 -3 8, 1 3 -8, -1 -2 9, -1 2 -9, 1 -3 9, 1 3 -9"},
		{"and of equal ands", equalAnds + "-8 4, -8 3, 8 -4 -3, -9 3, -9 5, 9 -3 -5"},
		{"xor that cancels", equalAnds + "-6 -4 3, -6 4 -3, 6 4 3, 6 -4 -3," +
			"-9 -8 6 3, -9 8 -6 3, -9 8 6 -3, -9 -8 -6 -3, 9 8 6 3, 9 -8 -6 3, 9 -8 6 -3, 9 8 -6 -3, 5"},
		{"if its condition or else", equalAnds + "-4 -5 8, -4 5 -8, 4 -3 8, 4 3 -8, 9 -4, 9 -3, -9 4 3"},
		{"if not its condition", equalAnds + "-4 5 8, -4 -5 -8, 4 -3 8, 4 3 -8, -9 -4, -9 3, 9 4 -3"},
		{"if then or not its condition", equalAnds + "-4 -3 8, -4 3 -8, 4 5 8, 4 -5 -8, 9 4, 9 -3, -9 -4 3"},
		{"if then and its condition", equalAnds + "-4 -3 8, -4 3 -8, 4 -5 8, 4 5 -8, -9 4, -9 3, 9 -4 -3"},
		{"and with a unit that says so", "-8 1, -8 2, 8 -1 -2, -9 1, -9 2, 9 -1 -2 -10, 10"},
		{"representative merged while gates are rewritten", "-3 -1 4, -3 1 -4, 3 -2 4, 3 2 -4," +
			"-3 -1 5, -3 1 -5, 3 -2 5, 3 2 -5, -1 -4 7, -1 4 -7, 1 -5 7, 1 5 -7," +
			"-8 5, -8 6, 8 -5 -6, -9 7, -9 6, 9 -7 -6, -10 4, -10 3, 10 -4 -3, -11 4, -11 2, 11 -4 -2," +
			"-12 7, -12 1, 12 -7 -1, -13 7, -13 2, 13 -7 -2, -14 7, -14 3, 14 -7 -3"},
		{"inputs equivalent for a unit", "10, -10 -2 3, -10 2 -3, -8 1, -8 2, 8 -1 -2, -9 1, -9 3, 9 -1 -3"},
		{"if with equal branches", equalAnds + "-3 -4 8, -3 4 -8, 3 -5 8, 3 5 -8, -9 4, 9 -4"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, enginetest.Clauses(row.gates+", 8 9, -8 -9"), 1)
			b.s.Congruence(b.ctx, 1<<20)
			b.check()
			if row.name != "xor that cancels" && !b.d.Unsat {
				t.Error("not refuted: " + b.text())
			}
			enginetest.CheckDerivation(t, b.f, &b.proof.Proof)
		})
	}
}

// TestCongruenceInterrupted ends the context at each poll, with the usual interval between
// polls.
func TestCongruenceInterrupted(t *testing.T) {
	f := enginetest.Clauses("-30 28, -30 29, 30 -28 -29")
	for v := dimacs.Lit(1); v <= 27; v += 3 {
		for _, s := range [][3]dimacs.Lit{{-1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {-1, -1, -1}} {
			f.Add(s[0]*v, s[1]*(v+1), s[2]*(v+2))
		}
	}
	for looks := range 100 {
		newBench(t, f, 1).s.Congruence(&enginetest.Ending{Context: t.Context(), Looks: looks}, 1<<20)
		c := &circuit{Rand: rand.New(rand.NewPCG(uint64(looks), 8))}
		b := newBench(t, c.smallCircuit(), 1)
		b.s.Congruence(&enginetest.Ending{Context: t.Context(), Looks: looks}, 1<<20)
		b.check()
	}
}

// TestLearnedGates checks that nothing is merged if a clause of a gate was learned.
func TestLearnedGates(t *testing.T) {
	for _, row := range []struct {
		formula string
		learned []clause.Lit
	}{
		{"-8 1, -8 2, 8 -1 -2, -9 1, -9 2", []clause.Lit{clause.Positive(9), clause.Negative(1), clause.Negative(2)}},
		{"-8 1, -8 2, 8 -1 -2, -9 1, 9 -1 -2", []clause.Lit{clause.Negative(9), clause.Positive(2)}},
		{"-8 1 2, -8 -1 -2, 8 -1 2, 8 1 -2, -9 1 2, -9 -1 -2, 9 -1 2", []clause.Lit{clause.Positive(9), clause.Positive(1), clause.Negative(2)}},
	} {
		b := newBench(t, enginetest.Clauses(row.formula+", 3 4 5, 5 6 7"), 1) // so that variables keep their numbers
		b.d.AddWatched(row.learned, 2)
		if b.s.Congruence(b.ctx, 1<<20); b.s.Stats.Substituted > 0 {
			t.Errorf("%s: %d substituted", row.formula, b.s.Stats.Substituted)
		}
	}
}

// TestNoGates checks that clauses and watches stay the same if there are no gates, even if
// units satisfy some clauses: the course of a search depends on their order.
func TestNoGates(t *testing.T) {
	b := newBench(t, enginetest.Clauses("1, 1 2 3, -1 2 3 4, 5 6 7, -5 6, -6 8 9, 2 -8, 3 5 8"), 1)
	watches := func() (all [][]clause.Watch) {
		for l := range b.d.Literals {
			all = append(all, slices.Clone(b.d.Watching(l)))
		}
		return all
	}
	before := watches()
	b.s.Congruence(b.ctx, 1<<20)
	if diff := cmp.Diff(before, watches()); diff != "" {
		t.Error(diff)
	}
}
