package enginetest

import (
	"iter"
	"slices"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// The limits of the reference search. Beyond them, newProblem returns nil.
const (
	mostReferenceNodes = 10_000
	mostVisited        = 20_000                      // number of models, before projection
	mostImages         = 1 << generate.MostSmallVars // number of projected models
)

// Models yields the models of a formula with fewer than 60 variables, by trying all assignments. Bit v of
// the number is 1 if variable v is true. The assignment is valid until the next iteration.
func Models(f *dimacs.Formula) iter.Seq2[uint64, *dimacs.Assignment] {
	return func(yield func(uint64, *dimacs.Assignment) bool) {
		var a dimacs.Assignment
		for bits := uint64(0); bits < 2<<f.Vars; bits += 2 {
			if a.SetBits([]uint64{bits}); f.Falsified(&a) == nil && !yield(bits, &a) {
				return
			}
		}
	}
}

// A reference is a search for all models that is simple enough to be obviously correct. It
// takes a shortest clause of the remaining clauses, and tries its literals one after the other, each with
// the literals before it false.
type reference struct {
	constrained []int                   // the variables in a clause or an assumption, ascending
	clauses     [][]dimacs.Lit          // the clauses, and the assumptions as clauses; variable v is constrained[v-1] of the task
	nodes       int                     // the number of nodes of the search so far
	visited     int                     // the number of models so far
	found       func(model []bool) bool // called for every model, indexed by variable; false ends the search
}

// newReference returns a reference for t, with the clauses in new variable numbers.
func newReference(t *engine.Task) *reference {
	r := &reference{}
	for c := range t.Formula.Clauses() {
		r.clauses = append(r.clauses, slices.Clone(c))
	}
	for _, l := range t.Assume {
		r.clauses = append(r.clauses, []dimacs.Lit{l})
	}
	r.constrained = lists.Map(slices.Concat(r.clauses...), dimacs.Lit.Var)
	slices.Sort(r.constrained)
	r.constrained = slices.Compact(r.constrained)
	for _, c := range r.clauses {
		for i, l := range c {
			v, _ := slices.BinarySearch(r.constrained, l.Var())
			if c[i] = dimacs.Lit(v + 1); l < 0 {
				c[i] = -c[i]
			}
		}
	}
	return r
}

// visit calls found for every model until found returns false. The model is indexed by variable of
// r.clauses, and valid during the call. visit returns true if it has visited all models, and false if
// found or a limit ended the search.
func (r *reference) visit(found func(model []bool) bool) bool {
	r.nodes, r.visited, r.found = 0, 0, found
	return r.search(r.clauses, nil)
}

// search calls r.found for each model, indexed by variable of r.clauses, of clauses in which the literals
// isTrue are true. The clauses must have no variables of these literals. It counts the nodes in r.nodes and
// the models in r.visited. It ends early and returns false if r.found does, or if mostReferenceNodes or
// mostVisited is exceeded.
func (r *reference) search(clauses [][]dimacs.Lit, isTrue []dimacs.Lit) bool {
	if r.nodes++; r.nodes > mostReferenceNodes {
		return false
	}
	if len(clauses) == 0 {
		return r.expand(isTrue)
	}
	shortest := slices.MinFunc(clauses, func(a, b []dimacs.Lit) int { return len(a) - len(b) })
	for _, l := range shortest {
		if slices.Contains(isTrue, -l) { // l stands in the clause for the second time
			continue
		}
		if slices.Contains(isTrue, l) { // -l stands in the clause before l
			return r.search(clauses, isTrue)
		}
		if !r.search(under(clauses, l), append(isTrue, l)) {
			return false
		}
		clauses, isTrue = under(clauses, -l), append(isTrue, -l)
	}
	return true
}

// under returns the clauses that do not contain l, each without the literal -l. It copies a clause that
// changes.
func under(clauses [][]dimacs.Lit, l dimacs.Lit) (left [][]dimacs.Lit) {
	for _, c := range clauses {
		if slices.Contains(c, l) {
			continue
		}
		if slices.Contains(c, -l) {
			c = slices.DeleteFunc(slices.Clone(c), func(k dimacs.Lit) bool { return k == -l })
		}
		left = append(left, c)
	}
	return left
}

// expand calls r.found for the assignments in which the literals isTrue are true, and counts them in
// r.visited. It stops and returns false if r.found does or if r.visited exceeds mostVisited.
func (r *reference) expand(isTrue []dimacs.Lit) bool {
	model, free := make([]bool, len(r.constrained)+1), []int(nil)
	for v := 1; v < len(model); v++ {
		if model[v] = slices.Contains(isTrue, dimacs.Lit(v)); !model[v] && !slices.Contains(isTrue, -dimacs.Lit(v)) {
			free = append(free, v)
		}
	}
	for bits := range 1 << min(len(free), 30) {
		for i, v := range free {
			model[v] = bits>>i&1 == 0
		}
		if r.visited++; r.visited > mostVisited || !r.found(model) {
			return false
		}
	}
	return true
}
