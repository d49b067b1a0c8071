package explain

import (
	"fmt"
	"math/bits"
	"slices"

	"queens/encode"
)

// A set is a set of squares: bit i is the square of variable i+1.
type set []uint64

func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s set) remove(i int)   { s[i>>6] &^= 1 << (i & 63) }

func (s set) empty() bool { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }

func (s set) len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// all yields the squares of the set in reading order. The set may change during the iteration.
func (s set) all(yield func(i int) bool) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(k<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// first returns the first square of the set, or -1.
func (s set) first() int {
	for k, w := range s {
		if w != 0 {
			return k<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// A kind is a kind of constraint. Its value is the word for one such constraint.
type kind string

const (
	rank     kind = "rank"
	column   kind = "column"
	falling  kind = "falling diagonal through"
	rising   kind = "rising diagonal through"
	region   kind = "region"
	square   kind = "square" // in a domination: it holds a queen or is attacked
	number   kind = "the number of queens"
	touching kind = "the rule that no two queens touch"
	knights  kind = "the rule that no two queens are a knight's move apart"
)

// A constraint bounds the number of queens on some squares. If next is set, it excludes
// queens on pairs of squares instead.
type constraint struct {
	kind      kind
	label     string // distinguishes constraints of a kind, such as "c"; "" if there is only one
	squares   set
	low, high int
	next      []set // indexed by square: the squares that a queen on it excludes; nil without pairs
}

func (c *constraint) pairs() bool { return c.next != nil }

// A board is a puzzle with the squares that are known so far.
type board struct {
	in          encode.Instance
	n           int // number of squares
	constraints []constraint
	through     [][]int // indexed by square: the constraints on its number of queens
	exclusion   int     // the constraint with pairs, or -1
	classes     [][]int // classes of disjoint constraints with equal bounds: ranks, columns and regions

	value           []int8 // indexed by square: 1 is a queen, -1 a cross, 0 unknown
	unknown, queens set
	trail           []int // the known squares, in the order in which they became known
	reason          []int // indexed by square: the constraint that forced it, or -1
	left, placed    []int // indexed by constraint: number of unknown squares, and of queens
	changed         []int // indexed by constraint: length of the trail when a square of it became known last

	search search
	oracle *oracle // nil until it is needed
	cached map[int]refutation
}

// MaxN is the size of the largest board that is explained.
const MaxN = 30

// newBoard returns the board of an instance. It returns an error if the board is too large
// or its family has several kinds of pieces. The conflict is a constraint that the given queens
// and crosses violate, or -1.
func newBoard(in encode.Instance) (b *board, conflict int, err error) {
	switch {
	case in.N > MaxN:
		return nil, 0, fmt.Errorf("board size is %d: expected at most %d to explain a board", in.N, MaxN)
	case in.Layers() > 1:
		return nil, 0, fmt.Errorf("family %v: expected one kind of queens to explain a board, as in %v, %v, %v or %v", in.Family, encode.Queens, encode.Superqueens, encode.Domination, encode.Regions)
	}
	in.Minimal, in.Encoding, in.SymmetryBroken, in.Translations, in.Shuffle, in.Transform = false, "", false, false, nil, nil
	if err := in.Check(); err != nil {
		return nil, 0, err
	}
	b = &board{in: in, n: in.N * in.N, exclusion: -1}
	b.addConstraints()
	b.value, b.reason = make([]int8, b.n), make([]int, b.n)
	b.unknown, b.queens = b.newSet(), b.newSet()
	b.left, b.placed, b.changed = make([]int, len(b.constraints)), make([]int, len(b.constraints)), make([]int, len(b.constraints))
	b.through = make([][]int, b.n)
	for i := range b.n {
		b.unknown.add(i)
		for k, c := range b.constraints {
			if !c.pairs() && c.squares.has(i) {
				b.through[i] = append(b.through[i], k)
				b.left[k]++
			}
		}
	}
	b.classify()
	return b, b.give(), nil
}

func (b *board) newSet() set { return make(set, (b.n+63)/64) }

// addConstraints adds the constraints of the instance. All pairs of queens that exclude each other
// although they share no line become one constraint.
func (b *board) addConstraints() {
	exclusion := constraint{kind: touching}
	for c := range b.in.Constraints() {
		vars := c.Scope.AppendVars(nil)
		if c.FirstExcludes {
			for _, v := range vars[1:] {
				b.exclude(&exclusion, int(vars[0])-1, int(v)-1)
			}
			continue
		}
		k := constraint{squares: b.newSet(), high: len(vars)}
		for _, v := range vars {
			k.squares.add(int(v) - 1)
		}
		if k.kind, k.label = naming(c.Scope, b.square(k.squares.first()), b.in); c.AtLeastOne {
			k.low = 1
		}
		if c.AtMostOne {
			k.high = 1
		}
		if c.Exactly > 0 {
			k.low, k.high = c.Exactly, c.Exactly
		}
		b.constraints = append(b.constraints, k)
	}
	independent := b.in.Family != encode.Domination || b.in.Independent
	if b.in.Family != encode.Regions && b.in.Aim == "" && (b.in.QueenCount() != b.in.N || !independent) {
		all := constraint{kind: number, squares: b.newSet(), low: b.in.QueenCount(), high: b.in.QueenCount()}
		for i := range b.n {
			all.squares.add(i)
		}
		b.constraints = append(b.constraints, all)
	}
	switch b.in.Family {
	case encode.Superqueens:
		exclusion.kind = knights
	case encode.Regions: // the instance leaves out squares of one row, column or region
		for i := range b.n {
			for j := range i {
				if encode.Touch(b.square(i), b.square(j)) {
					b.exclude(&exclusion, i, j)
				}
			}
		}
	}
	if exclusion.next != nil {
		b.exclusion = len(b.constraints)
		b.constraints = append(b.constraints, exclusion)
	}
}

// exclude adds a pair of squares that do not both hold a queen.
func (b *board) exclude(c *constraint, i, j int) {
	if c.next == nil {
		c.squares = b.newSet()
		for range b.n {
			c.next = append(c.next, b.newSet())
		}
	}
	c.next[i].add(j)
	c.next[j].add(i)
	c.squares.add(i)
	c.squares.add(j)
}

// classify divides the constraints with equal bounds into classes of disjoint ones, in their
// order: ranks, columns, regions.
func (b *board) classify() {
	var taken set
	for k, c := range b.constraints {
		if c.pairs() || c.low != c.high || c.kind == number {
			continue
		}
		meets := false
		for w := range taken {
			meets = meets || taken[w]&c.squares[w] != 0
		}
		if taken == nil || meets {
			b.classes, taken = append(b.classes, nil), b.newSet()
		}
		last := &b.classes[len(b.classes)-1]
		*last = append(*last, k)
		for w := range taken {
			taken[w] |= c.squares[w]
		}
	}
}

// give makes the given queens, the blocked squares and the squares of blocked diagonals known.
// It returns a violated constraint, or -1. A given queen on a blocked square counts as one.
func (b *board) give() int {
	conflict := -1
	for i := range b.n {
		s, value := b.square(i), int8(0)
		if b.crossed(s) {
			value = -1
		}
		if slices.Contains(b.in.Placed, s) {
			if value != 0 {
				conflict = 0
			}
			value = 1
		}
		if value != 0 {
			if c := b.assign(i, value, -1); c >= 0 && conflict < 0 {
				conflict = c
			}
		}
	}
	for k, c := range b.constraints {
		if conflict < 0 && !c.pairs() && b.placed[k]+b.left[k] < c.low {
			conflict = k
		}
	}
	return conflict
}

// crossed reports whether a square is blocked, or on a blocked diagonal.
func (b *board) crossed(s encode.Square) bool {
	return b.in.Blocked.Has(s) || slices.ContainsFunc(b.in.BlockedDiagonals, func(d encode.Diagonal) bool {
		of := s.Row - s.Col - d.Index
		if d.Rising {
			of = s.Row + s.Col - d.Index
		}
		return of == 0 || b.in.Variant == encode.Torus && of%b.in.N == 0
	})
}

// square returns the square with index i.
func (b *board) square(i int) encode.Square {
	return encode.Square{Row: i/b.in.N + 1, Col: i%b.in.N + 1}
}

// assign makes an unknown square known. It returns a constraint that is now violated, or -1.
func (b *board) assign(i int, value int8, reason int) (conflict int) {
	conflict = -1
	b.value[i], b.reason[i] = value, reason
	b.trail = append(b.trail, i)
	b.unknown.remove(i)
	for _, k := range b.through[i] {
		c := &b.constraints[k]
		b.left[k]--
		if b.changed[k] = len(b.trail); value > 0 {
			b.placed[k]++
		}
		if b.placed[k] > c.high || b.placed[k]+b.left[k] < c.low {
			conflict = k
		}
	}
	if value > 0 {
		b.queens.add(i)
		if b.exclusion >= 0 {
			for w, s := range b.constraints[b.exclusion].next[i] {
				if s&b.queens[w] != 0 {
					conflict = b.exclusion
				}
			}
		}
	}
	return conflict
}

// undo makes the squares of the trail from a position on unknown again.
func (b *board) undo(to int) {
	for len(b.trail) > to {
		i := b.trail[len(b.trail)-1]
		b.trail = b.trail[:len(b.trail)-1]
		for _, k := range b.through[i] {
			if b.left[k]++; b.value[i] > 0 {
				b.placed[k]--
			}
		}
		b.value[i] = 0
		b.unknown.add(i)
		b.queens.remove(i)
	}
}

// need returns the number of queens that constraint k still needs.
func (b *board) need(k int) int { return b.constraints[k].low - b.placed[k] }

// room returns the number of queens that constraint k still allows.
func (b *board) room(k int) int { return b.constraints[k].high - b.placed[k] }

// single stores the squares that constraint k alone forces in to, and returns their value, or 0
// if there are none.
func (b *board) single(k int, to set) int8 {
	c := &b.constraints[k]
	clear(to)
	if c.pairs() {
		for q := range b.queens.all {
			for w := range to {
				to[w] |= c.next[q][w] & b.unknown[w]
			}
		}
		if to.empty() {
			return 0
		}
		return -1
	}
	if b.left[k] == 0 || b.room(k) > 0 && b.left[k] > b.need(k) {
		return 0
	}
	for w := range to {
		to[w] = c.squares[w] & b.unknown[w]
	}
	if b.room(k) == 0 {
		return -1
	}
	return 1
}

// propagate makes all squares known that follow from one constraint after the other, from a
// position of the trail on. Only constraints of the set only count; nil means all. It returns a
// violated constraint, or -1.
func (b *board) propagate(from int, only []int) int {
	all := func(k int) bool { return only == nil || slices.Contains(only, k) }
	for ; from < len(b.trail); from++ {
		i := b.trail[from]
		if b.value[i] > 0 && b.exclusion >= 0 && all(b.exclusion) {
			for j := range b.constraints[b.exclusion].next[i].all {
				if b.value[j] > 0 {
					return b.exclusion
				}
				if b.value[j] == 0 {
					b.assign(j, -1, b.exclusion)
				}
			}
		}
		for _, k := range b.through[i] {
			c := &b.constraints[k]
			switch {
			case !all(k):
				continue
			case b.placed[k] > c.high || b.placed[k]+b.left[k] < c.low:
				return k
			case b.left[k] == 0 || b.room(k) > 0 && b.left[k] > b.need(k):
				continue
			}
			value := int8(1)
			if b.room(k) == 0 {
				value = -1
			}
			for j := range c.squares.all {
				if b.value[j] == 0 {
					b.assign(j, value, k)
				}
			}
		}
	}
	return -1
}
