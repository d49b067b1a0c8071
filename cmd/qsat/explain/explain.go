// Package explain solves puzzles with one solution as a person would, and says why a board has no
// solution.
//
// A puzzle is a set of constraints: each rank, column, diagonal and region has a number of
// queens. The rule that no two queens touch counts as one constraint. A step names a set of
// constraints and known squares that force further squares. No constraint of the set can be left
// out. Each step has the least Kind with which the board can be continued, and the hardest kind
// decides the difficulty of a board with regions:
//
//	kind    constraints                                            difficulty
//	One     one: "Region C has one square left: queen on c5."      easy
//	Two     two: "Region D lies in column b only: cross b8."       easy
//	Three   three                                                  medium
//	More    four; or three to five regions, ranks or columns       hard
//	        whose queens fill as many of another direction
//	Trial   an assumption about one square violates a constraint   hard
//	        by steps of the kind One
//	Search  any number                                             hard
//
// Of random boards of size 8, about 70 in 100 are easy, 10 medium and 20 hard.
//
// All sets of up to four constraints are tried, so that no step has a smaller set than it needs. Only
// a set with more than 65,536 ways to place its queens waits until more squares are known. What a
// kind of step forces grows with the squares that are known. So the squares that follow by steps up to
// a kind do not depend on the order of the steps, and the hardest kind is well defined.
//
// Source: B. Bogaerts, E. Gamba and T. Guns, "A framework for step-wise explaining how to solve
// constraint satisfaction problems", Artificial Intelligence 300, 2021. The sets of larger steps come
// from package mus.
package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/decode"
	"queens/encode"
)

// A Kind says how difficult a step is.
type Kind int

const (
	One Kind = iota + 1
	Two
	Three
	More
	Trial
	Search
)

// String returns a word for the kind in lower case, such as "trial".
func (k Kind) String() string {
	return [...]string{"", "one", "two", "three", "more", "trial", "search"}[k]
}

// A Step is a set of constraints and known squares, and the squares that they force. The lists of
// squares are in reading order.
type Step struct {
	Kind        Kind
	Constraints []string // names, such as "region C"
	Known       []encode.Square
	Queens      []encode.Square // squares that must hold a queen
	Crosses     []encode.Square // squares that must stay empty
	Look        []encode.Square // squares to look at
	Text        string          // the step in words
}

// Marked returns the step for a picture of the board.
func (s Step) Marked() decode.Marked {
	return decode.Marked{Text: s.Text, Look: s.Look, Queens: s.Queens, Crosses: s.Crosses}
}

var (
	errNone    = errors.New("the board has no solution: expected exactly one")
	errSeveral = errors.New("the board has several solutions: expected exactly one")
)

// Steps returns the steps that solve a puzzle. The given queens, the blocked squares and the
// squares of blocked diagonals are known before the first step. It returns an error if the board
// has no solution or several, if its size is above MaxN, if its family has several kinds of
// pieces, if the board takes too much work, or the cause of ctx if ctx ends.
func Steps(ctx context.Context, in encode.Instance) ([]Step, error) {
	var steps []Step
	_, err := solve(ctx, in, func(b *board, d deduction) error {
		s, err := b.step(ctx, d)
		steps = append(steps, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	return steps, nil
}

// Grade returns Easy, Medium or Hard by the table of the package. Its errors are those of Steps.
func Grade(ctx context.Context, in encode.Instance) (encode.Puzzle, error) {
	hardest, err := solve(ctx, in, nil)
	switch {
	case err != nil:
		return "", err
	case hardest <= Two:
		return encode.Easy, nil
	case hardest == Three:
		return encode.Medium, nil
	}
	return encode.Hard, nil
}

// A deduction is a set of constraints, and the squares that it forces.
type deduction struct {
	kind            Kind
	constraints     []int
	queens, crosses set
	trial           trial // for a Trial
}

// solve makes all squares known by one deduction after the other, and returns the hardest kind. Before
// the squares of a deduction become known, it calls each with it, unless each is nil. Then each
// is the easiest deduction; otherwise all deductions of a kind that are found are made before
// an easier kind is tried again.
func solve(ctx context.Context, in encode.Instance, each func(*board, deduction) error) (hardest Kind, err error) {
	b, conflict, err := newBoard(in)
	if err != nil {
		return 0, err
	}
	defer b.close()
	if conflict >= 0 {
		return 0, errNone
	}
	s := solver{board: b, ctx: ctx, each: each}
	for size := range s.done {
		s.done[size] = -1
	}
	for !b.unknown.empty() {
		kind, err := s.next()
		if err != nil {
			return 0, err
		}
		hardest = max(hardest, kind)
	}
	return hardest, nil
}

// A solver makes deductions.
type solver struct {
	*board
	ctx  context.Context
	each func(*board, deduction) error
	done [most + 1]int // indexed by size: sets without a change since the trail had this length force nothing; -1 before all are tried
	err  error         // the first error of a deduction
}

// next makes the easiest deduction, or several of its kind.
func (s *solver) next() (Kind, error) {
	for _, by := range [...]struct {
		kind Kind
		find func() (found bool, err error)
	}{{One, s.one}, {Two, s.two}, {Three, s.three}, {More, s.more}, {Trial, s.trials}, {Search, s.searched}} {
		if err := context.Cause(s.ctx); err != nil {
			return 0, err
		}
		found, err := by.find()
		if err == nil {
			err = s.err
		}
		if found || err != nil {
			return by.kind, err
		}
	}
	return 0, errSeveral
}

// make makes the squares of a deduction known. It returns true if the search for further
// deductions must stop: after an error, or because the next deduction may be easier.
func (s *solver) make(d deduction) bool {
	if s.each != nil {
		if s.err = s.each(s.board, d); s.err != nil {
			return true
		}
	}
	for _, of := range [...]struct {
		squares set
		value   int8
	}{{d.queens, 1}, {d.crosses, -1}} {
		for i := range of.squares.all {
			if s.value[i] == 0 && s.assign(i, of.value, -1) >= 0 || s.value[i] != of.value {
				s.err = errNone
				return true
			}
		}
	}
	return s.each != nil
}

func (s *solver) one() (found bool, err error) {
	to, none := s.newSet(), s.newSet()
	for k := range s.constraints {
		value := s.single(k, to)
		if value == 0 {
			continue
		}
		d := deduction{kind: One, constraints: []int{k}, queens: to, crosses: none}
		if value < 0 {
			d.queens, d.crosses = none, to
		}
		if found = true; s.make(d) {
			return true, nil
		}
	}
	return found, nil
}

func (s *solver) two() (found bool, err error) {
	since, start := s.done[2], len(s.trail)
	for j, x := range s.constraints {
		for k := range j {
			y := s.constraints[k]
			if s.changed[j] <= since && s.changed[k] <= since {
				continue
			}
			var forced, contradiction bool
			if x.pairs() || y.pairs() {
				forced, contradiction = s.search.force(s.board, []int{k, j})
			} else {
				forced, contradiction = s.search.pairOf(s.board, k, j)
			}
			if contradiction {
				return false, errNone
			}
			if forced {
				if found = true; s.make(s.forced(Two, []int{k, j})) {
					return true, nil
				}
			}
		}
	}
	if !found {
		s.done[2] = start
	}
	return found, nil
}

// forced returns the deduction that the last call of force found.
func (s *solver) forced(kind Kind, of []int) deduction {
	return deduction{kind: kind, constraints: slices.Clone(of), queens: slices.Clone(s.search.sure), crosses: slices.Clone(s.search.crosses)}
}

func (s *solver) three() (found bool, err error) { return s.sets(Three, 3) }

func (s *solver) more() (found bool, err error) {
	if found, err := s.sets(More, most); found || err != nil || s.err != nil {
		return found, err
	}
	err = s.counted(s.ctx, func(of []int, crosses set) bool {
		found = true
		return s.make(deduction{kind: More, constraints: of, queens: s.newSet(), crosses: crosses})
	})
	return found, err
}

// sets makes deductions from sets of size constraints.
func (s *solver) sets(kind Kind, size int) (found bool, err error) {
	start := len(s.trail)
	err = s.board.sets(s.ctx, size, s.done[size], func(of []int) bool {
		forced, contradiction := s.search.force(s.board, of)
		if contradiction {
			s.err = errNone
			return true
		}
		if forced {
			found = true
			return s.make(s.forced(kind, of))
		}
		return false
	})
	if err == nil && !found && s.err == nil {
		s.done[size] = start
	}
	return found, err
}

func (s *solver) trials() (found bool, err error) {
	if s.each == nil {
		err = s.board.trials(s.ctx, nil, func(t trial) bool {
			found = true
			return s.make(s.excluded(Trial, t.square, t.value, nil))
		})
		return found, err
	}
	t, of, ok, err := s.trial(s.ctx)
	if !ok || err != nil {
		return false, err
	}
	d := s.excluded(Trial, t.square, t.value, of)
	d.trial = t
	s.make(d)
	return true, nil
}

func (s *solver) searched() (found bool, err error) {
	i, value, of, err := s.board.searched(s.ctx)
	if err == nil {
		s.make(s.excluded(Search, i, value, of))
	}
	return err == nil, err
}

// excluded returns the deduction that square i does not have a value.
func (s *solver) excluded(kind Kind, i int, value int8, of []int) deduction {
	d := deduction{kind: kind, constraints: of, queens: s.newSet(), crosses: s.newSet()}
	if value > 0 {
		d.crosses.add(i)
	} else {
		d.queens.add(i)
	}
	return d
}

// step returns the step of a deduction, with the known squares that it needs.
func (b *board) step(ctx context.Context, d deduction) (Step, error) {
	known, err := b.needed(ctx, d)
	if err != nil {
		return Step{}, err
	}
	s := Step{Kind: d.kind, Known: b.squares(known), Queens: b.squares(d.queens), Crosses: b.squares(d.crosses)}
	for _, k := range d.constraints {
		s.Constraints = append(s.Constraints, b.constraints[k].String())
	}
	var look set
	s.Text, look = b.tell(d, known)
	s.Look = b.squares(look)
	return s, nil
}

// needed returns known squares with which the constraints of a deduction force its squares. For
// each of these squares the set is minimal, given the known squares that earlier ones need.
func (b *board) needed(ctx context.Context, d deduction) (set, error) {
	known := b.newSet()
	if len(d.constraints) == 1 {
		b.neededByOne(d, known)
		return known, nil
	}
	for _, of := range [...]struct {
		squares set
		wrong   int8
	}{{d.queens, -1}, {d.crosses, 1}} {
		for i := range of.squares.all {
			r, err := b.refute(ctx, d.constraints, i, of.wrong, true)
			if err == nil && r.model != nil {
				err = fmt.Errorf("internal error: a step of an explanation is wrong")
			}
			if err != nil {
				return nil, err
			}
			for _, j := range r.known {
				known.add(j)
			}
		}
	}
	return known, nil
}

// neededByOne is needed for one constraint: the crosses of a constraint whose other squares
// hold queens, or the queens of a constraint whose other squares are empty, or one queen for
// each square that it excludes.
func (b *board) neededByOne(d deduction, known set) {
	c := &b.constraints[d.constraints[0]]
	switch {
	case c.pairs():
		for i := range d.crosses.all {
			by := -1
			for q := range b.queens.all {
				if c.next[q].has(i) && (by < 0 || known.has(q)) {
					by = q
				}
			}
			known.add(by)
		}
	default:
		for i := range c.squares.all {
			if b.value[i] > 0 && d.queens.empty() || b.value[i] < 0 && d.crosses.empty() {
				known.add(i)
			}
		}
	}
}

// squares returns the squares of a set.
func (b *board) squares(s set) []encode.Square {
	var all []encode.Square
	for i := range s.all {
		all = append(all, b.square(i))
	}
	return all
}
