package draw

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"queens/decode"
	"queens/encode"
	"queens/encode/board"
)

// latexFormat writes a document with diagrams of the LaTeX package chessboard (U. Fischer, CTAN). Each
// diagram is one line that can be copied into another document. Squares that must stay empty have a cross.
// The package has names for the columns a to z only; larger boards use LaTeX's picture environment, and so
// do boards with fairy pieces, with regions, with a Marked or with a Symbol in the style. Regions have thick borders.
var latexFormat = Format{
	Name:     "latex",
	Summary:  "a document with diagrams of the LaTeX package chessboard",
	Features: Puzzles | Columns | Titles | Letters | Papers | Glyphs | Mixtures,
	New: func(w *bufio.Writer, s Style) Renderer {
		return &HeldPuzzles{Start: func(rule string) Renderer { return &latexRenderer{w: w, style: s, rule: rule} }}
	},
}

const (
	latexFiles = 26  // largest number of rows or columns that the package can draw
	latexWidth = 300 // largest width of a board in points; the text of an article is 345 wide
	latexField = 20  // largest height of a square in points
)

type latexRenderer struct {
	w       *bufio.Writer
	style   Style
	begun   bool
	puzzles bool   // the document is a worksheet
	beside  bool   // boards are side by side, and fill their columns: on a worksheet, and with Style.Columns
	answers bool   // all further boards are answers
	rule    string // at the head of a worksheet; see HeldPuzzles
}

func (r *latexRenderer) Render(ctx context.Context, p *decode.Placement) error {
	if !r.begun {
		r.begin(p)
	}
	if !r.beside {
		return r.board(ctx, p)
	}
	if r.puzzles && !p.Puzzle && !r.answers {
		r.answers = true
		if !r.style.Answers {
			r.w.WriteString("\\clearpage\n")
		}
		fmt.Fprintf(r.w, "\\section*{%s}\n\n", r.style.Language.Say("Answers"))
	}
	columns, share, gap, caption := float64(r.style.SheetColumns(p)), 1., 0., "" // share and gap are parts of the width of a line
	if columns > 1 {
		share, gap = .96/columns, .035/(columns-1)
	}
	fmt.Fprintf(r.w, "\\begin{minipage}[t]{%.3g\\linewidth}\\vspace{0pt}\\raggedright\n", share)
	if err := r.board(ctx, p); err != nil {
		return err
	}
	if r.puzzles {
		caption = p.Caption(r.style.Language, "\\textbf{%d.} ", r.rule, false, latexEscapes.Replace)
	}
	_, err := fmt.Fprintf(r.w, "%s\\vspace{12pt}\n\\end{minipage}\\hspace{%.3g\\linewidth}%%\n", caption, gap)
	return err
}

// board draws a board by the package chessboard or by picture. With r.beside, its longer side fills the line; otherwise
// it is at most latexWidth wide. It returns the errors of Render.
func (r *latexRenderer) board(ctx context.Context, p *decode.Placement) error {
	b, pieces, fairy := p.Instance.Board(), []string{}, false
	for layer := range p.Instance.Layers() {
		letter := p.Letter(layer)
		fairy = fairy || !isChess(letter)
		if own := p.InLayer(layer).ByColumn(); len(own) > 0 {
			pieces = append(pieces, fields(letter, own, b.N))
		}
	}
	if fairy || b.LongSide() > latexFiles || p.Instance.Regions != nil || p.Marked != nil || r.style.Symbol != nil {
		return r.picture(ctx, p)
	}
	n, begin, end := b.LongSide(), `\noindent\chessboard`, "]\n\n"
	if r.beside {
		begin, end = fmt.Sprintf(`\noindent\resizebox{%.4f\linewidth}{!}{\chessboard`, float64(b.Width())/float64(n)), "]}\n\n"
	}
	fmt.Fprintf(r.w, `%s[maxfield=%s, setpieces={%s}, showmover=false`, begin,
		board.Square{Row: 1, Col: b.Width()}.Algebraic(b.N), strings.Join(pieces, ","))
	if r.beside || n*latexField > latexWidth {
		size := min(latexWidth/n, latexField) // for larger sizes, LaTeX would choose the next larger of few sizes
		fmt.Fprintf(r.w, `, boardfontsize=%dpt, labelfontsize=%dpt`, size, size/2)
	}
	g := decode.NewGivens(p.Instance)
	if crossed := slices.Collect(g.Squares()); len(crossed) > 0 {
		fmt.Fprintf(r.w, `, pgfstyle=cross, markfields={%s}`, fields("", crossed, b.N))
	}
	_, err := r.w.WriteString(end)
	return err
}

// begin writes the text before the first placement, p, and sets r.begun, r.puzzles and r.beside. The document is
// a worksheet if p is a puzzle, or with Style.Answers.
func (r *latexRenderer) begin(p *decode.Placement) {
	r.begun, r.puzzles = true, p.Puzzle || r.style.Answers
	r.beside = r.puzzles || r.style.Columns > 0
	r.w.WriteString("\\documentclass{article}\n\\usepackage{" + r.style.symbol().text.Replace("chessboard") + ",graphicx}\n")
	if r.puzzles {
		fmt.Fprintf(r.w, "\\usepackage[%spaper,margin=1.5cm,includefoot]{geometry}\n\\raggedright\\parindent0pt\\clubpenalty0\\widowpenalty0\n", cmp.Or(r.style.Paper, A4))
	}
	if r.beside && !r.puzzles {
		r.w.WriteString("\\parindent0pt\n")
	}
	r.w.WriteString("\\begin{document}\n")
	if r.puzzles || r.style.Title != "" {
		fmt.Fprintf(r.w, "\\section*{%s}\n", r.style.latexTitle(r.style.Language.Say(p.Subject())))
	}
	switch {
	case r.style.Answers:
		r.w.WriteByte('\n')
	case r.puzzles:
		fmt.Fprintf(r.w, "%s \\rule{200pt}{.4pt}\\hfill %s \\rule{100pt}{.4pt}\\bigskip\n\n", r.style.Language.Say("Name"), r.style.Language.Say("Date"))
	}
	if r.rule != "" {
		r.w.WriteString(latexEscapes.Replace(r.style.Language.Say(r.rule)) + "\\bigskip\n\n")
	}
}

// picture draws a board of any size in a picture environment, in the size of board. A board with regions
// or with a Marked has coordinates. Below it is the caption of its Marked, except on a worksheet. It returns
// the errors of Render.
func (r *latexRenderer) picture(ctx context.Context, p *decode.Placement) error {
	n, columns, edge, marked := p.Instance.N, p.Instance.Board().Width(), 0, cmp.Or(p.Marked, &decode.Marked{}) // edge is the width of the place for coordinates, in squares
	if p.Instance.Regions != nil || p.Marked != nil {
		edge = 1
	}
	unit := fmt.Sprintf("%.3fpt", float64(latexWidth)/float64(max(n, columns)+edge))
	if r.beside {
		unit = fmt.Sprintf("%.5f\\linewidth", 1/float64(max(n, columns)+edge))
	}
	fmt.Fprintf(r.w, "\\noindent{\\setlength{\\unitlength}{%s}%%\n\\begin{picture}(%d,%d)", unit, columns+edge, n+edge)
	if edge > 0 {
		r.w.WriteString("(-1,-1)")
	}
	r.w.WriteByte('\n')
	r.onSquares(marked.Look, n, "{\\color[gray]{.85}\\rule{\\unitlength}{\\unitlength}}")
	fmt.Fprintf(r.w, "\\multiput(0,0)(0,1){%d}{\\line(1,0){%d}}\n\\multiput(0,0)(1,0){%d}{\\line(0,1){%d}}\n", n+1, columns, columns+1, n)
	g := decode.NewGivens(p.Instance)
	cross := `{\put(0,0){\line(1,1){1}}\put(0,1){\line(1,-1){1}}}`
	if r.lettered(p) { // above the letter; LaTeX draws no slanted line shorter than 10 points
		cross = `{\put(.14,.31){\line(1,1){.55}}\put(.14,.86){\line(1,-1){.55}}}`
	}
	for s := range g.Squares() {
		if r.onSquares([]board.Square{s}, n, cross); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if err := r.borders(ctx, p); err != nil {
		return err
	}
	for layer := range p.Instance.Layers() {
		look := "{\\makebox(1,1){\\resizebox{!}{.7\\unitlength}{" + r.style.symbol().latex(p.Instance.PieceAt(layer)) + "}}}"
		if r.onSquares(p.InLayer(layer).ByColumn(), n, look); layer == 0 {
			r.onSquares(slices.DeleteFunc(slices.Clone(marked.Queens), p.Has), n, look)
		}
	}
	r.onSquares(marked.Queens, n, "{\\linethickness{.06\\unitlength}\\put(.1,.1){\\framebox(.8,.8){}}}")
	r.onSquares(marked.Crosses, n, "{\\makebox(1,1){\\resizebox{!}{.4\\unitlength}{$\\times$}}}")
	for i := 1; i <= max(n, columns)*edge; i++ {
		if i <= n {
			fmt.Fprintf(r.w, "\\put(-1,%d){\\makebox(1,1){\\resizebox{!}{.4\\unitlength}{\\strut %d}}}", i-1, i)
		}
		if i <= columns {
			fmt.Fprintf(r.w, "\\put(%d,-1){\\makebox(1,1){\\resizebox{!}{.4\\unitlength}{\\strut %s}}}", i-1, decode.ColumnLetters(i))
		}
		r.w.WriteByte('\n')
	}
	_, err := r.w.WriteString("\\end{picture}}\n\n")
	if p.Marked != nil && !r.puzzles {
		_, err = r.w.WriteString(latexEscapes.Replace(p.Marked.Caption()) + "\n\n")
	}
	return err
}

// latex returns the symbol of a piece in LaTeX: for a fairy piece its letter.
func (s *Symbol) latex(p encode.Piece) string {
	if s != Symbols[0] || isChess(p.Letter) {
		return s.textOf(`\symqueen`, "", `\sym`+p.Name)
	}
	return p.Letter
}

// isChess reports whether a letter is the letter of a piece of chess.
func isChess(letter string) bool { return strings.Contains("QRBNK", letter) }

// onSquares puts content, which is LaTeX, on each of the squares of a board of n rows.
func (r *latexRenderer) onSquares(squares []board.Square, n int, content string) {
	for _, s := range squares {
		fmt.Fprintf(r.w, "\\put(%d,%d)%s\n", s.Col-1, n-s.Row, content)
	}
}

// lettered reports whether the squares of p have the names of their regions: with Style.Letters or with a Marked, whose
// text names regions.
func (r *latexRenderer) lettered(p *decode.Placement) bool {
	return p.Instance.Regions != nil && (r.style.Letters || p.Marked != nil)
}

// borders draws the borders of regions, if there are any, and with lettered their names. It returns the errors of
// Render.
func (r *latexRenderer) borders(ctx context.Context, p *decode.Placement) error {
	in := p.Instance
	m := newRegionMap(in, nil)
	if m == nil {
		return nil
	}
	const half = 0.04 // of the width of a border, in squares
	across, down := segments(in.Board(), m.separates)
	r.w.WriteString("{\\linethickness{.08\\unitlength}%\n")
	for i, s := range slices.Concat(across, down) {
		if i < len(across) {
			fmt.Fprintf(r.w, "\\put(%.2f,%d){\\line(1,0){%.2f}}\n", float64(s.first.Col-1)-half, in.N-s.first.Row+1, float64(s.last.Col-s.first.Col+1)+2*half)
		} else {
			fmt.Fprintf(r.w, "\\put(%d,%.2f){\\line(0,1){%.2f}}\n", s.first.Col-1, float64(in.N-s.last.Row)-half, float64(s.last.Row-s.first.Row+1)+2*half)
		}
	}
	r.w.WriteByte('}')
	for s := range in.Board().Squares() {
		if !r.lettered(p) {
			break
		}
		_, err := fmt.Fprintf(r.w, "\\put(%d,%d.02){\\makebox(.94,1)[br]{\\resizebox{!}{.25\\unitlength}{\\strut %s}}}\n", s.Col-1, in.N-s.Row, m.nameAt(s))
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	return orEnded(ctx, r.w.WriteByte('\n'))
}

func (r *latexRenderer) Close(context.Context) error {
	if r.begun {
		_, err := r.w.WriteString("\\end{document}\n")
		return err
	}
	return nil
}

// fields returns the names of squares of a board of n rows with commas between them. The letter of the piece is
// before each.
func fields(piece string, squares []board.Square, n int) string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = piece + s.Algebraic(n)
	}
	return strings.Join(names, ",")
}

// latexTitle returns s.Title, or otherwise if it is empty, escaped for LaTeX.
func (s Style) latexTitle(otherwise string) string {
	return latexEscapes.Replace(cmp.Or(s.Title, otherwise))
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`,
	"%", `\%`, "^", `\^{}`, "~", `\~{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`)
