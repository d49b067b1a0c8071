package dnnf

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qcheck/cpog"
	"queens/cmd/qsat/internal/random"
	"queens/dimacs"
)

// A compiler builds the graph of a formula. It decides the variables in ascending order and
// reuses the node of equal clauses.
type compiler struct {
	*Builder
	vars    int
	known   map[string]Node
	path    []dimacs.Lit
	derived [][]dimacs.Lit // the negation of each path without a model, children first
}

// node returns the unique node of clauses over the variables from v on.
func (c *compiler) node(clauses [][]dimacs.Lit, v int) Node {
	key := fmt.Sprint(v, clauses)
	if n, ok := c.known[key]; ok && n != False {
		return n
	}
	mark := c.Mark()
	for _, l := range []dimacs.Lit{dimacs.Lit(v), -dimacs.Lit(v)} {
		var left [][]dimacs.Lit
		for _, clause := range clauses {
			if !slices.Contains(clause, l) {
				left = append(left, slices.DeleteFunc(slices.Clone(clause), func(k dimacs.Lit) bool { return k == -l }))
			}
		}
		c.path = append(c.path, l)
		c.edge(left, v+1, l)
		c.path = c.path[:len(c.path)-1]
	}
	c.known[key] = c.Node(mark, true)
	return c.known[key]
}

// edge adds an edge of lits and clauses over the variables from v on, if they have a model. The
// next decision is a variable of a clause; the variables before it are free.
func (c *compiler) edge(clauses [][]dimacs.Lit, v int, lits ...dimacs.Lit) {
	first, child := v, True
	for ; v <= c.vars && !slices.ContainsFunc(slices.Concat(clauses...), func(l dimacs.Lit) bool { return l.Var() == v }); v++ {
	}
	if slices.ContainsFunc(clauses, func(clause []dimacs.Lit) bool { return len(clause) == 0 }) {
		child = False
	} else if v <= c.vars {
		child = c.node(clauses, v)
	}
	if child == False {
		c.derived = append(c.derived, negation(c.path))
	}
	c.Begin()
	c.Add(lits...)
	for free := first; free < v; free++ {
		c.Free(dimacs.Lit(free))
	}
	c.Child(child)
	c.End(child != False)
}

func negation(lits []dimacs.Lit) (clause []dimacs.Lit) {
	for _, l := range lits {
		clause = append(clause, -l)
	}
	return clause
}

// compile returns the graph of f and derived clauses that help to certify it.
func compile(f *dimacs.Formula) (*Graph, [][]dimacs.Lit) {
	c := &compiler{Builder: NewBuilder(), vars: f.Vars, known: map[string]Node{}}
	var clauses [][]dimacs.Lit
	for clause := range f.Clauses() {
		if !slices.ContainsFunc(clause, func(l dimacs.Lit) bool { return slices.Contains(clause, -l) }) {
			clauses = append(clauses, slices.Clone(clause))
		}
	}
	mark := c.Mark()
	c.edge(clauses, 1)
	root := c.Node(mark, true)
	return c.Graph(f.Vars, 0, root, nil), c.derived
}

// randomFormula returns a random formula of at most seven variables.
func randomFormula(r *rand.Rand) *dimacs.Formula {
	f := &dimacs.Formula{Vars: 1 + r.IntN(7)}
	for range r.IntN(3 * f.Vars) {
		var clause []dimacs.Lit
		for range 1 + r.IntN(3) {
			l := dimacs.Lit(1 + r.IntN(f.Vars))
			if r.IntN(2) > 0 {
				l = -l
			}
			clause = append(clause, l)
		}
		f.Add(clause...)
	}
	return f
}

// models returns the models of a formula; the bits of a model are its true variables.
func models(f *dimacs.Formula) map[uint]bool {
	found := map[uint]bool{}
	for bits := range uint(1) << f.Vars {
		satisfied := true
		for clause := range f.Clauses() {
			satisfied = satisfied && slices.ContainsFunc(clause, func(l dimacs.Lit) bool { return bits>>(l.Var()-1)&1 == 1 == (l > 0) })
		}
		if satisfied {
			found[bits] = true
		}
	}
	return found
}

// Graphs of random formulas have the right number of models, the right sum of weights, and no
// unreachable node.
func TestCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		f := randomFormula(r)
		g, _ := compile(f)
		all, weights := models(f), map[dimacs.Lit]*big.Int{}
		for v := 1; v <= f.Vars; v++ {
			if r.IntN(3) > 0 {
				weights[dimacs.Lit(v)], weights[dimacs.Lit(-v)] = big.NewInt(r.Int64N(5)), big.NewInt(r.Int64N(5))
			}
		}
		sum := new(big.Int)
		for bits := range all {
			product := big.NewInt(1)
			for v := 1; v <= f.Vars; v++ {
				l := dimacs.Lit(v)
				if bits>>(v-1)&1 == 0 {
					l = -l
				}
				if weights[l] != nil {
					product.Mul(product, weights[l])
				}
			}
			sum.Add(sum, product)
		}
		counts := g.Counts(func(l dimacs.Lit) *big.Int { return weights[l] })
		if got := g.Count().String(); got != strconv.Itoa(len(all)) || counts[g.Root].Cmp(sum) != 0 {
			t.Fatalf("%v models and a weight of %v, want %d and %v", got, counts[g.Root], len(all), sum)
		}
		reached := map[Node]bool{False: true, True: true, g.Root: true}
		for n := g.Root; n > True; n-- {
			for _, e := range g.Edges(n) {
				for _, child := range e.Children {
					if reached[child] = true; child >= n || child <= True {
						t.Fatalf("node %d has the child %d", n, child)
					}
				}
			}
		}
		if len(reached) != g.Len() {
			t.Fatalf("%d of %d nodes are reached", len(reached), g.Len())
		}
	}
}

// Each variable that occurs in no edge doubles the number of models.
func TestUnnamedVariables(t *testing.T) {
	b := NewBuilder()
	mark := b.Mark()
	b.Begin()
	b.Add(2, 1)
	b.First(1)
	b.Free(3)
	b.End(true)
	b.Begin()
	b.Add(9)
	b.End(false)
	root := b.Node(mark, true)
	if given := b.Node(b.Mark(), true); given != False {
		t.Errorf("a node without an edge is %d", given)
	}
	g := b.Graph(70, 67, root, nil)
	if got, want := g.Count().String(), new(big.Int).Lsh(big.NewInt(1), 68).String(); got != want {
		t.Errorf("%s models, want %s", got, want)
	}
	for _, e := range g.Edges(g.Root) {
		if e.Lits[0] != 1 || len(e.Lits) != 2 || len(e.Free) != 1 {
			t.Errorf("the edge is %v", e)
		}
	}
	if named := g.Named(); len(named) != 3 || !named[3] || named[9] {
		t.Errorf("named are %v", named)
	}
}

// Samples are models, and their frequencies match their weights.
func TestSampler(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 17))
	d := random.New(1)
	for range 40 {
		f := randomFormula(r)
		g, _ := compile(f)
		all := models(f)
		weight := func(l dimacs.Lit) *big.Int { // 3 to 1 for variable 1
			if l.Var() == 1 {
				return big.NewInt(2 + int64(l))
			}
			return nil
		}
		s, err := NewSampler(t.Context(), g, weight)
		if err != nil {
			t.Fatal(err)
		}
		if s.IsEmpty() != (len(all) == 0) {
			t.Fatalf("empty: %v, but there are %d models", s.IsEmpty(), len(all))
		}
		if s.IsEmpty() {
			continue
		}
		total := 0.0
		for bits := range all {
			total += 1 + 2*float64(bits&1)
		}
		const draws = 4000
		drawn := map[uint]int{}
		for range draws {
			var a dimacs.Assignment
			s.Draw(d, &a)
			bits := uint(0)
			for v := 1; v <= f.Vars; v++ {
				if a.Value(v) {
					bits |= 1 << (v - 1)
				}
			}
			drawn[bits]++
		}
		for bits, n := range drawn {
			share := (1 + 2*float64(bits&1)) / total
			if mean := draws * share; !all[bits] || (float64(n)-mean)*(float64(n)-mean) > 36*mean+36 {
				t.Errorf("%b is drawn %d times, want about %.0f; a model: %v", bits, n, mean, all[bits])
			}
		}
	}
}

// The checker of CPOG accepts certificates, and they prove the number of models. Every second
// certificate must be found without derived clauses.
func TestCertify(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 23))
	for i := range 200 {
		f := randomFormula(r)
		g, derived := compile(f)
		if i%2 > 0 && g.Root != False {
			derived = nil
		}
		var proof strings.Builder
		if err := Certify(t.Context(), g, f, derived, 1, &proof); err != nil {
			t.Fatal(err)
		}
		checked, err := cpog.Check(t.Context(), f, strings.NewReader(proof.String()), "p")
		if err != nil {
			t.Fatalf("%v\n%v\n%s", err, slices.Collect(f.Clauses()), &proof)
		}
		if got, err := checked.Count(t.Context(), cpog.Question{}); err != nil || got.String() != strconv.Itoa(len(models(f))) {
			t.Fatalf("%v models, want %d: %v\n%s", got, len(models(f)), err, &proof)
		}
	}
}
