package orbit

import (
	"context"
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

const (
	// maxLabels bounds the labels of a counter.
	maxLabels = 1 << 10
	// maxWork bounds the values and clauses in all states of one, some tenths of a second.
	maxWork = 1 << 25
)

// A component is a set of clauses that may be a counter: it says how many of some literals are
// true, its labels, with variables that no other clause has, its sums. A counter is known by what
// it does. When the labels get values one after the other, what unit propagation leaves of the
// clauses depends on the number of true labels, not on which ones are true. So a permutation of the
// labels is a symmetry, though it is none of the clauses.
type component struct {
	lits        []clause.Lit // by number: of sums and labels, two of each variable
	labels      []int32      // numbers of labels, the positive literals
	isLabel     []bool       // by number
	clauses     [][]int32
	occurrences [][]int32 // by number: clauses
	passed      []bool    // by number: it is a label that has a value
	strict      bool      // each model has to determine the sums
}

// A state is what labels with values leave of a component, nil where that is a conflict.
type state struct {
	values []int8  // by number
	open   []int32 // clauses that are not satisfied
}

// newComponent numbers the variables of clauses.
func newComponent(clauses [][]clause.Lit, isSum []bool) *component {
	m := &component{}
	number := map[uint32]int32{}
	for _, c := range clauses {
		local := make([]int32, len(c))
		for i, l := range c {
			n, known := number[l.Var()]
			if !known {
				n = int32(len(m.lits))
				number[l.Var()] = n
				p := clause.Positive(l.Var())
				m.lits, m.isLabel = append(m.lits, p, p.Not()), append(m.isLabel, !isSum[l.Var()], !isSum[l.Var()])
				m.occurrences = append(m.occurrences, nil, nil)
				if !isSum[l.Var()] {
					m.labels = append(m.labels, n)
				}
			}
			local[i] = n | int32(l&1)
		}
		for _, l := range local {
			m.occurrences[l] = append(m.occurrences[l], int32(len(m.clauses)))
		}
		m.clauses = append(m.clauses, local)
	}
	m.passed = make([]bool, len(m.lits))
	return m
}

// order orders the labels as they follow each other: by how far they are from one at an end,
// where a step is from a label to another that is with the same sum in some clause.
func (m *component) order() bool {
	for range 2 { // the last of those from anywhere is at an end
		queue, seen := []int32{m.labels[0]}, make([]bool, len(m.lits))
		seen[queue[0]] = true
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			for _, l := range []int32{v, v ^ 1} {
				for _, c := range m.occurrences[l] {
					if !m.isLabel[v] && !slices.ContainsFunc(m.clauses[c], func(k int32) bool { return m.isLabel[k] }) {
						continue
					}
					for _, k := range m.clauses[c] {
						if k &^= 1; !seen[k] && (m.isLabel[k] || m.isLabel[v]) {
							seen[k] = true
							queue = append(queue, k)
						}
					}
				}
			}
		}
		queue = slices.DeleteFunc(queue, func(v int32) bool { return !m.isLabel[v] })
		if len(queue) < len(m.labels) {
			return false
		}
		m.labels = queue
		slices.Reverse(m.labels)
	}
	slices.Reverse(m.labels)
	return true
}

// assign returns the state after the literal l of a label becomes true, and the sums that follow by
// unit propagation. The state is nil if l is already false. A label that follows gets its value, but
// propagates only when it is assigned itself, so that each sum follows from the labels before it.
// It returns false if propagation ends in a conflict: then the checker would not accept the counter.
func (m *component) assign(s *state, l int32) (next *state, implied []clause.Lit, ok bool) {
	if s == nil || s.values[l] < 0 {
		return nil, nil, true
	}
	next = &state{values: slices.Clone(s.values)}
	set := func(l int32) { next.values[l], next.values[l^1] = 1, -1 }
	set(l)
	queue := []int32{l}
	for i := 0; i < len(queue); i++ {
		if l := queue[i]; !m.isLabel[l] {
			implied = append(implied, m.lits[l])
		}
	clauses:
		for _, c := range m.occurrences[queue[i]^1] {
			unit := int32(-1)
			for _, k := range m.clauses[c] {
				v := next.values[k]
				if v < 0 && m.isLabel[k] && !m.passed[k] {
					v = 0 // not assigned itself
				}
				switch {
				case v > 0, v == 0 && unit >= 0:
					continue clauses
				case v == 0:
					unit = k
				}
			}
			if unit < 0 || next.values[unit] < 0 {
				return nil, nil, false
			}
			if set(unit); !m.isLabel[unit] {
				queue = append(queue, unit)
			}
		}
	}
	next.open = make([]int32, 0, len(s.open))
	for _, c := range s.open {
		if !slices.ContainsFunc(m.clauses[c], func(k int32) bool { return next.values[k] > 0 }) {
			next.open = append(next.open, c)
		}
	}
	return next, implied, true
}

// isSame reports whether two states leave the same clauses, and the same to the labels that
// have no value yet.
func (m *component) isSame(s, t *state) bool {
	if s == nil || t == nil {
		return s == t
	}
	if !slices.Equal(s.open, t.open) {
		return false
	}
	for _, c := range s.open {
		for _, k := range m.clauses[c] {
			if s.values[k] != t.values[k] {
				return false
			}
		}
	}
	for k := range s.values {
		if s.values[k] != t.values[k] && (m.isLabel[k] && !m.passed[k] || m.strict && s.values[k]*t.values[k] == 0) {
			return false
		}
	}
	return true
}

// counter returns the counter that a component is, nil if it is none.
func (m *component) counter(ctx context.Context) *argument.Counter {
	if len(m.labels) < 2 || len(m.labels) > maxLabels || !m.order() {
		return nil
	}
	for range 2 { // the sums may have thresholds for one order of the labels only
		labels, counts, implied := m.count(ctx)
		if labels == nil {
			return nil
		}
		if r := m.claim(labels, counts, implied); r != nil {
			return r
		}
		slices.Reverse(m.labels)
	}
	return nil
}

// count returns the labels in their order, with the signs that are counted; nil if the component
// is no counter in this order. The list counts tells, indexed by the number of true labels, whether
// there is a model. The list implied holds the sums that follow from a label, indexed by label,
// number of true labels before it, and its value.
func (m *component) count(ctx context.Context) (labels []clause.Lit, counts []bool, implied [][][2][]clause.Lit) {
	clear(m.passed)
	first := &state{values: make([]int8, len(m.lits))}
	for c := range m.clauses {
		first.open = append(first.open, int32(c))
	}
	states, done := []*state{first}, 0 // by number of true labels
	for _, x := range m.labels {
		m.passed[x], m.passed[x^1] = true, true
		next, follow := make([][2]*state, len(states)), make([][2][]clause.Lit, len(states))
		for n, s := range states {
			for value := range int32(2) {
				var ok bool
				if next[n][value], follow[n][value], ok = m.assign(s, x^1^value); !ok {
					return nil, nil, nil
				}
			}
		}
		is := func(value int) bool { // as many are true however the label is chosen
			for n := range len(next) - 1 {
				if !m.isSame(next[n][value], next[n+1][1-value]) {
					return false
				}
			}
			return true
		}
		if !is(1) {
			if !is(0) {
				return nil, nil, nil
			}
			x ^= 1
			for n := range next {
				slices.Reverse(next[n][:])
				slices.Reverse(follow[n][:])
			}
		}
		states = states[:0]
		for _, s := range next {
			states = append(states, s[0])
		}
		states = append(states, next[len(next)-1][1])
		labels, implied = append(labels, m.lits[x]), append(implied, follow)
		if done += len(states) * (len(m.lits) + len(m.clauses)); done > maxWork || ctx.Err() != nil {
			return nil, nil, nil
		}
	}
	for _, s := range states {
		if s != nil && (len(s.open) > 0 || m.strict && slices.Contains(s.values, 0)) {
			return nil, nil, nil
		}
		counts = append(counts, s != nil)
	}
	return labels, counts, implied
}

// claim returns the counter of what count has returned, with thresholds of the sums; nil if there
// are none, or if the numbers of true labels that have a model are no interval.
//
// The last label that a sum follows from ends its prefix. The value of that label makes the
// difference between reaching the threshold or not. A sum that never follows may have any value, and
// gets a threshold that is never reached.
func (m *component) claim(labels []clause.Lit, counts []bool, implied [][][2][]clause.Lit) *argument.Counter {
	n := len(labels)
	low := slices.Index(counts, true)
	if low < 0 {
		return nil
	}
	high := low
	for high < n && counts[high+1] {
		high++
	}
	if slices.Contains(counts[high+1:], true) {
		return nil
	}
	r := &argument.Counter{Labels: labels, Low: low, High: high, Unique: m.strict}
	of := map[uint32]argument.Threshold{}
	add := func(s argument.Threshold) {
		if _, known := of[s.Lit.Var()]; !known {
			of[s.Lit.Var()] = s
			r.Sums = append(r.Sums, s)
		}
	}
	// each calls do with the sums that follow if c labels are true before label k, which has a value.
	// It skips numbers that no model has.
	each := func(k int, do func(l clause.Lit, c, value int)) {
		for c := max(0, low-n+k); c <= min(k, high); c++ {
			for value, lits := range implied[k][c] {
				if c+value >= low-n+k+1 && c+value <= high {
					for _, l := range lits {
						do(l, c, value)
					}
				}
			}
		}
	}
	for k := n - 1; k >= 0; k-- {
		each(k, func(l clause.Lit, c, value int) {
			add(argument.Threshold{Lit: l ^ clause.Lit(1-value), Prefix: k + 1, AtLeast: c + 1})
		})
	}
	for k, l := range m.lits {
		if k%2 == 0 && !m.isLabel[k] {
			add(argument.Threshold{Lit: l, Prefix: 1, AtLeast: 2})
		}
	}
	slices.SortStableFunc(r.Sums, func(a, b argument.Threshold) int { return a.Prefix - b.Prefix })
	agree := true
	for k := range n {
		each(k, func(l clause.Lit, c, value int) {
			s := of[l.Var()]
			if l == s.Lit {
				agree = agree && max(c+value, low-n+s.Prefix) >= s.AtLeast
			} else {
				agree = agree && min(c+value+s.Prefix-k-1, high) < s.AtLeast
			}
		})
	}
	if !agree {
		return nil
	}
	return r
}
