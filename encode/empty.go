package encode

import (
	"iter"
	"math/bits"

	"queens/dimacs"
)

// An emptySquares is the set of the squares that stay empty, because they are blocked or
// lie on a blocked diagonal. It consists of rows of bits, so that most operations take 64
// squares at a time.
type emptySquares struct {
	board   Board
	all     bool // the set contains every square
	blocked Squares
	// A blocked diagonal is a bit. Square (row, column) lies on falling bit N-row+column
	// and on rising bit row+column, so a row of the board is a part of either bit set that
	// moves by one from row to row.
	falling, rising []uint64 // nil if no diagonal is blocked
}

// empty returns the set of the squares that stay empty. If the number of queens is 0, it
// contains every square. The instance must pass Check.
func (in Instance) empty() emptySquares {
	e := emptySquares{board: in.Board(), all: in.QueenCount() == 0, blocked: in.Blocked}
	if len(in.BlockedDiagonals) == 0 {
		return e
	}
	e.falling, e.rising = make([]uint64, 2*in.N/64+2), make([]uint64, 2*in.N/64+2)
	for _, d := range in.BlockedDiagonals {
		to, bit := e.falling, in.N-d.Index
		if d.Rising {
			to, bit = e.rising, d.Index
		}
		to[bit/64] |= 1 << (bit % 64)
		if in.Variant == Torus { // on a torus the line continues on a second diagonal
			for _, bit := range [...]int{bit - in.N, bit + in.N} {
				if 0 <= bit && bit <= 2*in.N {
					to[bit/64] |= 1 << (bit % 64)
				}
			}
		}
	}
	return e
}

// word returns columns 64w+1 to 64w+64 of a row as bits; the lowest bit is the first
// column. Bits beyond the board are 0.
func (e emptySquares) word(row, w int) uint64 {
	n := e.board.N
	left := n - 64*w
	if row < 1 || row > n || left <= 0 || w < 0 {
		return 0
	}
	onBoard := ^uint64(0) >> max(0, 64-left)
	if e.all {
		return onBoard
	}
	word := e.blocked.word(row, w)
	if e.falling != nil {
		word |= span(e.falling, n-row+1+64*w) | span(e.rising, row+1+64*w)
	}
	return word & onBoard
}

// span returns 64 bits of the set, starting with bit first.
func span(set []uint64, first int) uint64 {
	w, shift := first/64, first%64
	word := set[w] >> shift
	if shift > 0 && w+1 < len(set) {
		word |= set[w+1] << (64 - shift)
	}
	return word
}

// onDiagonal reports whether a blocked diagonal goes through the square.
func (e emptySquares) onDiagonal(s Square) bool {
	return e.falling != nil && (span(e.falling, e.board.N-s.Row+s.Col)|span(e.rising, s.Row+s.Col))&1 == 1
}

// words returns the number of words of a row.
func (e emptySquares) words() int { return (e.board.N + 63) / 64 }

// count returns the number of squares in the set.
func (e emptySquares) count() int {
	switch {
	case e.all:
		return e.board.N * e.board.N
	case e.falling == nil:
		return e.blocked.Len()
	}
	n := 0
	for row := 1; row <= e.board.N; row++ {
		for w := range e.words() {
			n += bits.OnesCount64(e.word(row, w))
		}
	}
	return n
}

// vars yields the variables of the squares in the set, in reading order.
func (e emptySquares) vars() iter.Seq[dimacs.Lit] {
	return func(yield func(dimacs.Lit) bool) {
		for row := 1; row <= e.board.N; row++ {
			for w := range e.words() {
				for word := e.word(row, w); word != 0; word &= word - 1 {
					if !yield(e.board.Var(Square{row, 64*w + bits.TrailingZeros64(word) + 1})) {
						return
					}
				}
			}
		}
	}
}

// fullLine returns the first row or column, in the order row 1, column 1, row 2, .., that
// contains only squares of the set.
func (e emptySquares) fullLine() (d Direction, i int, found bool) {
	columns := make([]uint64, e.words())
	for w := range columns {
		columns[w] = ^uint64(0)
		for row := 1; row <= e.board.N; row++ {
			columns[w] &= e.word(row, w)
		}
	}
	for i := 1; i <= e.board.N; i++ {
		inRow := 0
		for w := range columns {
			inRow += bits.OnesCount64(e.word(i, w))
		}
		if inRow == e.board.N {
			return Row, i, true
		}
		if span(columns, i-1)&1 == 1 {
			return Column, i, true
		}
	}
	return Row, 0, false
}

// fixedBy reports whether a rotation or reflection of the board maps the set to itself. It
// compares blocks of 64 rows and 64 columns.
func (e emptySquares) fixedBy(s Symmetry) bool {
	for top := range e.words() {
		for left := range e.words() {
			image := e.image(s, top, left)
			for i, word := range image {
				if word != e.word(64*top+i+1, left) {
					return false
				}
			}
		}
	}
	return true
}

// image returns a block of 64 by 64 bits, for the squares from row 64*top+1 and column
// 64*left+1 on. A bit is set if the image of its square under s is in the set.
func (e emptySquares) image(s Symmetry, top, left int) (block [64]uint64) {
	rows, columns := top, left
	if s&transposed != 0 {
		rows, columns = left, top
	}
	for i := range block {
		row := 64*rows + i + 1
		if row > e.board.N {
			break
		}
		if s&rowsTurned != 0 {
			row = e.board.N + 1 - row
		}
		if block[i] = e.word(row, columns); s&columnsTurned != 0 {
			block[i] = e.turnedWord(row, columns)
		}
	}
	if s&transposed != 0 {
		transpose(&block)
	}
	return block
}

// turnedWord is like word, but with the columns in reverse order: the lowest bit of word 0
// is column N.
func (e emptySquares) turnedWord(row, w int) uint64 {
	first := e.board.N - 64*(w+1) // column less 1
	if first < 0 {
		return bits.Reverse64(e.word(row, 0) << -first)
	}
	word := e.word(row, first/64) >> (first % 64)
	if shift := first % 64; shift > 0 {
		word |= e.word(row, first/64+1) << (64 - shift)
	}
	return bits.Reverse64(word)
}

// transpose exchanges the rows and columns of a square of bits. It swaps two quarters of
// the square, then two quarters of each quarter, and so on.
//
// References: Henry S. Warren, "Hacker's Delight", 2nd edition, 2012, section 7-3.
func transpose(block *[64]uint64) {
	mask := uint64(1)<<32 - 1
	for size := 32; size > 0; size, mask = size/2, mask^mask<<(size/2) {
		for i := 0; i < 64; i = (i + size + 1) &^ size {
			moved := (block[i]>>size ^ block[i+size]) & mask
			block[i] ^= moved << size
			block[i+size] ^= moved
		}
	}
}
