package decode

import (
	"errors"
	"fmt"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// An AttackError describes an attack between two pieces, or between two squares of the same colour.
type AttackError struct {
	// A comes before B in reading order, except in an error of Check about two layers, where A is in the
	// first, such as the white army.
	A, B  board.Square
	Noun  string // the name of both pieces, such as "queen", or "piece" for two kinds
	Along string // such as "a row", "a knight's move" or "region A"
	N     int    // number of rows of the board
	// Direct means that the attack cannot wrap around a torus: it is a leap such as a knight's move, or
	// breaks the rule Divided.
	Direct   bool
	diagonal bool // the attack is along a diagonal
}

func (e *AttackError) Error() string {
	return fmt.Sprintf("%ss on %s and %s attack each other along %s", e.Noun, e.A.Algebraic(e.N), e.B.Algebraic(e.N), e.Along)
}

// attacks finds attacks between pieces along lines. An entry is the index of the piece that was entered
// last on a line, plus 1; 0 means no piece. So the time is proportional to the number of pieces, except for
// lines in which no queen moves.
type attacks struct {
	board board.Board // with the moves of the pieces
	// entries is indexed like the lines of the moves, and then by row, by column, by row - column + number of columns
	// or by row + column; for diagonals of the torus modulo period. It is empty for lines in which no queen moves.
	entries [][]int32
	period  int // the number of diagonals of a direction on the torus; 0 on the regular board
	others  map[board.Line]*int32
}

// newAttacks returns the attacks of the pieces of a layer, from 0. No piece is entered.
func newAttacks(in *encode.Instance, layer int) *attacks {
	a := &attacks{board: in.Board()}
	a.board.Moves = in.Moves(layer)
	if a.board.Variant == board.Torus {
		_, last := a.board.Indices(board.Falling)
		a.period = last + 1
	}
	a.entries = make([][]int32, len(a.board.Moves.Lines))
	for i, d := range a.board.Moves.Lines {
		switch rows, columns := a.board.N, a.board.Width(); d {
		case board.Row:
			a.entries[i] = make([]int32, rows+1)
		case board.Column:
			a.entries[i] = make([]int32, columns+1)
		case board.Falling, board.Rising:
			a.entries[i] = make([]int32, rows+columns+1)
		default:
			a.others = map[board.Line]*int32{}
		}
	}
	return a
}

// attacksOf returns the attacks with all pieces of p, which are in a layer, entered. They may attack one another.
func attacksOf(p *Placement, layer int) *attacks {
	a := newAttacks(p.Instance, layer)
	for i, q := range p.Queens {
		a.enter(q, i)
	}
	return a
}

// line returns a pointer to the entry of the line through q in the direction with an index in entries. For lines of
// queens it computes the index itself: with board.Board.Through, qshow would take 40 % longer for 14,200 boards.
func (a *attacks) line(direction int, q board.Square) *int32 {
	d, i := a.board.Moves.Lines[direction], q.Row
	switch d {
	case board.Row:
		return &a.entries[direction][q.Row]
	case board.Column:
		return &a.entries[direction][q.Col]
	case board.Falling:
		i += a.board.Width() - q.Col
	case board.Rising:
		i += q.Col
	default:
		l := a.board.Through(d, q)
		if a.others[l] == nil {
			a.others[l] = new(int32)
		}
		return a.others[l]
	}
	if a.period > 0 {
		i %= a.period
	}
	return &a.entries[direction][i]
}

// enter sets the entries of all lines through q, the piece with index i in Placement.Queens, from 0.
func (a *attacks) enter(q board.Square, i int) {
	for d := range a.entries {
		*a.line(d, q) = int32(i + 1)
	}
}

// on reports whether a line through s contains an entered piece.
func (a *attacks) on(s board.Square) bool {
	for d := range a.entries {
		if *a.line(d, s) != 0 {
			return true
		}
	}
	return false
}

// attackOn returns an *AttackError for an attack along a line on q by a piece of p, or nil. It takes the last
// entered piece in the row of q. If there is none, it takes the last in the column, and then the last on another
// line. All entered pieces must be in p.
func (a *attacks) attackOn(q board.Square, p *Placement) error {
	last, along := int32(0), board.Row
	for i, d := range a.board.Directions() {
		if entry := *a.line(i, q); entry > last && (last == 0 || along != board.Row && along != board.Column) {
			last, along = entry, d
		}
	}
	if last == 0 {
		return nil
	}
	return newAttack(p.Queens[last-1], q, along, p.Instance)
}

// checkLines returns an *AttackError for the first piece in reading order that attacks an earlier
// piece of p along a line, or nil. All pieces are in a layer.
func checkLines(p *Placement, layer int) error {
	a := newAttacks(p.Instance, layer)
	for i, q := range p.Queens {
		if err := a.attackOn(q, p); err != nil {
			return err
		}
		a.enter(q, i)
	}
	return nil
}

// checkDominated returns an error that names the first square in reading order that is empty and that
// no queen attacks. It returns nil if there is no such square.
func checkDominated(p *Placement) error {
	a := attacksOf(p, 0)
	for s := range p.Instance.Board().Squares() {
		if !a.attacked(s, p) && !p.Has(s) {
			return fmt.Errorf("no %s attacks square %s or stands on it", p.Instance.PieceAt(0).Name, s.Algebraic(p.Instance.N))
		}
	}
	return nil
}

// attacked reports whether a piece of p attacks s, which must be empty; otherwise the result has no meaning.
// All pieces of p must be entered.
func (a *attacks) attacked(s board.Square, p *Placement) bool {
	return a.on(s) || a.leap(s, p) != nil
}

// checkApart returns an *AttackError if two pieces of p attack each other along a line or by a leap, or nil.
// All pieces are in a layer.
func checkApart(p *Placement, layer int) error {
	if err := checkLines(p, layer); err != nil {
		return err
	}
	for _, leap := range leaps(p, layer) {
		return leap
	}
	return nil
}

// checkFronts returns an *AttackError if a piece of a layer attacks a piece of another, or an error if both
// stand on one square. It returns nil otherwise.
func checkFronts(p *Placement) error {
	for i := 1; i < len(p.Queens); i++ {
		if p.Queens[i] == p.Queens[i-1] {
			return fmt.Errorf("two pieces stand on square %s", p.Queens[i].Algebraic(p.Instance.N))
		}
	}
	for layer := range p.Instance.Layers() {
		own := p.InLayer(layer)
		a := attacksOf(own, layer)
		for i, q := range p.Queens {
			if p.LayerAt(i) == layer {
				continue
			}
			if err := a.attackOn(q, own); err != nil {
				return err
			}
			if from := a.leap(q, own); from != nil {
				return leapAttack(*from, q, a.board.Moves, p.Instance)
			}
		}
	}
	return nil
}

// leaps returns the attacks by leaps between pieces of a layer, such as a knight's move, in reading order of the
// first piece. All pieces of p are in the layer.
func leaps(p *Placement, layer int) []*AttackError {
	var found []*AttackError
	b := p.Instance.Board()
	if b.Moves = p.Instance.Moves(layer); len(b.Leaps()) == 0 {
		return nil
	}
	for _, q := range p.Queens {
		for other := range b.LeapsFrom(q) {
			if q.Compare(other) < 0 && p.Has(other) {
				found = append(found, leapAttack(q, other, b.Moves, p.Instance))
			}
		}
	}
	return found
}

// leap returns the first square a leap away from s with a piece of p, or nil.
func (a *attacks) leap(s board.Square, p *Placement) *board.Square {
	for from := range a.board.LeapsFrom(s) {
		if p.Has(from) {
			return &from
		}
	}
	return nil
}

// leapAttack returns the attack between a and b by a leap.
func leapAttack(a, b board.Square, moves *board.Moves, in *encode.Instance) *AttackError {
	return &AttackError{A: a, B: b, N: in.N, Noun: noun(in), Along: "a " + moves.Like + "'s move", Direct: true}
}

// noun returns the name of the pieces in an attack: for armies without their colours, and "piece" for a mixture.
func noun(in *encode.Instance) string {
	if in.Mixed() || ruleOf(in).otherLayers {
		return in.Noun()
	}
	return in.PieceAt(0).Name
}

// newAttack returns the attack between a and b, in this order, along a line in the given direction.
func newAttack(a, b board.Square, along board.Direction, in *encode.Instance) *AttackError {
	e := &AttackError{A: a, B: b, N: in.N, Noun: noun(in), Along: "a " + along.String(), diagonal: along == board.Falling || along == board.Rising}
	if !e.diagonal {
		e.Direct = along != board.Row && along != board.Column
		return e
	}
	if e.Along = "a diagonal"; e.Wraps() {
		e.Along = "a diagonal that wraps around the torus"
	}
	return e
}

// Wraps reports whether the attack is along a diagonal of the torus that crosses the edge of the board.
func (e *AttackError) Wraps() bool {
	down, right := e.B.Row-e.A.Row, e.B.Col-e.A.Col
	return e.diagonal && right != down && right != -down
}

// Attacks returns the attacks that break the rules of the family, or nil if there are none or the instance
// allows attacks. On each line, it pairs each queen with the last queen before it in reading order. Queens
// of the same army do not attack each other. In a colouring, each square is paired with the last square of
// the same colour. The pairs are in reading order of the second queen. Attacks by leaps, such as a knight's
// move, come before all others, in reading order of the first queen. With the rule Divided, queens attack
// each other if they touch, or if their row, column or region has too many queens. In a mixture, all pairs that
// attack each other are found. The queens of p must be in reading order.
func Attacks(p *Placement) []*AttackError {
	rule := p.rule()
	if rule.attacks != nil {
		return rule.attacks(p)
	}
	if rule.attacksAllowed != nil && rule.attacksAllowed(p.Instance) {
		return nil
	}
	if p.Instance.Mixed() || rule.otherLayers && len(p.Instance.Moves(0).Leaps) > 0 {
		return attacksBetweenKinds(p)
	}
	var found []*AttackError
	byLayer := map[int]*attacks{}
	if !rule.otherLayers {
		for layer := range p.Instance.Layers() {
			found = append(found, leaps(p.InLayer(layer), layer)...)
		}
	}
	for i, q := range p.Queens {
		layer := 0
		if rule.sameLayer {
			layer = p.LayerAt(i)
		}
		if byLayer[layer] == nil {
			byLayer[layer] = newAttacks(p.Instance, layer)
		}
		a := byLayer[layer]
		for _, d := range linesForAttacks(a.board.Directions()) {
			last := int(*a.line(d, q)) - 1
			if last >= 0 && (!rule.otherLayers || p.LayerAt(last) != p.LayerAt(i)) {
				found = append(found, newAttack(p.Queens[last], q, a.board.Directions()[d], p.Instance))
			}
		}
		a.enter(q, i)
	}
	return found
}

// linesForAttacks returns the indices of lines in the order in which Attacks looks at them: rising diagonals come
// before falling ones.
func linesForAttacks(lines []board.Direction) []int {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	falling, rising := slices.Index(lines, board.Falling), slices.Index(lines, board.Rising)
	if falling >= 0 && rising >= 0 {
		order[falling], order[rising] = order[rising], order[falling]
	}
	return order
}

// attacksBetweenKinds returns all pairs of pieces that attack each other although they may not: of different layers or,
// in a mixture without AllowSame, of any.
func attacksBetweenKinds(p *Placement) (found []*AttackError) {
	same := p.Instance.Mixed() && !p.Instance.AllowSame
	for i, q := range p.Queens {
		layer := p.LayerAt(i)
		one := &Placement{Instance: p.Instance, Queens: []board.Square{q}}
		a := attacksOf(one, layer)
		for j, other := range p.Queens {
			if i == j || other == q || layer == p.LayerAt(j) && (!same || j < i) {
				continue
			}
			if err, is := errors.AsType[*AttackError](a.attackOn(other, one)); is {
				found = append(found, err)
			} else if a.leap(other, one) != nil {
				found = append(found, leapAttack(q, other, a.board.Moves, p.Instance))
			}
		}
	}
	for _, a := range found {
		if a.B.Compare(a.A) < 0 {
			a.A, a.B = a.B, a.A
		}
	}
	return found
}

// AttackedBy maps each attacked square to the layers that attack it: bit i is layer i.
type AttackedBy map[board.Square]uint8

// Attacked returns the empty squares that queens attack, with the layers of these queens. Tiles attack no
// square. With the rule Divided, it returns the empty squares that can hold no further queen, with layer 0.
// The map is never nil.
func Attacked(p *Placement) AttackedBy {
	all, r := AttackedBy{}, p.rule()
	switch {
	case r.tiles:
		return all
	case r.attacked != nil:
		return r.attacked(p)
	}
	for layer := range p.Instance.Layers() {
		queens := p.InLayer(layer)
		a := attacksOf(queens, layer)
		for s := range p.Instance.Board().Squares() {
			if !p.Has(s) && a.attacked(s, queens) {
				all[s] |= 1 << layer
			}
		}
	}
	return all
}
