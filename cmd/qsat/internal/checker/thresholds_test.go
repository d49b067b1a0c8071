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
	add := func(l clause.Lit) {
		if list := &others; !slices.Contains(sums, l.Var()) && !slices.Contains(others, l.Var()) {
			if isSum[l.Var()] {
				list = &sums
			}
			*list = append(*list, l.Var())
		}
	}
	for _, l := range c.Labels {
		add(l)
	}
	for _, s := range c.Sums {
		add(s.Lit)
	}
	for lits := range d.Unsatisfied {
		if slices.ContainsFunc(lits, func(l clause.Lit) bool { return isSum[l.Var()] }) {
			clauses = append(clauses, slices.Clone(lits))
			for _, l := range lits {
				add(l)
			}
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
	for seed := range uint64(60) {
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
		for i := range c.Sums {
			for what, s := range map[string]func(s *argument.Threshold){
				"longer prefix":    func(s *argument.Threshold) { s.Prefix++ },
				"shorter prefix":   func(s *argument.Threshold) { s.Prefix-- },
				"higher threshold": func(s *argument.Threshold) { s.AtLeast++ },
				"lower threshold":  func(s *argument.Threshold) { s.AtLeast-- },
				"both":             func(s *argument.Threshold) { s.Prefix, s.AtLeast = s.Prefix+1, s.AtLeast+1 },
				"complement":       func(s *argument.Threshold) { s.Lit ^= 1 },
				"always":           func(s *argument.Threshold) { s.AtLeast = 0 },
				"never":            func(s *argument.Threshold) { s.AtLeast = s.Prefix + 1 },
				"no prefix, true":  func(s *argument.Threshold) { s.Prefix, s.AtLeast = 0, 0 },
				"no prefix, false": func(s *argument.Threshold) { s.Prefix, s.AtLeast = 0, 1 },
				"too long prefix":  func(s *argument.Threshold) { s.Prefix = n + 1 },
				"too low":          func(s *argument.Threshold) { s.AtLeast = math.MinInt },
				"too high":         func(s *argument.Threshold) { s.AtLeast = math.MaxInt },
				"no sum":           func(s *argument.Threshold) { s.Lit = c.Labels[0] },
				"second time":      func(s *argument.Threshold) { s.Lit = c.Sums[0].Lit },
			} {
				try(right, what, func(c *argument.Counter) { s(&c.Sums[i]) })
				try(right, what+", unique", func(c *argument.Counter) { s(&c.Sums[i]); c.Unique = true })
			}
			try(right, "one sum less", func(c *argument.Counter) { c.Sums = slices.Delete(c.Sums, i, i+1) })
		}
		for i := range c.Labels {
			try(right, "complement of a label", func(c *argument.Counter) { c.Labels[i] ^= 1 })
			try(right, "other label", func(c *argument.Counter) { c.Labels[i] = c.Labels[0] })
			try(right, "other order", func(c *argument.Counter) { c.Labels[i], c.Labels[0] = c.Labels[0], c.Labels[i] })
			try(right, "one label less", func(c *argument.Counter) { c.Labels = slices.Delete(c.Labels, i, i+1) })
		}
		try(right, "lower bound", func(c *argument.Counter) { c.Low-- })
		try(right, "higher bound", func(c *argument.Counter) { c.Low++ })
		try(right, "lower limit", func(c *argument.Counter) { c.High-- })
		try(right, "higher limit", func(c *argument.Counter) { c.High++ })
		try(right, "unique", func(c *argument.Counter) { c.Unique = true })
	}
	if accepted < 200 || rejected < 2000 {
		t.Errorf("%d accepted, %d rejected", accepted, rejected)
	}
	t.Logf("%d accepted, %d rejected", accepted, rejected)
}

// Two counters of a list may have common labels. The checker rejects common sums.
func TestCheckSeveralCounters(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	k := sequentialCounter(r, 4, 2, 2, false)
	d, c := k.load(t)
	assigned := c
	assigned.Unique = false
	assigned.Sums = append(slices.Clone(c.Sums), argument.Threshold{Lit: d.Trail[0], Prefix: 4, AtLeast: 2})
	free := argument.Counter{Labels: c.Labels[:2], High: 2} // a counter without sums and clauses
	ofSum := argument.Counter{Labels: []clause.Lit{c.Sums[0].Lit, c.Labels[0]}, High: 2}
	for _, test := range []struct {
		name string
		list []argument.Counter
		want []bool
	}{
		{"common labels", []argument.Counter{c, free}, []bool{true, true}},
		{"common sums", []argument.Counter{c, free, c}, []bool{false, true, false}},
		{"a sum as label", []argument.Counter{ofSum, c}, []bool{false, true}},
		{"a sum with a value", []argument.Counter{assigned}, []bool{false}},
		{"a label with a value", []argument.Counter{{Labels: []clause.Lit{c.Labels[0], d.Trail[0]}, High: 2}}, []bool{false}},
		{"a label twice", []argument.Counter{{Labels: []clause.Lit{c.Labels[0], c.Labels[0].Not()}, High: 2}}, []bool{false}},
		{"no counters", nil, nil},
	} {
		if got := New(d).CheckCounters(test.list, unprojected); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// A projected sum is accepted only if the counter is Unique and all labels are projected.
func TestProjectedCounters(t *testing.T) {
	d, c := sequentialCounter(rand.New(rand.NewPCG(1, 3)), 4, 2, 2, false).load(t)
	sum, label := c.Sums[0].Lit.Var(), c.Labels[0].Var()
	for name, test := range map[string]struct {
		unique    bool
		projected func(v uint32) bool
		want      bool
	}{
		"nothing": {true, unprojected, true},
		"all":     {true, func(uint32) bool { return true }, true},
		"all but the sums": {false, func(v uint32) bool {
			return slices.Contains(c.Labels, clause.Positive(v)) || slices.Contains(c.Labels, clause.Negative(v))
		}, true},
		"a sum":             {true, func(v uint32) bool { return v == sum }, false},
		"all but one label": {true, func(v uint32) bool { return v != label }, false},
		"all, not unique":   {false, func(uint32) bool { return true }, false},
	} {
		c.Unique = test.unique
		if got := New(d).CheckCounters([]argument.Counter{c}, test.projected); got[0] != test.want {
			t.Errorf("%s: accepted %v", name, got[0])
		}
	}
}

// Each of these claims is false, and only a single check of the rule detects it.
func TestCheckFalseCounters(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses [][]dimacs.Lit
		added   []dimacs.Lit // a clause added to the loaded database; nil if there is unprojected
		high    int          // the upper bound of the counter with the labels 1 and 2
		sum     sum
	}{
		{"a sum without labels", [][]dimacs.Lit{{-3, -1, -2}}, nil, 1, sum{3, 0, 0}},
		{"a sum of more labels than there are", [][]dimacs.Lit{{-3, 1, 2}, {3, 4}}, nil, 2, sum{3, 3, 1}},
		{"a literal twice", [][]dimacs.Lit{{-3, 1}, {-3, 2}}, []dimacs.Lit{1, 1, 3}, 2, sum{3, 2, 2}},
	} {
		d := enginetest.Load(t, (&dimacs.Formula{}).With(test.clauses...))
		if test.added != nil {
			var lits []clause.Lit
			for _, l := range test.added {
				lits = append(lits, d.Lit(l))
			}
			d.Add(lits, clause.Added)
		}
		c := argument.Counter{Labels: []clause.Lit{d.Lit(1), d.Lit(2)}, High: test.high}
		c.Sums = []argument.Threshold{{Lit: d.Lit(test.sum.lit), Prefix: test.sum.prefix, AtLeast: test.sum.atLeast}}
		if check(t, d, c, test.name) || isTrue(d, c) {
			t.Errorf("%s: accepted or true", test.name)
		}
	}
}
