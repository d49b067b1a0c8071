package clause_test

import (
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// lines counts the lines of a proof.
type lines struct{ added, deleted int }

func (l *lines) Add([]dimacs.Lit) error    { l.added++; return nil }
func (l *lines) Delete([]dimacs.Lit) error { l.deleted++; return nil }

// TestAll checks that All skips garbage, that Rewatch frees garbage of more than a
// quarter, and that All stops after a refutation.
func TestAll(t *testing.T) {
	d := load(t, formula(lits{1, 2, 3}, lits{1, 2, 3, 4, 5}, lits{-1, 4, 5}, lits{-2, -3, -4, -5}), nil)
	all, words := refs(d), d.Words()
	d.Remove(all[1])
	if got := refs(d); !slices.Equal(got, slices.Delete(slices.Clone(all), 1, 2)) || d.Words() != words {
		t.Errorf("clauses %v of %v", got, all)
	}
	d.Rewatch()
	want := [][]clause.Lit{{2, 4, 6}, {3, 8, 10}, {5, 7, 9, 11}}
	for i, c := range refs(d) {
		if !slices.Equal(d.Lits(c), want[i]) {
			t.Errorf("clause %d: %v", i, d.Lits(c))
		}
	}
	if words -= int(all[2] - all[1]); d.Words() != words {
		t.Errorf("%d words, want %d", d.Words(), words)
	}
	n := 0
	for range d.All {
		n++
		d.Refute()
	}
	if n != 1 {
		t.Errorf("%d clauses though the first refutes them", n)
	}
}

// TestUnwatch checks that binary clauses are watched again after Unwatch and Rewatch,
// without repetitions, and that an original copy is kept rather than a learned one.
func TestUnwatch(t *testing.T) {
	d := load(t, formula(lits{1, 2}, lits{2, 1}, lits{1, 3, 4}), nil)
	one, two, three := clause.Positive(1), clause.Positive(2), clause.Positive(3)
	for _, k := range []clause.Lit{two, three, three} {
		d.AddBinary(one, k, true)
	}
	p := &lines{}
	d.SetProof(p)
	if err := d.Unwatch(); err != nil || len(refs(d)) != 3 || *p != (lines{0, 3}) {
		t.Errorf("%d clauses, %+v, %v", len(refs(d)), *p, err)
	}
	for l := range d.Literals {
		list := d.Watching(l)
		if len(list) > 0 {
			t.Errorf("literal %d is watched", l)
		}
	}
	d.Rewatch()
	for l, want := range map[clause.Lit][]clause.Watch{
		one:   {clause.Binary(two, false), clause.Binary(three, true), clause.Long(three, refs(d)[0])},
		two:   {clause.Binary(one, false)},
		three: {clause.Binary(one, true), clause.Long(one, refs(d)[0])},
	} {
		if !slices.Equal(d.Watching(l), want) {
			t.Errorf("literal %d: watches %x, want %x", l, d.Watching(l), want)
		}
	}
}
