package normal

import "queens/dimacs"

// A numbering numbers variables from 1 in the order in which they are met.
// Where the variables are sparse it takes memory for those met alone, so that
// one large literal in a small file costs nothing.
type numbering struct {
	array []int32 // by variable
	table map[int32]int32
	names []int32 // by number, less 1
}

// newNumbering returns a numbering for the variables of f.
func newNumbering(f *dimacs.Formula) *numbering {
	if f.Vars <= 4*f.NumClauses()+1<<16 {
		return &numbering{array: make([]int32, f.Vars+1)}
	}
	return &numbering{table: map[int32]int32{}}
}

// number returns the number of variable v, a new one if v has none yet.
func (n *numbering) number(v int) int32 {
	if n.array != nil {
		if n.array[v] == 0 {
			n.names = append(n.names, int32(v))
			n.array[v] = int32(len(n.names))
		}
		return n.array[v]
	}
	k, ok := n.table[int32(v)]
	if !ok {
		n.names = append(n.names, int32(v))
		k = int32(len(n.names))
		n.table[int32(v)] = k
	}
	return k
}

// lit returns l in the numbers of n.
func (n *numbering) lit(l dimacs.Lit) int32 {
	if l < 0 {
		return -n.number(l.Var())
	}
	return n.number(l.Var())
}
