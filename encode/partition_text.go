package encode

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"queens/dimacs"
)

// ParsePartition parses a board of N rows of N cells, each with the name of its region:
//
//	AAB     A A B     [["A", "A", "B"],
//	ABB     A B B      ["A", "B", "B"],
//	CCC     C C C      ["C", "C", "C"]]
//
// Rows are lines. Cells are single characters, or words separated by spaces, tabs or
// commas. Blank lines, and separators at the end of a line, are ignored. If the text
// contains an array of arrays in the syntax of JSON or JavaScript, the first one is the
// board, and all other text is ignored. Its elements may be strings, numbers or names. A byte
// order mark at the beginning is ignored.
//
// There must be N regions, unless anyCount is set. The error is a *dimacs.SyntaxError with the
// name, a line, a column, and what was expected.
func ParsePartition(text, name string, anyCount bool) (*Partition, error) {
	g := gridParser{text: strings.TrimPrefix(text, "\ufeff"), line: 1, column: 1}
	var err error
	if array := arrayOfArrays().FindStringIndex(g.text); array != nil {
		g.skip(array[0])
		err = g.array()
	} else {
		err = g.lines()
	}
	var p *Partition
	if err == nil {
		p, err = g.partition(anyCount)
	}
	if syntax := (*dimacs.SyntaxError)(nil); errors.As(err, &syntax) {
		syntax.Name = name
	}
	return p, err
}

// ParseRows parses the form of Partition.String: rows separated by commas. The number of
// regions may differ from the number of rows; Instance.Conflict reports that.
func ParseRows(text string) (*Partition, error) {
	return ParsePartition(strings.NewReplacer(",", "\n", ".", " ").Replace(text), "", true)
}

// A gridParser reads the cells of a board from text.
type gridParser struct {
	text         string // the rest of the text
	line, column int    // the position of the rest; columns count bytes from 1
	cells        []gridCell
	rows         []int // indexed by row, from 0: the number of cells up to its end
}

// A gridCell is the name of a region and its place in the text.
type gridCell struct {
	name         string
	line, column int
}

// skip moves on by n bytes.
func (g *gridParser) skip(n int) {
	for _, c := range []byte(g.text[:n]) {
		if g.column++; c == '\n' {
			g.line, g.column = g.line+1, 1
		}
	}
	g.text = g.text[n:]
}

// unexpected returns an error at the next byte. The text that it found is the rest of the line.
func (g *gridParser) unexpected(expected string) error {
	found := "the end of the text"
	if line, _, _ := strings.Cut(g.text, "\n"); g.text != "" {
		found = fmt.Sprintf("%q", clip(strings.TrimRight(line, "\r")))
	}
	return &dimacs.SyntaxError{Line: g.line, Column: g.column, Expected: expected, Found: found}
}

// few returns an error at the next byte: before it, there are only the found ones.
func (g *gridParser) few(expected string, found int) error {
	return &dimacs.SyntaxError{Line: g.line, Column: g.column, Expected: expected, Found: strconv.Itoa(found)}
}

// add adds a cell called name at the next byte, and skips the n bytes of the cell.
func (g *gridParser) add(name string, n int) {
	g.cells = append(g.cells, gridCell{name, g.line, g.column})
	g.skip(n)
}

// endRow ends a row. It returns an error if the first row is empty, if the row and the first row
// differ in their numbers of cells, or if there are more rows than columns.
func (g *gridParser) endRow() error {
	g.rows = append(g.rows, len(g.cells))
	n, first := g.rows[0], 0
	if len(g.rows) > 1 {
		first = g.rows[len(g.rows)-2]
	}
	switch found := len(g.cells) - first; {
	case n == 0:
		return g.unexpected("the name of a region")
	case found > n:
		extra := g.cells[first+n]
		return &dimacs.SyntaxError{Line: extra.line, Column: extra.column, Expected: fmt.Sprintf("a row of %d cells like the first", n), Found: fmt.Sprintf("%d cells", found)}
	case found < n:
		return g.few(fmt.Sprintf("a row of %d cells like the first", n), found)
	case len(g.rows) > n:
		return &dimacs.SyntaxError{Line: g.cells[first].line, Column: g.cells[first].column, Expected: fmt.Sprintf("%d rows, as many as columns", n), Found: "another row"}
	}
	return nil
}

// lines reads rows that are lines of text. If any line has a blank or a comma between cells, cells
// are words; otherwise each character is a cell.
func (g *gridParser) lines() error {
	separated := false
	for line := range strings.Lines(g.text) {
		separated = separated || strings.ContainsAny(strings.Trim(line, blanks+"\r\n"), blanks)
	}
	for g.text != "" {
		before := len(g.cells)
		for g.text != "" && g.text[0] != '\n' {
			r, size := utf8.DecodeRuneInString(g.text)
			switch {
			case strings.ContainsRune(blanks+"\r", r):
				g.skip(size)
				continue
			case r == utf8.RuneError && size == 1 || unicode.IsControl(r):
				return g.unexpected("the name of a region")
			case separated:
				if size = strings.IndexAny(g.text, blanks+"\r\n"); size < 0 {
					size = len(g.text)
				}
			}
			g.add(g.text[:size], size)
		}
		if len(g.cells) > before {
			if err := g.endRow(); err != nil {
				return err
			}
		}
		g.skip(min(1, len(g.text)))
	}
	return nil
}

// blanks are the separators of cells on a line.
const blanks = " \t,"

// array reads rows that are arrays, from the bracket of the outer array on.
func (g *gridParser) array() error {
	g.skip(1)
	for g.next() == '[' {
		g.skip(1)
		for g.next() != ']' {
			value := jsValue().FindStringSubmatch(g.text)
			if value == nil {
				return g.unexpected("the name of a region or the end of a row, ]")
			}
			g.add(strings.Join(value[1:], ""), len(value[0]))
			if g.next() == ',' {
				g.skip(1)
			} else if g.next() != ']' {
				return g.unexpected("a comma or the end of a row, ]")
			}
		}
		if err := g.endRow(); err != nil {
			return err
		}
		g.skip(1)
		if g.next() == ',' {
			g.skip(1)
		} else if g.next() != ']' {
			return g.unexpected("a comma or the end of the board, ]")
		}
	}
	if g.next() != ']' {
		return g.unexpected("a row, which begins with [, or the end of the board, ]")
	}
	return nil
}

// next skips blanks and comments and returns the next byte, or 0 at the end of the text.
func (g *gridParser) next() byte {
	g.skip(jsBlanks().FindStringIndex(g.text)[1])
	if g.text == "" {
		return 0
	}
	return g.text[0]
}

// jsBlank matches blanks and comments in JavaScript.
const jsBlank = `(?:\s|//[^\n]*\n|/\*(?:[^*]|\*+[^*/])*\*+/)*`

var (
	jsBlanks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + jsBlank) })
	// jsValue matches a string in quotes of any kind, or a word. At most one of its groups is not
	// empty: the text without the quotes.
	jsValue = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("^(?:\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`|([\\w.#-]+))")
	})
	// arrayOfArrays matches the beginning of an array whose first element is an array, up to
	// the second bracket.
	arrayOfArrays = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[` + jsBlank + `\[`) })
)

// partition returns the partition of the cells. It returns an error if the board is empty or
// not square, or if the number of regions is above 2N or, unless anyCount is set, not N.
func (g *gridParser) partition(anyCount bool) (*Partition, error) {
	if len(g.cells) == 0 {
		return nil, g.unexpected("a board: rows of cells, each with the name of its region")
	}
	n := g.rows[0]
	if len(g.rows) < n {
		return nil, g.few(fmt.Sprintf("%d rows, as many as columns", n), len(g.rows))
	}
	least, most := n, n
	if anyCount {
		least, most = 1, 2*n
	}
	seen, names := map[string]bool{}, make([]string, len(g.cells))
	for i, c := range g.cells {
		names[i] = c.name
		if seen[c.name] = true; len(seen) > most {
			return nil, &dimacs.SyntaxError{Line: c.line, Column: c.column, Expected: fmt.Sprintf("%d regions, as many as rows", n), Found: fmt.Sprintf("another one, %q", clip(c.name))}
		}
	}
	if len(seen) < least {
		return nil, g.few(fmt.Sprintf("%d regions, as many as rows", n), len(seen))
	}
	return NewPartition(n, names)
}
