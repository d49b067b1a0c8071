package decode

import "bufio"

// A Renderer writes placements one after the other.
type Renderer interface {
	// Render writes the next placement. Errors of writing stay with the
	// bufio.Writer, whose Flush returns them.
	Render(p *Placement) error
	// Close writes what follows the last placement. It does not flush.
	Close() error
}

// A Style is what a user may choose about the look of boards. Formats leave out
// what does not apply to them.
type Style struct {
	Color   bool // use the colours of a terminal
	Attacks bool // mark queens that attack each other
}

// A Format is a way to write placements.
type Format struct {
	Name    string // as on the command line
	Summary string // what a board looks like, for the help
	New     func(w *bufio.Writer, s Style) Renderer
}

// Formats lists all formats; the first is the default.
var Formats = []Format{
	textFormat, compactFormat, matrixFormat, unicodeFormat, boxFormat,
	listFormat, squaresFormat, namesFormat, jsonFormat,
	fenFormat, latexFormat, pythonFormat, svgFormat, htmlFormat,
}

// FormatByName returns the format of that name, and whether there is one.
func FormatByName(name string) (Format, bool) {
	for _, f := range Formats {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}
