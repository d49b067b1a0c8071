package cpog

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/dimacs"
)

// A graph is random lines of CPOG over variables 1 to 6, also with complements of operations.
type graph struct {
	text   string
	number int // of the next clause
	// Indexed by variable, from 0: the values under all assignments to the variables of the formula, and
	// a mask of those that it depends on.
	values, vars []uint64
}

// define defines a variable of two arguments, and returns it.
func (g *graph) define(kind string, a, b int, values uint64, hints string) int {
	g.text += fmt.Sprintf("%d %s %d %d %d %s0\n", g.number, kind, len(g.values)+1, a, b, hints)
	g.number += 3
	g.values, g.vars = append(g.values, values), append(g.vars, g.vars[max(a, -a)-1]|g.vars[max(b, -b)-1])
	return len(g.values)
}

// of returns the values of a literal.
func (g *graph) of(l int) uint64 {
	if l < 0 {
		return ^g.values[-l-1]
	}
	return g.values[l-1]
}

// grow adds a product, or a sum of two products with complementary literals.
func (g *graph) grow(r *rand.Rand) {
	literal := func(vars int) int { return (1 + r.IntN(vars)) * (1 - 2*r.IntN(2)) }
	product := func(a, b int) int {
		if g.vars[max(a, -a)-1]&g.vars[max(b, -b)-1] != 0 {
			return 0
		}
		return g.define("p", a, b, g.of(a)&g.of(b), "")
	}
	x := literal(6)
	p, q := product(x, literal(len(g.values))), product(-x, literal(len(g.values)))
	if p > 0 && q > 0 {
		g.define("s", p, q, g.of(p)|g.of(q), fmt.Sprintf("%d %d ", g.number-5, g.number-2))
	}
}

// The root passes at the end only if it implies each clause of the formula.
func TestImplyInputs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	passed, refused := 0, 0
	for range 1000 {
		f := &dimacs.Formula{Vars: 6}
		for range r.IntN(2) * 63 { // so that the clauses are in two words
			f.Add(1, -1)
		}
		for c := range formulas.Random(r, 6, 2, 2, 3, 5).Clauses() {
			f.Add(c...)
		}
		g := graph{number: f.NumClauses() + 1, values: []uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}, vars: []uint64{1, 2, 4, 8, 16, 32}}
		for range 20 {
			g.grow(r)
		}
		root := (1 + r.IntN(len(g.values))) * (1 - 2*r.IntN(2))
		c, err := load(t.Context(), f, strings.NewReader(fmt.Sprintf("%sr %d\nx\n", g.text, root)), "p")
		for err == nil && !c.declared {
			err = c.step(false)
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, g.text)
		}
		c.root = literal(c.Find(max(root, -root)), root < 0)
		implied := true
		for lits := range f.Clauses() {
			outside := g.of(root)
			for _, l := range lits {
				outside &^= g.of(int(l))
			}
			implied = implied && outside == 0
		}
		switch err := c.implyInputs(); {
		case err == nil && !implied:
			t.Fatalf("the root %d does not imply %v\n%s", root, f, g.text)
		case err == nil:
			passed++
		case !implied:
			refused++
		}
	}
	if passed < 100 || refused < 100 {
		t.Errorf("%d roots passed, %d were refused", passed, refused)
	}
}
