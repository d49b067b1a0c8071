package clause

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens/dimacs"
)

// load returns the database of some clauses.
func load(t *testing.T, clauses ...[]dimacs.Lit) *Database {
	t.Helper()
	f := &dimacs.Formula{}
	for _, c := range clauses {
		f.Add(c...)
	}
	d, err := Load(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestConnectAndRewatch(t *testing.T) {
	d := load(t, []dimacs.Lit{1, 2, 3, 4}, []dimacs.Lit{-1, 2, 5}, []dimacs.Lit{1, 3}, []dimacs.Lit{2, 5, 6, -7}, []dimacs.Lit{7, 8})
	learned := d.AddWatched([]Lit{Positive(4), Positive(5), Positive(6)}, true)
	d.AddUnit(Positive(7))
	d.PropagateUnits()
	if err := d.Connect(t.Context()); err != nil || !d.Unwatched {
		t.Fatal(err)
	}
	for l, want := range map[Lit]int{2: 2, 3: 1, 4: 3, 6: 2, 8: 1, 10: 2, 12: 1, 14: 0, 15: 0, 16: 0} {
		if len(d.Watches[l]) != want {
			t.Errorf("literal %d: %d occurrences, want %d", l, len(d.Watches[l]), want)
		}
	}
	for l, list := range d.Watches {
		for _, w := range list {
			lits := d.Lits(w.Ref())
			if w.IsBinary() != (len(lits) == 2) || !slices.Contains(lits, Lit(l)) || uint32(w.Lit()) != Signature(lits) {
				t.Errorf("clause %v in the list of %d, signature %x", lits, l, w.Lit())
			}
		}
	}
	d.Remove(d.Clauses[0])
	if err := d.Rewatch(t.Context()); err != nil || d.Unwatched || d.Unsat {
		t.Fatal(err)
	}
	d.Decide(Positive(2) ^ 1)
	d.Decide(Positive(5) ^ 1)
	if d.Propagate() != nil || d.Values[Positive(6)] != 1 || d.Values[Positive(1)] != -1 || d.Values[Positive(3)] != 1 || d.Values[Positive(4)] != 0 {
		t.Errorf("trail %v", d.Trail)
	}
	d.Decide(Positive(4) ^ 1)
	if d.Propagate() != nil {
		t.Errorf("learned clause %d: trail %v", learned, d.Trail)
	}
}

// TestConnectEnded checks that what a context has interrupted leaves clauses unwatched.
func TestConnectEnded(t *testing.T) {
	f := &dimacs.Formula{}
	for v := dimacs.Lit(1); v < 20_000; v++ {
		f.Add(v, v+1, v+2)
	}
	d, err := Load(t.Context(), f, nil)
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
	d := load(t, []dimacs.Lit{1, 2, 3}, []dimacs.Lit{1, 2, 3, 4, 5}, []dimacs.Lit{-1, 4, 5}, []dimacs.Lit{-2, -3, -4, -5})
	d.Remove(d.Clauses[1])
	if err := d.Rewatch(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := [][]Lit{{2, 4, 6}, {3, 8, 10}, {5, 7, 9, 11}}
	for i, c := range d.Clauses {
		if !slices.Equal(d.Lits(c), want[i]) {
			t.Errorf("clause %d: %v", i, d.Lits(c))
		}
	}
	if len(d.Clauses) != 3 || len(d.Arena) != firstRef+5+5+6 || d.wasted != 0 {
		t.Errorf("%d clauses, %d words, %d wasted", len(d.Clauses), len(d.Arena), d.wasted)
	}
}

// lines counts the lines of a proof.
type lines struct{ added, deleted int }

func (l *lines) Add([]dimacs.Lit) error    { l.added++; return nil }
func (l *lines) Delete([]dimacs.Lit) error { l.deleted++; return nil }

// TestRefuted checks that nothing follows the empty clause of a proof.
func TestRefuted(t *testing.T) {
	d := load(t, []dimacs.Lit{1, 2, 3}, []dimacs.Lit{4, 4, 5})
	p := &lines{}
	d.SetProof(p)
	d.Refute()
	d.Remove(d.Clauses[0])
	d.AddUnit(Positive(1))
	d.Refute()
	if *p != (lines{2, 0}) {
		t.Errorf("%+v", *p)
	}
	p = &lines{}
	d.SetProof(p)
	if *p != (lines{2, 0}) || !d.Unsat {
		t.Errorf("%+v of a formula that was refuted before", *p)
	}
}

// TestAll checks that garbage is passed over, and that the end of a context or a
// refutation ends the clauses.
func TestAll(t *testing.T) {
	d := load(t, []dimacs.Lit{1, 2, 3}, []dimacs.Lit{1, 2, 4}, []dimacs.Lit{1, 3, 4})
	refs := slices.Clone(d.Clauses)
	d.Remove(refs[1])
	if got := slices.Collect(d.All(t.Context())); !slices.Equal(got, []Ref{refs[0], refs[2]}) {
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
	d := load(t, []dimacs.Lit{1, 2}, []dimacs.Lit{2, 1}, []dimacs.Lit{1, 3, 4})
	one, two, three := Positive(1), Positive(2), Positive(3)
	for _, k := range []Lit{two, three, three} {
		d.Watches[one] = append([]Watch{Binary(k, true)}, d.Watches[one]...)
		d.Watches[k] = append([]Watch{Binary(one, true)}, d.Watches[k]...)
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
	for l, want := range map[Lit][]Watch{
		one:   {Binary(two, false), Binary(three, true), Long(three, d.Clauses[0])},
		two:   {Binary(one, false)},
		three: {Binary(one, true), Long(one, d.Clauses[0])},
	} {
		if !slices.Equal(d.Watches[l], want) {
			t.Errorf("literal %d: watches %x, want %x", l, d.Watches[l], want)
		}
	}
}
