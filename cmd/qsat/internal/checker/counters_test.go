package checker

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
)

// A claim is a formula, and a counter with DIMACS literals of this formula.
type claim struct {
	f       *dimacs.Formula
	labels  []dimacs.Lit
	sums    []sum
	low     int
	high    int
	isExact bool // Unique
}

type sum struct {
	lit             dimacs.Lit
	prefix, atLeast int
}

// sequentialCounter returns a sequential counter of n labels: at least low and at most high are true. A
// one-sided counter has only the clauses that the bounds need. Labels and sums have random signs.
func sequentialCounter(r *rand.Rand, n, low, high int, oneSided bool) *claim {
	const yes = dimacs.Lit(dimacs.MaxVar)
	k := &claim{f: &dimacs.Formula{}, low: low, high: high, isExact: !oneSided}
	names := r.Perm(n * (high + 3))
	fresh := func() dimacs.Lit {
		l := dimacs.Lit(names[0]+1) * dimacs.Lit(1-2*r.IntN(2))
		names = names[1:]
		return l
	}
	at := map[[2]int]dimacs.Lit{}
	for i := range n {
		k.labels = append(k.labels, fresh())
		for j := 1; j <= min(i+1, high+1); j++ {
			at[[2]int{i + 1, j}] = fresh()
			k.sums = append(k.sums, sum{at[[2]int{i + 1, j}], i + 1, j})
		}
	}
	reached := func(i, j int) dimacs.Lit {
		switch {
		case j == 0:
			return yes
		case j > min(i, high+1):
			return -yes
		}
		return at[[2]int{i, j}]
	}
	add := func(lits ...dimacs.Lit) {
		if !slices.Contains(lits, yes) {
			k.f.Add(slices.DeleteFunc(lits, func(l dimacs.Lit) bool { return l == -yes })...)
		}
	}
	for i, x := range k.labels {
		for j := 1; j <= min(i+1, high+1); j++ {
			if !oneSided || high < n {
				add(-reached(i, j), reached(i+1, j))
				add(-reached(i, j-1), -x, reached(i+1, j))
			}
			if !oneSided || low > 0 {
				add(reached(i, j), x, -reached(i+1, j))
				add(reached(i, j-1), -reached(i+1, j))
			}
		}
	}
	add(reached(n, low))
	add(-reached(n, high+1))
	return k
}

// load returns the database of the formula, and the counter without sums that are assigned at level 0.
func (k *claim) load(t *testing.T) (*clause.Database, argument.Counter) {
	t.Helper()
	f := k.f.With()
	for _, l := range k.labels { // so that the database has every label
		f.Add(l, -l)
	}
	for _, s := range k.sums {
		f.Add(s.lit, -s.lit)
	}
	d := enginetest.Load(t, f)
	c := argument.Counter{Low: k.low, High: k.high, Unique: k.isExact}
	for _, l := range k.labels {
		c.Labels = append(c.Labels, d.Lit(l))
	}
	for _, s := range k.sums {
		if l := d.Lit(s.lit); d.Value(l) == 0 {
			c.Sums = append(c.Sums, argument.Threshold{Lit: l, Prefix: s.prefix, AtLeast: s.atLeast})
		}
	}
	return d, c
}

// isTrue reports whether the claim of a counter is true. It tries all values of the variables of its
// clauses.
func isTrue(d *clause.Database, c argument.Counter) bool {
	isSum := map[uint32]bool{}
	for _, s := range c.Sums {
		isSum[s.Lit.Var()] = true
	}
	var clauses [][]clause.Lit
	var sums, others []uint32
	for v := range d.Variables {
		switch {
		case isSum[v]:
			sums = append(sums, v)
		case !d.IsAssigned(v):
			others = append(others, v)
		}
	}
	for lits := range d.Unsatisfied {
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return isSum[l.Var()] }) {
			clauses = append(clauses, slices.Clone(lits))
		}
	}
	values := make([]int8, d.NumLits())
	isFalse := func(lits []clause.Lit) bool {
		return !slices.ContainsFunc(lits, func(l clause.Lit) bool { return values[l] >= 0 })
	}
	// count returns the sum of leaf() over all values of vars that make no clause false.
	var count func(vars []uint32, leaf func() int) int
	count = func(vars []uint32, leaf func() int) (n int) {
		switch {
		case slices.ContainsFunc(clauses, isFalse):
			return 0
		case len(vars) == 0:
			return leaf()
		}
		for _, l := range []clause.Lit{clause.Positive(vars[0]), clause.Negative(vars[0])} {
			values[l], values[l.Not()] = 1, -1
			n += count(vars[1:], leaf)
			values[l], values[l.Not()] = 0, 0
		}
		return n
	}
	claimed := true
	all := clauses
	clauses = nil // so that count tries all values of these variables
	count(others, func() int {
		trues := 0
		for _, l := range c.Labels {
			if values[l] > 0 {
				trues++
			}
		}
		clauses = all
		n := count(sums, func() int { return 1 })
		clauses = nil
		claimed = claimed && (n > 0) == (c.Low <= trues && trues <= c.High) && (n < 2 || !c.Unique)
		return 0
	})
	return claimed
}

// unprojected reports that no variable is projected.
func unprojected(uint32) bool { return false }

// check reports whether the checker accepts a counter. The test fails if an accepted claim is false.
func check(t *testing.T, d *clause.Database, c argument.Counter, what string) bool {
	t.Helper()
	accepted := New(d).CheckCounters([]argument.Counter{c}, unprojected)[0]
	if accepted && !isTrue(d, c) {
		t.Errorf("%s: accepted %v", what, c)
	}
	return accepted
}

func TestCheckCounters(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 2 + r.IntN(4)
		low, oneSided := r.IntN(n), r.IntN(2) == 0
		high := 1 + low + r.IntN(n-low)
		if low > 0 && r.IntN(2) == 0 {
			high = low
		}
		d, c := sequentialCounter(r, n, low, high, oneSided).load(t)
		r.Shuffle(len(c.Sums), func(i, j int) { c.Sums[i], c.Sums[j] = c.Sums[j], c.Sums[i] })
		if !check(t, d, c, "right") {
			t.Errorf("seed %d: from %d to %d of %d, one-sided %v: rejected", seed, low, high, n, oneSided)
		}
	}
}

// The checker rejects counters with one random change, unless their claim is still true.
func TestCountersWithMistakes(t *testing.T) {
	accepted, rejected := 0, 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 2 + r.IntN(3)
		low := r.IntN(n)
		right := sequentialCounter(r, n, low, max(1, low+r.IntN(n+1-low)), r.IntN(2) == 0)
		try := func(k *claim, what string, change func(c *argument.Counter)) {
			d, c := k.load(t)
			if d.Unsat {
				return
			}
			change(&c)
			if check(t, d, c, what) {
				accepted++
			} else {
				rejected++
			}
		}
		same := func(*argument.Counter) {}
		clauses := slices.Collect(right.f.Clauses())
		for i, lits := range clauses {
			with := func(what string, lits ...dimacs.Lit) {
				k := *right
				k.f = &dimacs.Formula{}
				for j, other := range clauses {
					if j != i {
						k.f.Add(other...)
					} else if lits != nil {
						k.f.Add(lits...)
					}
				}
				try(&k, what, same)
			}
			with("without a clause")
			for j, l := range lits {
				other := slices.Concat(right.labels, []dimacs.Lit{1, 2, 3, 4, 5, 6, 7, 99})
				for what, m := range map[string]dimacs.Lit{"complement": -l, "other literal": other[r.IntN(len(other))]} {
					changed := slices.Clone(lits)
					changed[j] = m
					with(what, changed...)
				}
				with("shorter clause", slices.Delete(slices.Clone(lits), j, j+1)...)
			}
			with("longer clause", append(slices.Clone(lits), 99)...)
		}
		_, c := right.load(t)
		numbers := []int{math.MinInt, math.MaxInt}
		for i := -1; i <= n+1; i++ {
			numbers = append(numbers, i)
		}
		for _, x := range numbers {
			for _, y := range numbers {
				for unique := range 2 {
					for i := range c.Sums {
						try(right, "threshold", func(c *argument.Counter) {
							c.Sums[i].Prefix, c.Sums[i].AtLeast, c.Unique = x, y, c.Unique || unique == 1
						})
					}
					try(right, "bounds", func(c *argument.Counter) { c.Low, c.High, c.Unique = x, y, c.Unique || unique == 1 })
				}
			}
		}
		for i := range c.Sums {
			for _, l := range []clause.Lit{c.Sums[i].Lit ^ 1, c.Labels[0], c.Sums[0].Lit} {
				try(right, "other sum", func(c *argument.Counter) { c.Sums[i].Lit = l })
			}
			try(right, "one sum less", func(c *argument.Counter) { c.Sums = slices.Delete(c.Sums, i, i+1) })
		}
		for i := range c.Labels {
			try(right, "complement of a label", func(c *argument.Counter) { c.Labels[i] ^= 1 })
			try(right, "other label", func(c *argument.Counter) { c.Labels[i] = c.Labels[0] })
			try(right, "other order", func(c *argument.Counter) { c.Labels[i], c.Labels[0] = c.Labels[0], c.Labels[i] })
			try(right, "one label less", func(c *argument.Counter) { c.Labels = slices.Delete(c.Labels, i, i+1) })
		}
	}
	if accepted < 200 || rejected < 2000 {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
}

// Two counters of a list may have common labels. The checker rejects common sums. A projected sum is accepted only
// if the counter is Unique and all labels are projected.
func TestCheckSeveralCounters(t *testing.T) {
	d, c := sequentialCounter(rand.New(rand.NewPCG(1, 3)), 4, 2, 2, false).load(t)
	inexact, assigned := c, c
	inexact.Unique, assigned.Unique = false, false
	assigned.Sums = append(slices.Clone(c.Sums), argument.Threshold{Lit: d.Trail[0], Prefix: 4, AtLeast: 2})
	// of returns a counter without sums and clauses
	of := func(labels ...clause.Lit) argument.Counter { return argument.Counter{Labels: labels, High: 2} }
	sum, label := c.Sums[0].Lit, c.Labels[0]
	all := func(uint32) bool { return true }
	for _, test := range []struct {
		name      string
		list      []argument.Counter
		projected func(v uint32) bool
		want      []bool
	}{
		{"common labels", []argument.Counter{c, of(c.Labels[:2]...)}, unprojected, []bool{true, true}},
		{"common sums", []argument.Counter{c, of(c.Labels[:2]...), c}, unprojected, []bool{false, true, false}},
		{"a sum as label", []argument.Counter{of(sum, label), c}, unprojected, []bool{false, true}},
		{"a sum with a value", []argument.Counter{assigned}, unprojected, []bool{false}},
		{"a label with a value", []argument.Counter{of(label, d.Trail[0])}, unprojected, []bool{false}},
		{"a label twice", []argument.Counter{of(label, label.Not())}, unprojected, []bool{false}},
		{"no counters", nil, unprojected, nil},
		{"projected", []argument.Counter{c}, all, []bool{true}},
		{"all but the sums projected", []argument.Counter{inexact}, func(v uint32) bool {
			return slices.ContainsFunc(c.Labels, func(l clause.Lit) bool { return l.Var() == v })
		}, []bool{true}},
		{"a sum projected", []argument.Counter{c}, func(v uint32) bool { return v == sum.Var() }, []bool{false}},
		{"all but one label projected", []argument.Counter{c}, func(v uint32) bool { return v != label.Var() }, []bool{false}},
		{"projected, not unique", []argument.Counter{inexact}, all, []bool{false}},
	} {
		if got := New(d).CheckCounters(test.list, test.projected); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// Each of these claims about a counter with the labels 1 and 2 is false, and only a single check of the rule
// detects it.
func TestCheckFalseCounters(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses string
		high    int
		sum     argument.Threshold // of the literal 3
	}{
		{"a sum without labels", "-3 -1 -2", 1, argument.Threshold{}},
		{"a sum of more labels than there are", "-3 1 2; 3 4", 2, argument.Threshold{Prefix: 3, AtLeast: 1}},
		{"a literal twice", "-3 1; -3 2", 2, argument.Threshold{Prefix: 2, AtLeast: 2}},
	} {
		d := enginetest.Load(t, enginetest.Clauses(test.clauses))
		if test.name == "a literal twice" { // in a clause that is added after loading
			d.Add([]clause.Lit{d.Lit(1), d.Lit(1), d.Lit(3)}, clause.Added)
		}
		test.sum.Lit = d.Lit(3)
		c := argument.Counter{Labels: []clause.Lit{d.Lit(1), d.Lit(2)}, High: test.high, Sums: []argument.Threshold{test.sum}}
		if check(t, d, c, test.name) || isTrue(d, c) {
			t.Errorf("%s: accepted or true", test.name)
		}
	}
}
