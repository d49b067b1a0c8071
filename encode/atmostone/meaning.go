package atmostone

// A Meaning describes an auxiliary variable of an Encoding. Literals are given by their
// indices.
type Meaning struct {
	True  []int // the variable is true if any of these literals is true
	False []int // the variable is false if any of these literals is true
	// Defined means that the variable is false if all literals of True are false. Without
	// it, the variable may have either value if all literals of the constraint are false.
	Defined bool
}

// alone returns k meanings in which literal i is the only entry of True of meaning i. They
// stand for the literals themselves where an encoding encodes its own variables again.
func alone(k int) []Meaning {
	list := make([]Meaning, k)
	for i := range list {
		list[i].True = []int{i}
	}
	return list
}

// prefixes returns k-1 meanings. In meaning i, True lists the literals 0 to i, and Defined
// is defined.
func prefixes(k int, defined bool) []Meaning {
	var list []Meaning
	var seen []int
	for i := range k - 1 {
		seen = append(seen, i)
		list = append(list, Meaning{True: seen, Defined: defined})
	}
	return list
}

// digits returns the meanings of the binary digits, the lowest first, of the numbers of k
// literals. Literal i, from 0, has the number i/shared. A digit is true if a true literal
// has a 1 there, and false if a true literal has a 0.
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

// among returns the meaning of a variable that is true if a variable with a meaning in the
// list is true: True is the union of their True. Defined is set to defined.
func among(list []Meaning, defined bool) Meaning {
	m := Meaning{Defined: defined}
	for _, x := range list {
		m.True = append(m.True, x.True...)
	}
	return m
}
