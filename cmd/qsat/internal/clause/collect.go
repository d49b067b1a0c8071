package clause

import (
	"context"
	"slices"
)

// Clean drops, at level 0 and propagated, the clauses that are satisfied and the
// literals that are false, until ctx has ended. Collect has to follow.
func (d *Database) Clean(ctx context.Context) {
	for l := range d.Watches {
		if l%poll == 0 && ctx.Err() != nil {
			return
		}
		if len(d.Watches[l]) > 0 {
			d.cleanPairs(Lit(l))
		}
	}
	for c := range d.All(ctx) {
		d.clean(c)
	}
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
		if n == 2 {
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

// cleanPairs drops the binary clauses of a literal that are satisfied.
func (d *Database) cleanPairs(l Lit) {
	if d.Values[l] == 0 {
		d.Watches[l] = slices.DeleteFunc(d.Watches[l], func(w Watch) bool { return w.IsBinary() && d.Values[w.Lit()] > 0 })
		return
	}
	for _, w := range d.Watches[l] {
		if w.IsBinary() && (l < w.Lit() || d.Values[w.Lit()] == 0) {
			d.ProveDelete(l, w.Lit())
		}
	}
	d.Watches[l] = slices.DeleteFunc(d.Watches[l], Watch.IsBinary)
}

// Remove drops a clause, and tells the proof.
func (d *Database) Remove(c Ref) {
	d.ProveDelete(d.Lits(c)...)
	d.Set(c, Garbage)
	d.wasted += header + d.Size(c)
}

// Collect drops garbage and its watches, and moves what is left together. Long
// reasons move along; those of level 0 are forgotten.
func (d *Database) Collect() {
	d.logUnits()
	arena := make([]Lit, firstRef, len(d.Arena)-d.wasted+(len(d.Arena)-d.wasted)/4)
	kept := d.Clauses[:0]
	for _, c := range d.Clauses {
		if d.Has(c, Garbage) {
			continue
		}
		moved := Ref(len(arena))
		arena = append(arena, d.Arena[c], d.Arena[c+1])
		arena = append(arena, d.Lits(c)...)
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
