package draw

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"queens/encode"
	"queens/encode/board"
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

// regionPaint returns for each region the index of its colour among k colours that are ordered by
// lightness. Two regions are neighbours if they contain squares with a common side. If k is at least 6,
// neighbours have different colours on every board with connected regions, because their graph is planar
// and the regions are painted in smallest-last order (D. W. Matula and L. L. Beck, "Smallest-last ordering
// and clustering and graph coloring algorithms", Journal of the ACM 30, 1983). The choice is among the
// colours that no neighbour has so far, or among all if there is none. A region gets a colour that the
// fewest regions have so far: the farthest from the colours of its neighbours, so that neighbours differ in
// grey, too.
func regionPaint(p *board.Partition, k int) []int {
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

// neighbours returns a matrix that is indexed by two regions: whether they are different and have squares
// with a common side.
func neighbours(p *board.Partition) [][]bool {
	adjacent := make([][]bool, p.Count())
	for i := range adjacent {
		adjacent[i] = make([]bool, p.Count())
	}
	for s := range p.Board().Squares() {
		here := p.Region(s)
		for _, other := range [...]board.Square{{Row: s.Row, Col: s.Col + 1}, {Row: s.Row + 1, Col: s.Col}} {
			if p.Board().Holds(other) && p.Region(other) != here {
				there := p.Region(other)
				adjacent[here][there], adjacent[there][here] = true, true
			}
		}
	}
	return adjacent
}

// smallestLast returns the vertices of a graph in smallest-last order, backwards: first a vertex of least
// degree, then the vertex of least degree in the graph without it, and so on. Of several, the first one by
// index comes first. The matrix adjacent is symmetric.
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

// paintOf returns the index of the colour of a region in the colours of the theme, or else in regionColours.
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

// colourAt returns the colour of the region of s.
func (m *regionMap) colourAt(s board.Square) color.NRGBA { return m.colour(m.partition.Region(s)) }

// RegionFills returns the colours of the regions of an instance in a theme, as in CSS, indexed by region.
// The instance must have regions. The theme may be nil, as in newRegionMap.
func RegionFills(in *encode.Instance, t *Theme) (fills []string) {
	m := newRegionMap(in, t)
	for i := range in.Regions.Count() {
		fills = append(fills, Hex(m.colour(i)))
	}
	return fills
}
