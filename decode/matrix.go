package decode

import "bufio"

// matrixFormat is the 0-1 matrix of the variables. It has no colours: it is for
// programs.
var matrixFormat = Format{
	Name:    "matrix",
	Summary: "the values of the variables: 0 1 0 0",
	New: func(w *bufio.Writer, s Style) Renderer {
		return &grid{w: w, queen: "1", empty: "0", gap: " "}
	},
}
