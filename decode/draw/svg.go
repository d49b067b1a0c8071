package draw

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"html"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"queens/decode"
	"queens/encode/board"
)

// svgFormat writes one picture of all boards as Scalable Vector Graphics (W3C, SVG 1.1), with
// the given and blocked squares.
var svgFormat = Format{
	Name:     "svg",
	Summary:  "a picture of all boards, with the given and the blocked squares",
	Features: Puzzles | Columns | Numbers | Pixels | Colors | Pieces | Titles | Letters | Glyphs,
	New: func(w *bufio.Writer, s Style) Renderer {
		return &svgRenderer{w: w, style: s, sheet: Sheet{Columns: s.Columns}}
	},
}

type svgRenderer struct {
	w     *bufio.Writer
	style Style
	sheet Sheet
}

func (r *svgRenderer) Render(_ context.Context, p *decode.Placement) error { return r.sheet.Add(p) }

func (r *svgRenderer) Close(ctx context.Context) error {
	if r.sheet.Len() == 0 {
		return nil
	}
	width, height := r.sheet.Size()
	w := r.w
	size := `width="100%"`
	if pixels := float64(r.style.Pixels); pixels > 0 {
		size = fmt.Sprintf(`width="%s" height="%s"`, number(pixels), number(pixels*height/width))
	}
	role := "img"
	if r.sheet.Len() > 1 {
		role = "group"
	}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" %s viewBox="0 0 %s %s" role="%s">`+"\n",
		size, number(width), number(height), role)
	fmt.Fprintf(w, "<title>%s</title>\n", r.style.MarkupTitle(r.sheet.Title()))
	if r.sheet.Len() == 1 {
		fmt.Fprintf(w, "<desc>%s</desc>\n", html.EscapeString(r.sheet.boards[0].Description()))
	}
	c := svgCanvas{w, r.figures()}
	w.WriteString("<defs>")
	for _, s := range c.defined {
		fmt.Fprintf(w, `<g id="%s"><path d="%s"/><path d="%s" fill="%s"/></g>`, s.id(), s.Body, s.Detail, Hex(cmp.Or(r.style.Theme, Themes[0]).Detail))
	}
	w.WriteString("</defs>\n")
	if err := r.sheet.Draw(ctx, c, r.style); err != nil {
		return err
	}
	_, err := w.WriteString("</svg>\n")
	return err
}

// figures returns the symbols of all pieces on the boards.
func (r *svgRenderer) figures() (list []*Symbol) {
	for _, p := range r.sheet.boards {
		for layer := range max(len(p.Instance.Pieces), 1) {
			if s := r.style.symbol().FigureOf(p.Instance, layer); !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	return list
}

// id returns the name of the element that has the symbol: "queen" for every symbol that replaces a queen.
func (s *Symbol) id() string {
	if slices.Contains(Symbols, s) {
		return "queen"
	}
	return s.Name
}

// SVGFigure writes one board as an element svg for a page in HTML that defines the symbol "queen". The
// title of the element is in the language of the style. It does not flush. It returns the cause of ctx if
// ctx ends early, or the error of w.
func SVGFigure(ctx context.Context, w *bufio.Writer, p *decode.Placement, s Style) error {
	width, height := BoardSize(p.Instance.Board())
	fmt.Fprintf(w, `<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 %s %s" role="img">`+"\n", number(width), number(height))
	fmt.Fprintf(w, "<title>%s</title>\n<desc>%s</desc>\n", s.Language.Say(p.Title()), p.Squares())
	if err := drawBoard(ctx, svgCanvas{w, []*Symbol{s.symbol()}}, p, s, 0, 0); err != nil {
		return err
	}
	_, err := w.WriteString("</svg>")
	return err
}

// An svgCanvas is a Canvas that writes shapes as SVG elements.
type svgCanvas struct {
	w       *bufio.Writer
	defined []*Symbol // the symbols that have an element
}

func (c svgCanvas) Rect(x, y, width, height float64, ink color.NRGBA) {
	fmt.Fprintf(c.w, `<rect shape-rendering="crispEdges" x="%s" y="%s" width="%s" height="%s"%s/>`+"\n",
		number(x), number(y), number(width), number(height), fill(ink))
}

// checkers fills the dark squares of a board with the upper left corner (x, y). It draws every other column and
// every other row in full length. Where a row crosses a column, the even-odd rule leaves the square light. So a
// square board of size n needs about n rectangles instead of n*n/2.
func (c svgCanvas) checkers(x, y float64, b board.Board, ink color.NRGBA) {
	square, width, height := number(SquareSide), number(SquareSide*float64(b.Width())), number(SquareSide*float64(b.N))
	fmt.Fprintf(c.w, `<path shape-rendering="crispEdges" fill-rule="evenodd"%s d="`, fill(ink))
	for i := 1 - b.N%2; i < b.N; i += 2 {
		fmt.Fprintf(c.w, "M%s %sh%sv%sh-%sz", number(x), number(y+SquareSide*float64(i)), width, square, width)
	}
	for i := 1; i < b.Width(); i += 2 {
		fmt.Fprintf(c.w, "M%s %sv%sh%sv-%sz", number(x+SquareSide*float64(i)), number(y), height, square, height)
	}
	c.w.WriteString("\"/>\n")
}

// Fill writes one outline of straight lines, whose last segment must be Z. The only curves are in symbols,
// which Fill does not draw.
func (c svgCanvas) Fill(path []Segment, ink color.NRGBA) {
	fmt.Fprintf(c.w, `<path%s d="`, fill(ink))
	for _, s := range path[:len(path)-1] {
		fmt.Fprintf(c.w, "%c%s %s", s.Command, number(s.Points[0].X), number(s.Points[0].Y))
	}
	c.w.WriteString("Z\"/>\n")
}

// Symbol writes a reference to the element of the symbol, which has the colour of the details, or the outlines if
// there is no element.
func (c svgCanvas) Symbol(s *Symbol, x, y, square float64, body, detail color.NRGBA) {
	if !slices.Contains(c.defined, s) {
		fmt.Fprintf(c.w, `<g transform="translate(%s %s) scale(%s)"><path d="%s"%s/><path d="%s"%s/></g>`+"\n",
			number(x), number(y), number(square/SymbolSide), s.Body, fill(body), s.Detail, fill(detail))
		return
	}
	fmt.Fprintf(c.w, `<use xlink:href="#%s" transform="translate(%s %s) scale(%s)"%s/>`+"\n",
		s.id(), number(x), number(y), number(square/SymbolSide), fill(body))
}

// Text computes the baseline itself, because not all programs understand the attributes for
// vertical centring.
func (c svgCanvas) Text(center Point, size float64, text string, ink color.NRGBA) {
	fmt.Fprintf(c.w, `<text x="%s" y="%s" font-family="sans-serif" font-size="%s" text-anchor="middle"%s>%s</text>`+"\n",
		number(center.X), number(center.Y+TextRise*size), number(size), fill(ink), html.EscapeString(text))
}

// Err returns the first error of the writer, which every Write returns.
func (c svgCanvas) Err() error {
	_, err := c.w.Write(nil)
	return err
}

// fill returns the attributes for a fill colour, with a blank before each: the opacity only if the colour
// is not opaque.
func fill(c color.NRGBA) string {
	if c.A == 0xff {
		return ` fill="` + Hex(c) + `"`
	}
	return fmt.Sprintf(` fill="%s" fill-opacity="%.2f"`, Hex(c), float64(c.A)/0xff)
}

// number returns a coordinate with at most two decimals.
func number(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
}
