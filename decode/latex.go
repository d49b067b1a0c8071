package decode

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"queens/encode"
)

// latexFormat writes a document with diagrams of the LaTeX package chessboard (U. Fischer,
// CTAN). Each board is one line that can be copied into another document. Blocked squares have
// a cross. The package has names for the columns a to z only; larger boards use LaTeX's picture
// environment.
var latexFormat = Format{
	Name:     "latex",
	Summary:  "a document with diagrams of the LaTeX package chessboard",
	Features: Puzzles | Titles,
	New:      func(w *bufio.Writer, s Style) Renderer { return &latexRenderer{w: w, style: s} },
}

const (
	latexFiles = 26  // largest board that the package can draw
	latexWidth = 300 // largest width of a board in points; the text of an article is 345 wide
	latexHalf  = 180 // largest width in points of a board on a worksheet, two on a line
	latexField = 20  // largest height of a square in points
)

type latexRenderer struct {
	w       *bufio.Writer
	style   Style
	begun   bool
	puzzles bool // the document is a worksheet
	answers bool // all further boards are answers
}

func (r *latexRenderer) Render(ctx context.Context, p *Placement) error {
	r.begin(p)
	if r.puzzles {
		return r.onWorksheet(ctx, p)
	}
	return r.board(ctx, p, latexWidth)
}

// onWorksheet writes a puzzle or an answer with its caption. Two small boards fit on a line.
func (r *latexRenderer) onWorksheet(ctx context.Context, p *Placement) error {
	if !p.Puzzle && !r.answers {
		r.answers = true
		if !r.style.Answers {
			r.w.WriteString("\\clearpage\n")
		}
		r.w.WriteString("\\section*{Answers}\n\n")
	}
	width := latexHalf
	if p.Instance.N >= LargePuzzle {
		width = latexWidth
	}
	fmt.Fprintf(r.w, "\\begin{minipage}[t]{%dpt}\\vspace{0pt}\\raggedright\n", width+2*latexField)
	if err := r.board(ctx, p, width); err != nil {
		return err
	}
	_, err := fmt.Fprintf(r.w, "%s\\vspace{12pt}\n\\end{minipage} \n", p.Caption("\\textbf{%d.} ", false, latexEscapes.Replace))
	return err
}

// board draws a board of at most the given width in points.
func (r *latexRenderer) board(ctx context.Context, p *Placement, width int) error {
	if p.Instance.N > latexFiles {
		return r.picture(ctx, p, width)
	}
	n := p.Instance.N
	fmt.Fprintf(r.w, `\noindent\chessboard[maxfield=%s, setpieces={%s}, showmover=false`,
		encode.Square{Row: 1, Col: n}.Algebraic(n), fields("Q", p.byColumn(), n))
	if r.puzzles || n*latexField > width {
		size := min(width/n, latexField) // for larger sizes, LaTeX would choose the next larger of few sizes
		fmt.Fprintf(r.w, `, boardfontsize=%dpt, labelfontsize=%dpt`, size, size/2)
	}
	if crossed := forbidden(p.Instance); len(crossed) > 0 {
		fmt.Fprintf(r.w, `, pgfstyle=cross, markfields={%s}`, fields("", crossed, n))
	}
	_, err := r.w.WriteString("]\n\n")
	return err
}

func (r *latexRenderer) begin(p *Placement) {
	if r.begun {
		return
	}
	r.begun, r.puzzles = true, p.Puzzle || r.style.Answers
	r.w.WriteString("\\documentclass{article}\n\\usepackage{chessboard,graphicx}\n")
	if r.puzzles {
		r.w.WriteString("\\usepackage[a4paper,margin=2.5cm]{geometry}\n\\raggedright\\parindent0pt\n")
	}
	r.w.WriteString("\\begin{document}\n")
	if r.puzzles || r.style.Title != "" {
		fmt.Fprintf(r.w, "\\section*{%s}\n", r.style.latexTitle("Queens"))
	}
	switch {
	case r.style.Answers:
		r.w.WriteByte('\n')
	case r.puzzles:
		r.w.WriteString("Name \\rule{200pt}{.4pt}\\hfill Date \\rule{100pt}{.4pt}\\bigskip\n\n")
	}
}

// picture draws a board of any size in a picture environment.
func (r *latexRenderer) picture(ctx context.Context, p *Placement, width int) error {
	n := p.Instance.N
	fmt.Fprintf(r.w, "\\noindent{\\setlength{\\unitlength}{%.3fpt}%%\n\\begin{picture}(%d,%d)\n", float64(width)/float64(n), n, n)
	fmt.Fprintf(r.w, "\\multiput(0,0)(0,1){%d}{\\line(1,0){%d}}\n\\multiput(0,0)(1,0){%d}{\\line(0,1){%d}}\n", n+1, n, n+1, n)
	m := newMarks(p.Instance)
	for row := 1; row <= n && !m.empty(); row++ {
		for _, s := range m.forbiddenIn(row) {
			fmt.Fprintf(r.w, "\\put(%d,%d){\\line(1,1){1}}\\put(%d,%d){\\line(1,-1){1}}\n", s.Col-1, n-s.Row, s.Col-1, n-s.Row+1)
		}
		_, err := r.w.Write(nil) // returns the first error of r.w
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	for _, q := range p.byColumn() {
		fmt.Fprintf(r.w, "\\put(%d,%d){\\makebox(1,1){\\resizebox{!}{.7\\unitlength}{\\symqueen}}}\n", q.Col-1, n-q.Row)
	}
	_, err := r.w.WriteString("\\end{picture}}\n\n")
	return err
}

func (r *latexRenderer) Close(context.Context) error {
	if r.begun {
		_, err := r.w.WriteString("\\end{document}\n")
		return err
	}
	return nil
}

// fields returns the squares separated by commas, with the letter of the piece before each.
func fields(piece string, squares []encode.Square, n int) string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = piece + s.Algebraic(n)
	}
	return strings.Join(names, ",")
}

// forbidden returns the squares that must stay empty, in reading order.
func forbidden(in *encode.Instance) []encode.Square {
	m := newMarks(in)
	if m.empty() {
		return nil
	}
	var list []encode.Square
	for row := 1; row <= in.N; row++ {
		list = append(list, m.forbiddenIn(row)...)
	}
	return list
}

// forbiddenIn returns the squares of a row that must stay empty.
func (m *marks) forbiddenIn(row int) []encode.Square {
	var list []encode.Square
	for col := 1; col <= m.in.N; col++ {
		if s := (encode.Square{Row: row, Col: col}); m.forbidden(s) {
			list = append(list, s)
		}
	}
	return list
}
