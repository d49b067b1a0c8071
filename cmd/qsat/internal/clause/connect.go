package clause

import (
	"context"
	"iter"
	"slices"
)

// Connect turns the watch lists, at level 0 and propagated, into lists of
// occurrences: those of binary clauses, and of longer ones that were not learned,
// for each of their literals, with the signature in place of a blocking literal.
// Satisfied clauses and false literals are dropped before. It returns the cause
// when ctx ends; Rewatch turns the lists back in any case.
func (d *Database) Connect(ctx context.Context) error {
	d.Clean(ctx)
	if d.unwatch(ctx, nil); ctx.Err() != nil {
		return context.Cause(ctx)
	}
	counts := make([]int32, len(d.Watches))
	for c := range d.All(ctx) {
		if !d.Has(c, Learned) {
			for _, l := range d.Lits(c) {
				counts[l]++
			}
		}
	}
	d.layOut(ctx, counts)
	for c := range d.All(ctx) {
		if d.Has(c, Learned) {
			continue
		}
		lits := d.Lits(c)
		w := Long(Lit(Signature(lits)), c)
		for _, l := range lits {
			d.Watches[l] = append(d.Watches[l], w)
		}
	}
	return context.Cause(ctx)
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
// satisfied or false and the entries of binary clauses whose other literal is not
// live, if that is not nil, and propagates. It returns the cause when ctx ends before;
// it may be called again then.
func (d *Database) Rewatch(ctx context.Context, live func(Lit) bool) error {
	d.unwatch(ctx, live)
	for c := range d.All(ctx) {
		d.clean(c)
	}
	for c := range d.All(ctx) {
		d.watch(c)
	}
	if ctx.Err() != nil || d.Unsat {
		return context.Cause(ctx)
	}
	d.Unwatched = false
	d.head = 0 // so that any two literals may be watched
	d.PropagateUnits()
	return nil
}

// unwatch leaves the binary clauses with a live other literal in the lists, and
// collects much garbage.
func (d *Database) unwatch(ctx context.Context, live func(Lit) bool) {
	d.Unwatched = true
	d.dropWatches(ctx, func(_ Lit, w Watch) bool { return !w.IsBinary() || live != nil && !live(w.Lit()) })
	if ctx.Err() == nil && 4*d.wasted > len(d.Arena) {
		d.Collect()
	}
}

// All yields the clauses of three literals or more until the clauses are refuted or
// ctx has ended.
func (d *Database) All(ctx context.Context) iter.Seq[Ref] {
	return func(yield func(Ref) bool) {
		for c := range Until(ctx, slices.Values(d.Clauses)) {
			if d.Unsat || !d.Has(c, Garbage) && !yield(c) {
				return
			}
		}
	}
}
