package parity

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// maxVars is the largest number n of variables of an equation that clauses say: 2^(n-1) clauses.
const maxVars = 8

// samples is how many clauses of a large formula are looked at first.
const samples = 1 << 12

// A candidate is a clause that may be one of an equation.
type candidate struct {
	hash uint64 // of its variables
	ref  clause.Ref
}

// find returns the equations of three to maxVars variables that clauses say, in the order of their
// variables, and the equations of two variables one of which occurs in these. The unassigned
// literals of a clause have exactly the variables of its equation. The list said has the clauses of
// the longer equations, which begin at equation.clauses. Most clauses belong to no equation.
// Therefore find first counts the clauses with the same hash.
func find(d *clause.Database) (found []equation, said []clause.Ref) {
	long, _ := d.NumLong()
	if long < 4 {
		return nil, nil
	}
	f := &finder{Database: d}
	if long > 16*samples && !f.sample(long/samples) {
		return nil, nil
	}
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
	slices.SortFunc(f.found, func(a, b equation) int { return slices.Compare(a.vars, b.vars) })
	return f.found, f.said
}

// A finder finds equations.
type finder struct {
	*clause.Database
	lits  []clause.Lit             // scratch
	refs  [1 << maxVars]clause.Ref // scratch, indexed by set of negated variables: a clause, or 0
	found []equation
	said  []clause.Ref // the clauses of each equation that is found
}

// open returns the unassigned literals of a clause in the order of their variables.
func (f *finder) open(c clause.Ref) []clause.Lit {
	f.lits = slices.DeleteFunc(append(f.lits[:0], f.Lits(c)...), func(l clause.Lit) bool { return f.Value(l) != 0 })
	slices.Sort(f.lits)
	return f.lits
}

// hash returns a hash of the unassigned variables of a clause, and their number, 0 if it is
// none for an equation.
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

// sample reports whether one of each so many clauses has the variables of another that
// watches the same literal, as half of the clauses of an equation have.
func (f *finder) sample(each int) bool {
	n := 0
	for c := range f.All {
		if n++; n%each != 0 {
			continue
		}
		hash, size := f.hash(c)
		for _, w := range f.Watching(f.Lits(c)[0]) {
			if w.IsBinary() || w.Ref() == c || size == 0 {
				continue
			}
			if h, _ := f.hash(w.Ref()); h == hash {
				return true
			}
		}
	}
	return false
}

// group looks for equations among clauses with the same hash: for each set of variables
// and parity, whether every combination of signs is there.
func (f *finder) group(list []candidate) {
	for len(list) > 0 {
		vars := variables(f.open(list[0].ref))
		clear(f.refs[:1<<len(vars)])
		list = slices.DeleteFunc(list, func(c candidate) bool {
			lits := f.open(c.ref)
			if !slices.Equal(variables(lits), vars) {
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
			first := len(f.said)
			for negated, ref := range f.refs[:1<<len(vars)] {
				if ref != 0 && bits.OnesCount(uint(negated))&1 == parity {
					f.said = append(f.said, ref)
				}
			}
			if len(f.said)-first == 1<<(len(vars)-1) { // a clause excludes the assignment that makes its negations true
				f.found = append(f.found, equation{vars, parity == 0, int32(first)})
			} else {
				f.said = f.said[:first]
			}
		}
	}
}

// pairs looks for equations of two variables, one of which is in those found.
func (f *finder) pairs() {
	met := make([]bool, f.Vars+1)
	for _, e := range f.found {
		for _, v := range e.vars {
			met[v] = true
		}
	}
	other := make([]uint32, f.NumLits()) // by literal: the last variable that has a clause of its negation with it
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
				f.found = append(f.found, equation{vars: []uint32{min(u, v), max(u, v)}, odd: l.Sign() > 0})
			}
		}
	}
}

// variables returns those of literals.
func variables(lits []clause.Lit) []uint32 {
	vars := make([]uint32, len(lits))
	for i, l := range lits {
		vars[i] = l.Var()
	}
	return vars
}
