package decode

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
)

// writePlay writes a page to play a puzzle. Its script, in page/play/, knows the rules of
// families whose pieces are queens of one kind. The page does not contain the answer. Puzzles
// of other families and large boards can only be viewed, and the page says so. A printed page
// shows the puzzle in its initial state.
func writePlay(w *bufio.Writer, p *Placement, s Style) error {
	text, err := json.Marshal(newHTMLPuzzle(p.Instance, s))
	if err != nil {
		return fmt.Errorf("puzzle of the page: %w", err)
	}
	theme := boardTheme(s.Theme) + "#paper {" + cmp.Or(s.Theme, printTheme).css() + " }\n"
	heading := fmt.Sprintf("A puzzle of %[1]d × %[1]d", p.Instance.N)
	_, err = w.WriteString(framedPage("play", theme, "{{title}}", s.markupTitle(fmt.Sprintf("Queens: a puzzle of %[1]d × %[1]d", p.Instance.N)),
		"{{heading}}", s.markupTitle(heading), "{{question}}", p.question(true), "{{data}}", string(text)))
	return err
}
