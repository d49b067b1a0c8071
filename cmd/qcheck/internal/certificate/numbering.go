package certificate

import "queens/dimacs"

// A Numbering numbers variables from 1 in the order of first use, because a formula or a
// certificate may have few variables with large names.
type Numbering struct {
	names []int32          // variable n is called names[n-1]
	near  []uint32         // indexed by name, for small names: the number, or 0
	far   map[int32]uint32 // indexed by name: the numbers of the other names
	least int              // smaller names are always in near
}

// NewNumbering returns an empty Numbering for f and its certificate. The memory of near grows with
// the clauses of f and with the variables, and not with their names.
func NewNumbering(f *dimacs.Formula) Numbering {
	return Numbering{far: map[int32]uint32{}, least: 1<<16 + 8*f.NumClauses()}
}

// Names returns the names of the variables. Variable n is called Names()[n-1].
func (n *Numbering) Names() []int32 { return n.names }

// NameOf returns the name of the variable with the given number.
func (n *Numbering) NameOf(number uint32) int { return int(n.names[number-1]) }

// Find returns the number of the variable called name, or 0 if Add has not numbered it.
func (n *Numbering) Find(name int) uint32 {
	if name < len(n.near) && n.near[name] != 0 {
		return n.near[name]
	}
	return n.far[int32(name)]
}

// Add gives a variable that has no number the next number, and returns it.
func (n *Numbering) Add(name int) uint32 {
	n.names = append(n.names, int32(name))
	number := uint32(len(n.names))
	if name >= n.least+8*len(n.names) {
		n.far[int32(name)] = number
		return number
	}
	if name >= len(n.near) {
		n.near = append(n.near, make([]uint32, name+1-len(n.near))...)
	}
	n.near[name] = number
	return number
}
