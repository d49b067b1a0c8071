package dimacs

import (
	"bytes"
	"slices"
)

// variables is a list that comments give: a projection.
type variables struct {
	given   bool
	ended   bool     // by the 0 of its line
	at      position // of the comment that has the largest
	largest int
	list    []int // may repeat some
}

const wantVariable = "a variable or 0"

// read reads variables up to a 0 from data[i:]. If that is not the last of the
// line, the 0 may be still to come, and no variable is cut. A line that does not follow this
// grammar gives a fault with the hint asComment.
func (v *variables) read(data []byte, i int, at position, last bool) *fault {
	for end := len(data); ; {
		for i < end && isBlank(data[i]) {
			i++
		}
		if v.ended || i == end && !last {
			f := trailing(data, i, end)
			if f != nil {
				f.hint = asComment
			}
			return f
		}
		start, value := i, 0
		for i < end && isDigit(data[i]) && value <= MaxVar {
			value = 10*value + int(data[i]-'0')
			i++
		}
		switch {
		case start == end:
			return &fault{start, wantVariable, "end of line", asComment}
		case value > MaxVar && bytes.IndexFunc(firstWord(data[start:]), func(c rune) bool { return c < '0' || c > '9' }) < 0:
			return &fault{start, "a variable of at most " + itoa(MaxVar), quote(data[start:]), ""}
		case i == start || i < end && !isBlank(data[i]):
			return &fault{start, wantVariable, quote(data[start:]), asComment}
		case value == 0:
			v.ended = true
			continue
		}
		if value > v.largest {
			v.largest, v.at = value, at
		}
		v.add(value)
	}
}

// firstWord returns data up to the first blank.
func firstWord(data []byte) []byte {
	for i, c := range data {
		if isSpace(c) {
			return data[:i]
		}
	}
	return data
}

// add appends a variable. Before a long list grows, what is repeated goes: its
// memory follows the number of different variables, not the length of the text.
func (v *variables) add(value int) {
	const long = 1 << 18
	if n := len(v.list); n >= long && n == cap(v.list) {
		if v.list = once(v.list, v.largest); len(v.list) > n/2 {
			v.list = slices.Grow(v.list, n)
		}
	}
	v.list = append(v.list, value)
}

// once removes all but the first of what is equal among numbers up to largest.
func once(list []int, largest int) []int {
	if largest/64 > len(list) {
		return onceSparse(list)
	}
	seen := make([]uint64, largest/64+1)
	return slices.DeleteFunc(list, func(v int) bool {
		word, bit := &seen[v/64], uint64(1)<<(v%64)
		was := *word&bit != 0
		*word |= bit
		return was
	})
}

// onceSparse is once for numbers that are few for their size.
func onceSparse(list []int) []int {
	sorted := slices.Compact(slices.Sorted(slices.Values(list)))
	seen := make([]bool, len(sorted))
	return slices.DeleteFunc(list, func(v int) bool {
		i, _ := slices.BinarySearch(sorted, v)
		was := seen[i]
		seen[i] = true
		return was
	})
}

func (v *variables) merge(later *variables, base position) {
	if later.given && !v.given || later.largest > v.largest {
		v.largest, v.at = later.largest, base.after(later.at)
	}
	v.given = v.given || later.given
	if v.list == nil {
		v.list = later.list
		return
	}
	for _, value := range later.list {
		v.add(value)
	}
}

// values returns each variable once, in the order of the text. The list is nil
// only if none was given.
func (v *variables) values() []int {
	if v.given && v.list == nil {
		return []int{}
	}
	v.list = once(v.list, v.largest)
	return v.list
}
