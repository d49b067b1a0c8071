package decode

import "bufio"

// textFormat is a grid of characters, with a blank line between boards:
//
//	. Q . .
//	. . . Q
//	Q . . .
//	. . Q .
var textFormat = Format{
	Name:    "text",
	Summary: "a grid: . Q . .",
	New: func(w *bufio.Writer, s Style) Renderer {
		return &grid{w: w, style: s, queen: "Q", empty: ".", gap: " "}
	},
}
