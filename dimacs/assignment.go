package dimacs

import "slices"

// An Assignment gives every variable a value: true to those that were set so,
// false to all others. Its memory is a page of 512 bytes for each run of 4,096 variables of
// which one was ever true, and 8 bytes for each run below the last of those.
type Assignment struct{ pages []*page }

// A page holds the values of consecutive variables, a bit for each.
type page [1 << (pageBits - 6)]uint64

const pageBits = 12

// allFalse is the page of variables of which none was ever true. It is never written.
var allFalse page

// Value returns the value of variable v, which is at least 1.
func (a *Assignment) Value(v int) bool {
	i := uint(v) >> pageBits
	return i < uint(len(a.pages)) && a.pages[i][uint(v)>>6%uint(len(page{}))]>>(uint(v)&63)&1 != 0
}

// Set gives variable v a value.
func (a *Assignment) Set(v int, value bool) {
	if value {
		a.own(v >> pageBits)[v>>6%len(page{})] |= 1 << (v & 63)
	} else if a.Value(v) {
		a.pages[v>>pageBits][v>>6%len(page{})] &^= 1 << (v & 63)
	}
}

// own returns the i-th page, which may be written.
func (a *Assignment) own(i int) *page {
	if i < len(a.pages) && a.pages[i] != &allFalse {
		return a.pages[i]
	}
	return a.add(i)
}

// add allocates the i-th page.
func (a *Assignment) add(i int) *page {
	for len(a.pages) <= i {
		a.pages = append(a.pages, &allFalse)
	}
	a.pages[i] = new(page)
	return a.pages[i]
}

// Copy makes a the same as b. It keeps the pages that it has.
func (a *Assignment) Copy(b *Assignment) {
	for i := range max(len(a.pages), len(b.pages)) {
		from := &allFalse
		if i < len(b.pages) {
			from = b.pages[i]
		}
		if from != &allFalse || i < len(a.pages) && a.pages[i] != &allFalse {
			*a.own(i) = *from
		}
	}
}

// Bits fills dst with the values as bits: bit v%64 of dst[v/64] is that of
// variable v, for the variables that dst has room for.
func (a *Assignment) Bits(dst []uint64) {
	for _, p := range a.pages {
		dst = dst[copy(dst, p[:]):]
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
	if i := v >> pageBits; uint(i) < uint(len(a.pages)) {
		b = a.pages[i][v>>6%uint32(len(page{}))] >> (v & 63)
	}
	return b ^ uint64(sign)
}
