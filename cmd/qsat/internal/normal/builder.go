package normal

import (
	"context"

	"queens/dimacs"
)

// A builder collects clauses and propagates the units among them.
type builder struct {
	ctx   context.Context
	steps int
	*numbering
	seen  []int32 // by number: the clause, from 1, and sign that it was last met in
	value []int8  // by number: 1 true, -1 false, 0 open
	fixed []int32 // literals made true, in order
	unsat bool
	lits  []int32
	ends  []int
}

func newBuilder(ctx context.Context, f *dimacs.Formula) *builder {
	// Full size at once, and one more for a unit: a long array would take its
	// time to grow.
	lits := 0
	for pairs := range f.PairBlocks() {
		lits += 2 * len(pairs)
	}
	for c := range f.LongClauses() {
		lits += len(c)
	}
	return &builder{
		ctx: ctx, numbering: newNumbering(f), seen: []int32{0}, value: []int8{0},
		lits: make([]int32, 0, lits+1), ends: make([]int, 0, f.NumClauses()),
	}
}

// stopped reports whether the context has ended, looking now and then.
func (b *builder) stopped() bool {
	b.steps++
	return b.steps&0xffff == 0 && b.ctx.Err() != nil
}

// clause adds a clause without repeated literals, unless it is a tautology.
func (b *builder) clause(c []dimacs.Lit) {
	start := len(b.lits)
	mark := int32(len(b.ends)) + 1
	for _, l := range c {
		k := b.lit(l)
		for len(b.seen) <= len(b.names) {
			b.seen, b.value = append(b.seen, 0), append(b.value, 0)
		}
		v, signed := k, mark
		if k < 0 {
			v, signed = -k, -mark
		}
		switch b.seen[v] {
		case signed: // twice
		case -signed: // a tautology
			b.forget(b.lits[start:])
			b.lits = b.lits[:start]
			return
		default:
			b.seen[v] = signed
			b.lits = append(b.lits, k)
		}
	}
	b.end(start)
}

// forget undoes the marks of a clause that is dropped, so that the next one
// can have its number.
func (b *builder) forget(lits []int32) {
	for _, k := range lits {
		b.seen[max(k, -k)] = 0
	}
}

// end ends the clause that began at start.
func (b *builder) end(start int) {
	switch len(b.lits) - start {
	case 0:
		b.unsat = true
	case 1:
		k := b.lits[start]
		b.lits = b.lits[:start]
		b.seen[max(k, -k)] = 0
		b.fix(k)
	default:
		b.ends = append(b.ends, len(b.lits))
	}
}

// fix makes a literal true.
func (b *builder) fix(k int32) {
	switch b.sign(k) {
	case 0:
		b.fixed = append(b.fixed, k)
		if k > 0 {
			b.value[k] = 1
		} else {
			b.value[-k] = -1
		}
	case -1:
		b.unsat = true
	}
}

// sign returns 1 if k is true, -1 if it is false, 0 if it is open.
func (b *builder) sign(k int32) int8 {
	if k > 0 {
		return b.value[k]
	}
	return -b.value[-k]
}

// form returns what is left of the clauses, renumbered, in the place of the
// clauses. Like propagate it ends early, and is not complete, when the context
// has ended.
func (b *builder) form() *Form {
	f := &Form{lits: b.lits[:0], ends: b.ends[:0]}
	for _, k := range b.fixed {
		l := dimacs.Lit(b.names[max(k, -k)-1])
		if k < 0 {
			l = -l
		}
		f.Fixed = append(f.Fixed, l)
	}
	number := make([]int32, len(b.names)+1)
	start := 0
	for _, end := range b.ends {
		c := b.lits[start:end]
		start = end
		if b.stopped() {
			break
		}
		if b.holds(c) {
			continue
		}
		for _, k := range c {
			if b.sign(k) == 0 {
				f.lits = append(f.lits, f.rename(number, b.names, k))
			}
		}
		f.ends = append(f.ends, len(f.lits))
	}
	return f
}

// rename returns literal k in the variables of the form.
func (f *Form) rename(number, names []int32, k int32) int32 {
	v := max(k, -k)
	if number[v] == 0 {
		f.Names = append(f.Names, names[v-1])
		number[v] = int32(len(f.Names))
	}
	if k < 0 {
		return -number[v]
	}
	return number[v]
}

// holds reports whether a literal of c is true.
func (b *builder) holds(c []int32) bool {
	for _, k := range c {
		if b.sign(k) > 0 {
			return true
		}
	}
	return false
}
