package clause

import (
	"cmp"
	"slices"
)

// Unwatch puts binary clauses, each once, into the arena, where they lie like all
// others until Rewatch, and empties the watch lists. The only error is ErrTooLarge;
// after that the clauses cannot be watched again.
func (d *Database) Unwatch() error {
	d.Unwatched = true
	last := make([]Lit, len(d.watches)) // by literal: the last one that it has a clause with
	for l := range d.Literals {
		for _, learned := range []bool{false, true} {
			for _, w := range d.watches[l] {
				k := w.Lit()
				switch {
				case !w.IsBinary() || w.IsLearned() != learned || k < l:
				case last[k] == l:
					d.proveDelete(l, k)
				case d.Room() < header+2:
					d.Err = cmp.Or(d.Err, ErrTooLarge)
					return d.Err
				case learned:
					last[k] = l
					d.Add([]Lit{l, k}, Learned)
				default:
					last[k] = l
					d.Add([]Lit{l, k}, 0)
				}
			}
		}
		d.watches[l] = d.watches[l][:0]
	}
	return nil
}

// Connect turns the watch lists, at level 0 and propagated, into lists of
// occurrences: those of clauses that were not learned, for each of their literals.
// Satisfied clauses and false literals are dropped before. It returns errors as
// Unwatch does.
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

// ConnectClause puts a clause into the lists of occurrences of its literals, with
// the signature in place of a blocking literal.
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

// Occurrences drops garbage from the list of a literal and returns it.
func (d *Database) Occurrences(l Lit) []Watch {
	d.watches[l] = slices.DeleteFunc(d.watches[l], func(w Watch) bool { return d.Has(w.Ref(), Garbage) })
	return d.watches[l]
}

// Disconnect empties the list of a literal, and returns what was there but garbage.
func (d *Database) Disconnect(l Lit) []Watch {
	list := d.Occurrences(l)
	d.watches[l] = nil
	return list
}

// Signature returns a set of bits of the variables of a clause: one that has no
// others has no other bits.
func Signature(lits []Lit) uint32 {
	s := uint32(0)
	for _, l := range lits {
		s |= 1 << (l.Var() * 0x9e3779b1 >> 27)
	}
	return s
}

// Rewatch turns lists of occurrences back into watch lists, binary clauses first,
// drops what is satisfied or false, collects much garbage, and propagates.
func (d *Database) Rewatch() {
	for l := range d.Literals {
		d.watches[l] = d.watches[l][:0]
	}
	var binary []Ref
	for c := range d.All {
		if d.clean(c); d.Size(c) == 2 && !d.Has(c, Garbage) {
			binary = append(binary, c)
		}
	}
	for _, c := range d.hashed(binary) {
		lits := d.Lits(c)
		d.AddBinary(lits[0], lits[1], d.Has(c, Learned))
		d.discard(c)
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
	d.head = 0 // so that any two literals may be watched
	d.PropagateUnits()
}

const hashBits = 12

// hashed returns binary clauses in the order of their hashes, and of the list among equal
// ones: the order in watch lists. In that of their variables what propagation finds first
// is always about the same part of a formula, and searches for models take longer.
func (d *Database) hashed(binary []Ref) []Ref {
	var next [1<<hashBits + 1]uint32 // the place of the next clause of each hash
	for _, c := range binary {
		next[d.hash(c)+1]++
	}
	for h := range uint32(1 << hashBits) {
		next[h+1] += next[h]
	}
	sorted := make([]Ref, len(binary))
	for _, c := range binary {
		h := d.hash(c)
		sorted[next[h]] = c
		next[h]++
	}
	return sorted
}

func (d *Database) hash(c Ref) uint32 {
	lits := d.Lits(c)
	return (uint32(lits[0])*0x9e3779b1 ^ uint32(lits[1])*0x85ebca6b) * 0xc2b2ae35 >> (32 - hashBits)
}

// All yields the clauses in the arena until the clauses are refuted.
func (d *Database) All(yield func(Ref) bool) {
	for _, c := range d.clauses {
		if d.Unsat || !d.Has(c, Garbage) && !yield(c) {
			return
		}
	}
}
