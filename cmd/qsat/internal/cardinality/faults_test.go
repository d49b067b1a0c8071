package cardinality

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens/cmd/internal/generate"
	"queens/cmd/qsat/internal/argument"
	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/checker"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/parity"
	"queens/dimacs"
)

// faults holds formulas for which Refute once gave a wrong answer or a wrong proof.
var faults = []struct {
	name, clauses        string // the clauses are separated by semicolons
	refuted, satisfiable bool
}{
	{"a label twice, further apart than a level is wide", enginetest.RepeatedLabel, false, true},
	{"a tight hole that may be empty", enginetest.LooseHole, false, true},
	{"a statement about a total is none about its first part", enginetest.AliasOfTotal, true, false},
	{"new variables are numbered once", enginetest.SeveralSums, true, false},
}

func isSatisfiable(t *testing.T, f *dimacs.Formula) bool {
	t.Helper()
	a, err := engine.Solve(t.Context(), cdcl.New(), &engine.Task{Formula: f, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return a.Model != nil
}

func TestFaults(t *testing.T) {
	for _, c := range faults {
		for seed := range uint64(20) {
			f := enginetest.Clauses(c.clauses)
			if seed > 0 {
				f = enginetest.Shuffled(f, seed)
			}
			if got := isSatisfiable(t, f); got != c.satisfiable {
				t.Errorf("%s: satisfiable %v", c.name, got)
			}
			if got := refute(t, f); got && c.satisfiable || got != c.refuted && seed == 0 { // with another order, Refute may find no refutation
				t.Errorf("%s, seed %d: refuted %v", c.name, seed, got)
			}
			checkClaims(t, f)
		}
	}
}

// An eventCounts holds numbers of events: claims by kind, arguments that are accepted or rejected after a random change,
// and refuted formulas.
type eventCounts map[string]int

// checkClaims checks all claims of a refuter about a formula, also those that no refutation needs. The
// labels of a counter must have different variables. The checker must accept the bounds of counters, the
// sets of at most two, the refutations of violators, and the sums. Exactly one literal of a sum must be
// true in every model. Whatever the checker accepts of random changes of these arguments must be right, too.
// The result is the number of claims of each kind, and of changed arguments that are accepted or rejected.
func checkClaims(t *testing.T, f *dimacs.Formula) eventCounts {
	t.Helper()
	n := eventCounts{}
	d, err := enginetest.Task(f).Clauses()
	if err != nil || d.Unsat {
		return n
	}
	s := &refuter{Database: d, task: enginetest.Task(f), work: 1 << 30}
	if !s.prepare(t.Context()) {
		return n
	}
	x := &trusted{f, d, slices.Collect(d.All), models(t, f)}
	r := rand.New(rand.NewPCG(uint64(d.NumLits()), 48))
	accept := func(a *argument.Argument, what string) *checker.Checker {
		t.Helper()
		c, err := x.check(t, a)
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		for i := range 6 {
			if _, err := x.check(t, (&changer{r, x, i == 0}).changed(a)); err == nil {
				n["changed"]++
			} else {
				n["rejected"]++
			}
		}
		return c
	}
	for _, c := range s.counters {
		b := newBuilder(s)
		if c.constraint != nil {
			n["totals"]++
			b.tallyOf(c.constraint)
		} else {
			n["counters"]++
			seen := map[uint32]bool{}
			for _, l := range c.labels {
				if seen[l.Var()] {
					t.Errorf("a counter has the variable %d twice: %v", l.Var(), c.labels)
				}
				seen[l.Var()] = true
			}
			b.ladder(c, 0, len(c.windows)-1)
		}
		accept(&b.Argument, "counter")
	}
	for likely := range 2 {
		violator := s.find(t.Context(), likely == 1)
		for i, set := range s.atMostTwos {
			n["twos"]++
			b := newBuilder(s)
			g := b.groupOf(0, int32(s.doubles+2*i))
			b.Groups[g].Lits = set
			accept(&b.Argument, "two")
		}
		if violator != nil {
			n["violators"]++
			if !accept(s.violation(violator), "violator").Refuted {
				t.Errorf("a violator does not refute")
			}
			continue
		}
		for _, a := range s.sums {
			n["sums"]++
			b := newBuilder(s)
			b.sum(*a.closure)
			if slices.ContainsFunc(b.Sums[0].Demands, func(d argument.Demand) bool { return d.Tally > 0 }) || len(s.atMostTwos) > 0 {
				n["mixed"]++
			}
			group := b.groupOf(0, a.hole)
			// An equation has no variable twice.
			if e := parity.ExactlyOne(a.lits); len(e.Vars) > 1 && len(slices.Compact(slices.Clone(e.Vars))) == len(e.Vars) {
				e.Sum, e.Group = 1, group
				b.Equations, b.Additions = []argument.Equation{e, e}, []argument.Addition{{A: 0, B: 1}}
			}
			lits := accept(&b.Argument, "sum").ExactlyOne(0, group)
			if !slices.Equal(slices.Sorted(slices.Values(lits)), a.lits) {
				t.Errorf("sum of %v: %v", a.lits, lits)
			}
		}
	}
	return n
}

// For all kinds of formulas that count, Refute refutes no satisfiable formula, the proofs are right, the checker
// rejects no argument, and every claim holds.
func TestClaims(t *testing.T) {
	n := 500
	if enginetest.Long() {
		n = 15_000
	}
	sum := eventCounts{}
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 48))
		kind, f := generate.Counting(i, r, 12+r.IntN(37))
		for event, times := range checkClaims(t, f) {
			sum[event] += times
		}
		if refute(t, f) {
			if sum["refuted"]++; isSatisfiable(t, f) {
				t.Errorf("refuted, and has a model")
			}
		}
		if t.Failed() {
			t.Fatalf("%d, %s: %v", i, kind, slices.Collect(f.Clauses()))
		}
	}
	for event, least := range map[string]int{
		"counters": 50, "totals": 80, "twos": 50, "sums": 400, "mixed": 20, "violators": 30, "refuted": 25,
		"changed": 1500, "rejected": 2000,
	} {
		if sum[event] < least {
			t.Errorf("%s: %d, want at least %d", event, sum[event], least)
		}
	}
	t.Logf("%v", sum)
}
