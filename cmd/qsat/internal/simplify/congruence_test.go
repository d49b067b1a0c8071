package simplify

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
)

// equalAnds holds two conjunctions of the inputs 1 and 2, with the outputs 4 and 5.
const equalAnds = "-4 1, -4 2, 4 -1 -2, -5 2, -5 1, 5 -2 -1, "

// TestCongruence merges the outputs 8 and 9 of two gates. A last clause says that they
// differ, which is refuted without search.
func TestCongruence(t *testing.T) {
	for _, row := range []struct{ name, gates string }{
		{"and", "-8 1, -8 2, 8 -1 -2, -9 2, -9 1, 9 -2 -1"},
		{"and of equal ands", equalAnds + "-8 4, -8 3, 8 -4 -3, -9 3, -9 5, 9 -3 -5"},
		{"and with a unit that says so", "-8 1, -8 2, 8 -1 -2, -9 1, -9 2, 9 -1 -2 -10, 10"},
		{"representative merged while gates are rewritten", "-10 1, -10 2, 10 -1 -2, -11 1, -11 2, 11 -1 -2," +
			"-10 11, -10 3, 10 -11 -3, -12 10, -12 3, 12 -10 -3, -8 11, -8 6, 8 -11 -6, -9 12, -9 6, 9 -12 -6," +
			"-13 10, -13 4, 13 -10 -4, -14 12, -14 4, 14 -12 -4, -15 12, -15 5, 15 -12 -5"},
		{"inputs equivalent for a unit", "10, -10 -2 3, -10 2 -3, -8 1, -8 2, 8 -1 -2, -9 1, -9 3, 9 -1 -3"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, enginetest.Clauses(row.gates+", 8 9, -8 -9"), 1)
			b.s.Congruence(b.ctx, 1<<20)
			b.check()
			if !b.d.Unsat {
				t.Error("not refuted: " + b.text())
			}
			enginetest.CheckDerivation(t, b.f, &b.proof.Proof)
		})
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
	b.s.CloseEqual(b.ctx, 1<<20)
	b.s.Congruence(b.ctx, 1<<20)
	if diff := cmp.Diff(before, watches()); diff != "" {
		t.Error(diff)
	}
}

// TestCloseEqual checks that two equal gates are merged only if they are enough for the number of
// variables. Otherwise the proof stays empty.
func TestCloseEqual(t *testing.T) {
	for others, refuted := range map[string]bool{"": true, ", 1 2 6, 6 7": true, ", 6 7 8": false, ", 6 7 8, 9 10 11, 12 13 14": false} {
		b := newBench(t, enginetest.Clauses(equalAnds+"4 5, -4 -5"+others), 1)
		b.s.CloseEqual(b.ctx, 1<<20)
		if b.check(); b.d.Unsat != refuted || b.proof.Len() > 0 != refuted {
			t.Errorf("%q: refuted %v, %d lines of proof", others, b.d.Unsat, b.proof.Len())
		}
	}
}
