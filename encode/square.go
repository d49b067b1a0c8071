package encode

import (
	"fmt"
	"strconv"
	"strings"
)

// A Square is a place on the board: row 1 is on top, column 1 at the left.
type Square struct{ Row, Col int }

// String returns the form `R:C` that comments use.
func (s Square) String() string {
	return strconv.Itoa(s.Row) + ":" + strconv.Itoa(s.Col)
}

// Algebraic returns the name of s on a board of size n as chess players write
// it: the file is the column as a, b, .. z, aa, .., the rank counts rows from
// the bottom.
func (s Square) Algebraic(n int) string {
	return file(s.Col) + strconv.Itoa(n-s.Row+1)
}

// file returns the letters of a column, which count like the columns of a
// spreadsheet: a to z, aa to zz, and so on.
func file(col int) string {
	var letters [8]byte
	i := len(letters)
	for ; col > 0 && i > 0; col = (col - 1) / 26 {
		i--
		letters[i] = 'a' + byte((col-1)%26)
	}
	return string(letters[i:])
}

// ParseSquare reads a square of a board of size n in either form, `3:5` or
// `e6`. A square that is not on the board is an error.
func ParseSquare(text string, n int) (Square, error) {
	s, expected := readSquare(text, n)
	return s, unexpected(expected, text)
}

// readSquare is ParseSquare, except that it returns what it expected instead,
// or "" if the text will do.
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

// unexpected returns an error unless nothing else was expected.
func unexpected(expected, found string) error {
	if expected == "" {
		return nil
	}
	return fmt.Errorf("expected %s, found %q", expected, clip(found))
}

// parseAlgebraic splits letters from digits; the square may be off the board.
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

// parseIndex reads up to nine decimal digits, without a sign.
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

// clip shortens input text for a message.
func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}
