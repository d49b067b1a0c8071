package enginetest

import (
	"iter"
	"slices"

	"queens/cmd/internal/formulas"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// The limits of the reference search. Formulas beyond them are drawn again.
const (
	mostReferenceNodes = 10_000
	mostVisited        = 20_000                      // number of models, before projection
	mostImages         = 1 << formulas.MostSmallVars // number of projected models
)

// Models yields the models of a formula with fewer than 60 variables, by trying all assignments. Bit v of the
// number says that variable v is true. The assignment is valid during the iteration.
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
// takes an unsatisfied clause with the fewest unassigned literals. It tries these literals
// one after the other, each with the literals before it false.
type reference struct {
	constrained []int          // the variables in a clause or an assumption, ascending
	clauses     [][]dimacs.Lit // the clauses, and the assumptions as clauses; variable v stands for constrained[v-1]
	value       []int8         // value[len(constrained)+l] is 1, -1 or 0 if the literal l is true, false or unassigned
	nodes       int
	visited     int
	found       func() bool // called for every model; false ends the search
}

func newReference(t *engine.Task) *reference {
	r := &reference{}
	for c := range t.Formula.Clauses() {
		r.clauses = append(r.clauses, slices.Clone(c))
	}
	for _, l := range t.Assume {
		r.clauses = append(r.clauses, []dimacs.Lit{l})
	}
	for _, l := range slices.Concat(r.clauses...) {
		r.constrained = append(r.constrained, l.Var())
	}
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

// visit calls found for every model until found returns false. It returns true if it has
// visited all models, and false if found or a limit ended the search.
func (r *reference) visit(found func() bool) bool {
	r.value, r.nodes, r.visited = make([]int8, 2*len(r.constrained)+1), 0, 0
	r.found = found
	return r.search()
}

// expand calls found for all models that extend the current values, in which the variables
// below first are assigned. It returns false if found does or if there are too many models.
func (r *reference) expand(first int) bool {
	for v := first; v <= len(r.constrained); v++ {
		l := dimacs.Lit(v)
		if r.holds(l) != 0 {
			continue
		}
		for _, x := range []int8{1, -1} {
			r.set(l, x)
			if !r.expand(v + 1) {
				return false
			}
		}
		r.set(l, 0)
		return true
	}
	r.visited++
	return r.visited <= mostVisited && r.found()
}

func (r *reference) holds(l dimacs.Lit) int8 { return r.value[len(r.constrained)+int(l)] }

func (r *reference) set(l dimacs.Lit, x int8) {
	n := len(r.constrained)
	r.value[n+int(l)], r.value[n-int(l)] = x, -x
}

// search finds the models that extend the current values. It returns false if the search
// has ended early.
func (r *reference) search() bool {
	if r.nodes++; r.nodes > mostReferenceNodes {
		return false
	}
	unassigned, conflict := r.shortest()
	switch {
	case conflict:
		return true
	case unassigned == nil:
		return r.expand(1)
	}
	complete := true
	for i, l := range unassigned {
		r.set(l, 1)
		complete = r.search()
		if r.set(l, -1); !complete {
			unassigned = unassigned[:i+1]
			break
		}
	}
	for _, l := range unassigned {
		r.set(l, 0)
	}
	return complete
}

// shortest returns the unassigned literals of an unsatisfied clause with the fewest of
// them, each once. It returns nil if every clause is satisfied. It reports a conflict if
// some clause is falsified.
func (r *reference) shortest() (unassigned []dimacs.Lit, conflict bool) {
	var best []dimacs.Lit
	least := satisfied
	for _, c := range r.clauses {
		switch n := r.unassigned(c); {
		case n == 0:
			return nil, true
		case n < least:
			best, least = c, n
		}
	}
	for _, l := range best {
		if r.holds(l) == 0 && !slices.Contains(unassigned, l) {
			unassigned = append(unassigned, l)
		}
	}
	return unassigned, false
}

// satisfied is the result of unassigned for a satisfied clause; it exceeds the number of
// literals of any clause.
const satisfied = 1 << 30

// unassigned returns the number of unassigned literals of c, or satisfied if a literal is
// true.
func (r *reference) unassigned(c []dimacs.Lit) (n int) {
	for _, l := range c {
		switch r.holds(l) {
		case 1:
			return satisfied
		case 0:
			n++
		}
	}
	return n
}
