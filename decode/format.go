package decode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"queens/dimacs"
)

// A Renderer writes placements one after the other.
type Renderer interface {
	// Render writes the next placement. It returns the cause of ctx if it notices that ctx has
	// ended, or the error of writing, which bufio.Writer.Flush returns, too.
	Render(ctx context.Context, p *Placement) error
	// Close writes the text after the last placement. It does not flush.
	Close(ctx context.Context) error
}

// A StatusRenderer is a Renderer whose format can contain the status of an answer without a board.
type StatusRenderer interface {
	Renderer
	// RenderStatus writes the status of an answer without models. It returns the errors of Render.
	RenderStatus(ctx context.Context, s dimacs.Status) error
}

// A Style holds the user's choices for the look of boards. A format ignores choices that do not
// apply to it.
type Style struct {
	Color    bool     // use the colours of a terminal
	Attacks  bool     // mark queens that attack another
	Attacked bool     // mark squares that queens attack
	Numbers  bool     // show the variables of squares
	Letters  bool     // write the name of its region on each square
	Theme    *Theme   // colours of pictures; nil means the format's own
	Symbol   *Symbol  // of queens; nil means the first of Symbols
	Columns  int      // number of boards side by side; 0 means the format's own choice
	Width    int      // width of the terminal in characters, for boards of text side by side; 0 means one below the other
	Pixels   int      // width of a picture in pixels; 0 means a picture that scales, or a width that suits the boards
	Title    string   // of a page or sheet, valid UTF-8 without control characters; empty means the format's own
	Language Language // of worksheets and pages
	Paper    Paper    // of a worksheet; "" means A4
	Answers  bool     // the boards are the answers of a worksheet on a sheet of their own
	Play     bool     // make a page to play the puzzles, also of several; all placements must be puzzles
}

// A Feature is an option that a format may support. Features form a bit set.
type Feature int

const (
	Puzzles Feature = 1 << iota // given queens, blocked squares and diagonals
	Columns                     // Style.Columns
	Numbers                     // Style.Numbers
	Pixels                      // Style.Pixels
	Colors                      // Style.Theme
	Pieces                      // several kinds of pieces, and attacked squares
	Titles                      // Style.Title
	Letters                     // Style.Letters
	Play                        // Style.Play
	Papers                      // Style.Paper
	Glyphs                      // Style.Symbol
)

// A Format is a way to write placements.
type Format struct {
	Name     string // as on the command line
	Summary  string // the look of a board, for the help
	Features Feature
	New      func(w *bufio.Writer, s Style) Renderer
}

// Can reports whether the format has at least one of the features.
func (f Format) Can(what Feature) bool { return f.Features&what != 0 }

// Formats lists all formats; the first is the default.
var Formats = []Format{
	textFormat, compactFormat, matrixFormat, unicodeFormat, boxFormat,
	listFormat, squaresFormat, namesFormat, jsonFormat,
	fenFormat, latexFormat, pythonFormat, svgFormat, htmlFormat,
}

// FormatByName returns the format of Formats called name; "" means the first. The error lists the
// valid names.
func FormatByName(name string) (Format, error) {
	var names []string
	for _, f := range Formats {
		if f.Name == name || name == "" {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %.40q: expected %s", name, strings.Join(names, ", "))
}

// Draw writes boards to w in one go, for example one board or a worksheet. It returns an error if a
// board has several kinds of pieces and the format does not show them, the error of w, or the cause
// of ctx if ctx ends early. For boards that come one by one, use New.
func (f Format) Draw(ctx context.Context, w io.Writer, s Style, boards ...*Placement) error {
	out := bufio.NewWriter(w)
	r := f.New(out, s)
	for _, p := range boards {
		if !f.Can(Pieces) && p.Instance.Layers() > 1 {
			return fmt.Errorf("the format %s shows queens of one kind, not the family %v", f.Name, p.Instance.Family)
		}
		if err := r.Render(ctx, p); err != nil {
			return err
		}
	}
	if err := r.Close(ctx); err != nil {
		return err
	}
	return out.Flush()
}

// DrawSVG writes one picture of the boards to w as SVG, with the zero Style. The errors are those of
// Format.Draw.
func DrawSVG(ctx context.Context, w io.Writer, boards ...*Placement) error {
	return svgFormat.Draw(ctx, w, Style{}, boards...)
}

// lineFormat returns a format with one line per board, which appendLine appends to b.
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

// orEnded returns err, or the cause of ctx if err is nil and ctx has ended.
func orEnded(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
