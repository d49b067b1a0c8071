package clause_test

import (
	"strings"
	"testing"

	"queens/testdata/formulas"
)

// TestIsDirect checks that colourings and Latin squares, with and without given values,
// look like direct encodings, and that circuits, parities and random clauses do not.
func TestIsDirect(t *testing.T) {
	for args, want := range map[string]bool{
		"flat 20 40 1": true, "sudoku 3 30 1": true, "quasigroup 12 6 1": true, "pigeonhole 5 4": true,
		"speck 2 1 1": false, "tseitin 8 3 1": false, "3sat 20 80 1": false, "ordering 6": false, "mutex 3 2 4": false, "waerden 3 4 18": false,
	} {
		f, err := formulas.Make(strings.Fields(args)...)
		if err != nil {
			t.Fatal(err)
		}
		if got := load(t, f, nil).IsDirect(); got != want {
			t.Errorf("%s: %v", args, got)
		}
	}
}
