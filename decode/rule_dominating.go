package decode

import "queens/encode"

// dominating: queens attack every empty square. If Independent, no queen attacks another.
var dominating = rule{
	artwork:        queenArtwork,
	attacksAllowed: func(in *encode.Instance) bool { return !in.Independent },
	check: func(p *Placement) error {
		if p.Instance.Independent {
			if err := checkApart(p); err != nil {
				return err
			}
		}
		return checkDominated(p)
	},
	addToPage: func(entry *htmlPuzzle, in *encode.Instance, _ Style) { entry.Independent = in.Independent },
	title:     (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		text := "Place " + count(p.Instance.QueenCount(), "queen") + p.inTotal() + " so that every empty square is attacked"
		if p.Instance.Independent {
			text += " and no two queens attack each other"
		}
		return text + "." + p.moves()
	},
}
