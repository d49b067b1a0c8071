package board

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// linkPattern matches a link to a Star Battle puzzle of puzz.link and its relatives: the columns, the rows,
// the stars and the borders.
var linkPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^?\s]+\?starbattle/([1-9]\d{0,4})/([1-9]\d{0,4})/([1-9]\d{0,4})/([0-9a-v]*)/?$`)
})

// IsLink reports whether text has the form of a link that ParseLink parses. ParseLink may still return an error.
func IsLink(text string) bool { return linkPattern().MatchString(strings.TrimSpace(text)) }

// ParseLink parses a link to a Star Battle puzzle, such as
// https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk, and returns the board and the stars in each row, 1 to
// 99999. Blanks around the link are ignored.
//
// The borders are bits, five in each digit to the base 32, the highest first. A bit is 1 if the squares on both
// sides of the border are in different regions. First come the borders between two columns, row by row from left
// to right. Then, from a new digit on, come the borders between two rows, in the same order.
//
// ParseLink returns an error if the text is no such link, if the board is not square or larger than MaxN, if the
// number of digits is wrong, or if there are more than 2N regions.
func ParseLink(text string) (p *Partition, stars int, err error) {
	parts := linkPattern().FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return nil, 0, errors.New("expected a link such as https://puzz.link/p?starbattle/6/6/1/2u9gn9c9jpmk")
	}
	n, _ := strconv.Atoi(parts[1])
	rows, _ := strconv.Atoi(parts[2])
	stars, _ = strconv.Atoi(parts[3])
	digits := (n*(n-1) + 4) / 5 // of the borders of one direction
	switch {
	case n != rows || n > MaxN:
		return nil, 0, fmt.Errorf("expected a square board of size 1 to %d, found %d by %d", MaxN, n, rows)
	case len(parts[4]) != 2*digits:
		return nil, 0, fmt.Errorf("expected %d digits of borders for a board of size %d, found %d", 2*digits, n, len(parts[4]))
	}
	border := func(direction, i int) bool {
		digit, _ := strconv.ParseUint(parts[4][direction*digits+i/5:][:1], 32, 8)
		return digit>>(4-i%5)&1 == 1
	}
	cells := newMerger(n * n)
	for i := range n * (n - 1) {
		if left := i/(n-1)*n + i%(n-1); !border(0, i) {
			cells.join(left, left+1)
		}
		if !border(1, i) {
			cells.join(i, i+n)
		}
	}
	p, err = NewPartition(Board{N: n}, cells.names())
	return p, stars, err
}

// Link returns the link to the puzzle on puzz.link in the form that ParseLink parses; stars is the number of
// stars in each row, from 1 to 99999. It returns an error if a region is not connected, or if
// the board is not square.
func (p *Partition) Link(stars int) (string, error) {
	if len(p.Disconnected()) > 0 || p.board.Columns > 0 {
		return "", errors.New("a link has only square boards whose regions are connected")
	}
	n := p.board.N
	text := fmt.Appendf(nil, "https://puzz.link/p?starbattle/%d/%d/%d/", n, n, stars)
	for direction := range 2 {
		digit := 0
		for i := range n * (n - 1) {
			a, b := i/(n-1)*n+i%(n-1), i/(n-1)*n+i%(n-1)+1
			if direction == 1 {
				a, b = i, i+n
			}
			if p.regions[a] != p.regions[b] {
				digit |= 16 >> (i % 5)
			}
			if i%5 == 4 || i == n*(n-1)-1 {
				text = strconv.AppendInt(text, int64(digit), 32)
				digit = 0
			}
		}
	}
	return string(text), nil
}

// A merger joins cells to regions (union-find). It is indexed by cell, and holds a cell of the same region. The
// cell for which it holds the cell itself represents the region.
type merger []int

func newMerger(cells int) merger {
	m := make(merger, cells)
	for i := range m {
		m[i] = i
	}
	return m
}

func (m merger) find(i int) int {
	for m[i] != i {
		m[i] = m[m[i]]
		i = m[i]
	}
	return i
}

func (m merger) join(i, j int) { m[m.find(i)] = m.find(j) }

// names returns a name for the region of each cell, indexed by cell. The names are longer than two characters, so
// NewPartition replaces them.
func (m merger) names() []string {
	names := make([]string, len(m))
	for i := range m {
		names[i] = fmt.Sprint("region", m.find(i))
	}
	return names
}
