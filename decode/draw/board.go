package draw

import (
	"cmp"
	"context"
	"image/color"
	"iter"
	"math"
	"slices"
	"strconv"

	"queens/decode"
	"queens/encode/board"
)

// A picture is a board on a canvas, with its frame.
type picture struct {
	view
	ctx    context.Context // the drawing stops soon after it ends
	canvas Canvas
	style  Style
	theme  *Theme
	x, y   float64 // the upper left corner of the squares, in units of the canvas
}

// labels returns the height of the coordinates around a board, in units of a Canvas, and
// the step between them: only the first and every step-th row and column have a coordinate. Large boards
// have fewer and larger coordinates. Boards below size 8 have smaller coordinates, so that the frame does not
// take a larger share of the picture. The longer side of a rectangle counts.
func labels(b board.Board) (size float64, step int) {
	switch n := b.LongSide(); {
	case n < 8:
		return 15 * float64(max(n, 4)) / 8, 1
	case n <= 30:
		return 15, 1
	case n <= 100:
		return 30, 5
	default:
		return math.Round(0.32 * float64(n)), 10 * ((n + 399) / 400)
	}
}

// margin returns the width of the frame of a board, in units of a Canvas, on the sides with and without
// coordinates.
func margin(b board.Board) (wide, narrow float64) {
	size, _ := labels(b)
	if b.LongSide() >= 100 { // three digits
		return 2.5 * size, size
	}
	return 2 * size, size
}

// BoardSize returns the width and the height of a board with its frame, in units of a Canvas.
func BoardSize(b board.Board) (width, height float64) {
	wide, narrow := margin(b)
	return wide + narrow + SquareSide*float64(b.Width()), wide + narrow + SquareSide*float64(b.N)
}

// drawBoard draws a placement. The upper left corner of the frame is (x, y). Pieces that cover their squares
// are below the marks, and queens are above them. It returns the cause of ctx if ctx ends early, or the
// error of the canvas.
func drawBoard(ctx context.Context, c Canvas, p *decode.Placement, s Style, x, y float64) error {
	wide, narrow := margin(p.Instance.Board())
	d := &picture{view: newView(p, s), ctx: ctx, canvas: c, style: s, theme: cmp.Or(s.Theme, Themes[0]), x: x + wide, y: y + narrow}
	tiles, queens := d.pieces, func() {}
	if !p.Tiled() {
		tiles, queens = queens, tiles
	}
	for _, draw := range []func(){
		d.board, d.coordinates, d.blocked, d.diagonals, d.placed, tiles, d.attackedSquares, d.looked, d.borders, d.attackLines, queens, d.crowned, d.numbers, d.letters,
	} {
		if err := d.failed(); err != nil {
			return err
		}
		draw()
	}
	return d.failed()
}

// failed returns the cause of d.ctx if it has ended, or the error of the canvas, or nil.
func (d *picture) failed() error { return orEnded(d.ctx, d.canvas.Err()) }

// squares yields the squares of the board in reading order. It stops before a row if the drawing has failed.
func (d *picture) squares() iter.Seq[board.Square] {
	return func(yield func(board.Square) bool) {
		for s := range d.p.Instance.Board().Squares() {
			if s.Col == 1 && d.failed() != nil || !yield(s) {
				return
			}
		}
	}
}

// board draws the frame and the squares, as fillRegions draws them if there are regions, and otherwise
// light and dark.
func (d *picture) board() {
	b, t := d.p.Instance.Board(), d.theme
	wide, narrow := margin(b)
	width, height := BoardSize(b)
	d.canvas.Rect(d.x-wide, d.y-narrow, width, height, t.frame)
	width, height = width-wide-narrow, height-wide-narrow
	if t.edge.A > 0 {
		d.canvas.Rect(d.x-edgeWidth, d.y-edgeWidth, width+2*edgeWidth, height+2*edgeWidth, t.edge)
	}
	d.canvas.Rect(d.x, d.y, width, height, t.light)
	if d.regions != nil {
		d.fillRegions()
		return
	}
	dark := t.dark
	if b.LongSide() > largeBoard {
		dark = t.pale
	}
	if svg, is := d.canvas.(svgCanvas); is {
		svg.checkers(d.x, d.y, b, dark)
		return
	}
	for s := range d.squares() {
		if isDark(s, b.N) {
			at := d.corner(s)
			d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, dark)
		}
	}
}

// pieces draws all pieces of the placement.
func (d *picture) pieces() {
	for i, s := range d.p.Queens {
		artworkOf(d.p.Instance).draw(d, s, d.p.LayerAt(i), d.attacks[s])
	}
}

// attackedSquares marks the empty squares that queens attack, if Style.Attacked is set.
func (d *picture) attackedSquares() {
	if len(d.attacked) == 0 {
		return
	}
	for s := range d.squares() {
		artworkOf(d.p.Instance).drawAttacked(d, d.corner(s), d.attacked[s])
	}
}

// numbers writes the variable of each square into its upper left corner, if Style.Numbers is set and the family
// has such variables.
func (d *picture) numbers() {
	const size = 0.26 * SquareSide
	if !d.numbered {
		return
	}
	for s := range d.squares() {
		at, text := d.corner(s), strconv.Itoa(int(d.p.Instance.Board().Var(s)))
		at.X, at.Y = at.X+size*(0.2+0.3*float64(len(text))), at.Y+0.6*size
		d.canvas.Text(at, size, text, d.theme.cross)
	}
}

// corner returns the upper left corner of a square.
func (d *picture) corner(s board.Square) Point {
	return Point{d.x + SquareSide*float64(s.Col-1), d.y + SquareSide*float64(s.Row-1)}
}

// center returns the centre of a square.
func (d *picture) center(s board.Square) Point {
	return Point{d.x + SquareSide*(float64(s.Col)-0.5), d.y + SquareSide*(float64(s.Row)-0.5)}
}

// coordinates writes the numbers of rows at the left of the board and the letters of columns below it, in the steps of
// labels.
func (d *picture) coordinates() {
	b := d.p.Instance.Board()
	size, step := labels(b)
	wide, _ := margin(b)
	for i := 1; i <= b.LongSide(); i++ {
		if i%step != 0 && i != 1 {
			continue
		}
		left, below := d.center(board.Square{Row: b.N - i + 1, Col: 1}), d.center(board.Square{Row: b.N, Col: i})
		left.X, below.Y = d.x-wide/2, d.y+SquareSide*float64(b.N)+wide/2
		if i <= b.N {
			d.canvas.Text(left, size, strconv.Itoa(i), d.theme.text)
		}
		if i <= b.Width() {
			d.canvas.Text(below, size, decode.ColumnLetters(i), d.theme.text)
		}
	}
}

// blocked draws a cross on each blocked square and, except on boards with regions, gives it the colour of
// blocked squares.
func (d *picture) blocked() {
	for s := range d.p.Instance.Blocked.All() {
		if d.regions == nil { // the colour of a region stays visible
			at := d.corner(s)
			d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, d.theme.blocked)
		}
		d.cross(s, 0.22, 0.09*SquareSide, d.theme.cross)
	}
}

// cross draws a cross on a square with lines of the given width. The distance from the edges of the square to the
// cross is a share of the side, such as 0.2. If the square has the letter of its region, the cross is smaller and
// above the letter.
func (d *picture) cross(s board.Square, share, width float64, ink color.NRGBA) {
	at, near, far := d.corner(s), share*SquareSide, (1-share)*SquareSide
	if d.lettered {
		near, far = near-0.06*SquareSide, far-0.12*SquareSide
	}
	d.canvas.Fill(linePath(Point{at.X + near, at.Y + near}, Point{at.X + far, at.Y + far}, width), ink)
	d.canvas.Fill(linePath(Point{at.X + near, at.Y + far}, Point{at.X + far, at.Y + near}, width), ink)
}

// diagonals draws a dash along each blocked diagonal on each of its squares.
func (d *picture) diagonals() {
	if len(d.p.Instance.BlockedDiagonals) == 0 {
		return
	}
	for s := range d.squares() {
		if _, on := d.givens.Diagonal(board.Diagonal{Rising: true, Index: s.Row + s.Col}); on {
			d.dash(s, -1)
		}
		if _, on := d.givens.Diagonal(board.Diagonal{Index: s.Row - s.Col}); on {
			d.dash(s, 1)
		}
	}
}

// dash draws a short line through the centre of a square: falling to the right if down is 1,
// rising if it is -1.
func (d *picture) dash(s board.Square, down float64) {
	at := d.center(s)
	const half = 0.32 * SquareSide
	ink := d.theme.cross
	ink.A = 0xb0
	d.canvas.Fill(linePath(Point{at.X - half, at.Y - down*half}, Point{at.X + half, at.Y + down*half}, 0.14*SquareSide), ink)
}

// placed draws a frame in each square that must hold a queen.
func (d *picture) placed() {
	for _, s := range d.p.Instance.Placed {
		d.frame(s, d.theme.given)
	}
}

// frame draws a frame in the colour ink along the edges of a square, inside the borders of regions.
func (d *picture) frame(s board.Square, ink color.NRGBA) {
	const width = 0.07 * SquareSide
	at, side := d.corner(s), float64(SquareSide)
	if d.regions != nil {
		at.X, at.Y, side = at.X+borderWidth/2, at.Y+borderWidth/2, side-borderWidth
	}
	d.canvas.Rect(at.X, at.Y, side, width, ink)
	d.canvas.Rect(at.X, at.Y+side-width, side, width, ink)
	d.canvas.Rect(at.X, at.Y+width, width, side-2*width, ink)
	d.canvas.Rect(at.X+side-width, at.Y+width, width, side-2*width, ink)
}

// attackLines draws a line between the queens of each pair of attacking queens, around the torus if the attack
// wraps.
func (d *picture) attackLines() {
	for _, a := range d.pairs {
		lines := [][2]Point{{d.center(a.A), d.center(a.B)}}
		if a.Wraps() {
			lines = d.aroundTorus(a)
		}
		for _, line := range lines {
			d.canvas.Fill(linePath(line[0], line[1], 0.12*SquareSide), d.theme.attack)
		}
	}
}

// aroundTorus returns the parts of a diagonal that wraps around the torus, from a.A downwards to a.B. Each
// part is a line within the board. If both diagonals through a.A lead to a.B, it takes the shorter one.
func (d *picture) aroundTorus(a *decode.AttackError) [][2]Point {
	b := d.p.Instance.Board()
	next := func(s board.Square, right int) board.Square {
		return board.Square{Row: s.Row%b.N + 1, Col: (s.Col-1+right+b.Width())%b.Width() + 1}
	}
	right := 1
	for falling, rising := next(a.A, 1), next(a.A, -1); falling != a.B && right > 0; falling, rising = next(falling, 1), next(rising, -1) {
		if rising == a.B {
			right = -1
		}
	}
	var lines [][2]Point
	half := Point{float64(right) * SquareSide / 2, SquareSide / 2}
	here, from := a.A, d.center(a.A)
	for here != a.B {
		next := next(here, right)
		if next.Row != here.Row+1 || next.Col != here.Col+right {
			at, entry := d.center(here), d.center(next)
			lines = append(lines, [2]Point{from, {at.X + half.X, at.Y + half.Y}})
			from = Point{entry.X - half.X, entry.Y - half.Y}
		}
		here = next
	}
	return append(lines, [2]Point{from, d.center(a.B)})
}

// fillRegions fills the squares with the colours of their regions, except with PrintTheme, and draws
// thin lines between squares.
func (d *picture) fillRegions() {
	rows, columns := d.p.Instance.N, d.p.Instance.Board().Width()
	for row := 1; row <= rows && d.theme != PrintTheme && d.failed() == nil; row++ {
		for col := 1; col <= columns; {
			first, ink := board.Square{Row: row, Col: col}, d.regions.colourAt(board.Square{Row: row, Col: col})
			for col++; col <= columns && d.regions.colourAt(board.Square{Row: row, Col: col}) == ink; {
				col++
			}
			at := d.corner(first)
			d.canvas.Rect(at.X, at.Y, SquareSide*float64(col-first.Col), SquareSide, ink)
		}
	}
	end := d.corner(board.Square{Row: rows + 1, Col: columns + 1})
	for i := 1; i < max(rows, columns); i++ {
		at := d.corner(board.Square{Row: i + 1, Col: i + 1})
		if i < rows {
			d.canvas.Fill(linePath(Point{d.x, at.Y}, Point{end.X, at.Y}, lineWidth), d.theme.blocked)
		}
		if i < columns {
			d.canvas.Fill(linePath(Point{at.X, d.y}, Point{at.X, end.Y}, lineWidth), d.theme.blocked)
		}
	}
}

// borders draws thick lines around regions.
func (d *picture) borders() {
	if d.regions != nil {
		d.outline(d.regions.separates, borderWidth, d.theme.queen)
	}
}

// outline draws lines of the given width in the colour ink between squares with a common side for which
// differ returns true; see segments.
func (d *picture) outline(differ func(a, b board.Square) bool, width float64, ink color.NRGBA) {
	across, down := segments(d.p.Instance.Board(), differ)
	for i, s := range slices.Concat(across, down) {
		from, to := d.corner(s.first), d.corner(s.last)
		if i < len(across) {
			to.X += SquareSide
		} else {
			to.Y += SquareSide
		}
		d.canvas.Rect(from.X-width/2, from.Y-width/2, to.X-from.X+width, to.Y-from.Y+width, ink)
	}
}

// letters writes the name of its region into the lower right corner of each square, if d.lettered. With a Marked, the
// letters are larger.
func (d *picture) letters() {
	size := 0.22 * SquareSide
	if d.p.Marked != nil {
		size = 0.3 * SquareSide
	}
	if !d.lettered {
		return
	}
	for s := range d.squares() {
		at, text := d.corner(s), d.regions.nameAt(s)
		at.X, at.Y = at.X+SquareSide-borderWidth/2-size*(0.1+0.33*float64(len(text))), at.Y+SquareSide-borderWidth/2-0.5*size
		d.canvas.Text(at, size, text, d.theme.cross)
	}
}

// looked tints the squares of p.Marked.Look, if there is a Marked, and draws a line around them. It also draws
// p.Marked.Lines, with their numbers if there are several.
func (d *picture) looked() {
	if len(d.roles) == 0 {
		return
	}
	tint, in := d.theme.glow, map[board.Square]bool{}
	tint.A = 0x60
	for _, s := range d.marked.Look {
		if at := d.corner(s); !in[s] {
			d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, tint)
		}
		in[s] = true
	}
	d.outline(func(a, b board.Square) bool { return in[a] != in[b] }, 2*borderWidth, d.theme.glow)
	for i, line := range d.marked.Lines {
		if begin := d.along(line); len(d.marked.Lines) > 1 {
			const half = 0.13 * SquareSide
			d.canvas.Rect(begin.X-half, begin.Y-half, 2*half, 2*half, d.theme.attack)
			d.canvas.Text(begin, 1.5*half, strconv.Itoa(i+1), rgb(0xffffff))
		}
	}
}

// along draws a line through squares, and returns where it begins. On the torus, the line ends at the edge and
// continues at the opposite edge.
func (d *picture) along(line []board.Square) (begin Point) {
	if len(line) < 2 {
		return d.center(line[0])
	}
	step := Point{math.Inf(1), 0} // the shortest, because others wrap
	for i, s := range line[1:] {
		from, to := d.center(line[i]), d.center(s)
		if next := (Point{to.X - from.X, to.Y - from.Y}); math.Hypot(next.X, next.Y) < math.Hypot(step.X, step.Y) {
			step = next
		}
	}
	const beyond = 0.4 // of a step, before and after the centres
	first := d.center(line[0])
	begin = Point{first.X - beyond*step.X, first.Y - beyond*step.Y}
	for i, s := range line {
		at := d.center(s)
		if i+1 == len(line) || d.center(line[i+1]) != (Point{at.X + step.X, at.Y + step.Y}) {
			d.canvas.Fill(linePath(Point{first.X - beyond*step.X, first.Y - beyond*step.Y}, Point{at.X + beyond*step.X, at.Y + beyond*step.Y}, 0.1*SquareSide), d.theme.attack)
			if i+1 < len(line) {
				first = d.center(line[i+1])
			}
		}
	}
	return begin
}

// crowned draws p.Marked.Crosses as small crosses, and a frame around each square of p.Marked.Queens. It draws a
// queen in a frame if the square has no piece and the instance has one layer.
func (d *picture) crowned() {
	for _, s := range d.marked.Crosses {
		d.cross(s, 0.34, 0.08*SquareSide, d.theme.attack)
	}
	for _, s := range d.marked.Queens {
		if !d.p.Has(s) && d.p.Instance.Layers() == 1 {
			drawPiece(d, s, 0, false)
		}
		d.frame(s, d.theme.attack)
	}
}

// A view determines what a board shows on its squares, in text and in pictures.
type view struct {
	p        *decode.Placement
	symbol   *Symbol
	givens   decode.Givens
	regions  *regionMap            // nil without regions
	marked   *decode.Marked        // p.Marked, or an empty one
	roles    map[board.Square]role // of the squares in p.Marked
	pairs    []*decode.AttackError // the attacks, if Style.Attacks
	attacks  map[board.Square]bool // the queens of pairs
	attacked decode.AttackedBy     // the attacked squares, if Style.Attacked
	numbered bool                  // squares show their variables
	lettered bool                  // squares show the names of their regions: with Style.Letters, or with PrintTheme if the text of a Marked names regions
}

// newView returns the view of p in a style. The instance of p must not change while it is in use.
func newView(p *decode.Placement, s Style) view {
	v := view{p: p, symbol: s.symbol(), givens: decode.NewGivens(p.Instance), regions: newRegionMap(p.Instance, s.Theme), marked: cmp.Or(p.Marked, &decode.Marked{}), roles: rolesOf(p.Marked), attacks: map[board.Square]bool{},
		numbered: s.ShowsNumbers(p.Instance)}
	v.lettered = v.regions != nil && (s.Letters || s.Theme == PrintTheme && p.Marked != nil)
	if s.Attacked {
		v.attacked = decode.Attacked(p)
	}
	if s.Attacks {
		v.pairs = decode.Attacks(p)
	}
	for _, a := range v.pairs {
		v.attacks[a.A], v.attacks[a.B] = true, true
	}
	return v
}

// A role determines how a marked square is drawn. If a square occurs in several lists of a Marked,
// it gets the largest role.
type role uint8

const (
	unmarked role = iota
	looked        // in Look: tinted, or in text between parentheses; in text, also where lines cross, or on a single line
	crossed       // in Crosses: a small cross, or in text between brackets
	crowned       // in Queens: a queen in a frame, or in text between brackets
)

// rolesOf returns the roles of the marked squares, or nil for a nil Marked.
func rolesOf(m *decode.Marked) map[board.Square]role {
	if m == nil {
		return nil
	}
	all, lines := map[board.Square]role{}, map[board.Square]int{}
	for _, line := range m.Lines {
		for _, s := range line {
			if lines[s]++; lines[s] > 1 || len(m.Lines) == 1 {
				all[s] = looked
			}
		}
	}
	for _, group := range [...]struct {
		squares []board.Square
		role    role
	}{{m.Look, looked}, {m.Crosses, crossed}, {m.Queens, crowned}} {
		for _, s := range group.squares {
			all[s] = group.role
		}
	}
	return all
}

// isDark reports whether s is a dark square of a board of n rows. The lower left corner is dark.
func isDark(s board.Square, n int) bool { return (n-s.Row+s.Col)%2 != 0 }
