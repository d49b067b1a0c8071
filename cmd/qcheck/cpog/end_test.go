package cpog

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/generate"
	"queens/dimacs"
)

// A graph is random lines of CPOG over variables 1 to 6, also with complements of operations.
type graph struct {
	text   string
	number int // of the next clause
	// Indexed by variable, from 0: the values under all assignments to the variables of the formula, the
	// values if Skolem nodes are true, and a mask of the variables that it depends on.
	values, early, vars []uint64
}

// newGraph returns a graph of n operations or fewer.
func newGraph(r *rand.Rand, number, n int, skolem bool) *graph {
	values := []uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}
	g := &graph{number: number, values: values, early: slices.Clone(values), vars: []uint64{1, 2, 4, 8, 16, 32}}
	for range n {
		g.grow(r, skolem)
	}
	return g
}

// define defines a variable of two arguments, and returns it.
func (g *graph) define(kind string, a, b int, hints string) int {
	g.text += fmt.Sprintf("%d %s %d %d %d %s0\n", g.number, kind, len(g.values)+1, a, b, hints)
	g.number += 3
	for _, table := range []*[]uint64{&g.values, &g.early} {
		x, y := of(*table, a), of(*table, b)
		switch {
		case kind == "s":
			x |= y
		case kind == "t" && table == &g.early:
			x = ^uint64(0)
		default:
			x &= y
		}
		*table = append(*table, x)
	}
	g.vars = append(g.vars, g.vars[max(a, -a)-1]|g.vars[max(b, -b)-1])
	return len(g.values)
}

// of returns the values of a literal in a table of values.
func of(values []uint64, l int) uint64 {
	if l < 0 {
		return ^values[-l-1]
	}
	return values[l-1]
}

// grow adds a product, a sum of two products with complementary literals, or a Skolem node.
func (g *graph) grow(r *rand.Rand, skolem bool) {
	literal := func(vars int) int { return (1 + r.IntN(vars)) * (1 - 2*r.IntN(2)) }
	two := func(kind string, a, b int) int {
		if g.vars[max(a, -a)-1]&g.vars[max(b, -b)-1] != 0 {
			return 0
		}
		return g.define(kind, a, b, "")
	}
	if skolem && r.IntN(3) == 0 {
		two("t", literal(6), literal(6))
		return
	}
	x := literal(6)
	p, q := two("p", x, literal(len(g.values))), two("p", -x, literal(len(g.values)))
	if p > 0 && q > 0 {
		g.define("s", p, q, fmt.Sprintf("%d %d ", g.number-5, g.number-2))
	}
}

// read returns a checker that has read the lines of g.
func (g *graph) read(t *testing.T, f *dimacs.Formula, root int) *checker {
	t.Helper()
	c, err := load(t.Context(), f, strings.NewReader(fmt.Sprintf("%sr %d\nx\n", g.text, root)), "p")
	for err == nil && !c.declared {
		err = c.step(false)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, g.text)
	}
	c.root = literal(c.Find(max(root, -root)), root < 0)
	return c
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
		for c := range generate.Random(r, 6, 2, 2, 3, 5).Clauses() {
			f.Add(c...)
		}
		g := newGraph(r, f.NumClauses()+1, 20, false)
		root := (1 + r.IntN(len(g.values))) * (1 - 2*r.IntN(2))
		c := g.read(t, f, root)
		implied := true
		for lits := range f.Clauses() {
			outside := of(g.values, root)
			for _, l := range lits {
				outside &^= of(g.values, int(l))
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

// A formula follows from the root, and implies the root if Skolem nodes are true. Then the root proves the
// number of its projected models, or nothing.
func TestSkolemNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	f, proved, refused := &dimacs.Formula{Vars: 6}, 0, 0
	f.Add(1, -1, 2, 3, 4, 5, 6)
	for range 1000 {
		g := newGraph(r, 2, 12, true)
		root := (1 + r.IntN(len(g.values))) * (1 - r.IntN(2)*r.IntN(2)*2)
		formula := of(g.values, root) | of(g.early, root)&r.Uint64()
		project, models := []int{}, formula
		for v := range 6 {
			if r.IntN(2) > 0 {
				project = append(project, v+1)
			} else { // some value of the variable
				models |= models&g.values[v]>>(1<<v) | models&^g.values[v]<<(1<<v)
			}
		}
		want := bits.OnesCount64(models) >> (6 - len(project))
		c := g.read(t, f, root)
		got, err := (&Graph{c}).Count(t.Context(), Question{Project: project})
		switch reached := c.operationOf[c.root/2] > 0 && strings.Contains(g.text, "t"); {
		case err != nil:
			refused++
		case got.String() != fmt.Sprint(want):
			t.Fatalf("proved %v models over %v, want %d\n%sr %d", got, project, want, g.text, root)
		case reached:
			proved++
		}
	}
	t.Log(proved, refused)
	if proved < 100 || refused < 100 {
		t.Errorf("%d roots proved the count, %d were refused", proved, refused)
	}
}
