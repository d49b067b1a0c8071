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

// ErrTooLong is the error of Refute if sums contradict each other but the proof would be too long. A
// larger budget of work does not help.
var ErrTooLong error = &engine.DeclinedError{Engine: Name, Reason: "its proof is too long"}

// A sum is a set of literals with exactly one true literal in every model: the literals that the n
// pigeons of a tight closure have in one of its n holes. The hole allows one true literal.
type sum struct {
	lits []clause.Lit // ascending
	*closure
	hole int32 // the index of the hole in cliques; 0 if the closure is a single clause
}

// addSums adds to s.sums a sum for each hole whose smallest closure is c. It omits holes that allow
// two true literals, and holes with labels of counters.
func (s *refuter) addSums(c *closure) {
	lits, counted := map[int32][]clause.Lit{}, map[int32]bool{} // indexed by hole: its literals, and whether a label of a counter is one
	for i, p := range c.pigeons {
		for at, k := range c.holes[i] {
			lits[k] = append(lits[k], s.lits[s.pigeons[p].lits[at]])
			counted[k] = counted[k] || s.pigeons[p].counter > 0
		}
	}
	for _, hole := range c.taken {
		if int(hole) < s.doubles && !counted[hole] {
			slices.Sort(lits[hole])
			s.sums = append(s.sums, sum{lits[hole], c, hole})
		}
	}
}

// contradict reports whether it finds, in about s.work steps, that the sums contradict each other
// modulo 2, and the checker accepts the argument. If the task has a proof, contradict writes the
// refutation to it, or returns ErrTooLong if its estimate of the number of lines exceeds maxLines.
// Other errors are those of conclude. It sorts s.sums, and removes repeated sums and sums with two
// literals of a variable.
func (s *refuter) contradict(ctx context.Context, meter *engine.Meter) (refuted bool, err error) {
	slices.SortStableFunc(s.sums, func(a, b sum) int {
		return cmp.Or(slices.Compare(a.lits, b.lits), cmp.Compare(a.first, b.first))
	})
	s.sums = slices.CompactFunc(s.sums, func(a, b sum) bool { return slices.Equal(a.lits, b.lits) })
	s.sums = slices.DeleteFunc(s.sums, func(a sum) bool {
		sameVar := func(k, l clause.Lit) bool { return k.Var() == l.Var() }
		return len(slices.CompactFunc(slices.Clone(a.lits), sameVar)) < len(a.lits)
	})
	equations := make([]argument.Equation, len(s.sums))
	for i, a := range s.sums {
		equations[i] = parity.ExactlyOne(a.lits)
		equations[i].Group = i // for now, the index in s.sums
	}
	c := parity.Contradict(ctx, equations, s.Vars, s.work)
	if c == nil {
		return false, nil
	}
	if s.task.Proof != nil {
		c.Shorten(ctx)
	}
	b := newBuilder(s)
	lines := c.Lines()
	c.Append(&b.Argument)
	for i := range b.Equations {
		e := &b.Equations[i]
		a := s.sums[e.Group]
		for n := range b.Sums { // reuse a sum that an equation of another hole has added
			if g, known := b.groups[groupKey{n, a.hole}]; known && b.firsts[n] == a.first && slices.Equal(slices.Sorted(slices.Values(b.Groups[g].Lits)), a.lits) {
				e.Sum, e.Group = n+1, g
				break
			}
		}
		if e.Sum > 0 {
			continue
		}
		e.Sum = b.sum(*a.closure) + 1
		e.Group = b.groupOf(e.Sum-1, a.hole)
		if n := len(a.pigeons); n > 1 {
			lines += linesPerTriple * n * n * n
		}
	}
	if s.task.Proof != nil && lines > maxLines {
		return false, ErrTooLong
	}
	return s.conclude(ctx, &b.Argument, c, meter)
}
