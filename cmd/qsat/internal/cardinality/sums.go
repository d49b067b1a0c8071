package cardinality

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/derive"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// maxLines bounds a proof by sums; one for a torus of 30 has half of that.
const maxLines = 1 << 20

// ErrTooLong is the error of Refute where sums contradict each other but a proof of that would be
// too long, as it would be with more work.
var ErrTooLong error = &engine.DeclinedError{Engine: Name, Reason: "its proof is too long"}

// A sum is a set of literals of which exactly one is true.
type sum struct {
	lits  []clause.Lit // ascending
	first int          // the clique that holes were filled from, -1 of a clause
	hole  int
}

// sum notes that one of some literals is true.
func (s *search) sum(numbers []int32, first, hole int) {
	if len(numbers) == 0 {
		return
	}
	lits := make([]clause.Lit, len(numbers))
	for i, n := range numbers {
		lits[i] = s.lits[n]
	}
	slices.Sort(lits)
	s.sums = append(s.sums, sum{lits, first, hole})
}

// contradict reports whether the sums contradict each other modulo 2, and there is a proof of
// that, if it is wanted, that is not too long. It writes it, or returns ErrTooLong.
func (s *search) contradict(ctx context.Context) (refuted bool, err error) {
	slices.SortFunc(s.sums, func(a, b sum) int {
		return cmp.Or(slices.Compare(a.lits, b.lits), cmp.Compare(a.first, b.first), cmp.Compare(a.hole, b.hole))
	})
	s.sums = slices.CompactFunc(s.sums, func(a, b sum) bool { return slices.Equal(a.lits, b.lits) })
	s.sums = slices.DeleteFunc(s.sums, func(a sum) bool {
		same := func(k, l clause.Lit) bool { return k.Var() == l.Var() }
		return len(slices.CompactFunc(slices.Clone(a.lits), same)) < len(a.lits)
	})
	sets := make([][]clause.Lit, len(s.sums))
	for i := range sets {
		sets[i] = s.sums[i].lits
	}
	c := parity.Contradict(ctx, sets, s.Vars, s.work)
	if c == nil {
		return false, nil
	}
	if s.task.Proof != nil {
		c.Shorten(ctx)
	}
	a, checker := &argument.Argument{Groups: []argument.Group{{AtMost: 1}}}, argument.New(s.Database)
	c.Append(a, func(place int) argument.Equation {
		e := argument.Equation{Odd: true, Sum: len(a.Sums) + 1}
		for _, l := range sets[place] {
			e.Vars, e.Odd = append(e.Vars, l.Var()), e.Odd == (l.Sign() > 0)
		}
		a.Sums = append(a.Sums, argument.Sum{Demands: []argument.Demand{{Lits: sets[place], AtLeast: 1}}})
		return e
	})
	if err := checker.Check(ctx, a); err != nil || s.task.Proof == nil {
		return err == nil && checker.Refuted, nil
	}
	lines, last := c.Lines(), dimacs.Lit(s.task.Formula.Vars)
	tables := s.tables(c)
	for _, p := range tables {
		n := len(p.levels)
		lines += linesPerCell * n * n * n
	}
	if lines > maxLines {
		return false, ErrTooLong
	}
	for _, p := range tables {
		p.fresh = last
		if err := p.write(ctx); err != nil {
			return false, err
		}
		last = p.fresh
	}
	_, err = derive.Equations(ctx, s.task.Proof, checker, a, c.Rank(), last)
	return err == nil, err
}

// linesPerCell is how many lines a table has for each pigeon, hole, and number of holes left.
const linesPerCell = 5

// tables returns proofs that one literal is true in each hole that a contradiction needs:
// the pigeons that a matching gives a hole and all that others of them have are as many as
// these.
func (s *search) tables(c *parity.Contradiction) (list []*proof) {
	first, work := -1, 0
	var done []bool
	var needed []sum
	for _, i := range c.Needed() {
		if a := s.sums[i]; a.first >= 0 {
			needed = append(needed, a)
		}
	}
	slices.SortFunc(needed, func(a, b sum) int { return a.first - b.first })
	for _, a := range needed {
		if a.first != first {
			first, done = a.first, make([]bool, len(s.cliques))
			s.fill(first, &work)
			s.violator(&work)
		}
		if done[a.hole] {
			continue
		}
		pigeons := []int32{s.in[a.hole]}
		done[a.hole] = true
		for i := 0; i < len(pigeons); i++ {
			for _, hole := range s.pigeons[pigeons[i]].holes {
				if q := s.in[hole]; !slices.Contains(pigeons, q) {
					pigeons, done[hole] = append(pigeons, q), true
				}
			}
		}
		p := newProof(s, pigeons)
		p.full = make([][][]dimacs.Lit, len(p.residents))
		list = append(list, p)
	}
	return list
}
