package decode

import (
	"errors"
	"fmt"

	"queens/encode"
)

// coloured: each square has a colour, and squares on a line have different colours.
var coloured = rule{
	tiles: true, sameLayer: true, check: checkColouring,
	title: func(p *Placement) string {
		return fmt.Sprintf("a board of %d by %d in %s", p.Instance.N, p.Instance.Board().Width(), Count(p.Instance.ColourCount(), "colour"))
	},
	question: func(p *Placement) string {
		text := "Give each square one of " + Count(p.Instance.ColourCount(), "colour") + " so that no two squares "
		if p.Instance.Pieces == nil {
			return text + "in a row, column or diagonal have the same colour."
		}
		return text + "that are " + encode.WithArticle(p.Instance.Noun()) + "'s move apart have the same colour." + p.steps()
	},
}

// checkColouring returns an error if a square has no colour or two, or if two squares on a line have the
// same colour. No error is an *AttackError. The pieces must be in reading order.
func checkColouring(p *Placement) error {
	board, n := p.Instance.Board(), p.Instance.N
	for i, s := range p.Queens {
		if want, _ := board.SquareOf(i + 1); s != want {
			if i > 0 && s == p.Queens[i-1] {
				return fmt.Errorf("square %s has the colours %s and %s", s.Algebraic(n), p.Letter(p.Layers[i-1]), p.Letter(p.Layers[i]))
			}
			return fmt.Errorf("square %s has no colour", want.Algebraic(n))
		}
	}
	if i := len(p.Queens); i < board.Count() {
		s, _ := board.SquareOf(i + 1)
		return fmt.Errorf("square %s has no colour", s.Algebraic(n))
	}
	for layer := range p.Instance.Layers() {
		var a *AttackError
		if err := checkApart(p.InLayer(layer), layer); errors.As(err, &a) {
			return fmt.Errorf("squares %s and %s on %s have the same colour %s", a.A.Algebraic(n), a.B.Algebraic(n), a.Along, p.Letter(layer))
		}
	}
	return nil
}
