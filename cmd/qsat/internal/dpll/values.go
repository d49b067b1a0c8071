package dpll

// Values of a literal.
const (
	isOpen  = 0
	isTrue  = 1
	isFalse = 2
)

// Values are a bit for each literal: that it is true. The bits of a variable are
// neighbours. Four million variables take a megabyte, which a cache holds: in
// a large formula in random order, half of the time of propagation went into
// waiting for values of a byte each.
type values []uint64

func newValues(lits int) values { return make(values, lits>>6+1) }

// of returns the value of l.
func (v values) of(l int32) uint8 {
	w := v[uint32(l)>>6]
	return uint8(w>>(uint32(l)&63)&1 | w>>(uint32(l^1)&63)&1<<1)
}

func (v values) holds(l int32) bool { return v[uint32(l)>>6]>>(uint32(l)&63)&1 != 0 }

// set makes an open literal true.
func (v values) set(l int32) { v[uint32(l)>>6] |= 1 << (uint32(l) & 63) }

// clear makes a true literal open.
func (v values) clear(l int32) { v[uint32(l)>>6] &^= 1 << (uint32(l) & 63) }
