package dimacs

// A Lit is a literal as the text has it: v stands for a variable, -v for its
// negation, with v from 1 to MaxVar. The zero value is not a literal; in the
// text it ends a clause.
type Lit int32

// MaxVar is the largest variable that a Lit can name.
const MaxVar = 1<<31 - 1

// Var returns the variable of l, from 1 to MaxVar.
func (l Lit) Var() int {
	if l < 0 {
		return -int(l)
	}
	return int(l)
}

// Neg returns the complement of l.
func (l Lit) Neg() Lit { return -l }

// Positive reports whether l is a variable rather than a negation.
func (l Lit) Positive() bool { return l > 0 }
