package simplify

import (
	"testing"

	"queens/cmd/qsat/internal/enginetest"
)

// TestCongruence merges the outputs 8 and 9 of two gates, which differ in a last clause: that
// the two are unequal is refuted without a search.
func TestCongruence(t *testing.T) {
	for _, row := range []struct{ name, gates string }{
		{"and", "-8 1, -8 2, 8 -1 -2, -9 2, -9 1, 9 -2 -1"},
		{"xor", "-8 1 2, -8 -1 -2, 8 -1 2, 8 1 -2, -9 1 2, -9 -1 -2, 9 -1 2, 9 1 -2"},
		{"if-then-else", "-1 -2 8, -1 2 -8, 1 -3 8, 1 3 -8, -1 -2 9, -1 2 -9, 1 -3 9, 1 3 -9"},
		{"and of equal ands", "-4 1, -4 2, 4 -1 -2, -5 2, -5 1, 5 -2 -1, -8 4, -8 3, 8 -4 -3, -9 3, -9 5, 9 -3 -5"},
		{"xor that cancels", "-4 1, -4 2, 4 -1 -2, -5 2, -5 1, 5 -2 -1, -6 -4 3, -6 4 -3, 6 4 3, 6 -4 -3," +
			"-9 -8 6 3, -9 8 -6 3, -9 8 6 -3, -9 -8 -6 -3, 9 8 6 3, 9 -8 -6 3, 9 -8 6 -3, 9 8 -6 -3, 5"},
		{"if with equal branches", "-4 1, -4 2, 4 -1 -2, -5 2, -5 1, 5 -2 -1, -3 -4 8, -3 4 -8, 3 -5 8, 3 5 -8, -9 4, 9 -4"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, formula(row.gates+", 8 9, -8 -9"), 1)
			b.s.Congruence(b.ctx, 1<<20)
			b.check()
			if row.name != "xor that cancels" && !b.d.Unsat {
				t.Error("not refuted: " + b.text())
			}
			enginetest.CheckDerivation(t, b.f, &b.proof.Proof)
		})
	}
}
