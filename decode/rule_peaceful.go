package decode

import "queens/encode"

// peaceful: no piece attacks another.
var peaceful = rule{
	check: checkApart, title: (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		if !p.definition().LikeQueens() {
			return "Place " + Count(p.Instance.QueenCount(), "queen") + p.inTotal() + " so that no two attack each other." + p.moves()
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

// dominating: queens attack every empty square. If Independent, no queen attacks another.
var dominating = rule{
	attacksAllowed: func(in *encode.Instance) bool { return !in.Independent },
	check: func(p *Placement) error {
		if p.Instance.Independent {
			if err := checkApart(p); err != nil {
				return err
			}
		}
		return checkDominated(p)
	},
	title: (*Placement).piecesOnBoard,
	question: func(p *Placement) string {
		text := "Place " + Count(p.Instance.QueenCount(), "queen") + p.inTotal() + " so that every empty square is attacked"
		if p.Instance.Independent {
			text += " and no two queens attack each other"
		}
		return text + "." + p.moves()
	},
}
