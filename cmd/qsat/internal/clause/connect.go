package clause

import (
	"cmp"
	"slices"
)

// Unwatch empties the watch lists and sets Unwatched. It moves binary clauses into the arena, where
// they stay until Rewatch, and drops repeated ones; of a learned and an original copy the original
// stays. The proof gets the deletions. Clauses must be watched, at level 0. Unwatch returns nil
// unless the arena is too small. Then it sets Err to ErrTooLarge, unless Err is set already, and
// returns Err; after that the clauses cannot be watched again.
func (d *Database) Unwatch() error {
	d.Unwatched = true
	last := make([]Lit, len(d.watches)) // last[k] is the last l with a binary clause {l, k} in the arena
	for l := range d.Literals {
		for _, learned := range []bool{false, true} {
			for _, w := range d.watches[l] {
				k := w.Lit()
				switch {
				case !w.IsBinary() || w.IsLearned() != learned || k < l:
				case last[k] == l:
					d.ProveDelete(l, k)
				case d.Room() < header+2:
					d.Err = cmp.Or(d.Err, ErrTooLarge)
					return d.Err
				default:
					last[k] = l
					if c := d.Add([]Lit{l, k}, 0); learned {
						d.Set(c, Learned)
					}
				}
			}
		}
		d.watches[l] = d.watches[l][:0]
	}
	return nil
}

// Connect turns the watch lists into occurrence lists, which Watching and Occurrences return: the
// list of a literal has an entry for each clause with it that was not learned. Satisfied clauses
// and false literals are removed first. Clauses must be watched, and the trail must be propagated,
// at level 0. Connect returns the error of Unwatch.
func (d *Database) Connect() error {
	d.Clean()
	if err := d.Unwatch(); err != nil {
		return err
	}
	counts := make([]int32, len(d.watches))
	for c := range d.All {
		if !d.Has(c, Learned) {
			for _, l := range d.Lits(c) {
				counts[l]++
			}
		}
	}
	d.layOut(counts)
	for c := range d.All {
		if !d.Has(c, Learned) {
			d.ConnectClause(c)
		}
	}
	return nil
}

// ConnectClause adds c to the occurrence lists of its literals. In these entries, the signature of
// the clause takes the place of the blocking literal.
func (d *Database) ConnectClause(c Ref) {
	lits := d.Lits(c)
	w := Long(Lit(Signature(lits)), c)
	if len(lits) == 2 {
		w |= binary
	}
	for _, l := range lits {
		d.watches[l] = append(d.watches[l], w)
	}
}

// Occurrences removes garbage from the occurrence list of l and returns the list.
func (d *Database) Occurrences(l Lit) []Watch {
	d.watches[l] = slices.DeleteFunc(d.watches[l], func(w Watch) bool { return d.Has(w.Ref(), Garbage) })
	return d.watches[l]
}

// Disconnect empties the occurrence list of l. It returns the former list without garbage.
func (d *Database) Disconnect(l Lit) []Watch {
	list := d.Occurrences(l)
	d.watches[l] = nil
	return list
}

// Signature returns a bit set of the variables of a clause, each hashed to one of 32 bits.
// If the variables of one clause are a subset of another's, so are the bits.
func Signature(lits []Lit) uint32 {
	s := uint32(0)
	for _, l := range lits {
		s |= 1 << (l.Var() * 0x9e3779b1 >> 27)
	}
	return s
}

// Rewatch ends Connect or Unwatch, at level 0: it restores the watch lists, binary clauses first,
// and propagates. Before that it removes each satisfied clause, and false literals from the others,
// by the values that it knows at this point. It collects garbage if that takes more than a quarter
// of the arena. If the clauses are refuted, they may stay unwatched.
func (d *Database) Rewatch() {
	for l := range d.Literals {
		d.watches[l] = d.watches[l][:0]
	}
	for c := range d.All {
		if d.clean(c); d.Size(c) == 2 && !d.Has(c, Garbage) {
			lits := d.Lits(c)
			d.AddBinary(lits[0], lits[1], d.Has(c, Learned))
			d.discard(c)
		}
	}
	if 4*d.wasted > len(d.arena) {
		d.Collect()
	}
	for c := range d.All {
		d.watch(c)
	}
	if d.Unsat {
		return
	}
	d.Unwatched = false
	d.head = 0 // propagate the whole trail again: any two literals may be watched
	d.PropagateUnits()
}
