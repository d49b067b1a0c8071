package decode

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"queens/encode"
)

// regionColours holds colours of the 256-colour palette of xterm, so that boards look the same on
// a terminal and in pictures. They are ordered from light to dark. Any two of them differ by more than
// 20 in CIEDE2000 (G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 color-difference formula", Color
// Research and Application 30, 2005). Black text is readable on all colours.
var regionColours = [...]uint8{122, 225, 223, 117, 149, 178, 145, 210, 206, 37, 104, 137}

// xtermColour returns colour i of the 256-colour palette of xterm, for i from 16 to 231.
func xtermColour(i uint8) color.NRGBA {
	channel := func(step uint8) uint8 { return min(step, 1)*55 + 40*step }
	i -= 16
	return color.NRGBA{channel(i / 36), channel(i / 6 % 6), channel(i % 6), 0xff}
}

// A regionMap determines the borders, colours and names of the regions of an instance. It is nil if
// the instance has no regions. The methods separates, horizontalLine, verticalLine and junction
// then behave as on a board without borders; the other methods need a map.
type regionMap struct {
	partition *encode.Partition
	colours   []color.NRGBA // of the theme; nil means regionColours
	paint     []int         // indexed by region: the place of its colour; nil before the first call of paintOf
}

// newRegionMap returns nil if the instance has no regions. A nil theme means the first one.
func newRegionMap(in *encode.Instance, t *Theme) *regionMap {
	switch {
	case in.Regions == nil:
		return nil
	case t == nil:
		return &regionMap{partition: in.Regions}
	}
	return &regionMap{partition: in.Regions, colours: t.regions}
}

// regionPaint returns for each region the place of its colour among k colours that are ordered by
// lightness. Two regions are neighbours if they contain squares with a common side. If k is at least
// 6, neighbours have different colours on every board with connected regions, because their graph is
// planar and the regions are painted in smallest-last order (D. W. Matula and L. L. Beck,
// "Smallest-last ordering and clustering and graph coloring algorithms", Journal of the ACM 30, 1983).
// A region gets one of the colours that no neighbour and the fewest regions have: the farthest
// from the colours of its neighbours, so that neighbours differ in grey, too.
func regionPaint(p *encode.Partition, k int) []int {
	adjacent := neighbours(p)
	paint, drawn := slices.Repeat([]int{-1}, p.Count()), make([]int, k)
	for _, v := range slices.Backward(smallestLast(adjacent)) {
		gap := slices.Repeat([]int{k}, k) // indexed by colour: distance to the nearest colour of a neighbour
		for i, is := range adjacent[v] {
			for c := 0; is && paint[i] >= 0 && c < k; c++ {
				gap[c] = min(gap[c], max(c-paint[i], paint[i]-c))
			}
		}
		for c := range k {
			if b := max(0, paint[v]); paint[v] < 0 || cmp.Or(cmp.Compare(min(gap[c], 1), min(gap[b], 1)), drawn[b]-drawn[c], gap[c]-gap[b]) > 0 {
				paint[v] = c
			}
		}
		drawn[paint[v]]++
	}
	return paint
}

// neighbours reports for each pair of regions whether they have squares with a common side.
func neighbours(p *encode.Partition) [][]bool {
	adjacent := make([][]bool, p.Count())
	for i := range adjacent {
		adjacent[i] = make([]bool, p.Count())
	}
	for s := range (encode.Board{N: p.N()}).Squares() {
		here := p.Region(s)
		for _, other := range [...]encode.Square{{Row: s.Row, Col: s.Col + 1}, {Row: s.Row + 1, Col: s.Col}} {
			if max(other.Row, other.Col) <= p.N() && p.Region(other) != here {
				there := p.Region(other)
				adjacent[here][there], adjacent[there][here] = true, true
			}
		}
	}
	return adjacent
}

// smallestLast returns the vertices of a graph in smallest-last order, backwards: first a vertex of
// least degree, then the vertex of least degree in the graph without it, and so on.
func smallestLast(adjacent [][]bool) (order []int) {
	degree := make([]int, len(adjacent)) // in the graph that is left; very large for a removed vertex
	for i, row := range adjacent {
		for _, is := range row {
			if is {
				degree[i]++
			}
		}
	}
	for range adjacent {
		least := slices.Index(degree, slices.Min(degree))
		order, degree[least] = append(order, least), math.MaxInt
		for i, is := range adjacent[least] {
			if is {
				degree[i]--
			}
		}
	}
	return order
}

// paintOf returns the place of the colour of a region, in the colours of the theme.
func (m *regionMap) paintOf(region int) int {
	if m.paint == nil {
		m.paint = regionPaint(m.partition, cmp.Or(len(m.colours), len(regionColours)))
	}
	return m.paint[region]
}

// colour returns the colour of a region.
func (m *regionMap) colour(region int) color.NRGBA {
	i := m.paintOf(region)
	if m.colours != nil {
		return m.colours[i]
	}
	return xtermColour(regionColours[i])
}

// colourAt returns the colour of a square.
func (m *regionMap) colourAt(s encode.Square) color.NRGBA { return m.colour(m.partition.Region(s)) }

// nameAt returns the name of the region of s.
func (m *regionMap) nameAt(s encode.Square) string {
	return m.partition.Name(m.partition.Region(s))
}

// rows returns the name of the region of each square, indexed by row and column from 0.
func (m *regionMap) rows() [][]string {
	rows := make([][]string, m.partition.N())
	for s := range (encode.Board{N: len(rows)}).Squares() {
		rows[s.Row-1] = append(rows[s.Row-1], m.nameAt(s))
	}
	return rows
}

// regionNames returns the names of regions, indexed by region.
func regionNames(p *encode.Partition) (names []string) {
	for i := range p.Count() {
		names = append(names, p.Name(i))
	}
	return names
}

// lowerCase returns the names of regions for grids of characters, indexed by region. They are in
// lower case, so that they differ from queens (Q). A name that would equal another name or a
// blocked square (x) stays as it is.
func lowerCase(p *encode.Partition) []string {
	names, times := regionNames(p), map[string]int{"x": 1}
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
// separates squares of different regions, and the board from the squares outside it. If m is nil,
// there is no border.
func (m *regionMap) separates(a, b encode.Square) bool {
	if m == nil {
		return false
	}
	if m.holds(a) && m.holds(b) {
		return m.partition.Region(a) != m.partition.Region(b)
	}
	return m.holds(a) || m.holds(b)
}

func (m *regionMap) holds(s encode.Square) bool {
	return min(s.Row, s.Col) >= 1 && max(s.Row, s.Col) <= m.partition.N()
}

// horizontalLine returns the character for the line above a square. It is heavy if the line is a
// border. verticalLine does the same for the line at the left of a square.
func (m *regionMap) horizontalLine(row, col int) string {
	if m.separates(encode.Square{Row: row - 1, Col: col}, encode.Square{Row: row, Col: col}) {
		return "━"
	}
	return "─"
}

func (m *regionMap) verticalLine(row, col int) string {
	if m.separates(encode.Square{Row: row, Col: col - 1}, encode.Square{Row: row, Col: col}) {
		return "┃"
	}
	return "│"
}

// junction returns the character for the upper left corner of a square of a board of size n, where
// up to four lines meet. Row and column may be n+1.
func (m *regionMap) junction(n, row, col int) string {
	line := func(is, heavy bool) byte {
		switch {
		case !is:
			return '-'
		case heavy:
			return 'h'
		}
		return 'l'
	}
	before, here := encode.Square{Row: row - 1, Col: col - 1}, encode.Square{Row: row, Col: col}
	above, left := encode.Square{Row: row - 1, Col: col}, encode.Square{Row: row, Col: col - 1}
	return junctions[string([]byte{line(row > 1, m.separates(before, above)), line(col <= n, m.separates(above, here)),
		line(row <= n, m.separates(left, here)), line(col > 1, m.separates(before, left))})]
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

// A segment is a straight part of a border. It runs along the upper edges of the squares first to
// last in a row, or along the left edges of the squares first to last in a column.
type segment struct{ first, last encode.Square }

// segments returns the borders of a board of size n, as segments that are as long as possible. There
// is a border between two squares with a common side if differ returns true. Squares outside the
// board have row or column 0 or n+1. The slice across holds the horizontal segments from the top,
// down the vertical ones from the left.
func segments(n int, differ func(a, b encode.Square) bool) (across, down []segment) {
	for line := 1; line <= n+1; line++ {
		for _, vertical := range [...]bool{false, true} {
			list, open := &across, false
			if vertical {
				list = &down
			}
			for i := 1; i <= n; i++ {
				after, before := encode.Square{Row: line, Col: i}, encode.Square{Row: line - 1, Col: i}
				if vertical {
					after, before = encode.Square{Row: i, Col: line}, encode.Square{Row: i, Col: line - 1}
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
