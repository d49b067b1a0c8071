package board

import (
	"fmt"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/internal/word"
)

// A Partition divides the squares of a board into regions, which need not be connected. Regions are numbered from 0 in the order of their first
// squares in reading order. A Partition does not change.
type Partition struct {
	board   Board          // with a size only
	regions []int32        // indexed by square in reading order, from 0: the number of its region
	names   []string       // indexed by region
	vars    [][]dimacs.Lit // indexed by region: the variables of its squares in reading order
}

// NewPartition returns the partition of a board, whose size alone matters, in which cells gives a name to the
// region of each square, in reading order. Squares with equal names form a region. If every name consists of
// one or two ASCII letters or digits, the regions keep their names. Otherwise they are called A, B, .., Z, AA, ..
// by number. On a board of one square, a name of two characters is replaced, too.
//
// NewPartition returns an error if b.Check does, if there is not a cell for each square, or if there are more
// than MaxRegions different names.
func NewPartition(b Board, cells []string) (*Partition, error) {
	b = Board{N: b.N, Columns: b.Columns}
	if err := b.Check(); err != nil {
		return nil, err
	}
	if len(cells) != b.Count() {
		return nil, fmt.Errorf("expected a region for each of the %d squares, found %d", b.Count(), len(cells))
	}
	p := &Partition{board: b, regions: make([]int32, 0, len(cells))}
	numbers := map[string]int32{}
	for i, name := range cells {
		region, known := numbers[name]
		if !known {
			region = int32(len(p.names))
			numbers[name] = region
			p.names = append(p.names, name)
			p.vars = append(p.vars, nil)
		}
		p.regions = append(p.regions, region)
		p.vars[region] = append(p.vars[region], dimacs.Lit(i+1))
	}
	if most := b.MaxRegions(); len(p.names) > most {
		return nil, fmt.Errorf("expected at most %d regions, found %d", most, len(p.names))
	}
	if slices.ContainsFunc(p.names, func(name string) bool { return len(name) > min(b.Count(), 2) || !word.IsWord(name) }) {
		for i := range p.names {
			p.names[i] = strings.ToUpper(file(i + 1))
		}
	}
	return p, nil
}

// MaxRegions returns the largest number of regions of a partition of the board: twice the larger of the
// numbers of rows and columns.
func (b Board) MaxRegions() int { return 2 * b.LongSide() }

// Board returns the board, whose only fields above zero are the sizes.
func (p *Partition) Board() Board { return p.board }

// Count returns the number of regions, from 1 to MaxRegions; it is 0 if p is nil.
func (p *Partition) Count() int {
	if p == nil {
		return 0
	}
	return len(p.names)
}

// Region returns the number, from 0, of the region of s, which must be on the board.
func (p *Partition) Region(s Square) int { return int(p.regions[p.board.Var(s)-1]) }

// Name returns the name of a region, numbered from 0: one or two letters or digits, unless there are more
// than 702 regions.
func (p *Partition) Name(region int) string { return p.names[region] }

// Vars returns the variables of the squares of a region in reading order. The caller must
// not change them.
func (p *Partition) Vars(region int) []dimacs.Lit { return p.vars[region] }

// Disconnected returns a square of each region that is not connected, in reading order: the first square to
// which no steps along rows and columns lead from the first square of the region, within the region. The result
// is nil if all regions are connected.
func (p *Partition) Disconnected() (list []Square) {
	first := make([]bool, len(p.regions))
	for _, vars := range p.vars {
		first[vars[0]-1] = true
	}
	seen := map[int32]bool{}
	for i, reached := range ConnectedTo(first, p.regions, p.board.Neighbours()) {
		if region := p.regions[i]; !reached && !seen[region] {
			seen[region] = true
			s, _ := p.board.SquareOf(i + 1)
			list = append(list, s)
		}
	}
	return list
}

// String returns the names of all cells in a form that ParsePartition accepts, with anyCount unless there are
// as many regions as rows and columns: the cells of a row without separators, or separated by dots if some name has several characters,
// and rows separated by commas, as in "AAB,ABB,CCC". A comma follows a single row.
func (p *Partition) String() string {
	between := ""
	if slices.ContainsFunc(p.names, func(name string) bool { return len(name) > 1 }) {
		between = "."
	}
	var b strings.Builder
	for i, region := range p.regions {
		switch {
		case i == 0:
		case i%p.board.Width() == 0:
			b.WriteByte(',')
		default:
			b.WriteString(between)
		}
		b.WriteString(p.names[region])
	}
	if p.board.N == 1 {
		b.WriteByte(',')
	}
	return b.String()
}

// Equal reports whether both partitions have the same regions with the same names. A
// partition may be nil.
func (p *Partition) Equal(q *Partition) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.board == q.board && slices.Equal(p.regions, q.regions) && slices.Equal(p.names, q.names)
}

// Image applies s, a symmetry of the board, to it, and returns the regions of the result, indexed by square in reading
// order. It numbers regions from 0 by their first squares in the result. So two partitions that
// differ only in the names of the regions have equal images.
func (p *Partition) Image(s Symmetry) []int32 {
	image := make([]int32, len(p.regions))
	for i, region := range p.regions {
		q, _ := p.board.SquareOf(i + 1)
		image[p.board.Var(s.Image(q, p.board))-1] = region
	}
	numbers := make([]int32, p.Count()) // indexed by region: its new number, plus 1
	var last int32
	for i, region := range image {
		if numbers[region] == 0 {
			last++
			numbers[region] = last
		}
		image[i] = numbers[region] - 1
	}
	return image
}

// FixedBy reports whether s maps each region to a region. A nil partition is fixed by every
// symmetry.
func (p *Partition) FixedBy(s Symmetry) bool {
	return p == nil || slices.Equal(p.Image(s), p.regions)
}

// Neighbours returns, for each square, the squares that share a side with it: above, left, right, below. Both
// are numbered in reading order, from 0. The border of a torus separates squares, too.
func (b Board) Neighbours() (all [][]int) {
	for q := range b.Squares() {
		var beside []int
		for _, s := range [...]Square{{q.Row - 1, q.Col}, {q.Row, q.Col - 1}, {q.Row, q.Col + 1}, {q.Row + 1, q.Col}} {
			if b.Holds(s) {
				beside = append(beside, int(b.Var(s))-1)
			}
		}
		all = append(all, beside)
	}
	return all
}

// ConnectedTo reports for each square whether a path leads to it from a square of from, within a region. A
// square of from needs no path. The arguments and the result are indexed by square: whether paths start
// there, its region, and the squares beside it, as Neighbours returns them.
func ConnectedTo[R comparable](from []bool, regions []R, beside [][]int) []bool {
	reached := slices.Clone(from)
	var list []int
	for square, is := range from {
		if is {
			list = append(list, square)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, s := range beside[list[i]] {
			if !reached[s] && regions[s] == regions[list[i]] {
				reached[s] = true
				list = append(list, s)
			}
		}
	}
	return reached
}
