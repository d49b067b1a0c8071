package dpll

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
	"queens/dimacs"
	"queens/encode"
)

// TestRows compares rows built in any number of shares, at once and in ranges,
// with those of the definition.
func TestRows(t *testing.T) {
	for _, vars := range []int{50, 1 << rangeShift} {
		var pairs []dimacs.Pair
		for i := range 3 * piece {
			a, b := dimacs.Lit(i*i%vars+1), dimacs.Lit(i*7%vars+1)
			if i%3 == 0 {
				a = -a
			}
			if i%5 == 0 {
				b = -b
			}
			pairs = append(pairs, dimacs.Pair{a, b})
		}
		want := make([][]int32, 2*vars+2)
		var units []int32
		for _, p := range pairs {
			a, b := int32(clause.Of(p[0])), int32(clause.Of(p[1]))
			switch {
			case a == b:
				units = append(units, a)
			case a != b^1:
				want[a^1] = append(want[a^1], b)
				want[b^1] = append(want[b^1], a)
			}
		}
		blocks := [][]dimacs.Pair{pairs[:100], pairs[100:]}
		for n := 1; n < 5; n++ {
			s := share(blocks, len(pairs), n)
			counted, err := count(t.Context(), s, len(want))
			if err != nil {
				t.Fatal(err)
			}
			partitioned, err := partition(t.Context(), s, len(want))
			if err != nil {
				t.Fatal(err)
			}
			if len(partitioned.rows.chunks) < vars>>14 {
				t.Errorf("%d variables are in %d ranges", vars, len(partitioned.rows.chunks))
			}
			checkRows(t, counted, want, units)
			checkRows(t, partitioned, want, units)
		}
		for threads := range 5 {
			b, err := buildRows(t.Context(), blocks, len(want), threads)
			if err != nil {
				t.Fatal(err)
			}
			checkRows(t, b, want, units)
		}
	}
}

func checkRows(t *testing.T, b *built, want [][]int32, units []int32) {
	t.Helper()
	for l := range want {
		if !slices.Equal(want[l], b.rows.of(int32(l))) {
			t.Fatalf("row %d is not in the order of the text, or something else", l)
		}
		if against := b.against.holds(int32(l)); against != isAgainst(int32(len(want[l])), int32(len(want[l^1]))) {
			t.Fatalf("the clauses speak against %d: %v", l, against)
		}
	}
	if diff := cmp.Diff(units, b.units); diff != "" {
		t.Errorf("units: -want +got\n%s", diff)
	}
}

// TestManyLiterals refutes a formula of so many literals that its rows are
// built in ranges, and so uneven that one of these has half of the implications.
func TestManyLiterals(t *testing.T) {
	f := &dimacs.Formula{}
	const vars = nearLits
	for v := range dimacs.Lit(vars - 1) {
		f.Add(-v-1, v+2)
	}
	for range vars {
		f.Add(vars-1, vars)
		f.Add(-vars+1, -vars)
	}
	f.Add(1, 2, 3)
	s, err := prepare(t.Context(), &engine.Task{Formula: f, Threads: 2}, purpose{})
	if err != nil {
		t.Fatal(err)
	}
	if found, err := s.next(t.Context(), true); found || err != nil {
		t.Errorf("a chain that its ends contradict: model %v, error %v", found, err)
	}

	b, err := buildRows(t.Context(), nil, 2*vars, 2)
	if err != nil {
		t.Fatal(err)
	}
	checkRows(t, b, make([][]int32, 2*vars), nil)
}

// TestChoices finds the rows and columns of a board in every encoding. Those at
// the border are missed where the encoding implies their squares and no row
// makes up for it.
func TestChoices(t *testing.T) {
	seed := int64(5)
	for _, e := range encode.AtMostOnes() {
		for _, minimal := range []bool{false, true} {
			in := encode.Instance{N: 24, Encoding: e.Name, Minimal: minimal, Shuffle: &seed}
			f := enginetest.Formula(t, in)
			s, err := prepare(t.Context(), &engine.Task{Formula: f, Threads: 1}, purpose{structured: true})
			if err != nil {
				t.Fatal(err)
			}
			want := 2 * in.N
			switch {
			case minimal && (e.Name == "ladder" || e.Name == "commander"):
				want = in.N - 2
			case minimal:
				want = in.N
			}
			if got := len(s.open[0].list); got != want {
				t.Errorf("%s, minimal %v: %d choice clauses, want %d", e.Name, minimal, got, want)
			}
		}
	}
}

// TestLong reduces clauses with literals that are there twice or with their
// complement.
func TestLong(t *testing.T) {
	f := &dimacs.Formula{}
	f.Add(1, 2, 2, -3)
	f.Add(1, -2, 2)
	f.Add(4, 4, 4)
	f.Add(1, 5, 1)
	f.Add(6)
	marks := newValues(20)
	g, r, err := collect(t.Context(), f, marks)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int32{2, 4, 7, 0}, g.lits); diff != "" {
		t.Errorf("long clauses: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]int32{8, 12}, r.units); diff != "" {
		t.Errorf("units: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]dimacs.Pair{{1, 5}}, r.pairs); diff != "" {
		t.Errorf("pairs: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(newValues(20), marks); diff != "" || r.empty {
		t.Errorf("marks are left, or an empty clause is found: %v", r.empty)
	}
}

func TestOpenSet(t *testing.T) {
	s := newOpenSet(10, 4)
	s.remove(11)
	s.remove(10)
	s.add(11)
	if diff := cmp.Diff([]int32{12, 13, 11}, s.list); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for c, want := range map[int32]bool{9: false, 10: true, 13: true, 14: false} {
		if s.holds(c) != want {
			t.Errorf("holds(%d) = %v", c, !want)
		}
	}
}

func TestSchedule(t *testing.T) {
	var r schedule
	var runs []int
	for n := 1; len(runs) < 6; n++ {
		if r.conflict() {
			runs = append(runs, n)
			n = 0
		}
	}
	if diff := cmp.Diff([]int{16, 19, 22, 26, 31, 37}, runs); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestUndoLeavesNothing takes a whole board back.
func TestUndoLeavesNothing(t *testing.T) {
	f := enginetest.Formula(t, encode.Instance{N: 8, Encoding: "commander"})
	task := &engine.Task{Formula: f, Threads: 1}
	s, _ := prepare(t.Context(), task, purpose{})
	if found, err := s.next(context.Background(), true); !found || err != nil {
		t.Fatal(found, err)
	}
	s.undo(0)
	fresh, _ := prepare(t.Context(), task, purpose{})
	if diff := cmp.Diff(fresh.tallies, s.tallies, cmp.AllowUnexported(tally{})); diff != "" {
		t.Errorf("tallies: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(fresh.value, s.value); diff != "" {
		t.Errorf("values: -want +got\n%s", diff)
	}
	if len(s.open[0].list) != len(fresh.open[0].list) {
		t.Errorf("%d open clauses, want %d", len(s.open[0].list), len(fresh.open[0].list))
	}
}
