package draw

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// A regionColour is a colour in pictures and on pages, and its colour among the 256 of xterm on a terminal.
type regionColour struct {
	ink   color.NRGBA
	xterm uint8
}

// regionColours holds the colours of regions, and of the layers of a colouring. Any two of them differ by more than 20 in
// CIEDE2000 (G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000 color-difference formula", Color Research and Application
// 30, 2005), and any two colours of xterm by more than 13. The chroma in CIELAB is at most 50. The contrast with black is
// at least 6:1 (W3C, Web Content Accessibility Guidelines 2.2). The lighter ones come first, for small boards.
var regionColours = [...]regionColour{
	{rgb(0x8ad88b), 114}, {rgb(0xffaeaa), 217}, {rgb(0x74d8ff), 81}, {rgb(0xfff995), 228}, {rgb(0xb5beff), 189},
	{rgb(0xffc283), 215}, {rgb(0xffa8f0), 219}, {rgb(0x9caaa0), 248}, {rgb(0xffeffd), 255}, {rgb(0x9f78ca), 104},
	{rgb(0xad822f), 137}, {rgb(0x66ffef), 51}, {rgb(0x039c77), 36}, {rgb(0xd86287), 169}, {rgb(0x468bdf), 75},
	{rgb(0x7b9338), 143}, {rgb(0xf3fff3), 195}, {rgb(0xce6f4d), 209}, {rgb(0x1097a9), 73}, {rgb(0x93868c), 138},
}

// Palette returns the colours of the regions A, B, and so on, in the form of CSS, such as "#ffc283".
func Palette() (fills []string) {
	for _, c := range regionColours {
		fills = append(fills, Hex(c.ink))
	}
	return fills
}

// ColourOf returns the colour of a layer of a colouring. Further layers reuse the colours from the start.
func ColourOf(layer int) color.NRGBA { return regionColours[layer%len(regionColours)].ink }

// regionPaint returns for each region the index of its colour among k colours. Two regions are neighbours if they
// contain squares with a common side. If k is at least 6, neighbours have different colours on every board with
// connected regions, because their graph is planar and the regions are painted in smallest-last order (D. W. Matula and
// L. L. Beck, "Smallest-last ordering and clustering and graph coloring algorithms", Journal of the ACM 30, 1983). The
// choice is among the colours that no neighbour has so far, or among all if there is none. A region gets a colour that
// the fewest regions have so far: by index, the farthest from the colours of its neighbours. If a theme orders its
// colours by lightness, neighbours then differ in grey, too.
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

// paintOf returns the index of the colour of a region in the colours of the theme, or else in regionColours. If there
// are enough of the latter, each region has its own: regions A, B and so on have those that the page of qpage gives them.
func (m *regionMap) paintOf(region int) int {
	k := cmp.Or(len(m.colours), len(regionColours))
	if m.paint == nil && m.colours == nil && m.partition.Count() <= k {
		names := RegionNames(m.partition)
		sorted := slices.Sorted(slices.Values(names))
		for _, name := range names {
			m.paint = append(m.paint, slices.Index(sorted, name))
		}
	} else if m.paint == nil {
		m.paint = regionPaint(m.partition, k)
	}
	return m.paint[region]
}

// colour returns the colour of a region.
func (m *regionMap) colour(region int) color.NRGBA {
	i := m.paintOf(region)
	if m.colours != nil {
		return m.colours[i]
	}
	return regionColours[i].ink
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
