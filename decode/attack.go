package decode

import (
	"fmt"
	"slices"

	"queens/encode"
	"queens/encode/board"
)

// An AttackError describes an attack between two queens, or between two squares of the same colour.
type AttackError struct {
	// A comes before B in reading order, except in an error of Check about two armies, where A is
	// white and B is black.
	A, B  board.Square
	Along string // such as "a row", "a knight's move" or "region A"
	N     int    // size of the board
	// Direct means that the attack cannot wrap around a torus: it is a leap such as a knight's move, or
	// breaks the rule Divided.
	Direct bool
}

func (e *AttackError) Error() string {
	return fmt.Sprintf("queens on %s and %s attack each other along %s",
		e.A.Algebraic(e.N), e.B.Algebraic(e.N), e.Along)
}

// attacks finds attacks between queens along lines. An entry is the index of the queen that was entered
// last on a line, plus 1; 0 means no queen. So the time is proportional to the number of queens.
type attacks struct {
	in    *encode.Instance
	lines []board.Direction // the directions in which queens attack
	// entries is indexed by direction, and then by row, by column, by row-column+N or by row+column. For
	// diagonals of the torus, the second index is modulo N.
	entries [4][]int32
}

func newAttacks(in *encode.Instance) *attacks {
	n := in.N
	return &attacks{in, in.Family.Definition().Lines, [4][]int32{board.Row: make([]int32, n+1), board.Column: make([]int32, n+1),
		board.Falling: make([]int32, 2*n+1), board.Rising: make([]int32, 2*n+1)}}
}

// attacksOf returns the attacks with all queens of p entered, which may attack one another.
func attacksOf(p *Placement) *attacks {
	a := newAttacks(p.Instance)
	for i, q := range p.Queens {
		a.enter(q, i)
	}
	return a
}

// line returns a pointer to the entry of the line through q in a direction.
func (a *attacks) line(d board.Direction, q board.Square) *int32 {
	i := q.Row
	switch d {
	case board.Row:
		return &a.entries[d][q.Row]
	case board.Column:
		return &a.entries[d][q.Col]
	case board.Falling:
		i += a.in.N - q.Col
	case board.Rising:
		i += q.Col
	}
	if a.in.Variant == board.Torus {
		i %= a.in.N
	}
	return &a.entries[d][i]
}

// enter sets the entries of all lines through q, the queen with index i in Placement.Queens, from 0.
func (a *attacks) enter(q board.Square, i int) {
	for _, d := range a.lines {
		*a.line(d, q) = int32(i + 1)
	}
}

// on reports whether a line through s contains an entered queen.
func (a *attacks) on(s board.Square) bool {
	return slices.ContainsFunc(a.lines, func(d board.Direction) bool { return *a.line(d, s) != 0 })
}

// attackOn returns an *AttackError for an attack on q by a queen of p, or nil. It takes the last entered
// queen in the row of q. If there is none, it takes the last in the column, and then the last on a
// diagonal. All entered queens must be in p.
func (a *attacks) attackOn(q board.Square, p *Placement) error {
	last, along := int32(0), board.Row
	for _, d := range a.lines {
		if entry := *a.line(d, q); entry > last && (last == 0 || along > board.Column) {
			last, along = entry, d
		}
	}
	if last == 0 {
		return nil
	}
	return newAttack(p.Queens[last-1], q, along, p.Instance.N)
}

// checkLines returns an *AttackError for the first queen in reading order that attacks an earlier
// queen along a line, or nil.
func checkLines(p *Placement) error {
	a := newAttacks(p.Instance)
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
	a := attacksOf(p)
	for s := range p.Instance.Board().Squares() {
		if !a.attacked(s, p) && !p.Has(s) {
			return fmt.Errorf("no queen attacks square %s or stands on it", s.Algebraic(p.Instance.N))
		}
	}
	return nil
}

// attacked reports whether a queen of p attacks s, which must be empty; otherwise the result has no meaning.
// All queens of p must be entered.
func (a *attacks) attacked(s board.Square, p *Placement) bool {
	return a.on(s) || slices.ContainsFunc(leapsFrom(s, a.in), p.Has)
}

// checkApart returns an *AttackError if a queen attacks another along a line or by a leap, or nil.
func checkApart(p *Placement) error {
	if err := checkLines(p); err != nil {
		return err
	}
	for _, leap := range leaps(p) {
		return leap
	}
	return nil
}

// leaps returns the attacks by leaps, such as a knight's move, in reading order of the first queen.
func leaps(p *Placement) []*AttackError {
	var found []*AttackError
	for _, q := range p.Queens {
		for _, other := range leapsFrom(q, p.Instance) {
			if q.Compare(other) < 0 && p.Has(other) {
				found = append(found, &AttackError{A: q, B: other, N: p.Instance.N, Along: "a " + p.definition().Like + "'s move", Direct: true})
			}
		}
	}
	return found
}

// leapsFrom returns the squares a leap away from s. Except on the torus, some may be outside the board.
func leapsFrom(s board.Square, in *encode.Instance) (squares []board.Square) {
	for _, leap := range in.Family.Definition().Leaps {
		to := board.Square{Row: s.Row + leap[0], Col: s.Col + leap[1]}
		if in.Variant == board.Torus {
			to = wrapped(to, in.N)
		}
		squares = append(squares, to)
	}
	return squares
}

// wrapped returns the square of an n by n torus for a row and a column that may lie beyond the border.
func wrapped(s board.Square, n int) board.Square {
	return board.Square{Row: ((s.Row-1)%n+n)%n + 1, Col: ((s.Col-1)%n+n)%n + 1}
}

// newAttack returns the attack between a and b, in this order, along a line in the given direction on a
// board of size n.
func newAttack(a, b board.Square, along board.Direction, n int) *AttackError {
	e := &AttackError{A: a, B: b, N: n, Along: "a diagonal"}
	if along == board.Row || along == board.Column {
		e.Along = "a " + along.String()
	}
	if e.Wraps() {
		e.Along = "a diagonal that wraps around the torus"
	}
	return e
}

// Wraps reports whether the attack is along a diagonal of the torus that crosses the edge of the board.
func (e *AttackError) Wraps() bool {
	down, right := e.B.Row-e.A.Row, e.B.Col-e.A.Col
	return !e.Direct && down != 0 && right != 0 && right != down && right != -down
}

// Attacks returns the attacks that break the rules of the family, or nil if there are none or the instance
// allows attacks. On each line, it pairs each queen with the last queen before it in reading order. Queens
// of the same army do not attack each other. In a colouring, each square is paired with the last square of
// the same colour. The pairs are in reading order of the second queen. Attacks by leaps, such as a knight's
// move, come before all others, in reading order of the first queen. With the rule Divided, queens attack
// each other if they touch, or if their row, column or region has too many queens. The queens of p must be
// in reading order.
func Attacks(p *Placement) []*AttackError {
	rule := p.rule()
	if rule.attacks != nil {
		return rule.attacks(p)
	}
	if rule.attacksAllowed != nil && rule.attacksAllowed(p.Instance) {
		return nil
	}
	found, byLayer := leaps(p), map[int]*attacks{}
	for i, q := range p.Queens {
		layer := 0
		if rule.sameLayer {
			layer = p.LayerAt(i)
		}
		if byLayer[layer] == nil {
			byLayer[layer] = newAttacks(p.Instance)
		}
		a := byLayer[layer]
		for _, d := range [...]board.Direction{board.Row, board.Column, board.Rising, board.Falling} {
			if !slices.Contains(a.lines, d) {
				continue
			}
			last := int(*a.line(d, q)) - 1
			if last >= 0 && (!rule.otherLayers || p.LayerAt(last) != p.LayerAt(i)) {
				found = append(found, newAttack(p.Queens[last], q, d, p.Instance.N))
			}
		}
		a.enter(q, i)
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
	for layer := range min(2, p.Instance.Layers()) {
		queens := p
		if p.Layers != nil {
			queens = p.InLayer(layer)
		}
		a := attacksOf(queens)
		for s := range p.Instance.Board().Squares() {
			if !p.Has(s) && a.attacked(s, queens) {
				all[s] |= 1 << layer
			}
		}
	}
	return all
}
