package dimacs

import (
	"bytes"
	"slices"
)

// variables is a list of variables from comments of one kind: `c p show` or `c ind`.
type variables struct {
	given   bool     // there is such a comment
	ended   bool     // the 0 at the end of the comment was read
	at      position // of the comment with the largest variable
	largest int
	list    []int // may contain a variable more than once
}

const wantVariable = "a variable or 0"

// read appends the variables in data[i:] up to a 0. The comment is at position at. If last is
// false, data is not the end of the comment: the 0 may be missing, and data ends between two
// variables. A line that does not follow the grammar gives a fault with the hint asComment.
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

// firstWord returns data up to the first white space.
func firstWord(data []byte) []byte {
	for i, c := range data {
		if isSpace(c) {
			return data[:i]
		}
	}
	return data
}

// add appends a variable. Before a long list grows, it removes repetitions, so that the memory
// depends on the number of different variables and not on the length of the text.
func (v *variables) add(value int) {
	const long = 1 << 18
	if n := len(v.list); n >= long && n == cap(v.list) {
		if v.list = distinct(v.list, v.largest); len(v.list) > n/2 {
			v.list = slices.Grow(v.list, n)
		}
	}
	v.list = append(v.list, value)
}

// distinct removes all but the first occurrence of each number, in place. The numbers are 0 to
// largest.
func distinct(list []int, largest int) []int {
	if largest/64 > len(list) {
		return distinctSparse(list)
	}
	seen := make([]uint64, largest/64+1)
	return slices.DeleteFunc(list, func(v int) bool {
		word, bit := &seen[v/64], uint64(1)<<(v%64)
		was := *word&bit != 0
		*word |= bit
		return was
	})
}

// distinctSparse does the same for a list that is short in comparison with its numbers. It
// allocates nothing of the size of the largest number.
func distinctSparse(list []int) []int {
	sorted := slices.Compact(slices.Sorted(slices.Values(list)))
	seen := make([]bool, len(sorted))
	return slices.DeleteFunc(list, func(v int) bool {
		i, _ := slices.BinarySearch(sorted, v)
		was := seen[i]
		seen[i] = true
		return was
	})
}

// merge appends a later list, whose positions count from base.
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

// values returns the variables in the order of the text, each once. It returns nil if there is
// no such comment, and an empty list if the comment lists no variable.
func (v *variables) values() []int {
	if v.given && v.list == nil {
		return []int{}
	}
	v.list = distinct(v.list, v.largest)
	return v.list
}
