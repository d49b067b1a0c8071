package board

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"queens/dimacs"
	"queens/encode/internal/word"
)

// ParsePartition parses a board: rows with the same number of cells, each with the name of its region:
//
//	AAB     A A B     [["A", "A", "B"],
//	ABB     A B B      ["A", "B", "B"],
//	CCC     C C C      ["C", "C", "C"]]
//
// Rows are lines. A single line may hold all rows, separated by slashes or, if there is no slash, by
// commas, as Partition.String writes them. A single line of N*N characters without blanks, slashes and commas, where N is
// at least 4, holds N rows of N cells. Cells are single characters, or words separated by spaces, tabs
// or commas. Dots separate words, too, if no row has a blank or a comma between cells and
// several rows then have the same number of words. This number must be that of the rows or, if some word has
// several characters, at least two.
// Blank lines, and separators at the end of a line, are ignored. If the text contains an array of arrays
// in the syntax of JSON or JavaScript, the first one is the board, and all other text is ignored.
// Its elements may be strings, numbers or names; commas between them may be missing. A byte order
// mark at the beginning is ignored.
//
// There must be as many rows, columns and regions. If anyCount is set, there may be as many regions as
// MaxRegions permits, and the board need not be square. The error is a *dimacs.SyntaxError whose
// Name is name, with the line, the column, and the text that was expected.
func ParsePartition(text, name string, anyCount bool) (*Partition, error) {
	g := grid{text: strings.TrimPrefix(text, "\ufeff"), name: name}
	if array := arrayOfArrays().FindStringIndex(g.text); array != nil {
		return g.array(array[0], anyCount)
	}
	rows := g.text
	g.joined = !strings.ContainsAny(strings.TrimSpace(rows), " \t\n/,")
	if single := strings.TrimRight(rows, "\r\n"); strings.Contains(single, "/") && !strings.Contains(single, "\n") {
		rows = strings.ReplaceAll(rows, "/", "\n")
	} else if !strings.Contains(single, "\n") {
		rows = strings.ReplaceAll(rows, ",", "\n")
	}
	return g.lines(rows, anyCount)
}

// A grid holds the cells of a board that were read from text.
type grid struct {
	text, name string // the text without a byte order mark, and the name of its file for errors
	joined     bool   // the text is a single word, whose characters are cells
	cells      []gridCell
	rows       []int // indexed by row, from 0: the number of cells up to its end
}

// A gridCell is the name of a region and its offset in the text.
type gridCell struct {
	name string
	at   int
}

// wrong returns a *dimacs.SyntaxError at an offset in g.text, in bytes. The arguments expected and found
// become its fields.
func (g *grid) wrong(at int, expected, found string) error {
	before := g.text[:at]
	return &dimacs.SyntaxError{Name: g.name, Line: strings.Count(before, "\n") + 1, Column: at - strings.LastIndex(before, "\n"),
		Expected: expected, Found: found}
}

// unexpected returns the *dimacs.SyntaxError of wrong. The text that it found is the rest of the line at
// the offset, quoted and clipped, or "the end of the text" if the offset is there.
func (g *grid) unexpected(at int, expected string) error {
	found := "the end of the text"
	if line, _, _ := strings.Cut(g.text[at:], "\n"); at < len(g.text) {
		found = fmt.Sprintf("%q", word.Clip(strings.TrimRight(line, "\r")))
	}
	return g.wrong(at, expected, found)
}

// endRow ends a row at an offset in the text: it appends to g.rows. It returns a *dimacs.SyntaxError if the
// first row is empty, or if the row and the first row differ in their numbers of cells.
func (g *grid) endRow(at int) error {
	g.rows = append(g.rows, len(g.cells))
	n, first := g.rows[0], 0
	if len(g.rows) > 1 {
		first = g.rows[len(g.rows)-2]
	}
	like := fmt.Sprintf("a row of %d cells like the first", n)
	switch found := len(g.cells) - first; {
	case n == 0:
		return g.unexpected(at, "the name of a region")
	case found > n:
		return g.wrong(g.cells[first+n].at, like, fmt.Sprintf("%d cells", found))
	case found < n:
		return g.wrong(at, like, strconv.Itoa(found))
	}
	return nil
}

// lines reads the board from rows: g.text with a line feed for each separator of rows, so that offsets are
// the same in both. If any line has a blank or a comma between cells, cells are the words between these.
// Otherwise, if dots separate words as in ParsePartition, cells are these words. Otherwise each character is a cell. anyCount is as in ParsePartition. The error is an error of
// endRow or partition, or a *dimacs.SyntaxError for a cell that begins with a control character or an invalid
// byte.
func (g *grid) lines(rows string, anyCount bool) (*Partition, error) {
	const blanks = " \t,"
	var list []string
	for line := range strings.Lines(rows) {
		if line = strings.Trim(line, blanks+"\r\n"); line != "" {
			list = append(list, line)
		}
	}
	spaced := slices.ContainsFunc(list, func(line string) bool { return strings.ContainsAny(line, blanks) })
	long := slices.ContainsFunc(list, func(line string) bool {
		return slices.ContainsFunc(strings.Split(line, "."), func(word string) bool { return len(word) > 1 })
	})
	dotted := len(list) > 1 && !slices.ContainsFunc(list, func(line string) bool {
		words := strings.Split(line, ".")
		return len(words) < 2 || len(words) != strings.Count(list[0], ".")+1 || len(words) != len(list) && !long || slices.Contains(words, "")
	})
	pattern := `[^ \t,\r\n]`
	switch {
	case spaced:
		pattern = `[^ \t,\r\n]+`
	case dotted:
		pattern = `[^ \t,.\r\n]+`
	}
	cell, at := regexp.MustCompile(pattern), 0
	for line := range strings.Lines(rows) {
		cells := cell.FindAllStringIndex(line, -1)
		for _, place := range cells {
			name := line[place[0]:place[1]]
			if r, size := utf8.DecodeRuneInString(name); r == utf8.RuneError && size == 1 || unicode.IsControl(r) {
				return nil, g.unexpected(at+place[0], "the name of a region")
			}
			g.cells = append(g.cells, gridCell{name, at + place[0]})
		}
		if len(cells) > 0 {
			if err := g.endRow(at + len(strings.TrimSuffix(line, "\n"))); err != nil {
				return nil, err
			}
		}
		at += len(line)
	}
	if n := int(math.Sqrt(float64(len(g.cells)))); g.joined && n >= 4 && n*n == len(g.cells) {
		g.rows = nil
		for i := range n {
			g.rows = append(g.rows, (i+1)*n)
		}
	}
	return g.partition(at, anyCount)
}

// array reads rows that are arrays, up to the end of the outer array. The offset of the bracket that begins
// the outer array is at. anyCount is as in ParsePartition. The error is an error of endRow or partition, or a
// *dimacs.SyntaxError for a text with another structure.
func (g *grid) array(at int, anyCount bool) (*Partition, error) {
	for depth := 0; ; {
		token := jsToken().FindStringSubmatch(g.text[at:])
		if token == nil {
			return nil, g.unexpected(at, "a board in brackets, such as [[A, B], [B, B]]")
		}
		switch blank, bracket := token[1], token[2]; {
		case blank != "":
		case bracket == "[" && depth < 2:
			depth++
		case bracket == "]" && depth == 1:
			return g.partition(at, anyCount)
		case bracket == "]":
			depth--
			if err := g.endRow(at); err != nil {
				return nil, err
			}
		case bracket == "" && depth == 2:
			g.cells = append(g.cells, gridCell{strings.Join(token[3:], ""), at})
		default:
			return nil, g.unexpected(at, "a board in brackets, such as [[A, B], [B, B]]")
		}
		at += len(token[0])
	}
}

// jsBlank matches a blank or a comment in JavaScript.
const jsBlank = `\s|//[^\n]*\n|/\*(?:[^*]|\*+[^*/])*\*+/`

var (
	// jsToken matches blanks, comments and commas in its first group, a bracket in its second, or a
	// value: a string in quotes of any kind, or a word. At most one of the other groups is not
	// empty: the text without the quotes.
	jsToken = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("^(?:((?:" + jsBlank + "|,)+)|([][])|\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`|([\\w.#-]+))")
	})
	// arrayOfArrays matches the beginning of an array whose first element is an array, up to
	// the second bracket.
	arrayOfArrays = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[(?:` + jsBlank + `)*\[`) })
)

// partition returns the partition of the cells, given the offset of the end of the board. The rows are the
// rows that endRow accepted. It returns a *dimacs.SyntaxError if the board is empty or too large, if there are
// more than MaxRegions regions, or unless anyCount is set, if the numbers of rows, columns and regions differ.
func (g *grid) partition(end int, anyCount bool) (*Partition, error) {
	if len(g.cells) == 0 {
		return nil, g.unexpected(end, "a board: rows of cells, each with the name of its region")
	}
	b, n := Sized(len(g.rows), g.rows[0]), g.rows[0]
	if err := b.Check(); err != nil {
		return nil, g.wrong(end, "a board with at most 2^28-1 squares", "a board of size "+b.Size())
	}
	regions, least, most := fmt.Sprintf("%d regions, as many as rows", n), n, n
	switch {
	case anyCount:
		least, most = 1, b.MaxRegions()
	case b.Columns > 0:
		return nil, g.wrong(end, fmt.Sprintf("%d rows, as many as columns", n), strconv.Itoa(len(g.rows)))
	}
	seen, names := map[string]bool{}, make([]string, len(g.cells))
	for i, c := range g.cells {
		names[i] = c.name
		if seen[c.name] = true; len(seen) > most {
			return nil, g.wrong(c.at, regions, fmt.Sprintf("another one, %q", word.Clip(c.name)))
		}
	}
	if len(seen) < least {
		return nil, g.wrong(end, regions, strconv.Itoa(len(seen)))
	}
	return NewPartition(b, names)
}
