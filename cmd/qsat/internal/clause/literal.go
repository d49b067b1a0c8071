package clause

import (
	"iter"
	"slices"

	"queens/dimacs"
)

// A Lit is a literal that can index a slice: 2v is the variable v, from 1, and 2v+1 is its
// negation. Zero means no literal.
type Lit uint32

// Of converts a DIMACS literal, such as -3, to a Lit, such as 7.
func Of(l dimacs.Lit) Lit {
	sign := int32(l) >> 31 // -1 if l is negative, else 0
	return Lit((int32(l)^sign-sign)<<1 - sign)
}

// Dimacs converts a Lit, such as 7, to a DIMACS literal, such as -3.
func (l Lit) Dimacs() dimacs.Lit {
	sign := -int32(l & 1)
	return dimacs.Lit(int32(l>>1) ^ sign - sign)
}

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() uint32 { return uint32(l) >> 1 }

// Sign returns 1 if l is positive, and -1 if it is negative.
func (l Lit) Sign() int8 { return 1 - 2*int8(l&1) }

// Rename returns the literal of variable v with the sign of l.
func (l Lit) Rename(v uint32) Lit { return Positive(v) | l&1 }

// Positive returns the positive literal of v.
func Positive[V int | uint32](v V) Lit { return Lit(2 * v) }

// Negative returns the negative literal of v.
func Negative[V int | uint32](v V) Lit { return Lit(2*v + 1) }

// A Numbering assigns numbers from 1 to the variables that occur in a formula. The numbers follow
// the order of the names, which are the variables of the formula, except that variables of Extend
// come last. If variables are sparse (see IsSparse), its size depends only on the variables that
// occur, so one large literal in a small file costs nothing. A nil Numbering maps each variable to
// itself.
type Numbering struct {
	Names  []int32         // indexed by number; Names[0] is 0 and unused
	byName []int32         // indexed by name: the number, or 0 if byName lacks the name
	sorted int             // Names[:sorted] is ascending, and byName and later may lack these names
	later  map[int32]int32 // indexed by name: the numbers of variables of Extend that are too large for byName
}

// IsSparse reports whether f.Vars exceeds four times the number of clauses by more than 65,536.
// Then most variables probably occur in no clause.
func IsSparse(f *dimacs.Formula) bool { return f.Vars > 4*f.NumClauses()+1<<16 }

// Number returns the numbering of the variables that occur in the clauses of f, tautologies
// included, or in units. The variables of units must be at most f.Vars.
func Number(f *dimacs.Formula, units []dimacs.Lit) *Numbering {
	n := &Numbering{Names: []int32{0}}
	if !IsSparse(f) {
		n.byName = make([]int32, f.Vars+1)
	}
	for p, q := range pairs(f) {
		n.add(p, q)
	}
	for c := range f.LongClauses() {
		n.add(c...)
	}
	n.add(units...)
	slices.Sort(n.Names)
	n.Names = slices.Compact(n.Names)
	for v, occurs := range n.byName {
		if occurs != 0 {
			n.byName[v] = int32(len(n.Names))
			n.Names = append(n.Names, int32(v))
		}
	}
	if n.byName == nil {
		n.sorted = len(n.Names)
	}
	return n
}

// Extend returns the number of the variable called name. If the variable has no number, Extend gives it the
// next number. The slice byName grows to at most four times the number of variables plus 65,536. The map later
// holds larger names.
func (n *Numbering) Extend(name int) int {
	if v := n.Var(name); v != 0 {
		return v
	}
	v := len(n.Names)
	n.Names = append(n.Names, int32(name))
	switch {
	case name < max(len(n.byName), 4*v+1<<16):
		n.byName = Grown(n.byName, max(len(n.byName), name+1))
		n.byName[name] = int32(v)
	case n.later == nil:
		n.later = map[int32]int32{}
		fallthrough
	default:
		n.later[int32(name)] = int32(v)
	}
	return v
}

// pairs yields the two literals of each clause that f stores as a pair.
func pairs(f *dimacs.Formula) iter.Seq2[dimacs.Lit, dimacs.Lit] {
	return func(yield func(p, q dimacs.Lit) bool) {
		for block := range f.PairBlocks() {
			for i := range block {
				if !yield(block[i][0], block[i][1]) {
					return
				}
			}
		}
	}
}

// add records the variables of lits: it sets their entries in byName to 1. If variables are sparse,
// byName is nil, and add appends the variables to Names, even if they are there already.
func (n *Numbering) add(lits ...dimacs.Lit) {
	for _, l := range lits {
		if n.byName != nil {
			n.byName[l.Var()] = 1
		} else {
			n.Names = append(n.Names, int32(l.Var()))
		}
	}
}

// Var returns the number of the variable called name, or 0 if it does not occur. A nil Numbering
// returns name.
func (n *Numbering) Var(name int) int {
	if n == nil {
		return name
	}
	if name < len(n.byName) {
		if v := n.byName[name]; v != 0 {
			return int(v)
		}
	}
	if i, found := slices.BinarySearch(n.Names[:n.sorted], int32(name)); found {
		return i
	}
	return int(n.later[int32(name)])
}

// Lit converts a literal of the formula to a Lit. It returns 0 if the variable does not occur.
func (n *Numbering) Lit(l dimacs.Lit) Lit {
	v := n.Var(l.Var())
	if l < 0 && v != 0 {
		return Negative(v)
	}
	return Positive(v)
}

// Name converts l to a literal of the formula.
func (n *Numbering) Name(l Lit) dimacs.Lit {
	if n != nil {
		l = l.Rename(uint32(n.Names[l.Var()]))
	}
	return l.Dimacs()
}

// Complements returns the first literal of lits whose complement stands before it, as the pair of
// the complement and the literal. It returns nil if lits contains no complementary literals.
func Complements(lits []dimacs.Lit) []dimacs.Lit {
	seen := make(map[dimacs.Lit]bool, len(lits))
	for _, l := range lits {
		if seen[l] = true; seen[-l] {
			return []dimacs.Lit{-l, l}
		}
	}
	return nil
}
