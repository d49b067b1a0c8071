package orbit

import (
	"slices"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
)

const (
	// maxLabels is the largest number of labels of a counter. A larger component is not a counter.
	maxLabels = 1 << 10
	// maxWork limits the total number of values and clauses in all states of a counter. It takes some
	// tenths of a second.
	maxWork = 1 << 25
)

// A component is a set of clauses that may be a counter, which bounds the number of true labels. The
// variables of a component are of two sorts. Sums occur in no other clauses of the formula, and labels
// may.
//
// The method of count does not depend on the encoding. It assigns the labels one after another and
// propagates. In a counter, the clauses that remain depend only on the number of true labels so far,
// not on their positions. For example, "at most 1 of x, y, z" leaves the same clauses about z for
// x = 1, y = 0 as for x = 0, y = 1. Therefore every permutation of the labels preserves the models,
// although it may not map clauses to clauses.
type component struct {
	lits        []clause.Lit // indexed by local number: literals of sums and labels; 2i is positive, 2i+1 its complement
	labels      []int32      // local numbers of the positive literals of labels
	isLabel     []bool       // indexed by local number: the variable is a label
	clauses     [][]int32    // in local numbers
	occurrences [][]int32    // indexed by local number: the clauses with this literal
	passed      []bool       // indexed by local number: a label that was assigned, as opposed to implied
	strict      bool         // the labels must determine the sums
}

// A state describes a component after the first labels were assigned. A nil state means that the
// component has no model with this number of true labels among them.
type state struct {
	values []int8  // indexed by local number: 1 true, -1 false, 0 unassigned
	open   []int32 // the clauses that are not satisfied, ascending
}

// newComponent returns the component of some clauses. It numbers their literals from 0.
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

// order sorts the labels in the order in which the encoding counts them, as far as the clauses show
// it: by their distance from a label at one end. Two labels are neighbours if a clause contains both,
// or if there is a sum that occurs with each of them. Order returns false if some label is not
// connected with the others.
func (m *component) order() bool {
	for range 2 { // the label farthest from any label is at an end
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

// assign returns the state after the literal l of a label becomes true, and the literals of sums that
// unit propagation implies. The state is nil if s is nil or if l is already false in s. An implied
// label gets its value at once but does not propagate before count assigns it. So each sum follows
// only from labels that were assigned. Assign returns ok = false if propagation ends in a conflict,
// because the checker would not accept such a counter.
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
					v = 0 // implied, but not yet assigned by count
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

// isSame reports whether two states are equal for the labels to come: the same clauses are open, with
// the same values of their literals, and the labels to come have the same values. If m is strict, the
// same variables must also be assigned.
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

// counter returns the component as a counter, or nil if it is not recognized as a counter.
func (m *component) counter() *argument.Counter {
	if len(m.labels) < 2 || len(m.labels) > maxLabels || !m.order() {
		return nil
	}
	for range 2 { // the sums may be thresholds of prefixes in only one direction
		labels, counts, implied := m.count()
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

// count checks whether the component is a counter for the order m.labels. It returns the labels with
// the signs that are counted, or nil if the component is not a counter in this order or if the work is
// too much. counts[n] reports whether the component has a model with n true labels. implied[i][n][v]
// holds the sums that follow when labels[i] gets the value v after n true labels.
func (m *component) count() (labels []clause.Lit, counts []bool, implied [][][2][]clause.Lit) {
	clear(m.passed)
	first := &state{values: make([]int8, len(m.lits))}
	for c := range m.clauses {
		first.open = append(first.open, int32(c))
	}
	states, done := []*state{first}, 0 // states is indexed by the number of true labels so far
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
		// is reports whether the label counts if it has this value: n true labels and then this value
		// leave the same state as n+1 true labels and then the other value.
		is := func(value int) bool {
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
		if done += len(states) * (len(m.lits) + len(m.clauses)); done > maxWork {
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

// claim makes a counter from the results of count, and finds a threshold for each sum. It returns nil
// if some sum is not a threshold, or if the numbers of true labels that have a model are not an
// interval.
//
// The prefix of a sum ends with the last label that implies the sum or its complement. The value of
// this label decides whether the number of true labels reaches the threshold. A sum that never follows
// may have any value. It gets a threshold that is never reached: 2 of the first 1.
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
	of := map[uint32]argument.Threshold{} // indexed by variable
	add := func(s argument.Threshold) {
		if _, known := of[s.Lit.Var()]; !known {
			of[s.Lit.Var()] = s
			r.Sums = append(r.Sums, s)
		}
	}
	// each calls do with each literal of a sum that follows when label k gets a value after c true
	// labels. It skips the cases that no model has, because the final number would be out of range.
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
