package count

import (
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A graph has as many models as the formula, each model satisfies the formula, and no edge
// contains a variable twice.
func TestCompile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		n := 8 + r.IntN(12)
		f, err := formulas.Make("3sat", strconv.Itoa(n), strconv.Itoa(n*(10+r.IntN(40))/10), strconv.Itoa(i+1))
		if err != nil {
			t.Fatal(err)
		}
		for range r.IntN(n) { // equivalent literals, units
			a, b := dimacs.Lit(1+r.IntN(n)), dimacs.Lit(1+r.IntN(n))
			f.Add(-a, b)
			f.Add(a, -b)
		}
		f.Vars += r.IntN(3)
		task := enginetest.Task(f)
		if i%4 == 3 {
			task.Project = []int{}
			for v := 1; v <= n; v += 1 + r.IntN(3) {
				task.Project = append(task.Project, v)
			}
		}
		want, err := New().Count(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		for _, witnesses := range []bool{false, true} {
			g, err := New().Compile(t.Context(), task, witnesses)
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Count(); got.Int().Cmp(want.Int()) != 0 {
				t.Errorf("formula %d: the graph has %v models, want %v", i, got.Int(), want.Int())
			}
			decomposable(t, task, g.Without(func(v int) bool { return !task.IsProjected(v) }))
		}
	}
}

// decomposable checks that the edges of a node have the same variables, that children share no
// variables, and that two edges of a node exclude each other.
func decomposable(t *testing.T, task *engine.Task, g *dnnf.Graph) {
	t.Helper()
	scopes := make([]*big.Int, g.Len()) // sets of variables as bits
	for n := range scopes {
		scopes[n] = new(big.Int)
		first, exclusive := dimacs.Lit(0), false
		for i, e := range g.Edges(dnnf.Node(n)) {
			scope := new(big.Int)
			add := func(of *big.Int) {
				if new(big.Int).And(scope, of).Sign() != 0 {
					t.Fatalf("node %d: an edge has variables twice", n)
				}
				scope.Or(scope, of)
			}
			if len(e.Lits) > 0 {
				exclusive = i == 1 && e.Lits[0] == -first
				first = e.Lits[0]
			}
			for _, l := range e.Lits {
				add(new(big.Int).SetBit(new(big.Int), l.Var(), 1))
			}
			for _, l := range e.Free {
				add(new(big.Int).SetBit(new(big.Int), l.Var(), 1))
			}
			for _, c := range e.Children {
				add(scopes[c])
			}
			if i == 1 && (!exclusive || scope.Cmp(scopes[n]) != 0) {
				t.Fatalf("node %d: its edges do not exclude each other, or are about different variables", n)
			}
			scopes[n] = scope
		}
	}
}
