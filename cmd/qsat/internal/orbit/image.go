package orbit

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Models returns a function that finds all models of the task of o. The function must be called
// with this task. It finds the leaders with models. For every leader, it calls found with the
// images that differ on the projected variables, and with the projection of the task; the image
// is valid during the call. It returns the first error of found or of models. If o is nil, Models
// returns its argument.
func (o *Orbits) Models(models engine.Models) engine.Models {
	if o == nil {
		return models
	}
	return func(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment, *engine.Projection) error) error {
		m := o.newMapper()
		return models.Enumerate(ctx, o.leaders, func(a *dimacs.Assignment) error {
			return m.images(a, func(bits []uint64) error {
				m.model.SetBits(bits)
				return found(&m.model, o.projection)
			})
		})
	}
}

// Solve calls solve with the task that is restricted to leaders, and returns its answer and error.
// It removes the values of new variables from the model, which is a model of the task of o, and
// possibly not a leader. Failed is always nil.
func (o *Orbits) Solve(ctx context.Context, solve func(context.Context, *engine.Task) (engine.Answer, error)) (engine.Answer, error) {
	a, err := solve(ctx, o.leaders)
	a.Failed = nil // the assumptions may fail only because of the clauses for leaders
	if a.Model != nil {
		o.restrict(a.Model, a.Model)
	}
	return a, err
}

// restrict sets to to a copy of from, a model of o.leaders, without the new variables. The two may be the same.
func (o *Orbits) restrict(to, from *dimacs.Assignment) {
	bits := make([]uint64, o.task.Formula.Vars>>6+1)
	from.Bits(bits)
	bits[len(bits)-1] &^= o.newVars()
	to.SetBits(bits)
}

// A mapper maps leaders to their images. Its sets of variables have the form of Assignment.Bits:
// one bit per variable of the formula.
type mapper struct {
	*Orbits
	mapped   []mappedCounter
	valued   []clause.Lit // the literals whose values determine the images: moved literals and labels
	changing []uint64     // the set of variables that can differ between the images of a model, and new variables
	values   []uint64     // indexed by literal of the database: 1 if the model makes it true, otherwise 0; set for valued
	rest     []uint64     // the set of true variables of the model that are not in changing
	bits     []uint64     // buffer for an image
	model    dimacs.Assignment
}

// images calls found with each image of a, a model of o.leaders, as its set of true variables, if a
// is a leader. Otherwise it does not call found. The first image is the model itself, without new
// variables. Of images with the same values of the literals in m.compared, images passes only the
// first to found. It returns the first error of found, which must not keep the image, because the
// next one overwrites it.
func (m *mapper) images(a *dimacs.Assignment, found func(bits []uint64) error) error {
	for _, l := range m.valued {
		m.values[l], m.values[l.Not()] = 0, 1
		if a.Holds(m.clauses.Name(l)) {
			m.values[l], m.values[l.Not()] = 1, 0
		}
	}
	fixing := 0 // the number of symmetries under which the compared literals keep their values
	for _, p := range m.group {
		switch m.compareTo(p) {
		case 1:
			return nil
		case 0:
			fixing++
		}
	}
	a.Bits(m.rest)
	for i := range m.rest {
		m.rest[i] &^= m.changing[i]
	}
	known, key := map[string]bool{}, make([]byte, len(m.compared))
	for _, p := range m.group {
		if fixing > 1 {
			for i, l := range m.compared {
				key[i] = byte(m.values[p[l]])
			}
			if known[string(key)] {
				continue
			}
			known[string(key)] = true
		}
		m.image(p, m.bits)
		if err := found(m.bits); err != nil {
			return err
		}
	}
	return nil
}

// compareTo compares the image of the model under p with the model, by the literals in m.compared.
// The first literal with different values decides; true is greater than false. It returns 1 if the
// image is greater, -1 if it is less, and 0 if they are equal on these literals. The values of the
// model are in m.values.
func (m *mapper) compareTo(p []int32) int {
	for _, l := range m.compared {
		if x, y := m.values[l], m.values[p[l]]; x != y {
			return 2*int(y) - 1
		}
	}
	return 0
}

// image sets bits to the true variables of the image of the model under p: a moved literal l is true
// if p[l] is true in the model. The sums of counters get the values of their thresholds, new
// variables are false, and other variables keep their values. The values of the model are in
// m.values and m.rest.
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

// A mappedCounter is a counter in the form that image needs.
type mappedCounter struct {
	labels []clause.Lit // Counter.Labels
	// sums[k][n] holds the variables of sums with the prefix k+1 that are true if n of the first
	// k+1 labels are true, as words with different indices.
	sums [][][]word
}

// A word is one word of Assignment.Bits: its index and some of its bits.
type word struct {
	at   int // its index
	bits uint64
}

// newMapper returns a mapper for models of the task of o.
func (o *Orbits) newMapper() *mapper {
	words := o.task.Formula.Vars>>6 + 1
	m := &mapper{
		Orbits: o, valued: slices.Clone(o.moved), changing: make([]uint64, words),
		values: make([]uint64, o.clauses.NumLits()), rest: make([]uint64, words), bits: make([]uint64, words),
	}
	change := func(l clause.Lit) {
		v := o.clauses.Names[l.Var()]
		m.changing[v>>6] |= 1 << (v & 63)
	}
	for _, l := range o.moved {
		change(l)
	}
	for _, c := range o.counters {
		r := mappedCounter{labels: c.Labels, sums: make([][][]word, len(c.Labels))}
		for k := range r.sums {
			r.sums[k] = make([][]word, k+2)
		}
		for _, s := range c.Sums {
			for n, list := range r.sums[s.Prefix-1] {
				if (n >= s.AtLeast) == (s.Lit.Sign() > 0) {
					r.sums[s.Prefix-1][n] = with(list, o.clauses.Names[s.Lit.Var()])
				}
			}
			change(s.Lit)
		}
		m.valued = append(m.valued, c.Labels...)
		m.mapped = append(m.mapped, r)
	}
	m.changing[words-1] |= o.newVars()
	return m
}

// newVars returns the bits after the last variable of the formula in the last word of a set. The
// task of leaders has new variables there.
func (o *Orbits) newVars() uint64 { return ^uint64(0) << (o.task.Formula.Vars & 63) << 1 }

// with adds the bit of variable v of the formula to list, whose words have different indices, and
// returns the list.
func with(list []word, v int32) []word {
	i := slices.IndexFunc(list, func(w word) bool { return w.at == int(v>>6) })
	if i < 0 {
		i, list = len(list), append(list, word{at: int(v >> 6)})
	}
	list[i].bits |= 1 << (v & 63)
	return list
}
