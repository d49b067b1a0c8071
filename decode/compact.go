package decode

import "bufio"

// compactFormat is textFormat without blanks between squares, the rows of many
// a puzzle site: .Q..
var compactFormat = Format{
	Name:    "compact",
	Summary: "a grid without gaps: .Q..",
	New: func(w *bufio.Writer, s Style) Renderer {
		return &grid{w: w, style: s, queen: "Q", empty: "."}
	},
}
