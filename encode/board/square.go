package board

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"queens/encode/internal/word"
)

// A Square is a square of a board. Row 1 is at the top, column 1 at the left.
type Square struct{ Row, Col int }

// String returns the form `R:C` that comments use.
func (s Square) String() string {
	return strconv.Itoa(s.Row) + ":" + strconv.Itoa(s.Col)
}

// Compare compares squares in reading order: it returns a negative number if s comes before t, 0 if
// they are equal, and a positive number if s comes after t.
func (s Square) Compare(t Square) int { return cmp.Or(s.Row-t.Row, s.Col-t.Col) }

// Algebraic returns the chess name of s on a board of n rows, such as e6. The letters are
// the column (a to z, then aa, ab, ..), and the number counts the rows from the bottom.
func (s Square) Algebraic(n int) string {
	return file(s.Col) + strconv.Itoa(n-s.Row+1)
}

// file returns the letters of a column, counted like the columns of a spreadsheet: a to z,
// aa to zz, and so on. It returns "" if col is below 1.
func file(col int) string {
	if col < 1 {
		return ""
	}
	return file((col-1)/26) + word.Letters[(col-1)%26:][:1]
}

// ParseSquare parses a square of the board, as `3:5` (row and column) or `e6`. It
// returns a *word.Error if text has another form or if the square is not on the board.
func ParseSquare(text string, b Board) (s Square, err error) {
	row, col, ok := strings.Cut(text, ":")
	if ok {
		if s.Row, ok = word.ParseIndex(row); ok {
			s.Col, ok = word.ParseIndex(col)
		}
	} else if number := strings.TrimLeft(text, word.Letters); len(text)-len(number) <= 5 { // longer names are beyond every board
		for _, c := range []byte(strings.TrimSuffix(text, number)) {
			s.Col = 26*s.Col + int(c-'a') + 1
		}
		s.Row, ok = word.ParseIndex(number)
		s.Row, ok = b.N-s.Row+1, ok && s.Col > 0
	}
	switch {
	case !ok:
		return Square{}, word.Wrong("a square such as 3:5 or e6", text)
	case !b.Holds(s):
		return Square{}, word.Wrong("a square of a board of size "+b.Size(), text)
	}
	return s, nil
}

// A Squares is a set of squares, stored as one bit for each square. The zero value is the
// empty set. A copy shares its rows with the original, like a slice.
type Squares struct {
	rows  [][]uint64 // indexed by row-1: bits by column-1; as long as needed
	count int
	off   []Square // squares outside of every board, kept so that Check reports them
}

// SquaresOf returns the set of the given squares.
func SquaresOf(squares ...Square) Squares {
	var set Squares
	for _, q := range squares {
		set.Add(q)
	}
	return set
}

// Add adds the square to the set, if it is not yet there. A square with a row or column below 1 or above
// MaxSide is on no board. Add keeps each such square apart, even repeatedly, so that Check reports it.
func (s *Squares) Add(q Square) {
	if onNoBoard := min(q.Row, q.Col) < 1 || max(q.Row, q.Col) > MaxSide; onNoBoard {
		s.off = append(s.off, q)
		return
	}
	if missing := q.Row - len(s.rows); missing > 0 {
		s.rows = append(s.rows, make([][]uint64, missing)...)
	}
	row, word, bit := &s.rows[q.Row-1], (q.Col-1)/64, uint64(1)<<((q.Col-1)%64)
	if missing := word + 1 - len(*row); missing > 0 {
		*row = append(*row, make([]uint64, missing)...)
	}
	if (*row)[word]&bit == 0 {
		(*row)[word] |= bit
		s.count++
	}
}

// Has reports whether the square is in the set. It returns false for a square outside of every board.
func (s Squares) Has(q Square) bool {
	if min(q.Row, q.Col) < 1 || q.Row > len(s.rows) {
		return false
	}
	row, w := s.rows[q.Row-1], (q.Col-1)/64
	return w < len(row) && row[w]>>((q.Col-1)%64)&1 == 1
}

// Len returns the number of squares in the set, including each call of Add with a square outside of every board.
func (s Squares) Len() int { return s.count + len(s.off) }

// All yields the squares of the set in reading order, without squares outside of every
// board.
func (s Squares) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for r, row := range s.rows {
			for w, word := range row {
				for ; word != 0; word &= word - 1 {
					if !yield(Square{r + 1, 64*w + bits.TrailingZeros64(word) + 1}) {
						return
					}
				}
			}
		}
	}
}

// Equal reports whether both sets contain the same squares. Squares outside of every board must have been added in
// the same order, too.
func (s Squares) Equal(t Squares) bool {
	if s.count != t.count || !slices.Equal(s.off, t.off) {
		return false
	}
	for q := range s.All() {
		if !t.Has(q) {
			return false
		}
	}
	return true
}

// String lists the squares in the form that fmt uses for a slice, first the squares outside of every board.
func (s Squares) String() string { return fmt.Sprint(slices.AppendSeq(slices.Clone(s.off), s.All())) }

// Beyond returns a square of the set that is not on the board, and reports whether there is one.
func (s Squares) Beyond(b Board) (Square, bool) {
	if len(s.off) > 0 {
		return s.off[0], true
	}
	for q := range s.All() {
		if !b.Holds(q) {
			return q, true
		}
	}
	return Square{}, false
}

// AllSquares returns the set of the squares of the board. Its rows share memory, so nothing may be added to it.
func (b Board) AllSquares() Squares {
	row := make([]uint64, (b.Width()+63)/64)
	for col := range b.Width() {
		row[col/64] |= 1 << (col % 64)
	}
	return Squares{rows: slices.Repeat([][]uint64{row}, b.N), count: b.Count()}
}
