package encode

import (
	"fmt"
	"slices"
	"strings"

	"queens/encode/board"
)

// A walk is a way in which a piece moves: a squares along one side of the board and b along the other, once
// or, if it rides, any number of times.
type walk struct {
	a, b  int
	rides bool
}

// walks lists the moves of pieces, by the texts that ParsePiece accepts.
var walks = []struct {
	text  string
	moves []walk
}{
	{"queen", []walk{{0, 1, true}, {1, 1, true}}},
	{"rook", []walk{{0, 1, true}}},
	{"bishop", []walk{{1, 1, true}}},
	{"knight", []walk{{1, 2, false}}},
	{"king", []walk{{0, 1, false}, {1, 1, false}}},
	{"amazon", []walk{{0, 1, true}, {1, 1, true}, {1, 2, false}}},
	{"archbishop", []walk{{1, 1, true}, {1, 2, false}}},
	{"chancellor", []walk{{0, 1, true}, {1, 2, false}}},
	{"rider 1,2", []walk{{1, 2, true}}},
	{"leaper 2,1 leaper 1,1 leaper 0,1", []walk{{1, 2, false}, {1, 1, false}, {0, 1, false}}},
	{"leaper 1,1 rider 0,1", []walk{{1, 1, false}, {0, 1, true}}},
	{"rider 2,2 leaper 0,1 leaper 1,3", []walk{{2, 2, true}, {0, 1, false}, {1, 3, false}}},
}

// walksOf returns the moves of the pieces in a layer.
func (in Instance) walksOf(layer int) []walk {
	text := "queen"
	switch {
	case in.Pieces != nil:
		text = in.KindAt(layer).Text
	case in.Family == Superqueens:
		text = "amazon"
	case in.Family == Regions: // divided counts the queens of rows and columns
		text = "king"
	}
	for _, p := range walks {
		if p.text == text {
			return p.moves
		}
	}
	panic("no moves of " + text)
}

// attacked reports, indexed by two squares in reading order, whether a piece with these moves attacks the
// second square from the first. On a torus, a piece may attack its own square.
func attacked(b board.Board, moves []walk) [][]bool {
	all := make([][]bool, b.Count())
	for s := range all {
		all[s] = make([]bool, b.Count())
		for i := range 8 {
			for _, m := range moves {
				down, right := m.a*(1-i&2), m.b*(1-i&4/2)
				if i&1 > 0 {
					down, right = right, down
				}
				row, column := s/b.Width(), s%b.Width()
				for step := 0; step == 0 || m.rides && step < b.Count(); step++ {
					row, column = row+down, column+right
					if b.Variant == board.Torus {
						row, column = (row+4*b.N)%b.N, (column+4*b.Width())%b.Width()
					}
					if row < 0 || row >= b.N || column < 0 || column >= b.Width() {
						break
					}
					all[s][row*b.Width()+column] = true
				}
			}
		}
	}
	return all
}

// The rules of an instance say which assignments of its variables are solutions. A solution is a string with a
// byte for each variable: Q if it is true, or a dot. Variables count from 0.
type rules struct {
	total    int                        // so many variables are true
	options  [][]int                    // at most one variable of each list is true
	excluded [][]bool                   // excluded[i][j]: the variables i and j are not both true
	accepts  func(solution string) bool // the other rules
}

// byRules returns all solutions of an instance, sorted, by a search that follows the rules of its family
// directly, without lines and clauses. The shuffle and broken symmetries are ignored.
func byRules(in Instance) (found []string) {
	r := in.pieceRules
	if in.Family == Dominoes {
		r = in.dominoRules
	}
	return r().search(in.squareVariables())
}

func (r rules) search(vars int) (found []string) {
	drawn, chosen := []byte(strings.Repeat(".", vars)), []int(nil)
	var choose func(i int)
	choose = func(i int) {
		missing := r.total - len(chosen)
		if missing == 0 && r.accepts(string(drawn)) {
			found = append(found, string(drawn))
		}
		if missing == 0 || missing > len(r.options)-i {
			return
		}
		for _, v := range r.options[i] {
			if !slices.ContainsFunc(chosen, func(w int) bool { return r.excluded[v][w] }) {
				chosen, drawn[v] = append(chosen, v), 'Q'
				choose(i + 1)
				chosen, drawn[v] = chosen[:len(chosen)-1], '.'
			}
		}
		choose(i + 1)
	}
	choose(0)
	slices.Sort(found)
	return found
}

func (in Instance) pieceRules() (r rules) {
	n, layers := in.Board().Count(), in.Layers()
	var attacks [][][]bool // indexed by layer
	var counts []int       // indexed by layer
	for layer := range layers {
		attacks, counts = append(attacks, attacked(in.Board(), in.walksOf(layer))), append(counts, in.QueenCount())
		if in.Mixed() {
			counts[layer] = in.Pieces[layer].Count
		}
		r.total += counts[layer]
	}
	if in.Family == Colouring {
		r.total, counts = n, nil
	}
	alike := in.Family != Armies && !in.AllowSame && (in.Family != Domination || in.Independent)
	r.options = make([][]int, n)
	for v := range n * layers {
		row := make([]bool, n*layers)
		for w := range row {
			if v/n == w/n && alike || v/n != w/n && in.Family != Colouring {
				row[w] = attacks[v/n][v%n][w%n] || attacks[w/n][w%n][v%n]
			}
		}
		if r.excluded = append(r.excluded, row); !in.staysEmpty(v % n) {
			r.options[v%n] = append(r.options[v%n], v)
		}
	}
	r.accepts = func(solution string) bool {
		for layer, k := range counts {
			if strings.Count(solution[layer*n:(layer+1)*n], "Q") != k {
				return false
			}
		}
		missing := func(s board.Square) bool { return solution[in.Board().Var(s)-1] != 'Q' }
		return !slices.ContainsFunc(in.Placed, missing) && (in.Family != Domination || dominated(solution, attacks[0])) &&
			(in.Family != Regions || in.divided(solution))
	}
	return r
}

// staysEmpty reports whether a square, or a diagonal through it, is blocked.
func (in Instance) staysEmpty(square int) bool {
	same := func(x, y int) bool { return x == y || in.Variant == board.Torus && (x-y)%in.N == 0 }
	s, _ := in.Board().SquareOf(square + 1)
	return in.Blocked.Has(s) || slices.ContainsFunc(in.BlockedDiagonals, func(d board.Diagonal) bool {
		return d.Rising && same(s.Row+s.Col, d.Index) || !d.Rising && same(s.Row-s.Col, d.Index)
	})
}

// dominated reports whether each square holds a queen or is attacked.
func dominated(solution string, attacks [][]bool) bool {
	covered := make([]bool, len(solution))
	for s := range solution {
		for t := range covered {
			covered[t] = covered[t] || solution[s] == 'Q' && (s == t || attacks[s][t])
		}
	}
	return !slices.Contains(covered, false)
}

// divided reports whether each region holds the same number of queens, and no row or column more.
func (in Instance) divided(solution string) bool {
	count := map[string]int{}
	for v := range solution {
		if s, _ := in.Board().SquareOf(v + 1); solution[v] == 'Q' {
			for _, place := range []string{fmt.Sprint("row", s.Row), fmt.Sprint("column", s.Col), in.Regions.Name(in.Regions.Region(s))} {
				if count[place]++; count[place] > in.StarCount() {
					return false
				}
			}
		}
	}
	return strings.Count(solution, "Q") == in.StarCount()*in.Regions.Count()
}

// dominoRules returns the rules of dominoes that cover a board without blocked squares.
func (in Instance) dominoRules() rules {
	b := in.Board()
	var covers [][]int // indexed by domino: its squares
	for s := range b.Count() {
		if (s+1)%b.Width() > 0 {
			covers = append(covers, []int{s, s + 1})
		}
	}
	for s := range b.Count() - b.Width() {
		covers = append(covers, []int{s, s + b.Width()})
	}
	r := rules{total: (b.Count() + 1) / 2, accepts: func(string) bool { return true }}
	for v := range covers {
		row := make([]bool, len(covers))
		for w := range covers {
			row[w] = slices.Contains(covers[w], covers[v][0]) || slices.Contains(covers[w], covers[v][1])
		}
		r.options, r.excluded = append(r.options, []int{v}), append(r.excluded, row)
	}
	return r
}

// symmetries returns the rotations and reflections that map the instance to itself, as permutations of its
// squares.
func (in Instance) symmetries() (all [][]int) {
	b := in.Board()
	region := func(s int) int {
		if in.Regions == nil {
			return 0
		}
		square, _ := b.SquareOf(s + 1)
		return in.Regions.Region(square)
	}
	placed := func(s int) bool {
		square, _ := b.SquareOf(s + 1)
		return slices.Contains(in.Placed, square)
	}
	for i := range 8 {
		if i >= 4 && b.N != b.Width() {
			break
		}
		image, fixes, regions := make([]int, b.Count()), true, map[int]int{}
		for s := range image {
			row, column := s/b.Width(), s%b.Width()
			if i&1 > 0 {
				row = b.N - 1 - row
			}
			if i&2 > 0 {
				column = b.Width() - 1 - column
			}
			if i&4 > 0 {
				row, column = column, row
			}
			t := row*b.Width() + column
			if image[s] = t; regions[region(s)] == 0 {
				regions[region(s)] = 1 + region(t)
			}
			fixes = fixes && in.staysEmpty(s) == in.staysEmpty(t) && placed(s) == placed(t) && regions[region(s)] == 1+region(t)
		}
		if fixes {
			all = append(all, image)
		}
	}
	return all
}
