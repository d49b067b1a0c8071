package decode

import (
	"fmt"

	"queens/encode"
	"queens/encode/board"
)

// tiled: dominoes cover the board. A square holds one half of a domino, whose layer says where the
// other half is.
var tiled = rule{
	tiles:          true,
	attacksAllowed: func(*encode.Instance) bool { return true },
	piecesOf:       halves, check: checkDominoes, turnLayer: turnedHalf,
	title: func(p *Placement) string {
		if p.Puzzle {
			return "nothing" + p.onBoard()
		}
		return fmt.Sprintf("%d dominoes", len(p.Queens)/2) + p.onBoard()
	},
	question: func(*Placement) string {
		return "Cover the board with dominoes. Each domino covers two neighbouring squares."
	},
}

// halfSteps is indexed by layer: left, right, upper and lower half. It holds the rows and
// columns to the square of the other half. The other half of layer i is layer i^1.
var halfSteps = [...][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}

// halves returns both halves of the domino of variable v, or nil if there is no such variable. The
// variables of horizontal dominoes come first, row by row, and then the variables of vertical ones. A
// horizontal domino has halves in the layers 0 and 1, a vertical one in 2 and 3. The half with the lower
// layer comes first; it is the first square in reading order.
func halves(in *encode.Instance, v int) []piece {
	width := in.Board().Width()
	across, first, layer := width-1, v-1, 0
	if vertical := first - in.N*across; vertical >= 0 {
		across, first, layer = width, vertical, 2
	}
	if v < 1 || first >= (in.N-1)*width && layer == 2 {
		return nil
	}
	s := board.Square{Row: first/across + 1, Col: first%across + 1}
	return []piece{{s, layer}, {OtherHalf(s, layer), layer + 1}}
}

// OtherHalf returns the square of the other half of the domino that has a half in the given layer, from 0
// to 3, on s. The square may lie outside the board.
func OtherHalf(s board.Square, layer int) board.Square {
	return board.Square{Row: s.Row + halfSteps[layer][0], Col: s.Col + halfSteps[layer][1]}
}

// turnedHalf returns the layer of the image of a half in the given layer under a rotation or reflection.
func turnedHalf(symmetry board.Symmetry, layer int) int {
	middle := board.Square{Row: 2, Col: 2}
	to := symmetry.Image(OtherHalf(middle, layer), board.Board{N: 3})
	for turned := range halfSteps {
		if OtherHalf(middle, turned) == to {
			return turned
		}
	}
	return layer
}

// checkDominoes returns an error if a square that is not blocked has no domino, if a square has two, if a
// domino is on a blocked square, or if the other half of a domino is missing.
func checkDominoes(p *Placement) error {
	n, on := p.Instance.N, map[board.Square]int{}
	for i, s := range p.Queens {
		if _, twice := on[s]; twice {
			return fmt.Errorf("two dominoes lie on square %s", s.Algebraic(n))
		}
		if p.Instance.Blocked.Has(s) {
			return fmt.Errorf("a domino lies on the blocked square %s", s.Algebraic(n))
		}
		on[s] = p.LayerAt(i)
	}
	for s := range p.Instance.Board().Squares() {
		layer, covered := on[s]
		if !covered && !p.Instance.Blocked.Has(s) {
			return fmt.Errorf("no domino lies on square %s", s.Algebraic(n))
		}
		if other, there := on[OtherHalf(s, layer)]; covered && (!there || other != layer^1) {
			return fmt.Errorf("half a domino lies on square %s", s.Algebraic(n))
		}
	}
	return nil
}
