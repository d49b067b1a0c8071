package encode

import (
	"fmt"
	"strconv"
)

// A Diagonal names a diagonal of a board by what its squares have in common:
// row + column on a rising one, row - column on a falling one. On the torus
// the name stands for the line that the diagonal is a part of.
type Diagonal struct {
	Rising bool
	Index  int
}

// String returns the form that ParseDiagonal reads: `s7` or `d-2`.
func (d Diagonal) String() string {
	if d.Rising {
		return "s" + strconv.Itoa(d.Index)
	}
	return "d" + strconv.Itoa(d.Index)
}

// ParseDiagonal reads the name of a diagonal of a board of size n: `s7` where
// row + column = 7, from s2 to s(2n); `d-2` where row - column = -2, from
// d-(n-1) to d(n-1).
func ParseDiagonal(text string, n int) (Diagonal, error) {
	d, expected := readDiagonal(text, n)
	return d, unexpected(expected, text)
}

// readDiagonal is ParseDiagonal, except that it says what it expected instead,
// or "" if the text will do.
func readDiagonal(text string, n int) (d Diagonal, expected string) {
	d, ok := splitDiagonal(text)
	if !ok {
		return Diagonal{}, "a diagonal such as s7 or d-2"
	}
	if low, high := diagonalIndices(d.Rising, n); d.Index < low || d.Index > high {
		return Diagonal{}, fmt.Sprintf("a diagonal of a board of size %d", n)
	}
	return d, ""
}

// diagonalIndices returns the range of Diagonal.Index on a board of size n.
func diagonalIndices(rising bool, n int) (low, high int) {
	if rising {
		return 2, 2 * n
	}
	return 1 - n, n - 1
}

func (d Diagonal) direction() Direction {
	if d.Rising {
		return Rising
	}
	return Falling
}

// splitDiagonal takes the letter from the number; the diagonal may be off the
// board.
func splitDiagonal(text string) (Diagonal, bool) {
	if len(text) < 2 || (text[0] != 's' && text[0] != 'd') {
		return Diagonal{}, false
	}
	digits, sign := text[1:], 1
	if text[0] == 'd' && digits[0] == '-' {
		digits, sign = digits[1:], -1
	}
	index, ok := parseIndex(digits)
	return Diagonal{Rising: text[0] == 's', Index: sign * index}, ok
}
