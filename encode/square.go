package encode

import (
	"fmt"
	"strconv"
	"strings"
)

// A Square is a square of a board. Row 1 is at the top, column 1 at the left.
type Square struct{ Row, Col int }

// String returns the form `R:C` that comments use.
func (s Square) String() string {
	return strconv.Itoa(s.Row) + ":" + strconv.Itoa(s.Col)
}

// Algebraic returns the chess name of s on a board of size n, such as e6. The letters are
// the column (a to z, then aa, ab, ..), and the number counts the rows from the bottom.
func (s Square) Algebraic(n int) string {
	return file(s.Col) + strconv.Itoa(n-s.Row+1)
}

// file returns the letters of a column, counted like the columns of a spreadsheet: a to z,
// aa to zz, and so on.
func file(col int) string {
	var letters [8]byte
	i := len(letters)
	for ; col > 0 && i > 0; col = (col - 1) / 26 {
		i--
		letters[i] = 'a' + byte((col-1)%26)
	}
	return string(letters[i:])
}

// ParseSquare parses a square of a board of size n, as `3:5` (row and column) or `e6`. It
// returns an error if the square is not on the board.
func ParseSquare(text string, n int) (Square, error) {
	s, expected := readSquare(text, n)
	return s, unexpected(expected, text)
}

// readSquare is ParseSquare, but returns a description of the expected text, or "" if the
// text is valid, in place of an error.
func readSquare(text string, n int) (s Square, expected string) {
	ok := false
	if row, col, colon := strings.Cut(text, ":"); colon {
		s.Row, ok = parseIndex(row)
		if ok {
			s.Col, ok = parseIndex(col)
		}
	} else {
		s, ok = parseAlgebraic(text, n)
	}
	if !ok {
		return Square{}, "a square such as 3:5 or e6"
	}
	if s.Row < 1 || s.Row > n || s.Col < 1 || s.Col > n {
		return Square{}, fmt.Sprintf("a square of a board of size %d", n)
	}
	return s, ""
}

// unexpected returns an error with the expected and the found text, or nil if expected is
// "".
func unexpected(expected, found string) error {
	if expected == "" {
		return nil
	}
	return fmt.Errorf("expected %s, found %q", expected, clip(found))
}

// parseAlgebraic parses letters and digits. The square may be beyond the board. It returns
// false if the text is malformed.
func parseAlgebraic(text string, n int) (Square, bool) {
	letters := 0
	col := 0
	for letters < len(text) && 'a' <= text[letters] && text[letters] <= 'z' {
		if letters == 5 {
			return Square{}, false
		}
		col = 26*col + int(text[letters]-'a') + 1
		letters++
	}
	if letters == 0 {
		return Square{}, false
	}
	rank, ok := parseIndex(text[letters:])
	return Square{Row: n - rank + 1, Col: col}, ok
}

// parseIndex parses one to nine decimal digits without a sign. It returns false for any
// other text.
func parseIndex(text string) (int, bool) {
	if text == "" || len(text) > 9 {
		return 0, false
	}
	n := 0
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}

// clip shortens text to 40 bytes for a message.
func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
