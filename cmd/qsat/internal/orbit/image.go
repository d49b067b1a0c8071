package orbit

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// batch is how many images at most are checked at once.
const batch = 64

// Models returns what finds all models by the leaders that each finds. It is each itself if o is
// nil.
func (o *Orbits) Models(each engine.Models) engine.Models {
	if o == nil {
		return each
	}
	return func(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
		m := o.newMapper()
		return each.Enumerate(ctx, o.leaders, func(a *dimacs.Assignment) error {
			return m.images(a, func(images [][]uint64) error {
				t.CheckAhead(images)
				for _, bits := range images {
					m.model.SetBits(bits)
					if err := found(&m.model, o.projection); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
}

// Solve returns a leader that solve finds.
func (o *Orbits) Solve(ctx context.Context, solve func(context.Context, *engine.Task) (engine.Answer, error)) (engine.Answer, error) {
	a, err := solve(ctx, o.leaders)
	a.Failed = nil // with clauses of leaders assumptions fail that do not without
	if a.Model != nil {
		bits := make([]uint64, o.task.Formula.Vars>>6+1)
		a.Model.Bits(bits)
		bits[len(bits)-1] &^= o.newVars()
		a.Model.SetBits(bits)
	}
	return a, err
}

// A mapper maps leaders to their images.
type mapper struct {
	*Orbits
	mapped   []mappedCounter
	valued   []clause.Lit // those whose values images depend on
	changing []uint64     // variables that are not the same in all images, as bits
	values   []uint64     // by literal: 1 if it is true
	rest     []uint64     // the variables that are true in all images, as bits
	list     [][]uint64   // images, as bits
	model    dimacs.Assignment
}

// images calls found with the different images of a leader, some at a time and the leader
// first, and not at all if a model is no leader.
func (m *mapper) images(a *dimacs.Assignment, found func(images [][]uint64) error) error {
	for _, l := range m.valued {
		m.values[l], m.values[l.Not()] = 0, 1
		if a.Holds(m.clauses.Name(l)) {
			m.values[l], m.values[l.Not()] = 1, 0
		}
	}
	same := 0
	for _, p := range m.group {
		switch m.compareTo(p) {
		case 1:
			return nil
		case 0:
			same++
		}
	}
	a.Bits(m.rest)
	for i := range m.rest {
		m.rest[i] &^= m.changing[i]
	}
	known, key, n := map[string]bool{}, make([]byte, len(m.compared)), 0
	for _, p := range m.group {
		if same > 1 {
			for i, l := range m.compared {
				key[i] = byte(m.values[p[l]])
			}
			if known[string(key)] {
				continue
			}
			known[string(key)] = true
		}
		m.image(p, m.list[n])
		if n++; n == len(m.list) {
			if err := found(m.list); err != nil {
				return err
			}
			n = 0
		}
	}
	if n == 0 {
		return nil
	}
	return found(m.list[:n])
}

// compareTo compares an image with the model: it is 1 if the image is more.
func (m *mapper) compareTo(p []int32) int {
	for _, l := range m.compared {
		if x, y := m.values[l], m.values[p[l]]; x != y {
			return 2*int(y) - 1
		}
	}
	return 0
}

// image sets bits to an image.
func (m *mapper) image(p []int32, bits []uint64) {
	copy(bits, m.rest)
	for _, l := range m.moved {
		v := m.clauses.Names[l.Var()]
		bits[v>>6] |= m.values[p[l]] << (v & 63)
	}
	for i := range m.mapped {
		r, n := &m.mapped[i], uint64(0)
		for k, l := range r.labels {
			n += m.values[p[l]]
			for _, w := range r.sums[k][n] {
				bits[w.at] |= w.bits
			}
		}
	}
}

// A mappedCounter is a counter as images have it.
type mappedCounter struct {
	labels []clause.Lit
	// sums holds the variables of sums that are true, indexed by the last label of their prefix and
	// the number of true labels in it.
	sums [][][]word
}

// A word is some bits of an assignment.
type word struct {
	at   int
	bits uint64
}

func (o *Orbits) newMapper() *mapper {
	words := o.task.Formula.Vars>>6 + 1
	m := &mapper{
		Orbits: o, valued: slices.Clone(o.moved), changing: make([]uint64, words),
		values: make([]uint64, o.clauses.NumLits()), rest: make([]uint64, words),
	}
	for range min(batch, len(o.group)) {
		m.list = append(m.list, make([]uint64, words))
	}
	changing := slices.Clone(o.moved)
	for _, c := range o.counters {
		r := mappedCounter{labels: c.Labels, sums: make([][][]word, len(c.Labels))}
		lits := make([][][]clause.Lit, len(c.Labels)) // as r.sums
		for k := range lits {
			lits[k] = make([][]clause.Lit, k+2)
		}
		for _, s := range c.Sums {
			for n := range lits[s.Prefix-1] {
				l := s.Lit
				if n < s.AtLeast {
					l = l.Not()
				}
				lits[s.Prefix-1][n] = append(lits[s.Prefix-1][n], l)
			}
			changing = append(changing, clause.Positive(s.Lit.Var()))
		}
		for k := range lits {
			for _, list := range lits[k] {
				r.sums[k] = append(r.sums[k], o.words(list))
			}
		}
		m.valued = append(m.valued, c.Labels...)
		m.mapped = append(m.mapped, r)
	}
	for _, w := range o.words(changing) {
		m.changing[w.at] |= w.bits
	}
	m.changing[words-1] |= o.newVars()
	return m
}

// newVars returns the bits of new variables of the leaders in the word of the last variable.
func (o *Orbits) newVars() uint64 { return ^uint64(0) << (o.task.Formula.Vars & 63) << 1 }

// words returns the variables that literals make true.
func (o *Orbits) words(lits []clause.Lit) (list []word) {
	for _, l := range lits {
		if l.Sign() < 0 {
			continue
		}
		v := o.clauses.Names[l.Var()]
		i := slices.IndexFunc(list, func(w word) bool { return w.at == int(v>>6) })
		if i < 0 {
			i, list = len(list), append(list, word{at: int(v >> 6)})
		}
		list[i].bits |= 1 << (v & 63)
	}
	return list
}
