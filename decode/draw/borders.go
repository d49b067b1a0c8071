package draw

import (
	"image/color"
	"strings"

	"queens/encode"
	"queens/encode/board"
)

// A regionMap determines the borders, colours and names of the regions of an instance. It is nil if
// the instance has no regions. The methods separates, horizontalLine, verticalLine and junction
// then behave as on a board without borders; the other methods need a map.
type regionMap struct {
	partition *board.Partition
	colours   []color.NRGBA // of the theme; nil means regionColours
	paint     []int         // the result of regionPaint; nil before the first call of paintOf
}

// newRegionMap returns the map of the regions of an instance with the colours of a theme, or nil if the
// instance has no regions. A nil theme, or a theme without colours of regions, means regionColours.
func newRegionMap(in *encode.Instance, t *Theme) *regionMap {
	switch {
	case in.Regions == nil:
		return nil
	case t == nil:
		return &regionMap{partition: in.Regions}
	}
	return &regionMap{partition: in.Regions, colours: t.regions}
}

// nameAt returns the name of the region of s.
func (m *regionMap) nameAt(s board.Square) string {
	return m.partition.Name(m.partition.Region(s))
}

// rows returns the name of the region of each square, indexed by row and column from 0.
func (m *regionMap) rows() [][]string {
	rows := make([][]string, m.partition.Board().N)
	for s := range m.partition.Board().Squares() {
		rows[s.Row-1] = append(rows[s.Row-1], m.nameAt(s))
	}
	return rows
}

// RegionNames returns the names of regions, indexed by region.
func RegionNames(p *board.Partition) (names []string) {
	for i := range p.Count() {
		names = append(names, p.Name(i))
	}
	return names
}

// lowerCase returns the names of regions for grids of characters, indexed by region. They are in
// lower case, so that they differ from queens (Q). Names that would then equal each other, or a
// blocked square (x), stay as they are.
func lowerCase(p *board.Partition) []string {
	names, times := RegionNames(p), map[string]int{"x": 1}
	for i, name := range names {
		names[i] = strings.ToLower(name)
		times[names[i]]++
	}
	for i, name := range names {
		if times[name] > 1 {
			names[i] = p.Name(i)
		}
	}
	return names
}

// separates reports whether there is a border between two squares with a common side. A border
// separates squares of different regions, and the squares of the board from squares outside it. If m is
// nil, there is no border.
func (m *regionMap) separates(a, b board.Square) bool {
	if m == nil {
		return false
	}
	if m.holds(a) && m.holds(b) {
		return m.partition.Region(a) != m.partition.Region(b)
	}
	return m.holds(a) || m.holds(b)
}

// holds reports whether s is on the board.
func (m *regionMap) holds(s board.Square) bool {
	return m.partition.Board().Holds(s)
}

// A segment is a straight part of a border. It runs along the upper edges of the squares first to
// last in a row, or along the left edges of the squares first to last in a column.
type segment struct{ first, last board.Square }

// segments returns the borders of a board, as segments that are as long as possible. There is a border
// between two squares with a common side if differ returns true for them. Squares outside the board have
// row 0 or N+1, or column 0 or Width+1. The slice across holds the horizontal segments from the top, down the
// vertical ones from the left.
func segments(on board.Board, differ func(a, b board.Square) bool) (across, down []segment) {
	for _, vertical := range [...]bool{false, true} {
		list, lines, length := &across, on.N, on.Width()
		if vertical {
			list, lines, length = &down, on.Width(), on.N
		}
		for line := 1; line <= lines+1; line++ {
			open := false
			for i := 1; i <= length; i++ {
				after, before := board.Square{Row: line, Col: i}, board.Square{Row: line - 1, Col: i}
				if vertical {
					after, before = board.Square{Row: i, Col: line}, board.Square{Row: i, Col: line - 1}
				}
				switch is := differ(before, after); {
				case is && open:
					(*list)[len(*list)-1].last = after
				case is:
					*list, open = append(*list, segment{after, after}), true
				default:
					open = false
				}
			}
		}
	}
	return across, down
}

// horizontalLine returns the character for the line above a square: heavy if the line is a border, and light
// otherwise. The row may be N+1. The method verticalLine does the same for the line at the left of a square.
func (m *regionMap) horizontalLine(row, col int) string {
	if m.separates(board.Square{Row: row - 1, Col: col}, board.Square{Row: row, Col: col}) {
		return "━"
	}
	return "─"
}

func (m *regionMap) verticalLine(row, col int) string {
	if m.separates(board.Square{Row: row, Col: col - 1}, board.Square{Row: row, Col: col}) {
		return "┃"
	}
	return "│"
}

// junction returns the character for the upper left corner of a square of a board, where up to four lines
// meet. Borders are heavy lines. The row may be N+1, and the column Width+1.
func (m *regionMap) junction(on board.Board, row, col int) string {
	line := func(is, heavy bool) byte {
		switch {
		case !is:
			return '-'
		case heavy:
			return 'h'
		}
		return 'l'
	}
	before, here := board.Square{Row: row - 1, Col: col - 1}, board.Square{Row: row, Col: col}
	above, left := board.Square{Row: row - 1, Col: col}, board.Square{Row: row, Col: col - 1}
	return junctions[string([]byte{line(row > 1, m.separates(before, above)), line(col <= on.Width(), m.separates(above, here)),
		line(row <= on.N, m.separates(left, here)), line(col > 1, m.separates(before, left))})]
}

// junctions maps the lines up, right, down and left of a point to a character: - is no line, l a
// light line, and h a heavy one.
var junctions = func() map[string]string {
	all := map[string]string{}
	for word := range strings.FieldsSeq(`
		┌-ll- ┬-lll ┐--ll ├lll- ┼llll ┤l-ll └ll-- ┴ll-l ┘l--l ┏-hh- ┯-hlh ┳-hhh ┓--hh
		┠hlh- ┣hhh- ┨h-hl ┫h-hh ┗hh-- ┷lh-h ┻hh-h ┛h--h ╀hlll ┾lhll ╄hhll ╁llhl ╂hlhl
		╆lhhl ╊hhhl ┽lllh ╃hllh ┿lhlh ╇hhlh ╅llhh ╉hlhh ╈lhhh ╋hhhh`) {
		lines := len(word) - 4
		all[word[lines:]] = word[:lines]
	}
	return all
}()
