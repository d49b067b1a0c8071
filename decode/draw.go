package decode

import (
	"cmp"
	"context"
	"image/color"
	"math"
	"strconv"

	"queens/encode"
)

const (
	// SquareSide is the side of a square in the units of a Canvas.
	SquareSide = 40
	// largeBoard is the largest size of a board with dark squares in the usual colour. On
	// larger boards, they are pale, because small queens are hard to see on them.
	largeBoard = 60
	edgeWidth  = 1.5 // of the line around the squares
)

// A picture is a board on a canvas, with its frame.
type picture struct {
	ctx    context.Context // ends the drawing
	canvas Canvas
	p      *Placement
	style  Style
	theme  *Theme
	marks  marks
	x, y   float64 // upper left corner of the squares
}

// labels returns the height of the coordinates around a board of size n, and the step between
// them: only every step-th row and column has one. Large boards have fewer and larger
// coordinates; boards below 8 have smaller ones, so that the frame does not take a larger share
// of the picture.
func labels(n int) (size float64, step int) {
	switch {
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

// margin returns the width of the frame on the sides with and without coordinates.
func margin(n int) (wide, narrow float64) {
	size, _ := labels(n)
	if n >= 100 { // three digits
		return 2.5 * size, size
	}
	return 2 * size, size
}

// BoardSize returns the width, and also the height, of a board of size n with its frame, in
// units of a Canvas.
func BoardSize(n int) float64 {
	wide, narrow := margin(n)
	return wide + narrow + SquareSide*float64(n)
}

// drawBoard draws a placement. The upper left corner of the frame is (x, y).
func drawBoard(ctx context.Context, c Canvas, p *Placement, s Style, x, y float64) error {
	n := p.Instance.N
	wide, narrow := margin(n)
	t := cmp.Or(s.Theme, Themes[0])
	d := &picture{ctx: ctx, canvas: c, p: p, style: s, theme: t, marks: newMarks(p.Instance), x: x + wide, y: y + narrow}
	side := SquareSide * float64(n)
	c.Rect(x, y, BoardSize(n), BoardSize(n), t.frame)
	if t.edge.A > 0 {
		c.Rect(d.x-edgeWidth, d.y-edgeWidth, side+2*edgeWidth, side+2*edgeWidth, t.edge)
	}
	c.Rect(d.x, d.y, side, side, t.light)
	dark := t.dark
	if n > largeBoard {
		dark = t.pale
	}
	c.Checkers(d.x, d.y, SquareSide, n, dark)
	d.coordinates()
	d.blocked()
	d.diagonals()
	d.placed()
	attacks, attacked := d.attacks()
	if p.family().tiles {
		d.pieces(attacked)
	}
	d.attackedSquares()
	d.attackLines(attacks)
	if !p.family().tiles {
		d.pieces(attacked)
	}
	d.numbers()
	return d.failed()
}

// pieces draws the pieces. The map attacked holds the squares of pieces that attack another
// piece.
func (d *picture) pieces(attacked map[encode.Square]bool) {
	draw := d.p.family().draw
	for i, s := range d.p.Queens {
		if d.failed() != nil {
			return
		}
		draw(d, s, d.p.at(i), attacked[s])
	}
}

// attackedSquares marks the squares that queens attack, if Style.Attacked.
func (d *picture) attackedSquares() {
	f := d.p.family()
	if !d.style.Attacked || f.tiles {
		return
	}
	squares := newAttacked(d.p)
	for row := 1; row <= d.p.Instance.N && d.failed() == nil; row++ {
		for col := 1; col <= d.p.Instance.N; col++ {
			s := encode.Square{Row: row, Col: col}
			f.drawAttacked(d, d.corner(s), squares[s])
		}
	}
}

// numbers writes the variable of each square into its corner, if Style.Numbers.
func (d *picture) numbers() {
	const size = 0.26 * SquareSide
	board := d.p.Instance.Board()
	for v := 1; d.style.numbered(d.p.Instance) && v <= board.N*board.N && d.failed() == nil; v++ {
		s, _ := board.SquareOf(v)
		at, text := d.corner(s), strconv.Itoa(v)
		at.X, at.Y = at.X+size*(0.2+0.3*float64(len(text))), at.Y+0.6*size
		d.canvas.Text(at, size, text, d.theme.cross)
	}
}

// failed returns the cause of d.ctx if it has ended, or the error of the canvas, or nil.
// Drawing stops at the first error.
func (d *picture) failed() error {
	if d.ctx.Err() != nil {
		return context.Cause(d.ctx)
	}
	return d.canvas.Err()
}

// corner returns the upper left corner of a square.
func (d *picture) corner(s encode.Square) Point {
	return Point{d.x + SquareSide*float64(s.Col-1), d.y + SquareSide*float64(s.Row-1)}
}

// center returns the centre of a square.
func (d *picture) center(s encode.Square) Point {
	return Point{d.x + SquareSide*(float64(s.Col)-0.5), d.y + SquareSide*(float64(s.Row)-0.5)}
}

// coordinates writes the ranks at the left of the board and the files below it.
func (d *picture) coordinates() {
	n := d.p.Instance.N
	size, step := labels(n)
	wide, _ := margin(n)
	for i := 1; i <= n; i++ {
		if i%step != 0 && i != 1 {
			continue
		}
		left, below := d.center(encode.Square{Row: n - i + 1, Col: 1}), d.center(encode.Square{Row: n, Col: i})
		left.X, below.Y = d.x-wide/2, d.y+SquareSide*float64(n)+wide/2
		d.canvas.Text(left, size, strconv.Itoa(i), d.theme.text)
		d.canvas.Text(below, size, columnLetters(i), d.theme.text)
	}
}

// blocked draws a cross on each blocked square.
func (d *picture) blocked() {
	for s := range d.p.Instance.Blocked.All() {
		if d.failed() != nil {
			return
		}
		at := d.corner(s)
		d.canvas.Rect(at.X, at.Y, SquareSide, SquareSide, d.theme.blocked)
		const near, far = 0.22 * SquareSide, 0.78 * SquareSide
		d.canvas.Line(Point{at.X + near, at.Y + near}, Point{at.X + far, at.Y + far}, 0.09*SquareSide, d.theme.cross)
		d.canvas.Line(Point{at.X + near, at.Y + far}, Point{at.X + far, at.Y + near}, 0.09*SquareSide, d.theme.cross)
	}
}

// diagonals draws a dash on each square of a blocked diagonal.
func (d *picture) diagonals() {
	if len(d.marks.diagonals) == 0 {
		return
	}
	n := d.p.Instance.N
	for row := 1; row <= n && d.failed() == nil; row++ {
		for col := 1; col <= n; col++ {
			s := encode.Square{Row: row, Col: col}
			if _, on := d.marks.diagonals[wrap(encode.Diagonal{Rising: true, Index: row + col}, d.p.Instance)]; on {
				d.dash(s, -1)
			}
			if _, on := d.marks.diagonals[wrap(encode.Diagonal{Index: row - col}, d.p.Instance)]; on {
				d.dash(s, 1)
			}
		}
	}
}

// dash draws a short line through the centre of a square: falling to the right if down is 1,
// rising if it is -1.
func (d *picture) dash(s encode.Square, down float64) {
	at := d.center(s)
	const half = 0.32 * SquareSide
	ink := d.theme.cross
	ink.A = 0xb0
	d.canvas.Line(Point{at.X - half, at.Y - down*half}, Point{at.X + half, at.Y + down*half}, 0.14*SquareSide, ink)
}

// placed draws a frame in each square that must hold a queen.
func (d *picture) placed() {
	const width, side = 0.07 * SquareSide, float64(SquareSide)
	for _, s := range d.p.Instance.Placed {
		at := d.corner(s)
		d.canvas.Rect(at.X, at.Y, side, width, d.theme.given)
		d.canvas.Rect(at.X, at.Y+side-width, side, width, d.theme.given)
		d.canvas.Rect(at.X, at.Y+width, width, side-2*width, d.theme.given)
		d.canvas.Rect(at.X+side-width, at.Y+width, width, side-2*width, d.theme.given)
	}
}

// attacks returns the attacks between the queens, and the squares of these queens. Both are
// empty unless Style.Attacks.
func (d *picture) attacks() (pairs []*AttackError, attacked map[encode.Square]bool) {
	attacked = map[encode.Square]bool{}
	if d.style.Attacks {
		pairs = Attacks(d.p)
	}
	for _, a := range pairs {
		attacked[a.A], attacked[a.B] = true, true
	}
	return pairs, attacked
}

// attackLines draws a line between the queens of each pair.
func (d *picture) attackLines(pairs []*AttackError) {
	for _, a := range pairs {
		if d.failed() != nil {
			return
		}
		if !a.Wraps() {
			d.attack(d.center(a.A), d.center(a.B), d.theme.attack)
			continue
		}
		for _, line := range d.aroundTorus(a) {
			d.attack(line[0], line[1], d.theme.attack)
		}
	}
}

func (d *picture) attack(from, to Point, c color.NRGBA) {
	d.canvas.Line(from, to, 0.12*SquareSide, c)
}

// aroundTorus returns the lines of a diagonal that wraps around the torus, from one queen to
// the other. Each line is within the board.
func (d *picture) aroundTorus(a *AttackError) [][2]Point {
	n := d.p.Instance.N
	right := 1
	if ((a.B.Row-a.A.Row)-(a.B.Col-a.A.Col))%n != 0 {
		right = -1
	}
	var lines [][2]Point
	half := Point{float64(right) * SquareSide / 2, SquareSide / 2}
	here, from := a.A, d.center(a.A)
	for here != a.B {
		next := encode.Square{Row: here.Row%n + 1, Col: (here.Col-1+right+n)%n + 1}
		if next.Row != here.Row+1 || next.Col != here.Col+right {
			at, entry := d.center(here), d.center(next)
			lines = append(lines, [2]Point{from, {at.X + half.X, at.Y + half.Y}})
			from = Point{entry.X - half.X, entry.Y - half.Y}
		}
		here = next
	}
	return append(lines, [2]Point{from, d.center(a.B)})
}
