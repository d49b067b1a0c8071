package formulas

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"queens/dimacs"
)

// Every layout writes the clauses of the formula, and most differ from the canonical text.
func TestLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for i := range 500 {
		_, f := Small(i, r)
		l := RandomLayout(r)
		text := l.Text(f)
		g, err := dimacs.ReadFormula(t.Context(), bytes.NewReader(text), dimacs.Options{})
		if err != nil {
			t.Fatalf("%v: %v\n%s", l, err, text)
		}
		if g.Vars != f.Vars || !reflect.DeepEqual(slices.Collect(f.Clauses()), slices.Collect(g.Clauses())) {
			t.Errorf("%v: other clauses:\n%s", l, text)
		}
		if l == 0 != (len(l.Simpler()) == 0) || l == 0 != (l.String() == "") {
			t.Errorf("%q has %d simpler layouts", l, len(l.Simpler()))
		}
		if !bytes.Equal(text, Layout(0).Text(f)) {
			seen[l.String()] = true
		}
	}
	if len(seen) != 15 {
		t.Errorf("%d layouts differ from the canonical text: %v", len(seen), seen)
	}
}
