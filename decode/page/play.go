package page

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens/decode"
	"queens/decode/draw"
)

// A lonePuzzle is a page to play a puzzle, until a second placement makes it a worksheet.
type lonePuzzle struct{ playPage }

// A playPage is a page to play one puzzle or several. Its script, in play/, knows the
// rules of families whose pieces are queens of one kind. Puzzles of other families and large boards
// can only be viewed, and the page says so. The page contains the answer of a puzzle only if the
// puzzle has steps. On paper, the page shows the puzzles in their initial state, and several puzzles
// like a worksheet. The data of one puzzle is a JSON object, the data of several a list.
type playPage struct {
	w       *bufio.Writer
	style   draw.Style
	puzzles []*decode.Placement
}

// errPlayedAnswer is the error for a placement that is no puzzle or has a Marked.
var errPlayedAnswer = errors.New("a page to play contains no answers: expected puzzles only")

func (r *playPage) Render(_ context.Context, p *decode.Placement) error {
	if !p.Puzzle || p.Marked != nil {
		return errPlayedAnswer
	}
	r.puzzles = append(r.puzzles, p)
	return nil
}

func (r *playPage) Close(context.Context) error {
	puzzles, s := r.puzzles, r.style
	b, noun := puzzles[0].Instance.Board(), nounOf(puzzles[0].Instance)
	if slices.ContainsFunc(puzzles, func(p *decode.Placement) bool { return nounOf(p.Instance) != noun }) {
		noun = "piece"
	}
	heading := fmt.Sprintf("A puzzle of %d × %d", b.N, b.Width())
	title := "Queens: a" + heading[1:]
	question := puzzles[0].Question(true)
	var data any = newGame(puzzles[0], s)
	if len(puzzles) > 1 {
		var games []htmlPuzzle
		for _, p := range puzzles {
			game := newGame(p, s)
			game.Caption = p.Caption("", "%d. ", "", true, strings.Clone)
			games = append(games, game)
		}
		title, heading, question, data = "Queens: "+decode.Count(len(puzzles), "puzzle"), decode.Count(len(puzzles), "puzzle"), "", games
	}
	title = s.Language.Say(named(title, noun)) // the script translates the rest of the page
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("puzzles of the page: %w", err)
	}
	_, err = r.w.WriteString(framedPage(s, "play", playTheme(s), noun, "{{title}}", s.MarkupTitle(title), "{{heading}}", s.MarkupTitle(heading),
		"{{question}}", question, "{{data}}", string(text)))
	return err
}

// playTheme returns the style of the theme and the paper of a page to play. On paper, a nil theme means
// draw.PrintTheme, and regions have no colours with this theme.
func playTheme(s draw.Style) string {
	theme := boardTheme(s.Theme) + "#paper {" + cmp.Or(s.Theme, draw.PrintTheme).CSS() + " }\n"
	if cmp.Or(s.Theme, draw.PrintTheme) == draw.PrintTheme {
		theme += "#paper .region { fill: var(--light); }\n"
	}
	return theme + pageSize(s.Paper)
}
