package decode

import "queens/encode"

// domination has queens that attack each empty square, and none of each other if they are
// independent.
var domination = family{
	is:       encode.Domination,
	harmless: func(in *encode.Instance) bool { return !in.Independent },
	check: func(c *checker, p *Placement) error {
		if p.Instance.Independent {
			if err := c.attacks.find(p); err != nil {
				return err
			}
		}
		return c.attacks.dominate(p)
	},
	letter: queens.letter, symbol: queens.symbol, draw: drawQueen, marked: queens.marked, mark: glow,
	page:  func(entry *htmlPuzzle, in *encode.Instance, _ Style) { entry.Apart = in.Independent },
	title: queens.title,
	ask: func(p *Placement) string {
		text := "Place " + count(p.Instance.QueenCount(), "queen") + p.inAll() + " so that each empty square is attacked"
		if p.Instance.Independent {
			text += ", but no queen"
		}
		return text + "."
	},
}
