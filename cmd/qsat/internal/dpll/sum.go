package dpll

import "math/big"

// A sum adds up powers of two, most of which are small.
type sum struct {
	low  uint64
	high big.Int
}

// add adds 2^k.
func (s *sum) add(k int) {
	if k < 62 && s.low < 1<<63 {
		s.low += 1 << k
		return
	}
	s.high.Add(&s.high, new(big.Int).SetUint64(s.low))
	s.low = 0
	s.high.Add(&s.high, new(big.Int).Lsh(big.NewInt(1), uint(k)))
}

// value returns the sum.
func (s *sum) value() *big.Int {
	return new(big.Int).Add(&s.high, new(big.Int).SetUint64(s.low))
}
