package clause

import "slices"

// Clean drops, at level 0 and propagated, the clauses that are satisfied and the
// literals that are false. Collect has to follow.
func (d *Database) Clean() {
	for l := range d.Literals {
		d.watches[l] = slices.DeleteFunc(d.watches[l], func(w Watch) bool {
			k := w.Lit()
			if !w.IsBinary() || d.Values[l] == 0 && d.Values[k] <= 0 {
				return false
			}
			if d.Values[l] != 0 && (l < k || d.Values[k] == 0) { // once for both lists
				d.proveDelete(l, k)
			}
			return true
		})
	}
	for c := range d.All {
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
		if n == 2 && !d.Unwatched {
			d.AddWatched(kept, d.Glue(c))
			break
		}
		d.proveDelete(d.Lits(c)...)
		copy(d.Lits(c), kept)
		d.wasted += d.Size(c) - n
		d.arena[c], d.arena[c+2] = Lit(n), firstPosition
		d.SetGlue(c, min(d.Glue(c), n-1))
		return
	}
	d.Remove(c)
}

// Remove drops a clause, and tells the proof.
func (d *Database) Remove(c Ref) {
	d.proveDelete(d.Lits(c)...)
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
	sizes, end := make([]Lit, len(d.clauses)), Ref(firstRef)
	for i, c := range d.clauses {
		sizes[i] = d.arena[c]
		if !d.Has(c, Garbage) {
			d.arena[c] = Lit(end) // for the watches and reasons
			end += header + Ref(sizes[i])
		}
	}
	for l := range d.Literals {
		d.moveWatches(l)
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

// moveWatches lets the watches of a literal follow their clauses, binary ones
// first, and drops those of garbage.
func (d *Database) moveWatches(l Lit) {
	list := d.watches[l]
	pairs, j := 0, 0
	for _, w := range list {
		if w.IsBinary() {
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
