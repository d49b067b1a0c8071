package cardinality

import (
	"cmp"
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/parity"
)

// maxLines bounds a proof by sums; one for a torus of 30 has half of that.
const maxLines = 1 << 20

// ErrTooLong is the error of Refute if sums contradict each other, but a proof of that would be
// too long, also with more work.
var ErrTooLong error = &engine.DeclinedError{Engine: Name, Reason: "its proof is too long"}

// A sum is a set of literals of which exactly one is true: those that a tight closure has in a
// hole.
type sum struct {
	lits    []clause.Lit // ascending
	closure int
	hole    int32
}

// sum notes the sums of a closure and its holes. It leaves out rooms and the labels of
// counters.
func (s *search) sum(c closure, holes []int32) {
	lits, counted := map[int32][]clause.Lit{}, map[int32]bool{} // by hole
	for i, p := range c.pigeons {
		for at, hole := range c.holes[i] {
			lits[hole] = append(lits[hole], s.lits[s.pigeons[p].lits[at]])
			counted[hole] = counted[hole] || s.pigeons[p].counter > 0
		}
	}
	for _, hole := range holes {
		if int(hole) < s.doubles && !counted[hole] {
			slices.Sort(lits[hole])
			s.sums = append(s.sums, sum{lits[hole], len(s.closures), hole})
		}
	}
	s.closures = append(s.closures, c)
}

// contradict reports whether the sums contradict each other modulo 2. If a proof is wanted and
// would be too long, it returns ErrTooLong.
func (s *search) contradict(ctx context.Context, meter *engine.Meter) (refuted bool, err error) {
	slices.SortFunc(s.sums, func(a, b sum) int {
		return cmp.Or(slices.Compare(a.lits, b.lits), cmp.Compare(a.closure, b.closure), cmp.Compare(a.hole, b.hole))
	})
	s.sums = slices.CompactFunc(s.sums, func(a, b sum) bool { return slices.Equal(a.lits, b.lits) })
	s.sums = slices.DeleteFunc(s.sums, func(a sum) bool {
		same := func(k, l clause.Lit) bool { return k.Var() == l.Var() }
		return len(slices.CompactFunc(slices.Clone(a.lits), same)) < len(a.lits)
	})
	var equations []argument.Equation
	for _, a := range s.sums {
		equations = append(equations, parity.ExactlyOne(a.lits))
	}
	c := parity.Contradict(ctx, equations, s.Vars, s.work)
	if c == nil {
		return false, nil
	}
	if s.task.Proof != nil {
		c.Shorten(ctx)
	}
	b := newBuilder(s)
	lines, numbers := c.Lines(), map[int]int{} // by closure: 1 + the number of its sum
	c.Append(&b.Argument, func(place int) argument.Equation {
		a := s.sums[place]
		if numbers[a.closure] == 0 {
			b.sum(s.closures[a.closure])
			numbers[a.closure] = len(b.Sums)
			if n := len(s.closures[a.closure].pigeons); n > 1 {
				lines += linesPerCell * n * n * n
			}
		}
		e := parity.ExactlyOne(a.lits)
		e.Sum, e.Group = numbers[a.closure], b.groupOf(numbers[a.closure]-1, a.hole)
		return e
	})
	if s.task.Proof != nil && lines > maxLines {
		return false, ErrTooLong
	}
	return s.conclude(ctx, &b.Argument, c, meter)
}

// linesPerCell is how many lines a proof has for each pigeon, hole, and number of holes left.
const linesPerCell = 5
