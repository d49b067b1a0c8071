package command

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// pgfMarks holds the names in pgfplots of the marks of the page.
var pgfMarks = []string{"square*", "triangle*", "diamond*", "+", "x", "*", "o", "star"}

// writePGF writes a LaTeX document with the plot. The data are tables in the document, so that
// the plot can be copied into another document.
func writePGF(w io.Writer, p plot) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, `%% %s
\documentclass{standalone}
\usepackage[T1]{fontenc}
\usepackage{pgfplots}
\pgfplotsset{compat=1.14}
`, p.title)
	for i, c := range colours {
		fmt.Fprintf(b, "\\definecolor{qbench%d}{HTML}{%s}\n", i, strings.ToUpper(c[1:]))
	}
	fmt.Fprintf(b, `\begin{document}
\begin{tikzpicture}
\begin{axis}[width=12cm, height=9cm, grid=major, legend cell align=left, legend style={at={(0.5,-0.18)}, anchor=north},
%s%s]
`, p.x.pgf("x"), p.y.pgf("y"))
	if p.diagonal {
		fmt.Fprintf(b, "\\addplot[dashed, gray, forget plot] coordinates {(%g,%g) (%g,%g)};\n", p.x.low, p.y.low, p.x.high, p.y.high)
	}
	for _, s := range p.series {
		colour, mark := fmt.Sprintf("color=qbench%d", s.solver%len(colours)), pgfMarks[s.solver%len(pgfMarks)]
		name := "\\addlegendentry{" + latex(s.name) + "}\n"
		if len(s.line) > 0 {
			p.table(b, colour+", mark=none, thick, forget plot", s.line)
		}
		if len(s.points) == 0 {
			fmt.Fprintf(b, "\\addlegendimage{%s, only marks, mark=%s}\n", colour, mark)
		} else {
			p.table(b, colour+", only marks, mark="+mark, s.points)
		}
		b.WriteString(name)
	}
	b.WriteString("\\end{axis}\n\\end{tikzpicture}\n\\end{document}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// table writes points as the table of an \addplot with the given options, one point per line. An
// infinite value becomes the position of the line for unsolved instances. The description of a
// point follows as a comment.
func (p plot) table(b *strings.Builder, options string, points []point) {
	fmt.Fprintf(b, "\\addplot[%s] table[row sep=\\\\] {\nx y \\\\\n", options)
	for _, q := range points {
		fmt.Fprintf(b, "%g %g \\\\", p.x.finite(q.x), p.y.finite(q.y))
		if q.about != "" {
			fmt.Fprintf(b, " %% %s", strings.Map(inColumn, q.about))
		}
		b.WriteString("\n")
	}
	b.WriteString("};\n")
}

// finite returns v, or the position of the line for unsolved instances if v is infinite. This
// line lies beyond the axis by a seventh of its length, which leaves room for a label.
func (a axis) finite(v float64) float64 {
	if !math.IsInf(v, 1) {
		return v
	}
	return rounded(a.high * math.Pow(a.high/a.low, 0.14))
}

// pgf returns the options of an axis; the argument of is "x" or "y".
func (a axis) pgf(of string) string {
	var ticks, labels []string
	values, names := a.marks()
	for i, v := range values {
		ticks, labels = append(ticks, fmt.Sprintf("%g", a.finite(v))), append(labels, names[i])
	}
	low, high := a.low, a.high
	if a.unsolved {
		high = a.finite(math.Inf(1))
	}
	mode := "normal"
	if a.log {
		mode = "log"
	}
	if high <= low { // the axis has a single value
		low, high = low-1, high+1
	}
	return fmt.Sprintf("%[1]smode=%[2]s, %[1]smin=%[3]g, %[1]smax=%[4]g, %[1]slabel={%[5]s}, %[1]stick={%[6]s}, %[1]sticklabels={%[7]s},\n",
		of, mode, low, high, latex(a.label), strings.Join(ticks, ","), strings.Join(labels, ","))
}

// latex escapes a text for LaTeX. Control characters become blanks. Characters above U+017F, the last
// of Latin Extended-A, become "?", because pdflatex has no fonts for them.
func latex(text string) string {
	return tex(strings.Map(func(r rune) rune {
		if r > 0x17f {
			return '?'
		}
		return inColumn(r)
	}, text))
}
