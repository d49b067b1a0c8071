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
	words := len(d.Arena) - int(d.Clauses[2]-d.Clauses[1])
	d.Remove(d.Clauses[1])
	if err := d.Rewatch(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := [][]clause.Lit{{2, 4, 6}, {3, 8, 10}, {5, 7, 9, 11}}
	for i, c := range d.Clauses {
		if !slices.Equal(d.Lits(c), want[i]) {
			t.Errorf("clause %d: %v", i, d.Lits(c))
		}
	}
	if len(d.Clauses) != 3 || len(d.Arena) != words {
		t.Errorf("%d clauses, %d words, want 3 and %d", len(d.Clauses), len(d.Arena), words)
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
	refs := slices.Clone(d.Clauses)
	d.Remove(refs[1])
	if got := slices.Collect(d.All(t.Context())); !slices.Equal(got, []clause.Ref{refs[0], refs[2]}) {
		t.Errorf("clauses %v of %v", got, refs)
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
		d.Watches[one] = append([]clause.Watch{clause.Binary(k, true)}, d.Watches[one]...)
		d.Watches[k] = append([]clause.Watch{clause.Binary(one, true)}, d.Watches[k]...)
	}
	p := &lines{}
	d.SetProof(p)
	if err := d.Unwatch(t.Context()); err != nil || len(d.Clauses) != 3 || *p != (lines{0, 3}) {
		t.Errorf("%d clauses, %+v, %v", len(d.Clauses), *p, err)
	}
	for l, list := range d.Watches {
		if len(list) > 0 {
			t.Errorf("literal %d is watched", l)
		}
	}
	if err := d.Rewatch(t.Context()); err != nil {
		t.Fatal(err)
	}
	for l, want := range map[clause.Lit][]clause.Watch{
		one:   {clause.Binary(two, false), clause.Binary(three, true), clause.Long(three, d.Clauses[0])},
		two:   {clause.Binary(one, false)},
		three: {clause.Binary(one, true), clause.Long(one, d.Clauses[0])},
	} {
		if !slices.Equal(d.Watches[l], want) {
			t.Errorf("literal %d: watches %x, want %x", l, d.Watches[l], want)
		}
	}
}
