package decode

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A playPage is a page to play one puzzle or several. Its script, in page/play/, knows the
// rules of families whose pieces are queens of one kind. Puzzles of other families and large boards
// can only be viewed, and the page says so. The page contains the answer of a puzzle only if the
// puzzle has steps. On paper, the page shows the puzzles in their initial state, and several puzzles
// like a worksheet. The data of one puzzle is a JSON object, the data of several a list.
type playPage struct {
	w       *bufio.Writer
	style   Style
	puzzles []*Placement
}

var errPlayedAnswer = errors.New("a page to play contains no answers: expected puzzles only")

func (r *playPage) Render(_ context.Context, p *Placement) error {
	if !p.Puzzle || p.Marked != nil {
		return errPlayedAnswer
	}
	r.puzzles = append(r.puzzles, p)
	return nil
}

func (r *playPage) Close(context.Context) error {
	puzzles, s := r.puzzles, r.style
	n := puzzles[0].Instance.N
	title, heading := fmt.Sprintf("Queens: a puzzle of %[1]d × %[1]d", n), fmt.Sprintf("A puzzle of %[1]d × %[1]d", n)
	question := puzzles[0].question(true)
	var data any = newGame(puzzles[0], s)
	if len(puzzles) > 1 {
		var games []htmlPuzzle
		for _, p := range puzzles {
			game := newGame(p, s)
			game.Caption = p.Caption("", "%d. ", true, strings.Clone)
			games = append(games, game)
		}
		title, heading, question, data = "Queens: "+count(len(puzzles), "puzzle"), count(len(puzzles), "puzzle"), "", games
	}
	title = s.Language.Say(title) // the script translates the rest of the page
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("puzzles of the page: %w", err)
	}
	_, err = r.w.WriteString(framedPage(s, "play", playTheme(s), "{{title}}", s.markupTitle(title), "{{heading}}", s.markupTitle(heading),
		"{{question}}", question, "{{data}}", string(text)))
	return err
}

// playTheme returns the style of the theme and the paper of a page to play.
func playTheme(s Style) string {
	theme := boardTheme(s.Theme) + "#paper {" + cmp.Or(s.Theme, printTheme).css() + " }\n"
	if cmp.Or(s.Theme, printTheme) == printTheme {
		theme += "#paper .region { fill: var(--light); }\n"
	}
	return theme + s.pageSize()
}

// PagePuzzle returns the JSON that describes the puzzle and the steps of p to the scripts of pages.
func PagePuzzle(p *Placement) ([]byte, error) { return json.Marshal(newGame(p, Style{})) }

// newGame returns the data of a puzzle with its steps.
func newGame(p *Placement, s Style) htmlPuzzle {
	game, board := newHTMLPuzzle(p.Instance, s), p.Instance.Board()
	for _, m := range p.Steps {
		game.Steps = append(game.Steps, htmlStep{m.text(), variables(m.Look, board), variables(m.Queens, board), variables(m.Crosses, board)})
	}
	return game
}
