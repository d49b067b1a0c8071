package clause

import "slices"

// Clean removes satisfied clauses, and false literals from the others. Clauses must be watched, and
// the trail must be propagated, at level 0. The caller must call Collect or Unwatch next, because
// watch lists still refer to removed clauses.
func (d *Database) Clean() {
	for l := range d.Literals {
		d.watches[l] = slices.DeleteFunc(d.watches[l], func(w Watch) bool {
			k := w.Lit()
			if !w.IsBinary() || d.Values[l] == 0 && d.Values[k] <= 0 {
				return false
			}
			if d.Values[l] != 0 && (l < k || d.Values[k] == 0) { // once for the entries in both lists
				d.ProveDelete(l, k)
			}
			return true
		})
	}
	for c := range d.All {
		d.clean(c)
	}
}

// clean removes c if it is satisfied, and otherwise its false literals. If c is watched, the trail
// must be propagated: then the watched literals of an unsatisfied clause are not false, as Replace
// requires.
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

// Replace replaces c by the clause kept, a proper subset of its literals, and writes that to the
// proof. At level 0 no literal of kept may be false; at other levels kept must have two or more
// literals.
//
// An empty kept refutes the formula, one literal becomes a unit, and two literals become a binary
// clause if clauses are watched. In these cases c becomes garbage, whose watches stay until
// Collect. Otherwise c stays in place with the literals kept, in that order, and a glue of at most
// len(kept)-1. Its watches remain correct if c is not watched, or if kept begins with the two
// watched literals.
func (d *Database) Replace(c Ref, kept []Lit) {
	switch n := len(kept); n {
	case 0:
		d.Refute()
	case 1:
		d.AddUnit(kept[0])
	default:
		d.ProveAdd(kept...)
		if n == 2 && !d.Unwatched {
			d.AddWatched(kept, d.Glue(c))
			break
		}
		d.ProveDelete(d.Lits(c)...)
		copy(d.Lits(c), kept)
		d.wasted += d.Size(c) - n
		d.arena[c], d.arena[c+2] = Lit(n), firstPosition
		d.SetGlue(c, min(d.Glue(c), n-1))
		return
	}
	d.Remove(c)
}

// Remove turns c into garbage and writes the deletion to the proof. Watches of c stay
// until Collect.
func (d *Database) Remove(c Ref) {
	d.ProveDelete(d.Lits(c)...)
	d.discard(c)
}

// discard turns c into garbage without a line in the proof.
func (d *Database) discard(c Ref) {
	d.Set(c, Garbage)
	d.wasted += header + d.Size(c)
}

// Collect frees garbage and its watches, and moves the other clauses to the front of the arena, so
// that every Ref outside of the database becomes invalid. It updates the watches, moves binary
// clauses to the front of each watch list, and updates the reasons of literals. Literals of level 0
// lose their reasons; their units are written to the proof first. Clauses must not be connected,
// Ignored must be 0, and no reason above level 0 may be garbage.
func (d *Database) Collect() {
	d.logUnits()
	sizes, end := make([]Lit, len(d.clauses)), Ref(firstRef)
	for i, c := range d.clauses {
		sizes[i] = d.arena[c]
		if !d.Has(c, Garbage) {
			d.arena[c] = Lit(end) // the new Ref, for watches and reasons
			end += header + Ref(sizes[i])
		}
	}
	for l, list := range d.watches {
		pairs, j := 0, 0
		for _, w := range list {
			if w.IsBinary() { // move it to the front
				list[j], list[pairs] = list[pairs], w
				pairs++
				j++
			} else if c := w.Ref(); !d.Has(c, Garbage) {
				list[j] = Long(w.Lit(), Ref(d.arena[c]))
				j++
			}
		}
		d.watches[l] = list[:j]
	}
	for _, l := range d.Trail {
		if s := &d.states[l.Var()]; s.level == 0 {
			s.reason = 0
		} else if s.reason != 0 && !s.reason.IsBinary() {
			s.reason = LongReason(Ref(d.arena[s.reason.Ref()]))
		}
	}
	kept := d.clauses[:0]
	for i, c := range d.clauses {
		if moved := Ref(d.arena[c]); !d.Has(c, Garbage) {
			copy(d.arena[moved:], d.arena[c:c+header+Ref(sizes[i])])
			d.arena[moved] = sizes[i]
			kept = append(kept, moved)
		}
	}
	d.clauses, d.arena, d.wasted = kept, d.arena[:end], 0
}
