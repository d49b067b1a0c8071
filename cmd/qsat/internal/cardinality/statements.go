package cardinality

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A statement belongs to a literal. The literal implies every bound in pairs on the total about, and
// hence that at least least leaves of the total are true. If alias is a literal, the literal
// implies alias, which has a statement about the same total, and there are no pairs.
type statement struct {
	about *total
	pairs []pair
	alias clause.Lit
	least int
	round int // the round of the loop in findTotals that found the statement; 0 for leaves
}

// A pair is a bound on the parts of a total: part 0 contains at least atLeast[0] true leaves, or
// part 1 contains at least atLeast[1]. It comes from a clause with the literals lits, because
// lits[i] implies the bound on part i. If the clause has no literal for part i, lits[i] is
// falsity and atLeast[i] is never. If the bound on part i holds in every model, lits[i] is truth.
type pair struct {
	lits    [2]clause.Lit
	atLeast [2]int
	clause  clause.Ref // 0 if it is binary
}

// A totalFinder holds the state of findTotals.
type totalFinder struct {
	*clause.Database
	work         *int              // budget left: about one unit per literal or watch read
	numBinary    []int32           // indexed by literal: the number of binary clauses with it
	short        [][3]clause.Lit   // clauses of three literals; falsity replaces false literals
	refs         []clause.Ref      // indexed like short: where the clauses are
	in           []int32           // indices into short, grouped by literal; see with
	ends         []int32           // indexed by literal: the end of its group in in
	statements   []*statement      // indexed by literal; nil if there is no statement
	totals       map[uint64]*total // totals with parts; the key has the parts' leaf, smaller first
	order        []*total          // totals with parts, parts before unions
	pending      []pending         // linked lists of implications, one list per literal
	last         []int32           // indexed by literal: 1 + index in pending of its last implication, or 0
	implications []implication     // buffer for state
}

// An implication is a pair before the order of the parts is known. It says, under the condition that
// some literal is true or without a condition, that lits[0] or lits[1] is true. The literal lits[i]
// implies the statement about[i]. If there is only one literal, lits[1] is falsity and about[1] is nil.
type implication struct {
	lits   [2]clause.Lit
	about  [2]*statement
	clause clause.Ref // 0 if it is binary
}

// A pending implication belongs to a literal that has no statement yet.
type pending struct {
	implication
	before int32 // 1 + index in totalFinder.pending of the previous implication of the same literal, or 0
}

// leaves collects the clauses of three literals in short, gives each unassigned literal that may be
// a leaf a statement about itself, and returns these literals. A leaf is a literal of a clause of four
// or more literals, in either sign, or a literal that excludes many others: more than 3 binary
// clauses contain its negation, and at least twice as many as contain the literal. It returns
// nil if there is no leaf or no clause of three literals, or if the work runs out.
func (f *totalFinder) leaves() (list []clause.Lit) {
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
	f.statements = make([]*statement, f.NumLits())
	add := func(l clause.Lit) {
		if f.statements[l] == nil && f.Value(l) == 0 {
			made := &struct { // one allocation for both
				statement
				total
			}{statement{least: 1}, total{leaf: l, size: 1}}
			made.about = &made.total
			f.statements[l] = &made.statement
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
	if len(list) > 0 {
		f.list()
	}
	return list
}

// list builds the index of the short clauses by literal, for with.
func (f *totalFinder) list() {
	f.ends, f.last = make([]int32, f.NumLits()), make([]int32, f.NumLits())
	each := func(do func(c int32, l clause.Lit)) {
		for c, lits := range f.short {
			for _, l := range lits {
				if l != falsity {
					do(int32(c), l)
				}
			}
		}
	}
	each(func(_ int32, l clause.Lit) { f.ends[l]++ })
	n := int32(0)
	for l, k := range f.ends {
		f.ends[l] = n
		n += k
	}
	f.in = make([]int32, n)
	each(func(c int32, l clause.Lit) {
		f.in[f.ends[l]] = c
		f.ends[l]++
	})
}

// with returns the indices of the short clauses that contain l.
func (f *totalFinder) with(l clause.Lit) []int32 {
	start := int32(0)
	if l > 0 {
		start = f.ends[l-1]
	}
	return f.in[start:f.ends[l]]
}

// next runs one round: it reads the clauses that contain literals in newLits, whose statements
// the previous round found, and gives statements to literals that imply them. It returns the
// literals with new statements.
func (f *totalFinder) next(newLits []clause.Lit, round int) (list []clause.Lit) {
	var touched []clause.Lit
	imply := func(l clause.Lit, h implication) {
		if f.statements[l] == nil {
			if h.about[1] != nil && h.about[1].about == h.about[0].about {
				return
			}
			f.pending = append(f.pending, pending{h, f.last[l]})
			f.last[l] = int32(len(f.pending))
			touched = append(touched, l)
			*f.work -= 4
		}
	}
	for _, k := range newLits {
		s := f.statements[k]
		*f.work -= len(f.Watching(k)) + 4*len(f.with(k))
		for _, w := range f.Watching(k) {
			if w.IsBinary() {
				imply(w.Lit().Not(), implication{[2]clause.Lit{k, falsity}, [2]*statement{s, nil}, 0})
			}
		}
		for _, c := range f.with(k) {
			lits := f.short[c]
			at := slices.Index(lits[:], k)
			x, y := lits[(at+1)%3], lits[(at+2)%3]
			for range 2 {
				switch {
				case x == falsity:
					imply(y.Not(), implication{[2]clause.Lit{k, falsity}, [2]*statement{s, nil}, f.refs[c]})
				case y != falsity:
					if t := f.statements[x]; t != nil && (k < x || t.round < s.round) {
						imply(y.Not(), implication{[2]clause.Lit{k, x}, [2]*statement{s, t}, f.refs[c]})
					}
				}
				x, y = y, x
			}
		}
	}
	slices.Sort(touched)
	for _, l := range slices.Compact(touched) {
		if s := f.state(l); s != nil {
			f.statements[l], s.round = s, round
			list = append(list, l)
		}
	}
	return list
}

// state returns the statement that follows from the pending implications of l, or nil if they do not
// determine its total or if no model can make l true.
//
// The total is the union of two totals, from a clause of three literals if l has one, or else from
// two binary clauses. Implications about other totals are ignored. If l has a single binary clause
// and no other short clause, it implies just one literal k, and the statement is about the total of k.
func (f *totalFinder) state(l clause.Lit) *statement {
	implications := f.implications[:0]
	for i := f.last[l]; i != 0; i = f.pending[i-1].before {
		implications = append(implications, f.pending[i-1].implication)
	}
	slices.Reverse(implications)
	f.implications = implications
	var of [2]*total
	for _, h := range implications {
		switch {
		case h.about[1] != nil:
			of = [2]*total{h.about[0].about, h.about[1].about}
		case of[0] == nil:
			of[0] = h.about[0].about
		case of[1] == nil && h.about[0].about != of[0]:
			of[1] = h.about[0].about
		}
	}
	if of[1] == nil {
		if len(implications) == 1 && f.numBinary[l.Not()] == 1 && len(f.with(l.Not())) == 0 {
			return &statement{about: of[0], least: implications[0].about[0].least, alias: implications[0].lits[0]}
		}
		return nil
	}
	t := f.union(of)
	s := &statement{about: t, pairs: make([]pair, 0, len(implications))}
	for _, h := range implications {
		s.pairs = t.append(s.pairs, h)
	}
	s.pairs, s.least = undominated(s.pairs)
	if *f.work -= 4 * len(implications); s.least > t.size {
		return nil
	}
	return s
}

// union returns the total with the given parts, in either order, and creates it if necessary.
func (f *totalFinder) union(of [2]*total) *total {
	key := uint64(min(of[0].leaf, of[1].leaf))<<32 | uint64(max(of[0].leaf, of[1].leaf))
	t := f.totals[key]
	if t == nil {
		t = &total{parts: of, size: of[0].size + of[1].size, least: -1, leaf: clause.Lit(f.NumLits() + len(f.order))}
		f.totals[key] = t
		f.order = append(f.order, t)
	}
	return t
}

// append appends to pairs the pair that the implication h gives for t. If a statement of h is not
// about a part of t, it returns pairs unchanged.
func (t *total) append(pairs []pair, h implication) []pair {
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
// literal. If both literals of a clause have statements, about different totals, it adds a pair
// to the union of these totals. It skips clauses between two leaves.
func (f *totalFinder) addUnconditional() {
	add := func(k, l clause.Lit, c clause.Ref) {
		s, t := f.statements[k], f.statements[l]
		if s != nil && t != nil && s.about != t.about && s.about.size+t.about.size > 2 {
			u := f.union([2]*total{s.about, t.about})
			u.pairs = u.append(u.pairs, implication{[2]clause.Lit{k, l}, [2]*statement{s, t}, c})
		}
	}
	for k := range f.Literals {
		if f.statements[k] == nil {
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
