package dimacs

import (
	"math/bits"
	"slices"
)

// An Assignment gives every variable a value: true to those that were set so,
// false to all others. For each run of 32,768 variables its memory is a bit for each up to the
// last one that was ever true, rounded up to a power of two of at least 64 bytes, and 24
// bytes for each run below that of the last such variable.
//
// The zero value and a nil *Assignment, such as the model of an answer without one, make
// every variable false. The methods that set values need an Assignment that is not nil.
type Assignment struct{ pages [][]uint64 }

// A page holds the values of consecutive variables, a bit for each: up to pageWords words,
// without those behind the last variable that was ever true.
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

// Set gives variable v a value.
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

// grow makes room for word w of page i.
func (a *Assignment) grow(i int, w uint) {
	for len(a.pages) <= i {
		a.pages = append(a.pages, nil)
	}
	page := make([]uint64, 1<<max(3, bits.Len(w)))
	copy(page, a.pages[i])
	a.pages[i] = page
}

// Copy makes a the same as b. It keeps the memory that it has, so that one assignment can
// hold one model after the other.
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

// setPage makes page i the same as from.
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

// SetBits gives the variables the values that Bits returns for them, and others false.
func (a *Assignment) SetBits(src []uint64) {
	for i := 0; i < len(a.pages) || len(src) > 0; i++ {
		n := min(len(src), pageWords)
		a.setPage(i, src[:n])
		src = src[n:]
	}
}

// Bits fills dst with the values as bits: bit v%64 of dst[v/64] is that of
// variable v, for the variables that dst has room for.
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

// SetLit makes the literal l true.
func (a *Assignment) SetLit(l Lit) { a.Set(l.Var(), l > 0) }

// Holds reports whether the literal l is true.
func (a *Assignment) Holds(l Lit) bool { return a.Value(l.Var()) == (l > 0) }

// Satisfies reports whether a literal of the clause is true.
func (a *Assignment) Satisfies(clause []Lit) bool {
	for _, l := range clause {
		if a.Holds(l) {
			return true
		}
	}
	return false
}

// Lit returns the literal of variable v that is true.
func (a *Assignment) Lit(v int) Lit {
	if a.Value(v) {
		return Lit(v)
	}
	return -Lit(v)
}

// Falsified returns a clause of f that a does not satisfy: the first one of
// two literals, or else the first of the others, and nil if a is a model. An
// empty clause is returned as a slice that is empty but not nil.
func (f *Formula) Falsified(a *Assignment) []Lit {
	if a == nil {
		a = &Assignment{}
	}
	for block := range f.PairBlocks() {
		for pairs := range slices.Chunk(block, 256) {
			if a.holdAll(pairs) {
				continue
			}
			for i := range pairs {
				if !a.Satisfies(pairs[i][:]) {
					return pairs[i][:]
				}
			}
		}
	}
	for c := range f.LongClauses() {
		if !a.Satisfies(c) {
			return c
		}
	}
	return nil
}

// holdAll reports whether a literal of each pair is true, of up to 256. It goes
// on to the end whatever comes, since in clauses in random order every second
// branch on a value would be mispredicted.
func (a *Assignment) holdAll(pairs []Pair) bool {
	var second [256]uint8 // pairs whose first literal is false
	n := 0
	for i := range pairs {
		second[uint8(n)] = uint8(i)
		n += int(^a.bit(pairs[i][0]) & 1)
	}
	failed := uint64(0)
	for _, i := range second[:n] {
		failed |= ^a.bit(pairs[i][1]) & 1
	}
	return failed == 0
}

// bit returns 1 if the literal l is true, or else 0, in its lowest bit.
func (a *Assignment) bit(l Lit) (b uint64) {
	sign := int32(l) >> 31
	v := uint32(int32(l)^sign) + uint32(sign)&1
	if i, w := v>>pageBits, v>>6%pageWords; uint(i) < uint(len(a.pages)) && uint(w) < uint(len(a.pages[i])) {
		b = a.pages[i][w] >> (v & 63)
	}
	return b ^ uint64(sign)
}
