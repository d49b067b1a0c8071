package decode

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
)

// writePlay writes a page on which one plays a puzzle: its script, page/play/, knows the
// rules of families whose pieces are queens of one kind, and no answer. Other families and
// large boards are shown, and the page says so. Printed it is the puzzle, as it was at the
// beginning.
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
