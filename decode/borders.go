package decode

import (
	"cmp"
	"image/color"
	"slices"
	"strings"

	"queens/encode"
)

// regionColours holds colours of the 256-colour palette of xterm, so that boards look the same on
// a terminal and in pictures. The first index is a level of lightness. All colours of a level have
// about the same lightness L* (CIE 1976): 96, 89, 82, 75, 69 and 61. So the levels differ for
// colour-blind readers and on a grey printer. Black text is readable on all colours.
var regionColours = [...][5]uint8{
	{228, 195, 194, 193, 159},
	{223, 225, 120, 224, 222},
	{117, 219, 150, 185, 116},
	{180, 147, 182, 78, 179},
	{210, 75, 108, 177, 143},
	{104, 137, 140, 35, 203},
}

// xtermColour returns colour i of the 256-colour palette of xterm, for i from 16 to 231.
func xtermColour(i uint8) color.NRGBA {
	channel := func(step uint8) uint8 {
		if step == 0 {
			return 0
		}
		return 55 + 40*step
	}
	i -= 16
	return color.NRGBA{channel(i / 36), channel(i / 6 % 6), channel(i % 6), 0xff}
}

// A regionMap determines the borders, colours and names of the regions of an instance. It is nil if
// the instance has no regions. The methods separates, widest, horizontalLine, verticalLine and
// junction then behave as on a board without borders; the other methods need a map.
type regionMap struct {
	partition *encode.Partition
	paint     []uint8 // indexed by region: its colour in the palette of xterm; nil before the first call of paintOf
}

// newRegionMap returns nil if the instance has no regions.
func newRegionMap(in *encode.Instance) *regionMap {
	if in.Regions == nil {
		return nil
	}
	return &regionMap{partition: in.Regions}
}

// regionPaint returns the colours of regions, indexed by region. Two regions are neighbours if they
// contain squares with a common side. Neighbours differ in lightness if greedyColouring needs at
// most six colours. This is always so for connected regions, because their graph is planar (D. W.
// Matula and L. L. Beck, "Smallest-last ordering and clustering and graph coloring algorithms",
// Journal of the ACM 30, 1983). The time is proportional to the number of squares.
func regionPaint(p *encode.Partition) []uint8 {
	adjacent := neighbours(p)
	level, used := greedyColouring(adjacent), 0
	for i := range level {
		level[i] %= len(regionColours)
		used = max(used, level[i])
	}
	paint, drawn := make([]uint8, p.Count()), map[uint8]int{}
	for i := range paint {
		row := regionColours[0]
		if used > 0 { // spreads few colours over all levels
			row = regionColours[level[i]*(len(regionColours)-1)/used]
		}
		paint[i] = slices.MinFunc(row[:], func(a, b uint8) int { return cmp.Compare(drawn[a], drawn[b]) })
		drawn[paint[i]]++
	}
	return paint
}

// neighbours reports for each pair of regions whether they have squares with a common side.
func neighbours(p *encode.Partition) [][]bool {
	adjacent := make([][]bool, p.Count())
	for i := range adjacent {
		adjacent[i] = make([]bool, p.Count())
	}
	for s := range squaresOf(p.N()) {
		here := p.Region(s)
		for _, other := range [...]encode.Square{{Row: s.Row, Col: s.Col + 1}, {Row: s.Row + 1, Col: s.Col}} {
			if max(other.Row, other.Col) > p.N() {
				continue
			}
			if there := p.Region(other); there != here {
				adjacent[here][there], adjacent[there][here] = true, true
			}
		}
	}
	return adjacent
}

// greedyColouring returns a colour for each vertex of a graph, a number from 0. Adjacent vertices
// have different colours. Vertices get the smallest possible colour, one after the other, in
// smallest-last order. This order is found backwards: the last vertex is a vertex of least degree.
// The vertex before it has the least degree in the graph without the last vertex, and so on.
func greedyColouring(adjacent [][]bool) []int {
	degree, order, removed := make([]int, len(adjacent)), []int{}, make([]bool, len(adjacent))
	for i, row := range adjacent {
		for _, is := range row {
			if is {
				degree[i]++
			}
		}
	}
	for range adjacent {
		least := -1
		for i, d := range degree {
			if !removed[i] && (least < 0 || d < degree[least]) {
				least = i
			}
		}
		order, removed[least] = append(order, least), true
		for i, is := range adjacent[least] {
			if is {
				degree[i]--
			}
		}
	}
	colour, taken := make([]int, len(adjacent)), make([]int, len(adjacent)+1) // taken[c] is the last vertex, plus 1, with a neighbour of colour c
	for i := range colour {
		colour[i] = -1
	}
	for _, v := range slices.Backward(order) {
		for i, is := range adjacent[v] {
			if is && colour[i] >= 0 {
				taken[colour[i]] = v + 1
			}
		}
		colour[v] = slices.IndexFunc(taken, func(last int) bool { return last != v+1 })
	}
	return colour
}

// paintOf returns the colour of a region, in the palette of xterm.
func (m *regionMap) paintOf(region int) uint8 {
	if m.paint == nil {
		m.paint = regionPaint(m.partition)
	}
	return m.paint[region]
}

// colourAt returns the colour of a square.
func (m *regionMap) colourAt(s encode.Square) color.NRGBA {
	return xtermColour(m.paintOf(m.partition.Region(s)))
}

// nameAt returns the name of the region of s.
func (m *regionMap) nameAt(s encode.Square) string {
	return m.partition.Name(m.partition.Region(s))
}

// rows returns the name of the region of each square, indexed by row and column from 0.
func (m *regionMap) rows() [][]string {
	rows := make([][]string, m.partition.N())
	for s := range squaresOf(len(rows)) {
		rows[s.Row-1] = append(rows[s.Row-1], m.nameAt(s))
	}
	return rows
}

// widest returns the number of characters of the longest name, or 0 if m is nil.
func (m *regionMap) widest() int {
	width := 0
	if m != nil {
		for _, name := range m.names() {
			width = max(width, len(name))
		}
	}
	return width
}

// names returns the names of regions, indexed by region.
func (m *regionMap) names() (names []string) {
	for i := range m.partition.Count() {
		names = append(names, m.partition.Name(i))
	}
	return names
}

// lowerCase returns the names of regions for grids of characters, indexed by region. They are in
// lower case, so that they differ from queens (Q). A name that would equal another name or a
// blocked square (x) stays as it is.
func (m *regionMap) lowerCase() []string {
	names, times := m.names(), map[string]int{"x": 1}
	for i, name := range names {
		names[i] = strings.ToLower(name)
		times[names[i]]++
	}
	for i, name := range names {
		if times[name] > 1 {
			names[i] = m.partition.Name(i)
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
