package count

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// A number is a count or a sum of weights. It is immutable. Nearly all numbers fit into a word.
type number struct {
	word uint64
	long *big.Int // replaces word unless nil: for negative numbers and for numbers of more than 64 bits
}

// one is the number 1, the product of no factors.
var one = number{word: 1}

func (n number) isZero() bool { return n.word == 0 && n.long == nil }

// Int returns the number as a big integer, which must not be changed.
func (n number) Int() *big.Int {
	if n.long != nil {
		return n.long
	}
	return new(big.Int).SetUint64(n.word)
}

// numberOf returns x as a number, and keeps x if it does not fit into a word.
func numberOf(x *big.Int) number {
	if x.IsUint64() {
		return number{word: x.Uint64()}
	}
	return number{long: x}
}

func (n number) plus(m number) number {
	if n.long == nil && m.long == nil {
		if sum, carry := bits.Add64(n.word, m.word, 0); carry == 0 {
			return number{word: sum}
		}
	}
	return numberOf(new(big.Int).Add(n.Int(), m.Int()))
}

func (n number) times(m number) number {
	if n.long == nil && m.long == nil {
		if high, low := bits.Mul64(n.word, m.word); high == 0 {
			return number{word: low}
		}
	}
	return numberOf(new(big.Int).Mul(n.Int(), m.Int()))
}

// append appends the encoding of the number to a slice: one word of eight bytes, or eight zero
// bytes and the digits of n.long in base 62.
func (n number) append(to []byte) []byte {
	if n.long == nil {
		return binary.LittleEndian.AppendUint64(to, n.word)
	}
	return n.long.Append(append(to, make([]byte, 8)...), 62)
}

// readNumber returns the number whose encoding by append is from.
func readNumber(from []byte) number {
	if len(from) == 8 {
		return number{word: binary.LittleEndian.Uint64(from)}
	}
	n, _ := new(big.Int).SetString(string(from[8:]), 62)
	return number{long: n}
}
