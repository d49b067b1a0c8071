package derive

import (
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/dimacs"
)

// A pigeon is a clause or a level of a tally.
type pigeon struct {
	seats  []seat
	demand int // for a level of a tally: 1 + the number of the demand; 0 for a clause
}

// A seat is a literal of a pigeon with its hole.
type seat struct {
	placement
	user
}

// A hole is a slot of a group. A group of at most one has slot 0, and a group of at most two has the
// slots 0 and 1.
type hole struct{ group, slot int32 }

// pigeons returns the pigeons of a sum, in the order of its demands; all seats are in slot 0. A demand of
// a tally for at least k of n labels yields k levels in ascending order. Counted from 1, level j can only
// take the labels j to n-k+j. pigeons writes the definitions of partial sums that the demands need.
func (w *sumWriter) pigeons(s argument.Sum) (list []pigeon) {
	for number, d := range s.Demands {
		var at func(i, j int) dimacs.Lit
		demand := 0
		if d.Tally > 0 {
			at, demand = w.reached(d), number+1
		}
		for j := range d.AtLeast {
			p := pigeon{demand: demand}
			for i := j; i <= j+len(d.Lits)-d.AtLeast; i++ {
				u := user{sum: truth, before: -truth}
				if demand > 0 {
					u = user{sum: at(i+1, j+1), before: at(i, j+1)}
				}
				p.seats = append(p.seats, seat{placement{hole{group: d.Groups[i]}, w.name(d.Lits[i])}, u})
			}
			list = append(list, p)
		}
	}
	return list
}

// reached returns a function of i and j, where 0 <= i <= len(d.Lits) and 1 <= j <= AtLeast, for a demand of
// a tally. Its result implies that at least j of the first i labels of the demand are true, and may be
// constant. If the sums of the formula are a sequential counter of the demand, the results are these
// sums. Otherwise they are the partialSums for at least From+j of the first From+i labels of the tally,
// which reached defines in the proof.
func (w *sumWriter) reached(d argument.Demand) func(i, j int) dimacs.Lit {
	if own := w.own(d); own != nil {
		return own
	}
	s := w.partialSums(d.Tally-1, d.Bound)
	return func(i, j int) dimacs.Lit { return s.at(int(d.From)+i, int(d.From)+j) }
}

// own returns the function of reached if the sums of the formula are a sequential counter of the
// demand, and otherwise nil. The bounds of such a counter come level by level. The bounds of level j say
// that at least j of the first i labels are true, for consecutive i, and the last one is unconditional.
func (w *sumWriter) own(d argument.Demand) func(i, j int) dimacs.Lit {
	n := &w.a.Tallies[d.Tally-1]
	var starts []int                   // indexed by level-1: the index of its first bound
	number := func(i, j int) (k int) { // the index of the bound: the last one of the level for a large i; -1 for a small i
		first, end := starts[j-1], len(n.Bounds)
		if j < len(starts) {
			end = starts[j]
		}
		if k = first + i - int(n.Bounds[first].To); k < first {
			return -1
		}
		return min(k, end-1)
	}
	pairs := int32(0)
	for k, b := range n.Bounds {
		begins, before := int(b.AtLeast) == len(starts)+1, int32(k) // before: 1 + the bound of one label less
		if begins {
			starts, before = append(starts, k), 0
		}
		j := len(starts)
		if b.From != 0 || b.Middle != b.To-1 || j == 0 || int(b.AtLeast) != j {
			return nil
		}
		own := n.Pairs[pairs:b.End]
		pairs = b.End
		if len(own) != min(j, 2) || own[len(own)-1].Parts != [2]int32{before, -b.To} || int(b.To-n.Bounds[starts[j-1]].To) != k-starts[j-1] ||
			j > 1 && own[0].Parts != [2]int32{int32(number(int(b.Middle), j-1) + 1), 0} || begins && k > 0 && n.Bounds[k-1].Lit != argument.True {
			return nil
		}
	}
	if d.From != 0 || len(d.Lits) != len(n.Labels) || d.AtLeast != len(starts) {
		return nil
	}
	return func(i, j int) dimacs.Lit {
		if k := number(i, j); k >= 0 {
			return w.name(n.Bounds[k].Lit)
		}
		return -truth
	}
}

// newSumProof returns a sumProof for a sum with a demand. The pigeons that are clauses come first, in a
// breadth-first order that keeps pigeons with common holes close to each other. The levels of each demand
// of a tally follow in ascending order. The holes are ordered by the last pigeon that can use them. If tight
// is true, the proof will also derive that each hole is used. newSumProof writes the definitions of slots,
// of partial sums, and of the slot that a level takes.
func (w *sumWriter) newSumProof(s argument.Sum, tight bool) *sumProof {
	pigeons, slotLits := w.pigeons(s), w.split(s)
	for i, p := range pigeons { // replace a literal in a group of at most two by its literals in the two slots
		var seats []seat
		for _, one := range slices.Backward(p.seats) {
			if w.a.Groups[one.group].AtMost < 2 {
				seats = append(seats, one)
				continue
			}
			l, two := one.lit, one
			two.slot = 1
			one.lit, two.lit = slotLits[one.placement], slotLits[two.placement]
			if p.demand > 0 { // the level takes the label in one slot
				taken := w.and(nil, one.sum, -one.before)
				w.add(nil, -taken, l)
				one.taken, two.taken = w.and(nil, taken, one.lit), w.and(nil, taken, two.lit)
				w.add(nil, -taken, one.taken, two.taken)
			}
			seats = append(seats, two, one)
		}
		slices.Reverse(seats)
		pigeons[i].seats = seats
	}
	of := map[hole][]int{} // the pigeons of each hole
	for i, p := range pigeons {
		for _, s := range p.seats {
			if list := of[s.hole]; len(list) == 0 || list[len(list)-1] != i {
				of[s.hole] = append(list, i)
			}
		}
	}
	order := breadthFirst(pigeons, of, 0)
	order = breadthFirst(pigeons, of, order[len(order)-1])
	slices.SortStableFunc(order, func(i, j int) int { // the levels of a tally come one after the other
		if p, q := pigeons[i].demand, pigeons[j].demand; p != q || p == 0 {
			return p - q
		}
		return i - j
	})
	var holes []hole
	for _, i := range slices.Backward(order) {
		for _, s := range pigeons[i].seats {
			if of[s.hole] != nil {
				holes, of[s.hole] = append(holes, s.hole), nil
			}
		}
	}
	slices.Reverse(holes)
	place := map[hole]int{}
	for i, h := range holes {
		place[h] = i + 1
	}
	n := len(holes) + 1
	p := &sumProof{
		sumWriter: w, levels: make([][]option, len(order)), residents: make([][]*resident, n), entries: map[entry]dimacs.Lit{},
		known: map[lemma]bool{}, inHole: make([]dimacs.Lit, n), own: make([]*option, n), excluded: make([][][]dimacs.Lit, n),
	}
	for i := range p.used {
		p.used[i], p.since[i], p.defined[i] = make([]dimacs.Lit, n), make([]int32, n), make([][][]dimacs.Lit, n)
	}
	if tight {
		p.full = make([][][]dimacs.Lit, n)
	}
	known := map[placement]*resident{}
	for level, i := range order {
		at := map[int]int{}
		for _, s := range pigeons[i].seats {
			h, r := place[s.hole], known[s.placement]
			if r == nil {
				r = &resident{lit: s.lit}
				known[s.placement] = r
				p.residents[h] = append(p.residents[h], r)
			}
			r.users = append(r.users, s.user)
			if _, has := at[h]; !has {
				at[h] = len(p.levels[level])
				p.levels[level] = append(p.levels[level], option{hole: h})
			}
			list := &p.levels[level][at[h]].residents
			*list = append(*list, r)
		}
		slices.SortFunc(p.levels[level], func(a, b option) int { return a.hole - b.hole })
	}
	return p
}

// A placement is a literal of a group in one of the holes of the group.
type placement struct {
	hole
	lit dimacs.Lit
}

// split divides each group of at most two that s uses into two slots of at most one. A true literal of the
// group is in slot 0 if no earlier literal of the group is true, and otherwise in slot 1. For each literal
// l and each slot, the result contains a literal that says that l is true and in this slot. It may be
// constant. split derives that at most one literal is in slot 1. The definitions stay in the proof.
func (w *sumWriter) split(s argument.Sum) map[placement]dimacs.Lit {
	slotLits, done := map[placement]dimacs.Lit{}, map[int32]bool{}
	for _, d := range s.Demands {
		for _, g := range d.Groups {
			group := w.a.Groups[g]
			if group.AtMost != 2 || done[g] {
				continue
			}
			done[g] = true
			some := -truth // says that an earlier literal is true
			var second []dimacs.Lit
			for _, l := range group.Lits {
				l := w.name(l)
				one, two := l, -truth
				if some != -truth {
					one, two = w.and(nil, l, -some), w.and(nil, l, some)
					w.add(nil, one, two, -l)
					for _, other := range second {
						w.add(nil, -other, -two)
					}
					second = append(second, two)
				}
				slotLits[placement{hole{g, 0}, l}], slotLits[placement{hole{g, 1}, l}] = one, two
				some = w.or(nil, some, l)
			}
		}
	}
	return slotLits
}

// breadthFirst returns the indices of all pigeons, at least one, in breadth-first order from the
// pigeon first, where pigeons with a common hole are neighbours. The map of holds the indices of the
// pigeons of each hole. When no neighbours are left, the order continues with the first pigeon that is
// missing.
func breadthFirst(pigeons []pigeon, of map[hole][]int, first int) (order []int) {
	seen := make([]bool, len(pigeons))
	add := func(i int) {
		if !seen[i] {
			seen[i], order = true, append(order, i)
		}
	}
	add(first)
	for i, done := 0, 0; i < len(pigeons); i++ {
		for ; i == len(order); done++ {
			add(done)
		}
		for _, s := range pigeons[order[i]].seats {
			for _, q := range of[s.hole] {
				add(q)
			}
		}
	}
	return order
}

// partialSums holds the partial sums of a tally. They are new variables S(i, j), which say that at
// least j of the first i labels are true. The proof contains all clauses of a sequential counter for
// them, whatever the encoding of the formula is.
type partialSums struct {
	*sumWriter
	n     *argument.Tally
	most  int              // the largest j: AtLeast of the bound
	base  dimacs.Lit       // the last variable in use before the partial sums
	known map[derived]bool // the clauses derived so far
}

// A derived identifies a clause of reach: if Lit of a bound is true and at least j labels before its
// interval are true, then at least j+AtLeast labels are true up to the end of its interval.
type derived struct {
	bound int // the index of the bound
	j     int
}

// at returns S(i, j), truth if j <= 0, or -truth if j > i. It treats j > most as most.
func (s *partialSums) at(i, j int) dimacs.Lit {
	switch j = min(j, s.most); {
	case j <= 0:
		return truth
	case j > i:
		return -truth
	}
	return s.base + dimacs.Lit((i-1)*s.most+j)
}

// partialSums returns the partial sums of the tally with the number tally, for its unconditional bound
// with the index bound. The first call for this tally and bound defines them, and derives S(To, AtLeast)
// of the bound by rule (b) of package checker.
func (w *sumWriter) partialSums(tally, bound int) *partialSums {
	s := w.sums[[2]int{tally, bound}]
	if s != nil {
		return s
	}
	n := &w.a.Tallies[tally]
	s = &partialSums{w, n, int(n.Bounds[bound].AtLeast), w.fresh, map[derived]bool{}}
	w.sums[[2]int{tally, bound}] = s
	w.fresh += dimacs.Lit(len(n.Labels) * s.most)
	var once [][]dimacs.Lit // a clause that is only needed to derive (-z, fewer)
	for i, l := range n.Labels {
		x := w.name(l)
		for j := 1; j <= min(i+1, s.most); j++ {
			z, prev, fewer := s.at(i+1, j), s.at(i, j), s.at(i, j-1)
			w.add(nil, z, -prev)
			w.add(nil, z, -x, -fewer)
			w.add(nil, -z, prev, x)
			if prev != -truth {
				w.add(&once, -z, prev, fewer)
			}
			w.add(nil, -z, fewer)
			w.delete(&once)
		}
	}
	s.reach(bound, 0)
	return s
}

// reach derives the clause (-Lit, -S(From, j), S(To, j+AtLeast)) of the bound with the index bound, after
// the clauses of the earlier bounds that it follows from. It writes nothing if the clause was derived
// before, if unit propagation does not need it because j > From or j >= most, or after an error of the
// proof.
func (s *partialSums) reach(bound, j int) {
	b := s.n.Bounds[bound]
	from, key := int(b.From), derived{bound, j}
	if j > from || j >= s.most || s.known[key] || s.err != nil {
		return
	}
	s.known[key] = true
	first, left := int32(0), 0 // left: the number of true labels of part 0 in the previous pair
	if bound > 0 {
		first = s.n.Bounds[bound-1].End
	}
	for _, p := range s.n.Pairs[first:b.End] {
		next := 1
		if k := int(p.Parts[0]); k > 0 {
			s.reach(k-1, j)
			next = int(s.n.Bounds[k-1].AtLeast)
		}
		if k := int(p.Parts[1]); k > 0 {
			s.reach(k-1, j+left)
		}
		left = next
	}
	s.add(nil, -s.name(b.Lit), -s.at(from, j), s.at(int(b.To), j+int(b.AtLeast)))
}
