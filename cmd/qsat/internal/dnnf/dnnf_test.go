package dnnf

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qcheck/cpog"
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
		c.derived = append(c.derived, dimacs.Negated(c.path))
	}
	c.Begin()
	c.Add(lits...)
	for free := first; free < v; free++ {
		c.Free(dimacs.Lit(free))
	}
	c.Child(child)
	c.End(child != False)
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
	return c.Graph(f.Vars, 0, root), c.derived
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
		certified(t, g, f, derived)
	}
}

// certified fails unless g has a certificate for f that proves the number of models.
func certified(t *testing.T, g *Graph, f *dimacs.Formula, derived [][]dimacs.Lit) {
	t.Helper()
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
