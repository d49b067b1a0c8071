package derive

import (
	"queens/cmd/qsat/internal/argument"
	"queens/dimacs"
)

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
