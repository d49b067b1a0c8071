package drat

import "queens/dimacs"

// A lit is a literal: 2v for variable v, counted from 0, and 2v+1 for its negation.
type lit = uint32

// A numbering numbers variables from 0 in the order of first use, because a formula or a proof
// may have few variables with large names.
type numbering struct {
	names []int32         // indexed by number: the variable
	near  []int32         // indexed by small variable: 1 + its number, or 0
	far   map[int32]int32 // 1 + the number of each other variable
}

// nearby limits the memory of near, which has an element for each variable of the formula, but at
// most nearby elements and 8 more for each clause. Other variables are in far.
const nearby = 1 << 16

func newNumbering(f *dimacs.Formula) numbering {
	return numbering{far: map[int32]int32{}, near: make([]int32, min(f.Vars+1, nearby+8*f.NumClauses()))}
}

// number returns the number of variable v, and whether it was just assigned.
func (n *numbering) number(v int32) (number uint32, isNew bool) {
	if int(v) >= len(n.near) {
		if x := n.far[v]; x != 0 {
			return uint32(x - 1), false
		}
		n.far[v] = int32(len(n.names) + 1)
	} else if x := n.near[v]; x != 0 {
		return uint32(x - 1), false
	} else {
		n.near[v] = int32(len(n.names) + 1)
	}
	n.names = append(n.names, v)
	return uint32(len(n.names) - 1), true
}

// name returns a literal with the name of its variable in the formula.
func (n *numbering) name(l lit) dimacs.Lit {
	if l&1 != 0 {
		return dimacs.Lit(-n.names[l>>1])
	}
	return dimacs.Lit(n.names[l>>1])
}
