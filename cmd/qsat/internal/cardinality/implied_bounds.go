package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// An impliedBound belongs to a literal. The literal implies every bound in pairs on the leaf set about,
// and hence that at least least leaves of the set are true. If alias is not 0, the literal implies the
// literal alias, which has an implied bound on the same set, and there are no pairs.
type impliedBound struct {
	about *leafSet
	pairs []pair
	alias clause.Lit
	least int
	round int // the round of the loop in findConstraints that found the bound; 0 for leaves
}

// A pair is a bound on the parts of a leaf set: part 0 contains at least atLeast[0] true leaves, or
// part 1 contains at least atLeast[1]. It comes from a clause with the literals lits, because
// lits[i] implies the bound on part i. If the clause has no literal for part i, lits[i] is
// falsity and atLeast[i] is never. If the bound on part i holds in every model, lits[i] is truth.
type pair struct {
	lits    [2]clause.Lit
	atLeast [2]int
	clause  clause.Ref // 0 if it is binary
}

// A constraintFinder holds the state of findConstraints.
type constraintFinder struct {
	*clause.Database
	work        *int                // budget left: about one unit per literal or watch read
	numBinary   []int32             // indexed by literal: the number of binary clauses with it
	short       [][3]clause.Lit     // unsatisfied original clauses of three literals; falsity replaces false literals
	refs        []clause.Ref        // indexed like short: where the clauses are
	occurrences [][]int32           // indexed by literal: the indices in short of its clauses; nil before leaves are found
	implied     []*impliedBound     // indexed by literal; nil if there is no implied bound
	unions      map[uint64]*leafSet // leaf sets with parts; the key holds the ids of the parts, smaller first
	order       []*leafSet          // leaf sets with parts, parts before unions
	pending     [][]implication     // indexed by literal: its implications, if it has no implied bound yet
}

// An implication is a pair before the order of the parts is known. It says, under the condition that
// some literal is true or without a condition, that lits[0] or lits[1] is true. The literal lits[i]
// implies the bound about[i]. If there is only one literal, lits[1] is falsity and about[1] is nil.
type implication struct {
	lits   [2]clause.Lit
	about  [2]*impliedBound
	clause clause.Ref // 0 if it is binary
}

// leaves collects the unsatisfied original clauses of three literals in short, gives each unassigned
// literal that may be a leaf the implied bound that the literal itself is true, and returns these
// literals. A leaf is a literal of a clause of four or more literals, or its negation, or a literal
// that excludes many others: more than 3 binary clauses contain its negation, and at least twice as
// many as contain the literal. It returns nil if there is no leaf or no clause of three literals, or
// if the work runs out; f.occurrences then stays nil.
func (f *constraintFinder) leaves() (list []clause.Lit) {
	var long []clause.Ref
	for c := range f.All {
		lits := f.Lits(c)
		if *f.work--; *f.work < 0 {
			return nil
		}
		switch {
		case f.Has(c, clause.Learned) || slices.ContainsFunc(lits, func(l clause.Lit) bool { return f.Value(l) > 0 }):
		case len(lits) > 3:
			long = append(long, c)
		default:
			short := [3]clause.Lit(lits)
			for i, l := range lits {
				if f.Value(l) < 0 {
					short[i] = falsity
				}
			}
			f.short, f.refs = append(f.short, short), append(f.refs, c)
		}
	}
	if len(f.short) == 0 {
		return nil
	}
	*f.work -= 4 * len(f.short)
	for _, c := range long {
		*f.work -= 2 * f.Size(c)
	}
	if *f.work < 0 { // before memory is allocated
		return nil
	}
	f.implied = make([]*impliedBound, f.NumLits())
	add := func(l clause.Lit) {
		if f.implied[l] == nil && f.Value(l) == 0 {
			f.implied[l] = &impliedBound{about: &leafSet{id: l, size: 1}, least: 1}
			list = append(list, l)
		}
	}
	for l := range f.Literals {
		if n := f.numBinary[l.Not()]; n > 3 && n >= 2*f.numBinary[l] {
			add(l)
		}
	}
	for _, c := range long {
		for _, l := range f.Lits(c) {
			add(l)
			add(l.Not())
		}
	}
	if len(list) == 0 {
		return nil
	}
	f.pending, f.occurrences = make([][]implication, f.NumLits()), make([][]int32, f.NumLits())
	for c, lits := range f.short {
		for _, l := range lits {
			if l != falsity {
				f.occurrences[l] = append(f.occurrences[l], int32(c))
			}
		}
	}
	return list
}

// propagate runs one round: it reads the clauses of two or three literals that contain literals in
// newLits, whose implied bounds the previous round found, and gives implied bounds to more literals.
// It returns these literals.
func (f *constraintFinder) propagate(newLits []clause.Lit, round int) (list []clause.Lit) {
	var touched []clause.Lit
	imply := func(l clause.Lit, h implication) {
		if f.implied[l] == nil {
			if h.about[1] != nil && h.about[1].about == h.about[0].about {
				return
			}
			f.pending[l] = append(f.pending[l], h)
			touched = append(touched, l)
			*f.work -= 4
		}
	}
	for _, k := range newLits {
		s := f.implied[k]
		*f.work -= len(f.Watching(k)) + 4*len(f.occurrences[k])
		for _, w := range f.Watching(k) {
			if w.IsBinary() {
				imply(w.Lit().Not(), implication{[2]clause.Lit{k, falsity}, [2]*impliedBound{s, nil}, 0})
			}
		}
		for _, c := range f.occurrences[k] {
			lits := f.short[c]
			at := slices.Index(lits[:], k)
			x, y := lits[(at+1)%3], lits[(at+2)%3]
			for range 2 {
				switch {
				case x == falsity:
					imply(y.Not(), implication{[2]clause.Lit{k, falsity}, [2]*impliedBound{s, nil}, f.refs[c]})
				case y != falsity:
					if t := f.implied[x]; t != nil && (k < x || t.round < s.round) {
						imply(y.Not(), implication{[2]clause.Lit{k, x}, [2]*impliedBound{s, t}, f.refs[c]})
					}
				}
				x, y = y, x
			}
		}
	}
	slices.Sort(touched)
	for _, l := range slices.Compact(touched) {
		if s := f.boundOf(l); s != nil {
			f.implied[l], s.round = s, round
			list = append(list, l)
		}
	}
	return list
}

// boundOf returns the implied bound that follows from the pending implications of l, or nil if they
// do not determine its leaf set or if no model can make l true.
//
// The set is the union of two leaf sets, from the last implication with two literals if there is
// one, or else from the first two implications with one literal that are about different sets.
// Implications about other sets are ignored. If there is only one implication, with one literal, and
// -l is in a single binary clause (-l, k) and in no clause of three literals, the bound is on the
// leaf set of k, with k as its alias.
func (f *constraintFinder) boundOf(l clause.Lit) *impliedBound {
	implications := f.pending[l]
	var of [2]*leafSet
	for _, h := range implications {
		switch {
		case h.about[1] != nil:
			of = [2]*leafSet{h.about[0].about, h.about[1].about}
		case of[0] == nil:
			of[0] = h.about[0].about
		case of[1] == nil && h.about[0].about != of[0]:
			of[1] = h.about[0].about
		}
	}
	if of[1] == nil {
		if len(implications) == 1 && f.numBinary[l.Not()] == 1 && len(f.occurrences[l.Not()]) == 0 {
			return &impliedBound{about: of[0], least: implications[0].about[0].least, alias: implications[0].lits[0]}
		}
		return nil
	}
	t := f.union(of)
	s := &impliedBound{about: t, pairs: make([]pair, 0, len(implications))}
	for _, h := range implications {
		s.pairs = t.append(s.pairs, h)
	}
	s.pairs, s.least = undominated(s.pairs)
	if *f.work -= 4 * len(implications); s.least > t.size {
		return nil
	}
	return s
}

// union returns the leaf set with the given parts, in either order, and creates it if necessary.
func (f *constraintFinder) union(of [2]*leafSet) *leafSet {
	key := uint64(min(of[0].id, of[1].id))<<32 | uint64(max(of[0].id, of[1].id))
	t := f.unions[key]
	if t == nil {
		t = &leafSet{parts: of, size: of[0].size + of[1].size, least: -1, id: clause.Lit(f.NumLits() + len(f.order))}
		f.unions[key] = t
		f.order = append(f.order, t)
	}
	return t
}

// append appends to pairs the pair that the implication h gives for t. If a bound of h is not
// on a part of t, it returns pairs unchanged.
func (t *leafSet) append(pairs []pair, h implication) []pair {
	p := pair{[2]clause.Lit{falsity, falsity}, [2]int{never, never}, h.clause}
	for i, s := range h.about {
		if s == nil {
			continue
		}
		at := slices.Index(t.parts[:], s.about)
		if at < 0 {
			return pairs
		}
		p.lits[at], p.atLeast[at] = h.lits[i], s.least
	}
	return append(pairs, p)
}

// addUnconditional goes through the binary clauses, including short clauses with one false
// literal. If both literals of a clause have implied bounds on different leaf sets, it adds a
// pair to the union of these sets. It skips clauses between two leaf sets of one leaf.
func (f *constraintFinder) addUnconditional() {
	add := func(k, l clause.Lit, c clause.Ref) {
		s, t := f.implied[k], f.implied[l]
		if s != nil && t != nil && s.about != t.about && s.about.size+t.about.size > 2 {
			u := f.union([2]*leafSet{s.about, t.about})
			u.pairs = u.append(u.pairs, implication{[2]clause.Lit{k, l}, [2]*impliedBound{s, t}, c})
		}
	}
	for k := range f.Literals {
		if f.implied[k] == nil {
			continue
		}
		*f.work -= len(f.Watching(k))
		for _, w := range f.Watching(k) {
			if l := w.Lit(); w.IsBinary() && k < l {
				add(k, l, 0)
			}
		}
	}
	for i, c := range f.short {
		slices.Sort(c[:]) // falsity is last
		if c[1] != falsity && c[2] == falsity {
			add(c[0], c[1], f.refs[i])
		}
	}
}
