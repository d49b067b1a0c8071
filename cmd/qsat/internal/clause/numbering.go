package clause

import (
	"context"
	"slices"

	"queens/dimacs"
)

// A Numbering numbers the variables that occur in a formula from 1, in the order
// of their names. Where they are sparse it takes memory for those alone, so that
// one large literal in a small file costs nothing.
type Numbering struct {
	Names  []int32         // by number; Names[0] is unused
	byName []int32         // where they are dense
	sparse map[int32]int32 // otherwise
}

// IsSparse reports whether a formula has far more variables than can occur.
func IsSparse(f *dimacs.Formula) bool { return f.Vars > 4*f.NumClauses()+1<<16 }

// poll is how many clauses are gone through between two looks at the context.
const poll = 1 << 12

// Number numbers the variables of a formula and of some units. It returns the
// cause when ctx ends.
func Number(ctx context.Context, f *dimacs.Formula, units []dimacs.Lit) (*Numbering, error) {
	n := &Numbering{Names: []int32{0}}
	if IsSparse(f) {
		n.sparse = map[int32]int32{}
	} else {
		n.byName = make([]int32, f.Vars+1)
	}
	for block := range f.PairBlocks() {
		for pairs := range slices.Chunk(block, poll) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for i := range pairs {
				n.note(pairs[i][0])
				n.note(pairs[i][1])
			}
		}
	}
	clauses := 0
	for c := range f.LongClauses() {
		if clauses++; clauses%poll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, l := range c {
			n.note(l)
		}
	}
	for _, l := range units {
		n.note(l)
	}
	n.number()
	return n, nil
}

// note notes that a variable occurs.
func (n *Numbering) note(l dimacs.Lit) {
	if n.byName != nil {
		n.byName[l.Var()] = 1
	} else {
		n.sparse[int32(l.Var())] = 1
	}
}

// number numbers the variables that were noted.
func (n *Numbering) number() {
	for v, occurs := range n.byName {
		if occurs != 0 {
			n.byName[v] = int32(len(n.Names))
			n.Names = append(n.Names, int32(v))
		}
	}
	for v := range n.sparse {
		n.Names = append(n.Names, v)
	}
	if n.sparse != nil {
		slices.Sort(n.Names)
		for i, v := range n.Names[1:] {
			n.sparse[v] = int32(i + 1)
		}
	}
}

// Var returns the number of a variable, 0 if it occurs nowhere.
func (n *Numbering) Var(name int) int {
	if n.byName != nil {
		if name >= len(n.byName) {
			return 0
		}
		return int(n.byName[name])
	}
	return int(n.sparse[int32(name)])
}

// Lit returns a literal of the formula by the number of its variable, 0 if that
// occurs nowhere.
func (n *Numbering) Lit(l dimacs.Lit) Lit {
	v := Lit(2 * n.Var(l.Var()))
	if l < 0 && v != 0 {
		v++
	}
	return v
}

// Name returns a literal as one of the formula.
func (n *Numbering) Name(l Lit) dimacs.Lit {
	name := dimacs.Lit(n.Names[l>>1])
	if l&1 != 0 {
		return -name
	}
	return name
}
