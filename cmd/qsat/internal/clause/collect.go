package clause

import (
	"context"
	"slices"
)

// Clean drops, at level 0 and propagated, the clauses that are satisfied and the
// literals that are false, until ctx has ended. Collect has to follow.
func (d *Database) Clean(ctx context.Context) {
	for l := range Until(ctx, d.literals) {
		d.Watches[l] = slices.DeleteFunc(d.Watches[l], func(w Watch) bool { return w.IsBinary() && d.isSatisfied(l, w.Lit()) })
	}
	for c := range d.All(ctx) {
		d.clean(c)
	}
}

// literals yields all literals.
func (d *Database) literals(yield func(Lit) bool) {
	for l := Positive(1); int(l) < len(d.Watches) && yield(l); l++ {
	}
}

// isSatisfied reports whether a binary clause is satisfied, for each of its literals
// as l, and tells the proof once that it is dropped.
func (d *Database) isSatisfied(l, other Lit) bool {
	if d.Values[l] != 0 && (l < other || d.Values[other] == 0) {
		d.ProveDelete(l, other)
	}
	return d.Values[l] != 0 || d.Values[other] > 0
}

// clean cleans a clause. If it is watched, the watched literals are not false, as
// the trail is propagated, unless it is satisfied.
func (d *Database) clean(c Ref) {
	d.kept = d.kept[:0]
	for _, l := range d.Lits(c) {
		switch d.Values[l] {
		case 1:
			d.Remove(c)
			return
		case 0:
			d.kept = append(d.kept, l)
		}
	}
	if len(d.kept) < d.Size(c) {
		d.Replace(c, d.kept)
	}
}

// Replace puts a shorter clause of literals that are not false in the place of c,
// and tells the proof. The watches stay right if c has none, or if both watched
// literals stay the first two.
func (d *Database) Replace(c Ref, kept []Lit) {
	switch n := len(kept); n {
	case 0:
		d.Refute()
	case 1:
		d.AddUnit(kept[0])
	default:
		d.ProveAdd(kept...)
		if n == 2 && !d.Unwatched {
			d.AddWatched(kept, d.Has(c, Learned))
			break
		}
		d.ProveDelete(d.Lits(c)...)
		copy(d.Lits(c), kept)
		d.wasted += d.Size(c) - n
		d.Arena[c] = Lit(n)
		d.SetGlue(c, min(d.Glue(c), n-1))
		return
	}
	d.Remove(c)
}

// Remove drops a clause, and tells the proof.
func (d *Database) Remove(c Ref) {
	d.ProveDelete(d.Lits(c)...)
	d.discard(c)
}

// discard makes a clause garbage.
func (d *Database) discard(c Ref) {
	d.Set(c, Garbage)
	d.wasted += header + d.Size(c)
}

// Collect drops garbage and its watches, and moves the other clauses to the front.
// Long reasons move along; those of level 0 are forgotten.
func (d *Database) Collect() {
	d.logUnits()
	arena := make([]Lit, firstRef, len(d.Arena)-d.wasted+(len(d.Arena)-d.wasted)/4)
	kept := d.Clauses[:0]
	for _, c := range d.Clauses {
		if d.Has(c, Garbage) {
			continue
		}
		moved := Ref(len(arena))
		arena = append(arena, d.Arena[c:int(c)+header+d.Size(c)]...)
		d.Arena[c] = Lit(moved) // for the watches and reasons
		kept = append(kept, moved)
	}
	d.Clauses = kept
	for _, l := range d.Trail {
		if s := &d.States[l>>1]; s.Level == 0 {
			s.Reason = 0
		} else if s.Reason != 0 && !s.Reason.IsBinary() {
			s.Reason = LongReason(Ref(d.Arena[s.Reason.Ref()]))
		}
	}
	for l := range d.Watches {
		d.moveWatches(Lit(l))
	}
	d.Arena, d.wasted = arena, 0
}

// moveWatches lets the watches of a literal follow their clauses, binary ones
// first, and drops those of garbage.
func (d *Database) moveWatches(l Lit) {
	list := d.Watches[l]
	pairs, j := 0, 0
	for _, w := range list {
		if w.IsBinary() {
			list[j], list[pairs] = list[pairs], w
			pairs++
			j++
		} else if c := w.Ref(); !d.Has(c, Garbage) {
			list[j] = Long(w.Lit(), Ref(d.Arena[c]))
			j++
		}
	}
	d.Watches[l] = list[:j]
}
