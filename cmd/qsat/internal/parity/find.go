package parity

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/lists"
)

// maxVars is the largest number of variables of an equation that find recognises. An equation of n
// variables needs 2^(n-1) clauses.
const maxVars = 8

// A candidate is a clause that may belong to an equation.
type candidate struct {
	hash uint64 // hash of its unassigned variables
	ref  clause.Ref
}

// find returns the equations that the clauses of d state, in ascending order of their variables. The
// clauses must be propagated. It recognises equations of 3 to maxVars variables, and equations of
// two variables if one of the two occurs in a longer equation. A clause may belong to an equation if
// its unassigned literals have exactly the variables of the equation. Satisfied clauses do not
// count, nor do clauses of more than 4*maxVars literals or learned clauses of more than two.
//
// find returns nil if d has fewer than 4 original clauses of three or more literals. Most formulas
// have few equations. So find first counts the clauses with the same hash of their variables, and
// compares only clauses whose hash is frequent enough.
func find(d *clause.Database) []argument.Equation {
	long, _ := d.NumLong()
	if long < 4 {
		return nil
	}
	f := &finder{Database: d}
	counts := make([]uint8, 1<<bits.Len(uint(2*long)))
	shift := 65 - bits.Len(uint(len(counts)))
	for c := range d.All {
		if hash, n := f.hash(c); n > 0 {
			if x := &counts[hash>>shift]; *x < 255 {
				*x++
			}
		}
	}
	var candidates []candidate
	for c := range d.All {
		if hash, n := f.hash(c); n > 0 && counts[hash>>shift] >= 1<<(n-1) {
			candidates = append(candidates, candidate{hash, c})
		}
	}
	slices.SortFunc(candidates, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.ref, b.ref)) })
	for len(candidates) > 0 {
		n := 1
		for n < len(candidates) && candidates[n].hash == candidates[0].hash {
			n++
		}
		f.group(candidates[:n])
		candidates = candidates[n:]
	}
	f.pairs()
	slices.SortFunc(f.equations, func(a, b argument.Equation) int { return slices.Compare(a.Vars, b.Vars) })
	return f.equations
}

// A finder holds the state of find.
type finder struct {
	*clause.Database
	lits      []clause.Lit             // buffer of open
	refs      [1 << maxVars]clause.Ref // buffer of group, indexed by set of negated variables: a clause, or 0
	equations []argument.Equation      // the equations so far
}

// open returns the unassigned literals of a clause, ascending. The next call overwrites the result.
func (f *finder) open(c clause.Ref) []clause.Lit {
	f.lits = slices.DeleteFunc(append(f.lits[:0], f.Lits(c)...), func(l clause.Lit) bool { return f.Value(l) != 0 })
	slices.Sort(f.lits)
	return f.lits
}

// hash returns a hash of the unassigned variables of a clause, and their number. It returns 0 and 0
// for a clause that group does not use: if it is learned or satisfied, if it has more than 4*maxVars
// literals, or if the number is not from 3 to maxVars.
func (f *finder) hash(c clause.Ref) (hash uint64, n int) {
	lits := f.Lits(c)
	if f.Has(c, clause.Learned) || len(lits) > 4*maxVars {
		return 0, 0
	}
	for _, l := range lits {
		switch f.Value(l) {
		case 1:
			return 0, 0
		case 0:
			x := uint64(l.Var()) * 0x9e3779b97f4a7c15
			hash += x ^ x>>32
			n++
		}
	}
	if n < 3 || n > maxVars {
		return 0, 0
	}
	return hash * 0x9e3779b97f4a7c15, n
}

// group appends to f.equations the equations that the clauses in list state. They have the same
// hash. It overwrites list. A set of variables has an equation if there is a clause for every
// combination of signs with an even number of negations, or for every combination with an odd
// number.
func (f *finder) group(list []candidate) {
	for len(list) > 0 {
		vars := lists.Map(f.open(list[0].ref), clause.Lit.Var)
		clear(f.refs[:1<<len(vars)])
		list = slices.DeleteFunc(list, func(c candidate) bool {
			lits := f.open(c.ref)
			if !slices.Equal(lists.Map(lits, clause.Lit.Var), vars) {
				return false
			}
			negated := 0
			for i, l := range lits {
				negated |= int(l&1) << i
			}
			if f.refs[negated] == 0 {
				f.refs[negated] = c.ref
			}
			return true
		})
		for parity := range 2 {
			var sources []clause.Ref
			for negated, ref := range f.refs[:1<<len(vars)] {
				if ref != 0 && bits.OnesCount(uint(negated))&1 == parity {
					sources = append(sources, ref)
				}
			}
			if len(sources) == 1<<(len(vars)-1) { // a clause excludes the assignment in which exactly its negated variables are true
				f.equations = append(f.equations, argument.Equation{Vars: vars, Odd: parity == 0, Clauses: sources})
			}
		}
	}
}

// pairs appends to f.equations the equations of two unassigned variables, if at least one of the two
// occurs in an equation there. Their clauses are binary, and may be learned.
func (f *finder) pairs() {
	met := make([]bool, f.Vars+1)
	for _, e := range f.equations {
		for _, v := range e.Vars {
			met[v] = true
		}
	}
	other := make([]uint32, f.NumLits()) // indexed by literal l: the last variable v with a clause (-v, l), or 0
	for v := range f.Variables {
		if !met[v] || f.IsAssigned(v) {
			continue
		}
		for _, w := range f.Watching(clause.Negative(v)) {
			if w.IsBinary() {
				other[w.Lit()] = v
			}
		}
		for _, w := range f.Watching(clause.Positive(v)) {
			l := w.Lit()
			if u := l.Var(); w.IsBinary() && other[l.Not()] == v && (v < u || !met[u]) {
				other[l.Not()] = 0
				f.equations = append(f.equations, argument.Equation{Vars: []uint32{min(u, v), max(u, v)}, Odd: l.Sign() > 0, Clauses: make([]clause.Ref, 2)})
			}
		}
	}
}

// outer returns, indexed by variable, whether clauses other than the Clauses of the equations contain
// the variable. Satisfied and learned clauses count, too. It returns nil if there is no such variable.
//
// Source: C.-S. Han and J.-H. R. Jiang, "When Boolean Satisfiability Meets Gaussian Elimination
// in a Simplex Way", CAV 2012, for equations between only these variables.
func outer(d *clause.Database, equations []argument.Equation) (is []bool) {
	count := make([]int, d.Vars+1) // indexed by variable: the number of its literals in clauses, in the end only in other clauses
	for c := range d.All {
		for _, l := range d.Lits(c) {
			count[l.Var()]++
		}
	}
	for l := range d.Literals {
		for _, w := range d.Watching(l) {
			if w.IsBinary() {
				count[l.Var()]++
			}
		}
	}
	for _, e := range equations {
		for _, v := range e.Vars {
			count[v] -= 1 << (len(e.Vars) - 1)
		}
	}
	if slices.Max(count) > 0 {
		is = lists.Map(count, func(n int) bool { return n > 0 })
	}
	return is
}
