package atmostone

// A Meaning says what an auxiliary variable of an Encoding stands for. Numbers are indices of
// literals.
type Meaning struct {
	True  []int // the variable is true if one of these literals is true
	False []int // the variable is false if one of these literals is true
	// Defined reports whether the variable is false if no literal of True is true.
	// Otherwise it may then have either value.
	Defined bool
}

// alone returns a meaning for each of k literals, which is that literal.
func alone(k int) []Meaning {
	list := make([]Meaning, k)
	for i := range list {
		list[i].True = []int{i}
	}
	return list
}

// prefixes are the meanings of variables that count along k literals.
func prefixes(k int, defined bool) []Meaning {
	var list []Meaning
	var seen []int
	for i := range k - 1 {
		seen = append(seen, i)
		list = append(list, Meaning{True: seen, Defined: defined})
	}
	return list
}

// digits returns the meanings of the binary digits of the numbers of k literals; shared
// literals share a number.
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

// among returns the meaning of a variable that is true if one of these is.
func among(list []Meaning, defined bool) Meaning {
	m := Meaning{Defined: defined}
	for _, x := range list {
		m.True = append(m.True, x.True...)
	}
	return m
}
