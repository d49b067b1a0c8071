package explain

import (
	"cmp"
	"context"
	"slices"
)

// A trial is an assumption that leads to a violated constraint, one constraint after the other.
type trial struct {
	square      int
	value       int8  // the value assumed
	constraints []int // used on the way, ascending
	violated    int
	queens      []int // the queens that follow on the way, in their order
}

// trials calls found with each assumption that fails, until found returns true. Assumptions of
// queens come first. The constraints only are used; nil means all.
func (b *board) trials(ctx context.Context, only []int, found func(trial) bool) error {
	for _, value := range [...]int8{1, -1} {
		for i := range b.n {
			if i&15 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if b.value[i] != 0 {
				continue
			}
			if t, failed := b.try(i, value, only); failed && found(t) {
				return nil
			}
		}
	}
	return nil
}

// try assumes a value and undoes it.
func (b *board) try(i int, value int8, only []int) (t trial, failed bool) {
	start := len(b.trail)
	defer func() { b.undo(start) }()
	b.assign(i, value, -1)
	violated := b.propagate(start, only)
	if violated < 0 {
		return trial{}, false
	}
	t = trial{square: i, value: value, constraints: []int{violated}, violated: violated}
	relevant := b.newSet() // the squares that the violation follows from
	b.because(violated, -1, relevant)
	for _, j := range slices.Backward(b.trail[start+1:]) {
		if !relevant.has(j) {
			continue
		}
		if b.value[j] > 0 {
			t.queens = append(t.queens, j)
		}
		t.constraints = append(t.constraints, b.reason[j])
		b.because(b.reason[j], j, relevant)
	}
	slices.Reverse(t.queens)
	slices.Sort(t.constraints)
	t.constraints = slices.Compact(t.constraints)
	return t, true
}

// assume makes an assumption and its consequences known while it calls look.
func (b *board) assume(i int, value int8, only []int, look func()) {
	start := len(b.trail)
	b.assign(i, value, -1)
	b.propagate(start, only)
	look()
	b.undo(start)
}

// because adds to the set the squares by which constraint k forced square i, or was violated if
// i is -1.
func (b *board) because(k, i int, to set) {
	c := &b.constraints[k]
	needs := int8(-1) // forced a queen because of crosses
	switch {
	case i >= 0:
		needs = -b.value[i]
	case c.pairs() || b.placed[k] > c.high:
		needs = 1
	}
	for j := range c.squares.all {
		if b.value[j] == needs && j != i && (!c.pairs() || i < 0 || c.next[i].has(j)) {
			to.add(j)
		}
	}
}

// refined is the number of trials, those with the fewest constraints, of which the constraints
// are minimized.
const refined = 8

// trial returns the failed assumption with the smallest minimal set of constraints among the
// refined ones, and the set; ok is false if no assumption fails.
func (b *board) trial(ctx context.Context) (best trial, of []int, ok bool, err error) {
	var all []trial
	if err := b.trials(ctx, nil, func(t trial) bool { all = append(all, t); return false }); err != nil || len(all) == 0 {
		return trial{}, nil, false, err
	}
	slices.SortStableFunc(all, func(x, y trial) int { return cmp.Compare(len(x.constraints), len(y.constraints)) })
	for _, t := range all[:min(refined, len(all))] {
		r, err := b.refute(ctx, t.constraints, t.square, t.value, false)
		if err != nil {
			return trial{}, nil, false, err
		}
		if of == nil || len(r.constraints) < len(of) {
			best, of = t, r.constraints
		}
	}
	return best, of, true, nil
}

// candidates is the largest number of squares that search looks at.
const candidates = 100

// search returns the value of a square that is excluded by the smallest minimal set of
// constraints found, and the set. It returns errSeveral if a square may have both values, or
// errNone if there is no solution.
func (b *board) searched(ctx context.Context) (i int, value int8, of []int, err error) {
	all := b.all()
	whole, err := b.refute(ctx, all, -1, 0, false)
	switch {
	case err != nil:
		return 0, 0, nil, err
	case whole.model == nil:
		return 0, 0, nil, errNone
	}
	if b.cached == nil {
		b.cached = map[int]refutation{}
	}
	tried := 0
	for j := range b.unknown.all {
		if tried++; tried > candidates {
			break
		}
		wrong := int8(1)
		if whole.model.Value(j + 1) {
			wrong = -1
		}
		r, known := b.cached[j]
		if !known {
			if r, err = b.refute(ctx, all, j, wrong, false); err != nil {
				return 0, 0, nil, err
			}
			if r.model != nil {
				return 0, 0, nil, errSeveral
			}
			b.cached[j] = r
		}
		if of == nil || len(r.constraints) < len(of) {
			i, value, of = j, wrong, r.constraints
		}
	}
	r, err := b.refute(ctx, of, i, value, false) // a set found with fewer known squares may be smaller now
	return i, value, r.constraints, err
}

// all returns all constraints.
func (b *board) all() []int {
	all := make([]int, len(b.constraints))
	for k := range all {
		all[k] = k
	}
	return all
}
