package cardinality

import (
	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// The sums of a total are new variables S(i, j), that j of the first i leaves are true, as in
// a sequential counter with all implications, however the clauses count.
type sums struct {
	*proof
	search *search
	least  int
	first  dimacs.Lit
	offset map[*total]int // how many leaves are left of it
	known  map[derived]bool
}

// A derived clause is that a literal which reaches some of a total, those after j before it,
// reaches their sum.
type derived struct {
	lit clause.Lit
	of  *total
	j   int
}

// at returns S(i, j); more than the total reaches at all is not counted.
func (s *sums) at(i, j int) dimacs.Lit {
	switch j = min(j, s.least); {
	case j <= 0:
		return yes
	case j > i:
		return -yes
	}
	return s.first + dimacs.Lit((i-1)*s.least+j)
}

// count defines the sums of a total once, and derives that it reaches its least.
func (p *proof) count(search *search, t *root) *sums {
	s := p.counts[t]
	if s != nil {
		return s
	}
	s = &sums{p, search, t.least, p.fresh, map[*total]int{}, map[derived]bool{}}
	p.counts[t] = s
	p.fresh += dimacs.Lit(t.size * t.least)
	var once [][]dimacs.Lit
	for i, l := range t.leaves {
		x := search.Name(l)
		for j := 1; j <= min(i+1, t.least); j++ {
			z, same, less := s.at(i+1, j), s.at(i, j), s.at(i, j-1)
			p.add(nil, z, -same)
			p.add(nil, z, -x, -less)
			p.add(nil, -z, same, x)
			if same != -yes {
				p.add(&once, -z, same, less)
			}
			p.add(nil, -z, less)
			p.delete(&once)
		}
	}
	s.place(t.total, 0)
	s.reach(truth, t.total, t.pairs, t.least, 0)
	return s
}

// place notes where the leaves of a total begin.
func (s *sums) place(t *total, offset int) {
	if s.offset[t] = offset; t.size > 1 {
		s.place(t.parts[0], offset)
		s.place(t.parts[1], offset+t.parts[0].size)
	}
}

// reach derives that if a literal is true, which implies pairs and so that a total reaches a
// number, and j are true before it, both together are true up to its end.
func (s *sums) reach(l clause.Lit, t *total, pairs []pair, number, j int) {
	from := s.offset[t]
	key := derived{l, t, j}
	if l == t.leaf || j > from || j >= s.least || s.known[key] || s.err != nil {
		return
	}
	s.known[key] = true
	if t.size > 1 {
		left := 0
		for _, p := range pairs {
			s.part(p.lits[0], t.parts[0], j)
			s.part(p.lits[1], t.parts[1], j+left)
			left = p.reach[0]
		}
	}
	s.add(nil, -nameOf(s.search, l), -s.at(from, j), s.at(from+t.size, j+number))
}

// part derives that for a part of a total.
func (s *sums) part(l clause.Lit, t *total, j int) {
	switch {
	case l == falsity:
	case l == truth:
		s.reach(l, t, t.pairs, t.least, j)
	default:
		by := s.search.statements[l]
		s.reach(l, t, by.pairs, by.least, j)
	}
}
