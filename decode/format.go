package decode

import (
	"bufio"
	"context"
)

// A Renderer writes placements one after the other.
type Renderer interface {
	// Render writes the next placement. It ends early, with the cause, when ctx
	// ends, and when writing fails; such an error stays with the bufio.Writer,
	// whose Flush returns it.
	Render(ctx context.Context, p *Placement) error
	// Close writes what follows the last placement, as long as ctx lasts. It does
	// not flush.
	Close(ctx context.Context) error
}

// A Style is what a user may choose about the look of boards. Formats leave out
// what does not apply to them.
type Style struct {
	Color    bool   // use the colours of a terminal
	Attacks  bool   // mark queens that attack each other
	Attacked bool   // mark squares that queens attack
	Numbers  bool   // show the variables of squares
	Theme    *Theme // of pictures, nil for the format's own
	Columns  int    // boards side by side; 0 for as many as suit the format
	Width    int    // of a terminal in characters, on which boards of text are set side by side; 0 for none
	Pixels   int    // width of a picture; 0 for one that scales, or that suits the boards
	Title    string // of a page or sheet, valid UTF-8 without control characters; empty for the format's own
	Answers  bool   // the boards are the answers of a worksheet, on a sheet of their own
}

// A Feature is something that a format may be able to show.
type Feature int

const (
	Puzzles Feature = 1 << iota // given queens, and squares and diagonals that stay empty
	Columns                     // boards side by side
	Numbers                     // of squares
	Pixels                      // a width
	Colors                      // a theme
	Pieces                      // of several kinds, and squares that are attacked
	Titles                      // chosen by the user
)

// A Format is a way to write placements.
type Format struct {
	Name     string // as on the command line
	Summary  string // what a board looks like, for the help
	Features Feature
	New      func(w *bufio.Writer, s Style) Renderer
}

// Can reports whether the format has a feature.
func (f Format) Can(what Feature) bool { return f.Features&what != 0 }

// Formats lists all formats; the first is the default.
var Formats = []Format{
	textFormat, compactFormat, matrixFormat, unicodeFormat, boxFormat,
	listFormat, squaresFormat, namesFormat, jsonFormat,
	fenFormat, latexFormat, pythonFormat, svgFormat, htmlFormat,
}

// lineFormat returns a format of one line for each board, which appendLine
// appends to b.
func lineFormat(name, summary string, appendLine func(b []byte, p *Placement) []byte) Format {
	return Format{Name: name, Summary: summary, New: func(w *bufio.Writer, _ Style) Renderer {
		return &lineRenderer{w, appendLine}
	}}
}

type lineRenderer struct {
	w          *bufio.Writer
	appendLine func(b []byte, p *Placement) []byte
}

func (r *lineRenderer) Render(_ context.Context, p *Placement) error {
	b := r.appendLine(r.w.AvailableBuffer(), p)
	_, err := r.w.Write(append(b, '\n'))
	return err
}

func (r *lineRenderer) Close(context.Context) error { return nil }

// orEnded returns the error of writing a row, or else that of a context that has
// ended meanwhile.
func orEnded(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
