package encode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// satisfiable is the solver for Sample.
func satisfiable(_ context.Context, f *dimacs.Formula) (bool, error) {
	return newModelCounter(f).models(0, nil) > 0, nil
}

// grade is a difficulty for Sample: propagation solves an Easy puzzle, failed literals a Medium one.
func grade(ctx context.Context, in Instance, _ Puzzle) (Puzzle, error) {
	p, err := in.propagation(ctx)
	if err != nil || p.solves(in.Placed) {
		return Easy, err
	}
	for more := true; more; {
		more = false
		for v := p.next(1); v > 0; v = p.next(v + 1) {
			for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
				p.Begin()
				p.Assume(l)
				wrong := p.Propagate() >= 0
				if p.Backtrack(1); wrong {
					p.Assume(-l)
					p.Propagate()
					more = true
					break
				}
			}
		}
	}
	if p.next(1) == 0 {
		return Medium, nil
	}
	return Hard, nil
}

var puzzles = []struct {
	in     Instance
	sample Sample
}{
	{Instance{N: 1}, Sample{Puzzle: Solvable, Placed: 1}},
	{Instance{N: 1}, Sample{Puzzle: Unique}},
	{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 3}},
	{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 0, Blocked: 40}},
	{Instance{N: 7, SymmetryBroken: true, Encoding: "product"}, Sample{Puzzle: Solvable, Placed: 4, Blocked: 10, Diagonals: 4}},
	{Instance{N: 7, Variant: Torus}, Sample{Puzzle: Solvable, Placed: 2, Blocked: 3}},
	{Instance{N: 6, Queens: to(4)}, Sample{Puzzle: Solvable, Placed: 2, Diagonals: 5}},
	{Instance{N: 6, Blocked: SquaresOf(Square{1, 2})}, Sample{Puzzle: Solvable, Placed: 2}},
	{Instance{N: 6, Placed: []Square{{1, 3}}}, Sample{Puzzle: Solvable, Placed: 2}},
	{Instance{N: 6, Family: Superqueens, Queens: to(4)}, Sample{Puzzle: Solvable, Placed: 2}},
	{Instance{N: 4, Family: Domination, Queens: to(3)}, Sample{Puzzle: Solvable, Placed: 2}},
	{Instance{N: 8}, Sample{Puzzle: Unique}},
	{Instance{N: 7, Variant: Torus}, Sample{Puzzle: Unique}},
	{Instance{N: 6, Queens: to(5)}, Sample{Puzzle: Unique, Blocked: 6}},
	{Instance{N: 7, Placed: []Square{{1, 3}}}, Sample{Puzzle: Unique, Diagonals: 3}},
	{Instance{N: 4, Family: Domination, Queens: to(2)}, Sample{Puzzle: Unique}},
	{Instance{N: 8}, Sample{Puzzle: Easy}},
	{Instance{N: 7, Variant: Torus, Minimal: true}, Sample{Puzzle: Easy}},
	{Instance{N: 8, Encoding: "product", Shuffle: new(int64)}, Sample{Puzzle: Medium}},
	{Instance{N: 6, Queens: to(5)}, Sample{Puzzle: Medium, Blocked: 4}},
	{Instance{N: 9, Placed: []Square{{3, 7}}}, Sample{Puzzle: Hard}},
}

// Puzzles have the property of their kind, which is lost if any queen is removed.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	for _, tt := range puzzles {
		for seed := range int64(2) {
			s := tt.sample
			s.Seed, s.Satisfiable, s.Grade = seed, satisfiable, grade
			got, err := tt.in.Sample(t.Context(), s)
			if err != nil {
				t.Fatalf("%v, %+v: %v", tt.in.Comments(), s, err)
			}
			numbers := []int{got.Blocked.Len() - tt.in.Blocked.Len(), len(got.BlockedDiagonals) - len(tt.in.BlockedDiagonals)}
			if !slices.Equal(numbers, []int{s.Blocked, s.Diagonals}) || *got.Seed != seed || got.Puzzle != s.Puzzle || !slices.Equal(got.Placed, sortedSquares(got.Placed)) {
				t.Errorf("%v, %+v: %v", tt.in.Comments(), s, got.Comments())
			}
			checkPuzzle(t, tt.in, got, s)
		}
	}
}

func checkPuzzle(t *testing.T, given, got Instance, s Sample) {
	t.Helper()
	count := func(in Instance) int {
		n, err := solutions(in.plain(), nil)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	if s.Puzzle == Solvable {
		if len(got.Placed) != len(given.Placed)+s.Placed || count(got) == 0 {
			t.Errorf("%v: it has %d solutions", got.Comments(), count(got))
		}
		return
	}
	graded := func(in Instance) Puzzle {
		g, err := grade(t.Context(), in, Hard)
		if err != nil {
			t.Error(err)
		}
		return g
	}
	if n := count(got); n != 1 || s.Puzzle != Unique && graded(got) != s.Puzzle {
		t.Errorf("%v: it has %d solutions and is %s", got.Comments(), n, graded(got))
	}
	for i, q := range got.Placed {
		less := got
		less.Placed = slices.Delete(slices.Clone(got.Placed), i, i+1)
		if !slices.Contains(given.Placed, q) && count(less) == 1 && (s.Puzzle == Unique || graded(less) == s.Puzzle) {
			t.Errorf("%v: without %v it is still such a puzzle", got.Comments(), q)
		}
	}
}

// The same seed makes the same puzzle, with every version of Go and of the solver.
func TestPuzzlesStay(t *testing.T) {
	for _, tt := range []struct {
		in     Instance
		sample Sample
		want   string
	}{
		{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 3, Blocked: 2, Diagonals: 2}, "[1:6 4:4 8:5] [5:8 7:3] [d6 d7]"},
		{Instance{N: 8}, Sample{Puzzle: Unique}, "[4:1 5:8 8:6] [] []"},
		{Instance{N: 7, Variant: Torus}, Sample{Puzzle: Unique}, "[4:5 7:4] [] []"},
		{Instance{N: 8}, Sample{Puzzle: Medium}, "[5:1 7:7] [] []"},
	} {
		tt.sample.Seed, tt.sample.Satisfiable, tt.sample.Grade = 1, satisfiable, grade
		got, err := tt.in.Sample(t.Context(), tt.sample)
		if s := fmt.Sprint(got.Placed, got.Blocked, got.BlockedDiagonals); err != nil || s != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.sample.Puzzle, s, err, tt.want)
		}
	}
}

// Twelve seeds take one solution of each class of eight queens. More seeds take each solution once, and
// the same seed takes another one for each kind of puzzle.
func TestSolutionsOfSeeds(t *testing.T) {
	classes, all := map[string]int{}, map[string]int{}
	for seed := range int64(92) {
		kinds := map[string]Puzzle{}
		for _, kind := range []Puzzle{Unique, Easy, Medium, Hard} {
			list, err := Instance{N: 8}.listSolutions(t.Context(), kind, seed)
			if err != nil {
				t.Fatal(err)
			}
			solution := list.next()
			kinds[fmt.Sprint(solution)] = kind
			if again := list.next(); !slices.Equal(again, solution) {
				t.Errorf("seed %d: then %v", seed, again)
			}
			if kind != Easy {
				continue
			}
			board := solution
			if in := (Instance{N: 8, Placed: board}); len(board) != 8 || in.Conflict() != nil {
				t.Errorf("seed %d: %v, %v", seed, board, in.Conflict())
			}
			all[fmt.Sprint(board)]++
			var images []string
			for _, s := range Symmetries() {
				var image []Square
				for _, q := range board {
					image = append(image, s.Image(q, 8))
				}
				images = append(images, fmt.Sprint(sortedSquares(image)))
			}
			if seed >= 55 && seed < 55+12 { // easy begins at entry 37, so these are the entries 0 to 11
				classes[slices.Min(images)]++
			}
		}
		if len(kinds) != 4 {
			t.Errorf("seed %d: %v", seed, kinds)
		}
	}
	if len(all) != 92 || len(classes) != 12 {
		t.Errorf("%d solutions, %d classes", len(all), len(classes))
	}
	for _, in := range []Instance{{N: 11}, {N: 8, Queens: to(6)}, {N: 4, Placed: []Square{{1, 1}}}} {
		if list, err := in.listSolutions(t.Context(), Unique, 1); list != nil || err != nil {
			t.Errorf("%v: %v, %v", in.Comments(), list, err)
		}
	}
}

func TestNoPuzzle(t *testing.T) {
	for _, tt := range []struct {
		in      Instance
		sample  Sample
		none    bool
		message string
	}{
		{Instance{N: 3}, Sample{Puzzle: Unique}, true, "the instance has no solution"},
		{Instance{N: 6, Variant: Torus}, Sample{Puzzle: Solvable, Placed: 1}, true, "the instance has no solution"},
		{Instance{N: 4, Placed: []Square{{1, 1}}}, Sample{Puzzle: Unique}, true, "the instance has no solution"},
		{Instance{N: 4, Placed: []Square{{1, 1}, {1, 2}}}, Sample{Puzzle: Unique}, true, "the instance has no solution"},
		{Instance{N: 4}, Sample{Puzzle: Medium}, true, "found no medium puzzle on 500 random boards"},
		{Instance{N: 1}, Sample{Puzzle: Hard}, true, "found no hard puzzle on 500 random boards"},
		{Instance{N: 3}, Sample{Puzzle: Hard}, true, "the instance has no solution"},
		{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 9}, false, "9 random queens would be placed, but the number of queens is 8: expected at most 8"},
		{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 1, Blocked: 57}, false, "cannot block 57 random squares: expected at most 56"},
		{Instance{N: 7, Variant: Torus}, Sample{Puzzle: Unique, Diagonals: 1}, false, "cannot block 1 random diagonals: expected at most 0"},
		{Instance{N: 4, Family: Armies, Queens: to(1)}, Sample{Puzzle: Unique}, false, "a placed queen belongs to no army"},
	} {
		tt.sample.Satisfiable, tt.sample.Grade = satisfiable, grade
		_, err := tt.in.Sample(t.Context(), tt.sample)
		if err == nil || errors.Is(err, ErrNoPuzzle) != tt.none || !strings.Contains(err.Error(), tt.message) {
			t.Errorf("%v: %v, want %s", tt.in.Comments(), err, tt.message)
		}
	}
}

// Sample stops if the context ends or the solver returns an error.
func TestPuzzlesStop(t *testing.T) {
	ended, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	cancel(stop)
	failing := func(context.Context, *dimacs.Formula) (bool, error) { return false, stop }
	for _, s := range []Sample{{Puzzle: Solvable, Placed: 3}, {Puzzle: Easy}, {Puzzle: Hard}} {
		s.Satisfiable, s.Grade = failing, grade
		if _, err := (Instance{N: 9}).Sample(ended, s); !errors.Is(err, stop) {
			t.Errorf("%s: %v", s.Puzzle, err)
		}
		if _, err := (Instance{N: 7, Variant: Torus}).Sample(t.Context(), s); !errors.Is(err, stop) {
			t.Errorf("%s: %v", s.Puzzle, err)
		}
	}
}

func TestDifficulties(t *testing.T) {
	for _, p := range append(Difficulties(), Solvable, Unique) {
		if got, err := ParsePuzzle(string(p)); err != nil || got != p {
			t.Errorf("%s: %s, %v", p, got, err)
		}
	}
	if _, err := ParsePuzzle("cosy"); err == nil || !strings.Contains(err.Error(), `hard, found "cosy"`) {
		t.Error(err)
	}
}

func TestQueensByExchange(t *testing.T) {
	for _, n := range []int{1, 4, 5, 6, 7, 8, 13, 30, 100, 300} {
		for seed := range int64(10) {
			columns, err := newRandom(seed, streamBoard).queens(t.Context(), n)
			in := Instance{N: n}
			for row, col := range columns {
				in.Placed = append(in.Placed, Square{row + 1, col + 1})
			}
			if err = errors.Join(err, in.Check(), in.Conflict()); err != nil || len(columns) != n {
				t.Errorf("N=%d, seed %d: %v, %v", n, seed, columns, err)
			}
		}
	}
}
