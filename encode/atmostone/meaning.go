package atmostone

// A Meaning describes an auxiliary variable of an Encoding. Its literals are indices into the
// list of literals that Encode gets.
type Meaning struct {
	True  []int // the variable is true if any of these literals is true
	False []int // the variable is false if any of these literals is true
	// Defined means that the variable is false if all literals of True are false. Without
	// it, the variable may have either value if all literals of the constraint are false.
	Defined bool
}

// alone returns k meanings: in meaning i, True lists only literal i. They are the meanings of
// the literals themselves, for an encoding that encodes its own variables again.
func alone(k int) []Meaning {
	list := make([]Meaning, k)
	for i := range list {
		list[i].True = []int{i}
	}
	return list
}

// prefixes returns k-1 meanings, or nil if k < 2. In meaning i, from 0, True lists the literals 0
// to i, and Defined is defined. The lists may share memory, so they must not be changed.
func prefixes(k int, defined bool) []Meaning {
	var list []Meaning
	var seen []int
	for i := range k - 1 {
		seen = append(seen, i)
		list = append(list, Meaning{True: seen, Defined: defined})
	}
	return list
}

// digits returns the meanings of the variables of binary digits, the lowest first. Literal i, from
// 0 to k-1, has the number i/shared, where shared is at least 1. A true literal gives each
// variable the value of the digit in its number.
func digits(k, shared int) []Meaning {
	list := make([]Meaning, digitsFor(groupsOf(shared, k)))
	for d := range list {
		for i := range k {
			if i/shared>>d&1 == 1 {
				list[d].True = append(list[d].True, i)
			} else {
				list[d].False = append(list[d].False, i)
			}
		}
	}
	return list
}

// among returns the meaning of a variable that is true if a variable with a meaning in list is
// true. Its True is the concatenation of the lists True, and its Defined is defined.
func among(list []Meaning, defined bool) Meaning {
	m := Meaning{Defined: defined}
	for _, x := range list {
		m.True = append(m.True, x.True...)
	}
	return m
}
