package clause_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// TestConnectEnded checks that what a context has interrupted leaves clauses unwatched.
func TestConnectEnded(t *testing.T) {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 20_000; v++ {
		f.Add(v, v+1, v+2)
	}
	d, err := clause.Load(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	errEnded := errors.New("ended")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errEnded)
	if err := d.Connect(ctx); !errors.Is(err, errEnded) || !d.Unwatched {
		t.Error(err)
	}
	if err := d.Rewatch(ctx); !errors.Is(err, errEnded) || !d.Unwatched {
		t.Error(err)
	}
}

// TestCompact checks that garbage goes once it is much.
func TestCompact(t *testing.T) {
	d := load(t, formula(lits{1, 2, 3}, lits{1, 2, 3, 4, 5}, lits{-1, 4, 5}, lits{-2, -3, -4, -5}), nil)
	words := d.Words() - int(refs(d)[2]-refs(d)[1])
	d.Remove(refs(d)[1])
	if err := d.Rewatch(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := [][]clause.Lit{{2, 4, 6}, {3, 8, 10}, {5, 7, 9, 11}}
	for i, c := range refs(d) {
		if !slices.Equal(d.Lits(c), want[i]) {
			t.Errorf("clause %d: %v", i, d.Lits(c))
		}
	}
	if len(refs(d)) != 3 || d.Words() != words {
		t.Errorf("%d clauses, %d words, want 3 and %d", len(refs(d)), d.Words(), words)
	}
}

// lines counts the lines of a proof.
type lines struct{ added, deleted int }

func (l *lines) Add([]dimacs.Lit) error    { l.added++; return nil }
func (l *lines) Delete([]dimacs.Lit) error { l.deleted++; return nil }

// TestAll checks that garbage is passed over, and that the end of a context or a
// refutation ends the clauses.
func TestAll(t *testing.T) {
	d := load(t, formula(lits{1, 2, 3}, lits{1, 2, 4}, lits{1, 3, 4}), nil)
	all := refs(d)
	d.Remove(all[1])
	if got := refs(d); !slices.Equal(got, []clause.Ref{all[0], all[2]}) {
		t.Errorf("clauses %v of %v", got, all)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got := slices.Collect(d.All(ended)); len(got) > 0 {
		t.Errorf("clauses %v though the context has ended", got)
	}
	n := 0
	for range d.All(t.Context()) {
		n++
		d.Refute()
	}
	if n != 1 {
		t.Errorf("%d clauses though the first refutes them", n)
	}
}

// TestUnwatch checks that binary clauses come back, but for copies, of which learned
// ones go first.
func TestUnwatch(t *testing.T) {
	d := load(t, formula(lits{1, 2}, lits{2, 1}, lits{1, 3, 4}), nil)
	one, two, three := clause.Positive(1), clause.Positive(2), clause.Positive(3)
	for _, k := range []clause.Lit{two, three, three} {
		d.AddBinary(one, k, true)
	}
	p := &lines{}
	d.SetProof(p)
	if err := d.Unwatch(t.Context()); err != nil || len(refs(d)) != 3 || *p != (lines{0, 3}) {
		t.Errorf("%d clauses, %+v, %v", len(refs(d)), *p, err)
	}
	for l := range d.Literals {
		list := d.Watching(l)
		if len(list) > 0 {
			t.Errorf("literal %d is watched", l)
		}
	}
	if err := d.Rewatch(t.Context()); err != nil {
		t.Fatal(err)
	}
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
