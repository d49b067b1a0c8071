package clause

import (
	"context"
	"slices"
)

// Connect turns the watch lists, at level 0 and propagated, into lists of
// occurrences: those of binary clauses, and of longer ones that were not learned,
// for each of their literals, with the signature in place of a blocking literal.
// Satisfied clauses and false literals are dropped before. It returns the cause
// when ctx ends; Rewatch turns the lists back in any case.
func (d *Database) Connect(ctx context.Context) error {
	d.Unwatched = true
	if err := d.Clean(ctx); err != nil {
		return err
	}
	if err := d.unwatch(ctx); err != nil {
		return err
	}
	counts := make([]int32, len(d.Watches))
	for l, list := range d.Watches {
		counts[l] = int32(len(list))
	}
	err := d.Each(ctx, func(c Ref) {
		if !d.Has(c, Learned) {
			for _, l := range d.Lits(c) {
				counts[l]++
			}
		}
	})
	if err != nil {
		return err
	}
	if err := d.layOut(ctx, counts); err != nil {
		return err
	}
	return d.Each(ctx, func(c Ref) {
		if d.Has(c, Learned) {
			return
		}
		lits := d.Lits(c)
		w := Long(Lit(Signature(lits)), c)
		for _, l := range lits {
			d.Watches[l] = append(d.Watches[l], w)
		}
	})
}

// Signature returns a set of bits of the variables of a clause: one that has no
// others has no other bits.
func Signature(lits []Lit) uint32 {
	s := uint32(0)
	for _, l := range lits {
		s |= 1 << (uint32(l>>1) * 0x9e3779b1 >> 27)
	}
	return s
}

// Rewatch turns lists of occurrences back into watch lists, drops what is
// satisfied or false and propagates. It returns the cause when ctx ends before;
// it may be called again then.
func (d *Database) Rewatch(ctx context.Context) error {
	d.Unwatched = true
	if err := d.unwatch(ctx); err != nil {
		return err
	}
	if err := d.Each(ctx, d.clean); err != nil || d.Unsat {
		return err
	}
	if err := d.Each(ctx, d.watch); err != nil {
		return err
	}
	d.Unwatched = false
	d.head = 0 // so that any two literals may be watched
	d.PropagateUnits()
	return nil
}

// unwatch leaves the binary clauses in the lists and moves the longer ones
// together.
func (d *Database) unwatch(ctx context.Context) error {
	for l := range d.Watches {
		if l%poll == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		d.Watches[l] = slices.DeleteFunc(d.Watches[l], func(w Watch) bool { return !w.IsBinary() })
	}
	if 4*d.wasted > len(d.Arena) {
		d.Collect()
	}
	return nil
}

// Each calls do with all clauses of three literals or more, unless the clauses
// are refuted. It returns the cause when ctx ends.
func (d *Database) Each(ctx context.Context, do func(c Ref)) error {
	work := 0
	for _, c := range d.Clauses {
		if work += 1 + d.Size(c)/16; work > poll {
			if work = 0; ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
		if d.Unsat {
			return nil
		}
		if !d.Has(c, Garbage) {
			do(c)
		}
	}
	return nil
}
