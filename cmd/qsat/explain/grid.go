package explain

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/mus"
	"queens/encode"
	"queens/encode/board"
)

// A constraintKind is a kind of constraint. Its value is the beginning of the name of a constraint.
// Diagonals, windows of kings and the rule about a knight's move have kinds that are not listed here, such as
// "the rising diagonal through" and "the window at". A kind calls every piece a queen; see grid.say.
type constraintKind string

const (
	row      constraintKind = "row"
	column   constraintKind = "column"
	region   constraintKind = "region"
	square   constraintKind = "square" // a queen attacks the square or stands on it
	number   constraintKind = "the number of queens"
	touching constraintKind = "the rule that no two queens touch"
	leaping  constraintKind = "the rule that no two queens attack each other" // for pieces that only leap
)

// A constraint bounds the number of queens on some squares. Only the rule about queens that touch, attack each
// other or are a knight's move apart has the field next. It excludes pairs of queens, and its bounds always hold.
type constraint struct {
	kind      constraintKind
	label     string // the rest of the name, such as "c" of "column c"; "" if the kind has one constraint
	squares   set
	along     []board.Square // the squares of a row, column or diagonal from one end to the other; nil for others
	low, high int            // least and greatest number of queens on squares
	next      []set          // indexed by square: the squares that a queen on it excludes; or nil
}

// A set is a set of squares. The square with index i is the square of variable i+1 in reading order.
type set = bitset.Set[int]

// A grid is a puzzle, its constraints, and the values of the squares that are known.
type grid struct {
	in          encode.Instance
	n           int               // number of squares
	words       *strings.Replacer // calls the pieces by their name in a text about queens
	constraints []constraint
	pairs       int     // the index of the constraint with the field next, or -1
	through     [][]int // indexed by square: the indices of the constraints that contain it

	used            []int  // constraints of the deductions so far, by index
	value           []int8 // indexed by square: 1 is a queen, -1 a cross, 0 unknown
	unknown, queens set
	trail           []int          // the known squares, in the order in which they became known
	violated        []int          // indices of constraints that have no solution together, once next returned ErrNone
	left, placed    []int          // indexed by constraint: number of its unknown squares, and of its queens
	changed         []int          // indexed by constraint: number of known squares after the last deduction of one of its squares, or 0
	tried           [Three + 1]int // indexed by kind: number of known squares when the last search forced nothing, or -1

	forcing forcing
	oracle  *mus.Session // nil before the first question
}

// MaxN is the largest number of rows and of columns of a board that is explained.
const MaxN = 30

// newGrid returns the grid of an instance, which the caller must close if it calls refute. The given
// queens, the blocked squares and the squares of blocked diagonals are known; they may contradict each
// other. newGrid ignores the options of the encoding. It returns an error if the instance is invalid, if
// the board is larger than MaxN, or if it has several kinds of pieces.
func newGrid(in encode.Instance) (*grid, error) {
	switch {
	case in.Board().LongSide() > MaxN:
		return nil, fmt.Errorf("board size is %s: expected at most %d to explain a board", in.Board().Size(), MaxN)
	case in.Mixed():
		return nil, errors.New("the board has a mixture of pieces: expected one kind of pieces to explain a board")
	case in.Layers() > 1:
		return nil, fmt.Errorf("family %v: expected one kind of queens to explain a board, as in %s", in.Family, list(explained(), "or"))
	}
	in.Minimal, in.Encoding, in.SymmetryBroken, in.Shuffle, in.Transform = false, "", false, nil, nil
	if err := in.Check(); err != nil {
		return nil, err
	}
	noun := in.PieceAt(0).Name
	one := encode.WithArticle(noun)
	b := &grid{in: in, n: in.Board().Count(), words: strings.NewReplacer("a queen", one, "A queen", capital(one), "queen", noun)}
	b.addConstraints()
	given := b.newSet()
	for i := range b.n {
		if s := b.square(i); slices.Contains(in.Placed, s) || b.crossed(s) {
			given.Add(i)
		}
	}
	b.start(given)
	return b, nil
}

// start sets the other fields from b.in, b.n and b.constraints, except b.violated, b.forcing and
// b.oracle. The given squares become known: they hold a queen if they are in b.in.Placed, and a cross
// otherwise.
func (b *grid) start(given set) {
	b.pairs = slices.IndexFunc(b.constraints, func(c constraint) bool { return c.next != nil })
	b.value, b.through = make([]int8, b.n), make([][]int, b.n)
	b.unknown, b.queens = b.newSet(), b.newSet()
	b.left, b.placed, b.changed = make([]int, len(b.constraints)), make([]int, len(b.constraints)), make([]int, len(b.constraints))
	for i := range b.n {
		b.unknown.Add(i)
		for k, c := range b.constraints {
			if c.squares.Has(i) {
				b.through[i] = append(b.through[i], k)
				b.left[k]++
			}
		}
	}
	for i := range given.All() {
		if slices.Contains(b.in.Placed, b.square(i)) {
			b.assign(i, 1)
		} else {
			b.assign(i, -1)
		}
	}
	for size := range b.tried {
		b.tried[size] = -1
	}
}

// newSet returns the set of the squares with the given indices.
func (b *grid) newSet(squares ...int) set {
	s := bitset.New[int](b.n)
	for _, i := range squares {
		s.Add(i)
	}
	return s
}

// addConstraints adds the constraints of the instance, in their order, and then the number of queens
// if the instance has one. If queens may not touch or not be a leap apart, the last constraint is this
// rule, with all such pairs of squares.
func (b *grid) addConstraints() {
	pairs := constraint{kind: touching, squares: b.newSet(), high: b.n}
	for range b.n {
		pairs.next = append(pairs.next, b.newSet())
	}
	exclude := func(i, j int) {
		pairs.next[i].Add(j)
		pairs.next[j].Add(i)
		pairs.squares.Add(i)
		pairs.squares.Add(j)
	}
	for c := range b.in.Constraints() {
		vars := c.Scope.AppendVars(nil)
		if c.FirstExcludes {
			for _, v := range vars[1:] {
				exclude(int(vars[0])-1, int(v)-1)
			}
			continue
		}
		k := constraint{squares: b.newSet(), low: c.Low, high: cmp.Or(c.High, len(vars))}
		for _, v := range vars {
			k.squares.Add(int(v) - 1)
		}
		if k.kind, k.label = naming(c.Scope); k.kind == row || k.kind == column || strings.HasSuffix(string(k.kind), "through") {
			for _, v := range vars {
				k.along = append(k.along, b.square(int(v)-1))
			}
		}
		b.constraints = append(b.constraints, k)
	}
	if b.in.CountsQueens() {
		all := constraint{kind: number, squares: b.newSet(), low: b.in.QueenCount(), high: b.in.QueenCount()}
		for i := range b.n {
			all.squares.Add(i)
		}
		b.constraints = append(b.constraints, all)
	}
	if m := b.in.Moves(0); b.in.Regions == nil && len(m.Lines) == 0 {
		pairs.kind = leaping
	} else if b.in.Regions == nil {
		pairs.kind = constraintKind("the rule that no two queens are a " + m.Like + "'s move apart")
	}
	for i := range b.n {
		for j := range i { // the instance omits pairs within a row, column or region
			if b.in.Regions != nil && encode.Touch(b.square(i), b.square(j)) {
				exclude(i, j)
			}
		}
	}
	if !pairs.squares.IsEmpty() {
		b.constraints = append(b.constraints, pairs)
	}
}

// explained returns the names of the families whose boards can be explained.
func explained() (names []string) {
	for _, f := range encode.Families() {
		if in := (encode.Instance{N: 2, Family: f}); in.Layers() == 1 {
			names = append(names, f.String())
		}
	}
	return names
}

// crossed reports whether a square is blocked or on a blocked diagonal.
func (b *grid) crossed(s board.Square) bool {
	return b.in.Blocked.Has(s) || slices.ContainsFunc(b.in.BlockedDiagonals, func(d board.Diagonal) bool {
		return slices.Contains(b.in.Board().LineOf(d).AppendVars(nil), b.in.Board().Var(s))
	})
}

// square returns the square with index i.
func (b *grid) square(i int) board.Square {
	s, _ := b.in.Board().SquareOf(i + 1)
	return s
}

// squares returns the squares of a set in reading order.
func (b *grid) squares(s set) []board.Square {
	var all []board.Square
	for i := range s.All() {
		all = append(all, b.square(i))
	}
	return all
}

// assign gives the unknown square i the value 1 (a queen) or -1. It updates b.trail, b.unknown, b.queens
// and the counts of the constraints of the square.
func (b *grid) assign(i int, value int8) {
	b.value[i] = value
	b.trail = append(b.trail, i)
	b.unknown.Remove(i)
	if value > 0 {
		b.queens.Add(i)
	}
	for _, k := range b.through[i] {
		b.left[k]--
		b.placed[k] += int(max(0, value))
	}
}

// undo shortens the trail to length to. The squares that it removes become unknown again, and it
// restores the counts of their constraints.
func (b *grid) undo(to int) {
	for _, i := range b.trail[to:] {
		for _, k := range b.through[i] {
			b.left[k]++
			b.placed[k] -= int(max(0, b.value[i]))
		}
		b.value[i] = 0
		b.unknown.Add(i)
		b.queens.Remove(i)
	}
	b.trail = b.trail[:to]
}

// need returns the number of queens that constraint k still needs, which is negative if it has more
// than it needs. room returns the number that it still allows, which is negative if it has too many.
func (b *grid) need(k int) int { return b.constraints[k].low - b.placed[k] }
func (b *grid) room(k int) int { return b.constraints[k].high - b.placed[k] }

// single stores in to the unknown squares that constraint k forces by itself, and returns their value, 1
// for queens or -1. If the constraint forces no square, the value is 0, and to has no meaning. If ok is
// false, the constraint is violated, or has too few unknown squares for the queens that it needs; then
// value and to have no meaning.
func (b *grid) single(k int, to set) (value int8, ok bool) {
	c := &b.constraints[k]
	switch {
	case c.next != nil:
		clear(to)
		for q := range b.queens.All() {
			to.Or(c.next[q])
		}
		ok, value = !to.Meets(b.queens), -1
		if to.And(b.unknown); to.IsEmpty() {
			value = 0
		}
		return value, ok
	case b.room(k) < 0 || b.left[k] < b.need(k):
		return 0, false
	case b.left[k] == 0:
		return 0, true
	case b.room(k) == 0:
		value = -1
	case b.left[k] == b.need(k):
		value = 1
	default:
		return 0, true
	}
	copy(to, c.squares)
	to.And(b.unknown)
	return value, true
}

// assume assigns a value, 1 or -1, to the unknown square i and derives consequences: again and again, it
// assigns the squares that a single constraint forces, if the constraint contains a square assigned
// since the call. It uses only the constraints with the indices in only, or all constraints if only is
// nil. It stops at the first violated constraint, or if nothing else follows. Then it calls look with
// the index of the violated constraint or with -1, and afterwards undoes its assignments. During look,
// b.trail ends with square i and its consequences.
func (b *grid) assume(i int, value int8, only []int, look func(violated int)) {
	start, to, violated := len(b.trail), b.newSet(), -1
	b.assign(i, value)
	for at := start; at < len(b.trail) && violated < 0; at++ {
		for _, k := range b.through[b.trail[at]] {
			if only != nil && !slices.Contains(only, k) || k == b.pairs && b.value[b.trail[at]] < 0 {
				continue
			}
			value, ok := b.single(k, to)
			if !ok {
				violated = k
				break
			}
			if value != 0 {
				for j := range to.All() {
					b.assign(j, value)
				}
			}
		}
	}
	look(violated)
	b.undo(start)
}
