package dimacs

import (
	"math/bits"
	"slices"
)

// An Assignment gives every variable a value: true if it was last set to true, and false otherwise.
//
// The values are bits in pages of 32,768 variables. Set lengthens a page only to make a variable
// true, to a power of two of at least 64 bytes. So a model with few true variables takes little
// memory, however large their numbers are: an empty page costs 24 bytes.
//
// In the zero value and in a nil *Assignment, such as the model of an answer without a model,
// every variable is false. The methods that set values panic if the Assignment is nil.
type Assignment struct{ pages [][]uint64 }

// A page holds one bit per variable, for 1<<pageBits consecutive variables, in at most
// pageWords words.
const (
	pageBits  = 15
	pageWords = 1 << (pageBits - 6)
)

// Value returns the value of variable v, which is at least 1.
func (a *Assignment) Value(v int) bool {
	if a == nil {
		return false
	}
	i, w := v>>pageBits, uint(v)>>6%pageWords
	return i < len(a.pages) && w < uint(len(a.pages[i])) && a.pages[i][w]>>(v&63)&1 != 0
}

// Set sets variable v, which is at least 1, to value.
func (a *Assignment) Set(v int, value bool) {
	i, w := v>>pageBits, uint(v)>>6%pageWords
	if i >= len(a.pages) || w >= uint(len(a.pages[i])) {
		if !value {
			return
		}
		a.grow(i, w)
	}
	if value {
		a.pages[i][w] |= 1 << (v & 63)
	} else {
		a.pages[i][w] &^= 1 << (v & 63)
	}
}

// grow makes page i long enough for its word w, which it lacks.
func (a *Assignment) grow(i int, w uint) {
	a.pages = append(a.pages, make([][]uint64, max(0, i+1-len(a.pages)))...)
	page := make([]uint64, 1<<max(3, bits.Len(w)))
	copy(page, a.pages[i])
	a.pages[i] = page
}

// Copy makes a equal to b; a nil b makes every variable false. It reuses the memory of a, so
// that one Assignment can hold model after model.
func (a *Assignment) Copy(b *Assignment) {
	if b == nil {
		b = &Assignment{}
	}
	for i := range max(len(a.pages), len(b.pages)) {
		var from []uint64
		if i < len(b.pages) {
			from = b.pages[i]
		}
		a.setPage(i, from)
	}
}

// setPage makes page i equal to from, with zeros after it. Page i must exist or be the next page. It does
// not keep from.
func (a *Assignment) setPage(i int, from []uint64) {
	if i >= len(a.pages) {
		a.pages = append(a.pages, nil)
	}
	if page := a.pages[i]; len(page) < len(from) {
		a.pages[i] = slices.Clone(from)
	} else {
		clear(page[copy(page, from):])
	}
}

// SetBits sets variable v to bit v%64 of src[v/64], the layout that Bits writes. Variables beyond src
// become false. SetBits does not keep src.
func (a *Assignment) SetBits(src []uint64) {
	for i := 0; i < len(a.pages) || len(src) > 0; i++ {
		n := min(len(src), pageWords)
		a.setPage(i, src[:n])
		src = src[n:]
	}
}

// Bits overwrites dst: bit v%64 of dst[v/64] becomes the value of variable v. Bit 0 of dst[0] belongs to
// no variable; it is 0 unless SetBits has set it.
func (a *Assignment) Bits(dst []uint64) {
	if a == nil {
		a = &Assignment{}
	}
	for _, page := range a.pages {
		n := min(len(dst), pageWords)
		clear(dst[copy(dst[:n], page):n])
		dst = dst[n:]
	}
	clear(dst)
}

// SetLit sets the variable of l so that l becomes true.
func (a *Assignment) SetLit(l Lit) { a.Set(l.Var(), l > 0) }

// Holds reports whether the literal l is true.
func (a *Assignment) Holds(l Lit) bool { return a.Value(l.Var()) == (l > 0) }

// Satisfies reports whether at least one literal of the clause is true.
func (a *Assignment) Satisfies(clause []Lit) bool {
	for _, l := range clause {
		if a.Holds(l) {
			return true
		}
	}
	return false
}

// Lit returns the literal of variable v that is true: v or -v.
func (a *Assignment) Lit(v int) Lit {
	if a.Value(v) {
		return Lit(v)
	}
	return -Lit(v)
}

// Lits returns the true literal of each of the variables 1 to n, in ascending order of variables.
func (a *Assignment) Lits(n int) []Lit {
	lits := make([]Lit, n)
	for i := range lits {
		lits[i] = a.Lit(i + 1)
	}
	return lits
}

// Falsified returns a clause of f that a does not satisfy, or nil if a is a model. It ignores soft
// clauses. It returns the first falsified clause of two literals, or else the first falsified clause of
// any other length, or else the literals of the first linear constraint that does not hold. For an empty
// clause the result is empty, but not nil. The result must not be changed.
func (f *Formula) Falsified(a *Assignment) []Lit {
	for block := range f.PairBlocks() {
		last, holds := Lit(0), false // runs of pairs often share the first literal
		for i := range block {
			if l := block[i][0]; l != last {
				last, holds = l, a.Holds(l)
			}
			if !holds && !a.Holds(block[i][1]) {
				return block[i][:]
			}
		}
	}
	for c := range f.LongClauses() {
		if !a.Satisfies(c) {
			return c
		}
	}
	if c := f.Violated(a); c != nil {
		return append([]Lit{}, c.Lits...)
	}
	return nil
}
