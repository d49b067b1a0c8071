package decode

import "bufio"

// unicodeFormat has the queen of the chess symbols, U+265B, and a middle dot,
// U+00B7, for an empty square.
var unicodeFormat = Format{
	Name:    "unicode",
	Summary: "a grid with chess symbols: · ♛ · ·",
	New: func(w *bufio.Writer, s Style) Renderer {
		return &grid{w: w, style: s, queen: "♛", empty: "·", gap: " "}
	},
}
