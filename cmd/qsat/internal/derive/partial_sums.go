package derive

import (
	"queens/cmd/qsat/internal/argument"
	"queens/dimacs"
)

// The partial sums of a count are new variables S(i, j): j of the first i labels are true, with
// all implications of a sequential counter, however the clauses count.
type partialSums struct {
	*writer
	n     *argument.Count
	most  int // the largest j
	first dimacs.Lit
	known map[derived]bool
}

// A derived clause says: if the literal of a bound is true and j labels before its interval are,
// the sum of both is reached at the end of the interval.
type derived struct {
	bound int
	j     int
}

// at returns S(i, j); more than the largest number is not counted.
func (s *partialSums) at(i, j int) dimacs.Lit {
	switch j = min(j, s.most); {
	case j <= 0:
		return truth
	case j > i:
		return -truth
	}
	return s.first + dimacs.Lit((i-1)*s.most+j)
}

// partialSums returns the partial sums of a count for a bound of it that always holds. Once it
// defines them and derives the bound in terms of them, by rule (b).
func (w *writer) partialSums(count, bound int) *partialSums {
	s := w.sums[[2]int{count, bound}]
	if s != nil {
		return s
	}
	n := &w.a.Counts[count]
	s = &partialSums{w, n, int(n.Bounds[bound].AtLeast), w.fresh, map[derived]bool{}}
	w.sums[[2]int{count, bound}] = s
	w.fresh += dimacs.Lit(len(n.Labels) * s.most)
	var once [][]dimacs.Lit
	for i, l := range n.Labels {
		x := w.name(l)
		for j := 1; j <= min(i+1, s.most); j++ {
			z, same, less := s.at(i+1, j), s.at(i, j), s.at(i, j-1)
			w.add(nil, z, -same)
			w.add(nil, z, -x, -less)
			w.add(nil, -z, same, x)
			if same != -truth {
				w.add(&once, -z, same, less)
			}
			w.add(nil, -z, less)
			w.delete(&once)
		}
	}
	s.reach(bound, 0)
	return s
}

// reach derives that the literal of a bound and j true labels before its interval imply j plus
// AtLeast true labels at the end of the interval.
func (s *partialSums) reach(bound, j int) {
	b := s.n.Bounds[bound]
	from, key := int(b.From), derived{bound, j}
	if j > from || j >= s.most || s.known[key] || s.err != nil {
		return
	}
	s.known[key] = true
	left := 0
	for _, p := range s.n.Staircase(bound) {
		if k := int(p.Parts[0]); k > 0 {
			s.reach(k-1, j)
		}
		if k := int(p.Parts[1]); k > 0 {
			s.reach(k-1, j+left)
		}
		left = int(p.Least[0])
	}
	s.add(nil, -s.name(b.Lit), -s.at(from, j), s.at(int(b.To), j+int(b.AtLeast)))
}
