package decode

import (
	"fmt"
	"strconv"
)

// opposed: equally many white and black queens that do not attack queens of the other colour.
var opposed = rule{
	otherLayers: true, check: checkArmies,
	title: func(p *Placement) string {
		size := strconv.Itoa(p.Instance.QueenCount())
		if p.Instance.Pieces != nil {
			size = Count(p.Instance.QueenCount(), p.Instance.Noun())
		}
		return "armies of " + size + p.onBoard()
	},
	question: func(p *Placement) string {
		if k := p.Instance.QueenCount(); p.Instance.Pieces != nil {
			return "Place " + Count(k, p.Instance.Noun()) + " of each colour so that no piece attacks a piece of the other colour." + p.steps()
		}
		k, white, black, noun := p.Instance.QueenCount(), p.Instance.PieceAt(0).Name, p.Instance.PieceAt(1).Name, p.Instance.Noun()
		return fmt.Sprintf("Place %s and %s so that no %s attacks a %s of the other colour.", Count(k, white), Count(k, black), noun, noun)
	},
}

// checkArmies returns an error if an army does not have QueenCount queens, and otherwise an *AttackError or an
// error if a white and a black queen attack each other or are on one square.
func checkArmies(p *Placement) error {
	for layer := range p.Instance.Layers() {
		if have, want := len(p.InLayer(layer).Queens), p.Instance.QueenCount(); have != want {
			return fmt.Errorf("the board of size %s has %s, expected %d", p.Instance.Board().Size(), Count(have, p.Instance.PieceAt(layer).Name), want)
		}
	}
	return checkFronts(p)
}
