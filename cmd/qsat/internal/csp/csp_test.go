package csp_test

import (
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/cmd/qsat/internal/enginetest"
)

// TestChoices checks the two ratios, and that all literals of a clause that offers a choice
// become choices, but not the literals of a clause with too many others.
func TestChoices(t *testing.T) {
	for _, test := range []struct {
		ratio, binary, complement int32
		want                      bool
	}{
		{csp.SureRatio, 0, 1, true}, {csp.SureRatio, 1, 8, true}, {csp.SureRatio, 1, 7, false},
		{csp.LikelyRatio, 1, 4, true}, {csp.LikelyRatio, 1, 3, false}, {csp.LikelyRatio, 0, 0, false},
	} {
		if csp.IsChoice(test.ratio, test.binary, test.complement) != test.want {
			t.Errorf("%+v", test)
		}
	}
	if likely := csp.LikelyChoices([]int32{0, 0, 1, 4, 1, 3}); !slices.Equal(slices.Collect(likely.All()), []clause.Lit{2}) {
		t.Errorf("likely are %v", slices.Collect(likely.All()))
	}
	choices := csp.NewChoices(100)
	for l := clause.Positive(1); l < 40; l += 2 {
		choices.Add(l)
	}
	var clauses [][]clause.Lit
	for _, last := range []clause.Lit{91, 92} { // the second one has two literals that are no choices
		var c []clause.Lit
		for l := clause.Positive(1); l < 20; l += 2 {
			c = append(c, l)
		}
		clauses = append(clauses, append(c, 91, last)[:len(c)+int(last-90)])
	}
	for round := range 2 {
		some := false
		choices, some = choices.Offered(slices.Values(clauses))
		if !some || !choices.Has(91) || choices.Has(92) != (round == 1) || choices.Has(22) {
			t.Errorf("round %d: %v, of others %v %v", round, some, choices.Has(91), choices.Has(92))
		}
	}
	if none, some := csp.NewChoices(100).Offered(slices.Values(clauses)); some || !none.IsEmpty() {
		t.Error("choices out of nothing")
	}
}

// TestIsDirect checks that colourings and Latin squares, with and without given values,
// look like direct encodings, and that circuits, parities and random clauses do not.
func TestIsDirect(t *testing.T) {
	for args, want := range map[string]bool{
		"flat 20 40 1": true, "sudoku 3 30 1": true, "quasigroup 12 6 1": true, "pigeonhole 5 4": true,
		"speck 2 1 1": false, "tseitin 8 3 1": false, "3sat 20 80 1": false, "ordering 6": false, "mutex 3 2 4": false, "waerden 3 4 18": false,
	} {
		if got := csp.IsDirect(enginetest.Load(t, enginetest.Family(t, args))); got != want {
			t.Errorf("%s: %v", args, got)
		}
	}
}
