package decode

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"queens/encode"
)

// The formats that write a board as several lines of text. The format matrix is for programs: it has no
// colours and no puzzles.
var (
	textFormat    = gridFormat("text", "a grid: . Q . .", Numbers|Pieces, cells{queen: "Q", empty: ".", blocked: "x", gap: " "})
	compactFormat = gridFormat("compact", "a grid without gaps: .Q..", 0, cells{queen: "Q", empty: ".", blocked: "x"})
	matrixFormat  = textualFormat("matrix", "the values of the variables: 0 1 0 0", 0, cells{queen: "1", empty: "0", gap: " "}.drawPlain)
	unicodeFormat = gridFormat("unicode", "a grid with chess symbols: · ♛ · ·", Numbers, cells{queen: "♛", empty: "·", blocked: "×", gap: " "})
	boxFormat     = textualFormat("box", "a board with lines and coordinates: ♛ a queen, × a blocked square", Numbers|Pieces|gridFeatures, drawBox)
)

const gridFeatures = Puzzles | Columns | Letters | Glyphs

func gridFormat(name, summary string, features Feature, c cells) Format {
	return textualFormat(name, summary, features|gridFeatures, c.draw)
}

// A drawing writes a board as lines of text.
type drawing func(ctx context.Context, w *bufio.Writer, p *Placement, s Style) error

func textualFormat(name, summary string, features Feature, draw drawing) Format {
	return Format{name, summary, features, func(w *bufio.Writer, s Style) Renderer {
		if features&Columns == 0 {
			s.Columns, s.Width = 0, 0
		}
		return &textRenderer{w: w, style: s, draw: draw}
	}}
}

// cells are the texts of squares.
type cells struct {
	queen          string // "" means the symbols of the format box
	empty, blocked string
	gap            string // text between squares
}

// draw writes a board as a grid of characters.
func (c cells) draw(ctx context.Context, w *bufio.Writer, p *Placement, s Style) error {
	if !s.Color && !s.Numbers && !s.Attacked && !s.Letters && !p.Puzzle && p.Layers == nil && p.Marked == nil {
		return c.drawPlain(ctx, w, p, s)
	}
	var names []string
	if p.Instance.Regions != nil && (s.Letters || p.Puzzle && !s.Color) {
		names = lowerCase(p.Instance.Regions)
	}
	squares, n := newPainter(p, s, c, names), p.Instance.N
	for row := 1; row <= n; row++ {
		for col := 1; col <= n; col++ {
			on, left, right := squares.at(row, col), "", c.gap
			switch {
			case p.Marked != nil && c.gap != "":
				left, right = delimiters[on.role][0], delimiters[on.role][1]
			case s.Color:
				left = c.gap
			}
			text := left + strings.Repeat(" ", squares.width-utf8.RuneCountInString(on.text)) + on.text + right
			switch {
			case s.Color:
				text = on.paint(text)
			case col == n:
				text = strings.TrimRight(text, " ")
			}
			w.WriteString(text)
		}
		if s.Color {
			w.WriteString(colorsOff)
		}
		if err := orEnded(ctx, w.WriteByte('\n')); err != nil {
			return err
		}
	}
	_, err := w.WriteString(p.Marked.textLines((squares.width + 2) * n))
	return err
}

// drawPlain writes a board that has only queens.
func (c cells) drawPlain(ctx context.Context, w *bufio.Writer, p *Placement, s Style) error {
	queen, square := s.symbol().text.Replace(c.queen)+c.gap, len(c.empty)+len(c.gap)
	empty := strings.Repeat(c.empty+c.gap, p.Instance.N)
	for _, here := range p.rows() {
		b, passed := w.AvailableBuffer(), 0
		for _, q := range here {
			b = append(append(b, empty[passed:(q.Col-1)*square]...), queen...)
			passed = q.Col * square
		}
		b = append(b, empty[passed:]...)
		_, err := w.Write(append(b[:len(b)-len(c.gap)], '\n'))
		if err = orEnded(ctx, err); err != nil {
			return err
		}
	}
	return nil
}

// drawBox writes a board with box-drawing characters and chess coordinates. Squares that must
// stay empty contain ×. The white queens of two armies are ♕, colours are letters, and attacked
// squares contain * with Style.Attacked:
//
//	  ┌───┬───┐
//	2 │   │   │
//	  ├───┼───┤
//	1 │   │ ♛ │
//	  └───┴───┘
//	    a   b
//
// The borders of regions are heavy lines: ┏━┳.
func drawBox(ctx context.Context, w *bufio.Writer, p *Placement, s Style) error {
	var names []string
	if p.Instance.Regions != nil && s.Letters {
		names = regionNames(p.Instance.Regions)
	}
	squares, n := newPainter(p, s, cells{empty: " ", blocked: "×"}, names), p.Instance.N
	margin, width, regions := len(strconv.Itoa(n)), squares.width+2, squares.regions
	for row := 1; row <= n+1; row++ {
		fmt.Fprintf(w, "%*s", margin+1, "")
		for col := 1; col <= n+1; col++ {
			w.WriteString(regions.junction(n, row, col))
			if col <= n {
				w.WriteString(strings.Repeat(regions.horizontalLine(row, col), width))
			}
		}
		w.WriteByte('\n')
		if row > n {
			break
		}
		fmt.Fprintf(w, "%*d %s", margin, n-row+1, regions.verticalLine(row, 1))
		for col := 1; col <= n; col++ {
			on := squares.at(row, col)
			space := width - utf8.RuneCountInString(on.text)
			left, around := (space+1)/2-1, delimiters[on.role]
			text := strings.Repeat(" ", left) + around[0] + on.text + around[1] + strings.Repeat(" ", space-left-2)
			if s.Color {
				text = on.paint(text) + colorsOff
			}
			w.WriteString(text + regions.verticalLine(row, col+1))
		}
		if err := orEnded(ctx, w.WriteByte('\n')); err != nil {
			return err
		}
	}
	columns := strings.Repeat(" ", margin+2)
	for col := 1; col <= n; col++ {
		columns += fmt.Sprintf(" %-*s", width, columnLetters(col))
	}
	_, err := w.WriteString(strings.TrimRight(columns, " ") + "\n" + p.Marked.textLines(margin+2+(width+1)*n))
	return err
}

// A textRenderer writes boards with a blank line between them or, if its style sets Columns or Width, side by
// side. Of several boards side by side, each has its number above it.
type textRenderer struct {
	w       *bufio.Writer
	style   Style
	draw    drawing
	waiting []textBoard // boards of the next line, not written yet
	shown   int         // number of boards written
}

// A textBoard is a board as lines of text.
type textBoard struct {
	lines []string // the first is the number of the board
	width int      // number of characters of the widest line
}

// besideGap separates boards that are side by side.
const besideGap = "   "

func (r *textRenderer) Render(ctx context.Context, p *Placement) error {
	if r.style.Columns == 0 && r.style.Width == 0 {
		if r.shown > 0 {
			r.w.WriteByte('\n')
		}
		r.shown++
		return r.draw(ctx, r.w, p, r.style)
	}
	if len(r.waiting) > 0 && len(r.waiting) == r.columns() {
		if err := r.flush(true); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	fmt.Fprintln(w, cmp.Or(p.Number, r.shown+len(r.waiting)+1))
	if err := r.draw(ctx, w, p, r.style); err != nil {
		return err
	}
	w.Flush() // a bytes.Buffer returns no errors
	b := textBoard{lines: strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")}
	for _, line := range b.lines {
		b.width = max(b.width, textWidth(line))
	}
	r.waiting = append(r.waiting, b)
	return nil
}

// columns returns the number of boards per line: Style.Columns, or the number that fits into
// Style.Width if all boards are as wide as the first waiting board, but at least 1.
func (r *textRenderer) columns() int {
	return cmp.Or(r.style.Columns, max(1, (r.style.Width+len(besideGap))/(r.waiting[0].width+len(besideGap))))
}

// flush writes the waiting boards, with their numbers if numbered is true.
func (r *textRenderer) flush(numbered bool) (err error) {
	if r.shown > 0 {
		r.w.WriteByte('\n')
	}
	first, height := 1, 0
	if numbered {
		first = 0
	}
	for _, b := range r.waiting {
		height = max(height, len(b.lines))
	}
	for i := first; i < height; i++ {
		line := ""
		for _, b := range r.waiting {
			text := ""
			if i < len(b.lines) {
				text = b.lines[i]
			}
			line += text + strings.Repeat(" ", b.width-textWidth(text)) + besideGap
		}
		_, err = r.w.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	r.shown += len(r.waiting)
	r.waiting = r.waiting[:0]
	return err
}

func (r *textRenderer) Close(context.Context) error {
	if len(r.waiting) == 0 {
		return nil
	}
	return r.flush(r.shown > 0 || len(r.waiting) > 1)
}

// textWidth returns the number of characters of a line, without the escape sequences for
// colours.
func textWidth(line string) int {
	width := 0
	for line != "" {
		text, rest, _ := strings.Cut(line, "\x1b[")
		width += utf8.RuneCountInString(text)
		_, line, _ = strings.Cut(rest, "m")
	}
	return width
}

// Colours of a terminal, as parameters of SGR sequences (ECMA-48) with the 256-colour extension
// of xterm: "paint" is for squares, "ink" for text on them. Only colorsOff is a whole sequence.
const (
	colorsOff      = "\x1b[0m" // restores the usual colours
	paintLight     = "48;5;223"
	paintDark      = "48;5;180"
	paintForbidden = "48;5;250" // blocked squares and diagonals
	inkQueen       = "1;38;5;16"
	inkGiven       = "1;38;5;19"
	inkAttack      = "1;38;5;160"
	inkEmpty       = "38;5;137"
	inkForbidden   = "38;5;240"
	inkWhite       = "1;38;5;231"
	paintWhite     = "48;5;24" // under a white queen
	inkAttacked    = "1;38;5;28"
	inkRegion      = "38;5;236" // on the colours of regions
	inkMarked      = "1;38;5;16"
)

// A painter determines the texts and colours of squares.
type painter struct {
	view
	cells
	queens map[encode.Square]int // index into p.Queens
	names  []string              // indexed by region: the text on its empty squares; nil means no text
	width  int                   // number of characters of the widest text
}

func newPainter(p *Placement, s Style, c cells, names []string) *painter {
	m := &painter{view: newView(p, s), cells: c, queens: map[encode.Square]int{}, names: names, width: 1}
	m.queen = m.symbol.text.Replace(c.queen)
	for i, q := range p.Queens {
		m.queens[q] = i
	}
	if m.numbered {
		m.width = len(strconv.Itoa(p.Instance.N * p.Instance.N))
	}
	if p.Layers != nil {
		m.width = max(m.width, len(p.letter(p.Instance.Layers()-1)))
	}
	for _, name := range names {
		m.width = max(m.width, len(name))
	}
	return m
}

// A coloredSquare is the text of a square and its colours on a terminal.
type coloredSquare struct {
	text       string
	role       role
	ink, paper string
}

func (m *painter) at(row, col int) coloredSquare {
	s, in := encode.Square{Row: row, Col: col}, m.p.Instance
	c := coloredSquare{text: m.empty, role: m.roles[s], ink: inkEmpty, paper: paintLight}
	if isDark(s, in.N) {
		c.paper = paintDark
	}
	forbidden := m.marks.forbidden(s)
	if forbidden {
		c.ink, c.paper = inkForbidden, paintForbidden
	}
	if m.regions != nil {
		c.ink, c.paper = inkRegion, fmt.Sprintf("48;5;%d", regionColours[m.regions.paintOf(in.Regions.Region(s))])
	}
	if m.names != nil {
		c.text = m.names[in.Regions.Region(s)]
	}
	if by := m.attacked[s]; by > 0 {
		c.text, c.ink = m.symbol.text.Replace(m.p.rule().attackedLetter(by)), inkAttacked
	}
	if m.numbered {
		c.text = strconv.Itoa(int(in.Board().Var(s)))
	}
	if forbidden && (m.p.Puzzle || m.queen == "") || c.role == crossed {
		c.text = m.blocked
	}
	if c.role != unmarked {
		c.ink = inkMarked
	}
	i, has := m.queens[s]
	if has || c.role == crowned && in.Layers() == 1 {
		m.piece(&c, m.p.at(i), s)
	}
	return c
}

// piece sets the text and the colours for the piece on square s.
func (m *painter) piece(c *coloredSquare, layer int, s encode.Square) {
	f := m.p.rule()
	letter, symbol := m.p.look(layer)
	switch {
	case m.queen == "" && f.tiles:
		c.text = symbol
	case m.queen == "":
		c.text = m.symbol.text.Replace(symbol)
	case m.p.Layers != nil:
		c.text = letter
	default:
		c.text = m.queen
	}
	c.ink = inkQueen
	switch {
	case m.attacks[s]:
		c.ink = inkAttack
	case m.marks.placed[s]:
		c.ink = inkGiven
	}
	if f.paint != nil {
		f.paint(layer, c, m.attacks[s])
	}
}

// paint returns text in the colours of the square.
func (c coloredSquare) paint(text string) string {
	return fmt.Sprintf("\x1b[%s;%sm%s", c.ink, c.paper, text)
}
