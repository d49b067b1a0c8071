package decode

import (
	"fmt"

	"queens/encode"
)

// peaceful: no piece attacks another.
var peaceful = rule{
	check: checkPeace, title: (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		if p.Instance.AllowSame {
			return "Place " + p.pieces() + " so that no two of different kinds attack each other."
		}
		if !p.Instance.LikeQueens() {
			return "Place " + p.pieces() + p.inTotal() + " so that no two attack each other." + p.moves()
		}
		missing, what := p.Instance.QueenCount()-len(p.Queens), "queen"
		if missing <= 0 {
			return "Check that no two queens attack each other."
		}
		if len(p.Queens) > 0 {
			what = "more queen"
		}
		return "Place " + Count(missing, what) + " so that no two attack each other."
	},
}

// checkPeace returns an *AttackError if two pieces attack each other although they may not. For a mixture, it also
// returns an error if the number of pieces of a kind is wrong, or if two stand on one square.
func checkPeace(p *Placement) error {
	if !p.Instance.Mixed() {
		return checkApart(p, 0)
	}
	for layer := range p.Instance.Layers() {
		own, name := p.InLayer(layer), p.Instance.PieceAt(layer).Name
		if have, want := len(own.Queens), p.Instance.CountOf(layer); have != want {
			return fmt.Errorf("the board has %s, expected %d", Count(have, name), want)
		}
		if p.Instance.AllowSame {
			continue
		}
		if err := checkApart(own, layer); err != nil {
			return err
		}
	}
	return checkFronts(p)
}

// dominating: queens attack every empty square. If Independent, no queen attacks another.
var dominating = rule{
	attacksAllowed: func(in *encode.Instance) bool { return !in.Independent },
	check: func(p *Placement) error {
		if p.Instance.Independent {
			if err := checkApart(p, 0); err != nil {
				return err
			}
		}
		return checkDominated(p)
	},
	title: (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		text := "Place " + p.pieces() + p.inTotal() + " so that every empty square is attacked"
		if p.Instance.Independent {
			text += " and no two " + p.Instance.PieceAt(0).Name + "s attack each other"
		}
		return text + "." + p.moves()
	},
}
