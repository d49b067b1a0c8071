package decode

import (
	"bufio"
	"context"
	"fmt"
	"strings"

	"queens/encode"
)

// latexFormat is a document with the diagrams of the LaTeX package chessboard
// (U. Fischer, CTAN), a line for each board, ready to be copied into another
// document. Squares that have to stay empty are crossed. The package names
// columns a to z only; larger boards are drawn with LaTeX's own picture
// environment.
var latexFormat = Format{
	Name:     "latex",
	Summary:  "a document with diagrams of the LaTeX package chessboard",
	Features: Puzzles | Titles,
	New:      func(w *bufio.Writer, s Style) Renderer { return &latexRenderer{w: w, style: s} },
}

const (
	latexFiles = 26  // that the package has names for
	latexWidth = 300 // of the squares, at most, in points: the text of an article is 345 wide
	latexHalf  = 180 // the same for two in a line of a worksheet
	latexField = 20  // height of a square in points, at most
)

type latexRenderer struct {
	w       *bufio.Writer
	style   Style
	begun   bool
	puzzles bool // this is a worksheet
	answers bool // the puzzles are over
}

func (r *latexRenderer) Render(ctx context.Context, p *Placement) error {
	r.begin(p)
	if r.puzzles {
		return r.onWorksheet(ctx, p)
	}
	return r.board(ctx, p, latexWidth)
}

// onWorksheet writes a puzzle or an answer with its caption, two in a line.
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
	_, err := fmt.Fprintf(r.w, "%s\\vspace{12pt}\n\\end{minipage} \n", p.Caption("\\textbf{%d.} ", false))
	return err
}

// board draws a board with squares that are so wide altogether.
func (r *latexRenderer) board(ctx context.Context, p *Placement, width int) error {
	if p.Instance.N > latexFiles {
		return r.picture(ctx, p, width)
	}
	n := p.Instance.N
	fmt.Fprintf(r.w, `\noindent\chessboard[maxfield=%s, setpieces={%s}, showmover=false`,
		encode.Square{Row: 1, Col: n}.Algebraic(n), fields("Q", p.byColumn(), n))
	if r.puzzles || n*latexField > width {
		size := min(width/n, latexField) // beyond it LaTeX has few sizes and takes the next larger one
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

// picture draws a board of any size.
func (r *latexRenderer) picture(ctx context.Context, p *Placement, width int) error {
	n := p.Instance.N
	fmt.Fprintf(r.w, "\\noindent{\\setlength{\\unitlength}{%.3fpt}%%\n\\begin{picture}(%d,%d)\n", float64(width)/float64(n), n, n)
	fmt.Fprintf(r.w, "\\multiput(0,0)(0,1){%d}{\\line(1,0){%d}}\n\\multiput(0,0)(1,0){%d}{\\line(0,1){%d}}\n", n+1, n, n+1, n)
	m := newMarks(p.Instance)
	for row := 1; row <= n && !m.empty(); row++ {
		for _, s := range m.forbiddenIn(row) {
			fmt.Fprintf(r.w, "\\put(%d,%d){\\line(1,1){1}}\\put(%d,%d){\\line(1,-1){1}}\n", s.Col-1, n-s.Row, s.Col-1, n-s.Row+1)
		}
		_, err := r.w.Write(nil) // which repeats the first error
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

// fields lists squares with the letter of a piece before each.
func fields(piece string, squares []encode.Square, n int) string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = piece + s.Algebraic(n)
	}
	return strings.Join(names, ",")
}

// forbidden lists the squares that have to stay empty, in reading order.
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

// forbiddenIn lists those of one row.
func (m *marks) forbiddenIn(row int) []encode.Square {
	var list []encode.Square
	for col := 1; col <= m.in.N; col++ {
		if s := (encode.Square{Row: row, Col: col}); m.forbidden(s) {
			list = append(list, s)
		}
	}
	return list
}
