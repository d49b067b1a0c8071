package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// Written formulas have the declared numbers of variables and clauses, and no clause twice.
func TestSizeIsWhatIsWritten(t *testing.T) {
	t.Parallel()
	sizes := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 17}
	if long() {
		sizes = append(sizes, 10, 11, 13, 16, 18, 31, 32)
	}
	for _, n := range sizes {
		for _, in := range everyForm(n) {
			checkSize(t, in)
		}
	}
}

func checkSize(t *testing.T, in Instance) {
	t.Helper()
	size, err := in.Size()
	if err != nil {
		t.Fatalf("%v: %v", in, err)
	}
	written := text(t, in)
	f := readFormula(t, written, dimacs.Default)
	largest := in.squareVariables()
	all := slices.Collect(f.Clauses())
	for _, clause := range all {
		for _, l := range clause {
			largest = max(largest, l.Var())
		}
	}
	declared := strings.Contains(written, fmt.Sprintf("\np cnf %d %d\n", size.Variables, size.Clauses))
	if !declared || largest != size.Variables || int64(len(all)) != size.Clauses {
		t.Errorf("%v: declares %v, writes %d variables and %d clauses", in, size, largest, len(all))
	}
	for i := range all {
		all[i] = slices.Sorted(slices.Values(all[i]))
	}
	slices.SortFunc(all, slices.Compare)
	if twice := len(all) - len(slices.CompactFunc(all, slices.Equal)); twice > 0 {
		t.Errorf("%v: %d clauses are there twice", in, twice)
	}
}

func readFormula(t *testing.T, text string, mode dimacs.Mode) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{Mode: mode})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
