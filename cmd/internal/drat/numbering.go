package drat

import "queens/dimacs"

// A lit is 2v for variable v, from 0, and 2v+1 for its negation.
type lit = uint32

// A numbering numbers variables in the order of first use: a formula or a proof may
// have few that lie far apart.
type numbering struct {
	names []int32         // by number: the variable
	near  []int32         // by variable, below its length: its number and 1, 0 for none
	far   map[int32]int32 // the same of other variables
}

// nearby is how many variables an array is made for whatever the formula; beyond it
// that has four times as many elements as the formula has literals, at most.
const nearby = 1 << 16

func newNumbering(f *dimacs.Formula) numbering {
	return numbering{far: map[int32]int32{}, near: make([]int32, min(f.Vars+1, nearby+8*f.NumClauses()))}
}

// number returns the number of a variable and whether it is new.
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

// name returns a literal as the formula has it.
func (n *numbering) name(l lit) dimacs.Lit {
	if l&1 != 0 {
		return dimacs.Lit(-n.names[l>>1])
	}
	return dimacs.Lit(n.names[l>>1])
}
