package simplify

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"

	"github.com/google/go-cmp/cmp"
)

// text returns the units and the unsatisfied clauses without false literals, sorted, in
// the form that enginetest.Clauses reads.
func (b *bench) text() string {
	clauses, _ := b.clauses()
	for _, l := range b.d.Trail {
		clauses = append(clauses, []clause.Lit{l})
	}
	var list []string
	for _, c := range clauses {
		if len(c) > 1 && slices.ContainsFunc(c, func(l clause.Lit) bool { return b.d.Value(l) > 0 }) {
			continue
		}
		var words []string
		for _, l := range slices.Sorted(slices.Values(c)) {
			if b.d.Value(l) >= 0 {
				words = append(words, strconv.Itoa(int(b.d.Name(l))))
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// keep returns a function for Bounds.Keep that keeps all variables except those in but.
func (b *bench) keep(but ...int) func(v uint32) bool {
	return func(v uint32) bool { return !slices.Contains(but, int(b.d.Names[v])) }
}

func TestClausesLeft(t *testing.T) {
	for _, row := range []struct {
		name, formula string
		do            func(b *bench)
		want          string
	}{
		{"subsumed by a binary clause", "1 2, 1 2 3, 2 3 4", subsume, "1 2, 2 3 4"},
		{"subsumed by a longer clause", "1 2 3, 4 1 3 2, 1 -2 -4", subsume, "1 -2 -4, 1 2 3"},
		{"two copies", "1 2 3, 3 2 1, 1 2, 2 1", subsume, "1 2"},
		{"strengthened by a binary clause", "1 2, -1 2 3, -2 3 4 5", subsume, "1 2, 2 3, 3 4 5"},
		{"strengthened by a longer clause", "1 2 3, -1 2 3 4, 1 5 -4", subsume, "1 -4 5, 1 2 3, 2 3 4"},
		{"subsumed where all variables are frequent", strings.Repeat("1 2 3 4, ", subsumingOccurrences) + "1 2 3", subsume, "1 2 3"},
		{"subsumed by a binary clause of frequent variables", strings.Repeat("1 2 3, ", binaryOccurrences) + "1 2", subsume, "1 2"},
		{"strengthened to a unit", "1 2, 1 -2, -1 3 4", subsume, "1, 3 4"},
		{"not subsumed by a learned clause", "1 2 3, 1 4 5, 2 5 6", func(b *bench) {
			b.d.AddWatched([]clause.Lit{clause.Positive(1), clause.Positive(2)}, 1)
			subsume(b)
		}, "1 2 3, 1 4 5, 2 5 6"},
		{"resolved", "1 2, -1 3, -1 4 5", eliminate(Bounds{}, 1), "2 3, 2 4 5"},
		{"resolved to a unit", "1 2, -1 2, 2 3, -2 4 5, 1 4", eliminate(Bounds{}, 1), "2, 4 5"},
		{"defined by a conjunction", "1 -2 -3, -1 2, -1 3, 1 4 5", eliminate(Bounds{Growth: 2, Defined: true}, 1), "2 4 5, 3 4 5"},
		{"defined by a parity", "1 2 -3, 1 -2 3, -1 2 3, -1 -2 -3, 1 4", eliminate(Bounds{Growth: 2, Defined: true}, 1), "-2 -3 4, 2 3 4"},
		{"defined by exactly one, where clauses would grow", "1 2 3 4, -1 -2, -1 -3, -1 -4, -1 -5, -1 -6",
			eliminate(Bounds{Growth: 2, Defined: true}, 1), "-1 -2, -1 -3, -1 -4, -1 -5, -1 -6, 1 2 3 4"},
		{"implied, but not defined", "1 -2, 1 -3, -1 2 3 4", eliminate(Bounds{Growth: 2, Defined: true}, 1), "-1 2 3 4, 1 -2, 1 -3"},
		{"pure", "1 2, 1 3 4, 2 3 4", eliminate(Bounds{}, 1), "2 3 4"},
		{"too many resolvents", "1 2, 1 3, 1 4, -1 5, -1 6, -1 7", eliminate(Bounds{}, 1), "-1 5, -1 6, -1 7, 1 2, 1 3, 1 4"},
		{"not too many by 3", "1 2, 1 3, 1 4, -1 5, -1 6, -1 7", eliminate(Bounds{Growth: 4}, 1), "2 5, 2 6, 2 7, 3 5, 3 6, 3 7, 4 5, 4 6, 4 7"},
		{"too many occurrences", "1 2, 1 3, 1 4, -1 5", eliminate(Bounds{Occurrences: 2}, 1), "-1 5, 1 2, 1 3, 1 4"},
		{"too many pairs", "1 2, 1 3, -1 4, -1 5", eliminate(Bounds{Pairs: 3}, 1), "-1 4, -1 5, 1 2, 1 3"},
		{"too wide", "1 2 3, -1 4 5", eliminate(Bounds{Width: 3}, 1), "-1 4 5, 1 2 3"},
		{"too many literals", "1 2 3, -1 4 5, -1 6 7", eliminate(Bounds{Growth: -1, Literals: 16}, 1), "-1 4 5, -1 6 7, 1 2 3"},
		{"at most one of five, by a sequential counter", "-1 6, -6 7, -2 7, -2 -6, -7 8, -3 8, -3 -7, -8 9, -4 9, -4 -8, -5 -9",
			eliminate(Bounds{Growth: -1, Literals: 1 << 15, Pairs: 1 << 14, Width: 4096}, 6, 7, 8, 9),
			"-1 -2, -1 -3, -1 -4, -1 -5, -2 -3, -2 -4, -2 -5, -3 -4, -3 -5, -4 -5"},
		{"equivalent", "1 -2, 2 -3, 3 -1, 1 4 5, -2 -4 6, 3 -4 -5", substitute, "-1 -4 6, 1 -4 -5, 1 4 5"},
		{"equivalent in a clause", "1 -2, 2 -1, 1 2 3, -1 2 4, -1 3 4, -1 -2", substitute, "-1, 3"},
		{"equivalent to the complement", "1 2, -1 -2, 1 3 4, 2 3 4", substitute, "-1 3 4, 1 3 4"},
		{"implied by two binary clauses", "-1 2, -2 3, -1 3, 1 3 4", reduce, "-1 2, -2 3, 1 3 4"},
		{"implied by three", "-4 5, -1 2, -1 3, -1 4, -2 3, -3 4, -2 4, -1 5", reduce, "-1 2, -2 3, -3 4, -4 5"},
		{"implied on a cycle", "-1 2, -2 3, -3 2, -1 3", reduce, "-1 3, -2 3, 2 -3"},
		{"not implied by itself", "-1 2, -1 -2, 1 2, 1 -2 3", reduce, "-1 -2, -1 2, 1 -2 3, 1 2"},
		{"failed", "-1 2, -1 3, -2 -3 4, -4 -2, 1 5 6", probe, "-1, -2 -3 4, -2 -4, 5 6"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, enginetest.Clauses(row.formula), 1)
			row.do(b)
			if d := cmp.Diff(row.want, b.text()); d != "" {
				t.Error(d)
			}
			if row.name != "not subsumed by a learned clause" {
				b.check()
			}
		})
	}
}

// eliminate returns a function that eliminates the given variables within bounds.
func eliminate(bounds Bounds, variables ...int) func(b *bench) {
	return func(b *bench) {
		bounds.Keep = b.keep(variables...)
		b.s.Eliminate(b.ctx, Unlimited, bounds)
	}
}

func reduce(b *bench)     { b.s.ReduceTransitively(b.ctx, 1<<20) }
func subsume(b *bench)    { b.s.Subsume(b.ctx, 1<<20) }
func substitute(b *bench) { b.s.Substitute(b.ctx) }
func probe(b *bench)      { b.s.Probe(b.ctx, 1<<20) }

// TestGates eliminates variable 1, which a gate defines, from a formula with two more
// clauses of each sign. Without the gate there would be more resolvents.
func TestGates(t *testing.T) {
	for _, row := range []struct {
		name, gate string
		resolvents int
	}{
		{"and", "-1 2, -1 3, 1 -2 -3", 6},
		{"or", "1 2, 1 3, -1 -2 -3", 6},
		{"equivalence", "-1 2, 1 -2", 4},
	} {
		b := newBench(t, enginetest.Clauses(row.gate+", 1 5 6, 1 7 8, -1 -5 7, -1 -6 8"), 1)
		eliminate(Bounds{Growth: 8}, 1)(b)
		b.check()
		if clauses, _ := b.clauses(); b.s.Stats.Eliminated != 1 || len(clauses) != row.resolvents {
			t.Errorf("%s: %s", row.name, b.text())
		}
	}
}

// TestLater checks that a variable is tried again after one of its clauses was removed,
// and only then.
func TestLater(t *testing.T) {
	b := newBench(t, enginetest.Clauses("1 2 3, 1 4 5, 1 6 7, -1 8 9, -1 10 11"), 1)
	again := eliminate(Bounds{Occurrences: 2}, 1)
	again(b)
	again(b)
	if b.s.Stats.Eliminated != 0 || b.s.flags[1]&candidate != 0 {
		t.Errorf("%+v", b.s.Stats)
	}
	b.d.AddUnit(b.d.Lit(2)) // satisfies a clause of 1
	b.d.PropagateUnits()
	again(b)
	if b.s.Stats.Eliminated != 1 {
		t.Errorf("%+v", b.s.Stats)
	}
}

// TestLongChain checks that a long chain of implications does not exhaust the stack.
func TestLongChain(t *testing.T) {
	const n = 100_000
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < n; v++ {
		f.Add(-v, v+1)
	}
	f.Add(-n, 1)
	f.Add(1, 2, 3)
	d := enginetest.Load(t, f)
	s := New(d)
	if s.Substitute(t.Context()); s.Stats.Substituted != n-1 {
		t.Errorf("%+v", s.Stats)
	}
	values := slices.Clone(d.Values)
	s.Extend(values)
	a := &dimacs.Assignment{}
	for v := 1; v <= n; v++ {
		a.Set(v, values[clause.Positive(v)] > 0)
	}
	if f.Falsified(a) != nil {
		t.Error("not a model")
	}
}
