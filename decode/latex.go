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
	Features: Puzzles,
	New:      func(w *bufio.Writer, _ Style) Renderer { return &latexRenderer{w: w} },
}

const (
	latexFiles = 26  // that the package has names for
	latexWidth = 300 // of the squares, at most, in points: the text of an article is 345 wide
	latexField = 20  // height of a square in points, at most
)

type latexRenderer struct {
	w     *bufio.Writer
	begun bool
}

func (r *latexRenderer) Render(ctx context.Context, p *Placement) error {
	r.begin()
	if p.Instance.N > latexFiles {
		return r.picture(ctx, p)
	}
	n := p.Instance.N
	fmt.Fprintf(r.w, `\noindent\chessboard[maxfield=%s, setpieces={%s}, showmover=false`,
		encode.Square{Row: 1, Col: n}.Algebraic(n), fields("Q", p.byColumn(), n))
	if n*latexField > latexWidth {
		fmt.Fprintf(r.w, `, boardfontsize=%dpt, labelfontsize=%dpt`, latexWidth/n, latexWidth/n/2)
	}
	if crossed := forbidden(p.Instance); len(crossed) > 0 {
		fmt.Fprintf(r.w, `, pgfstyle=cross, markfields={%s}`, fields("", crossed, n))
	}
	_, err := r.w.WriteString("]\n\n")
	return err
}

func (r *latexRenderer) begin() {
	if !r.begun {
		r.w.WriteString("\\documentclass{article}\n\\usepackage{chessboard,graphicx}\n\\begin{document}\n")
		r.begun = true
	}
}

// picture draws a board of any size.
func (r *latexRenderer) picture(ctx context.Context, p *Placement) error {
	n := p.Instance.N
	fmt.Fprintf(r.w, "\\noindent{\\setlength{\\unitlength}{%.3fpt}%%\n\\begin{picture}(%d,%d)\n", float64(latexWidth)/float64(n), n, n)
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
