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

// gradeByDefinition returns the difficulty of an instance with one solution. It propagates anew
// for each literal.
func gradeByDefinition(in Instance) Puzzle {
	f, _ := in.plain().Formula(context.Background())
	solved := func(lits []dimacs.Lit) (ok, all bool) {
		c := newModelCounter(f)
		ok = c.assume(lits...)
		return ok, ok && !slices.ContainsFunc(slices.Collect(in.Board().Vars()), func(v dimacs.Lit) bool { return c.Value(v) == 0 })
	}
	if _, all := solved(nil); all {
		return Easy
	}
	var known []dimacs.Lit
	for more := true; more; {
		more = false
		for v := 1; v <= f.Vars; v++ {
			for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
				if ok, _ := solved(append(slices.Clone(known), l)); !ok && !slices.Contains(known, -l) {
					known, more = append(known, -l), true
				}
			}
		}
	}
	if _, all := solved(known); all {
		return Medium
	}
	return Hard
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
			s.Seed, s.Satisfiable = seed, satisfiable
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
	if n := count(got); n != 1 || s.Puzzle != Unique && gradeByDefinition(got) != s.Puzzle {
		t.Errorf("%v: it has %d solutions and is %s", got.Comments(), n, gradeByDefinition(got))
	}
	for i, q := range got.Placed {
		less := got
		less.Placed = slices.Delete(slices.Clone(got.Placed), i, i+1)
		if !slices.Contains(given.Placed, q) && count(less) == 1 && (s.Puzzle == Unique || gradeByDefinition(less) == s.Puzzle) {
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
		{Instance{N: 8}, Sample{Puzzle: Unique}, "[4:4 8:5] [] []"},
		{Instance{N: 7, Variant: Torus}, Sample{Puzzle: Unique}, "[4:4 6:3] [] []"},
		{Instance{N: 8}, Sample{Puzzle: Medium}, "[4:4 8:5] [] []"},
	} {
		tt.sample.Seed, tt.sample.Satisfiable = 1, satisfiable
		got, err := tt.in.Sample(t.Context(), tt.sample)
		if s := fmt.Sprint(got.Placed, got.Blocked, got.BlockedDiagonals); err != nil || s != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.sample.Puzzle, s, err, tt.want)
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
		{Instance{N: 4}, Sample{Puzzle: Medium}, true, "the smallest board with a medium puzzle has size 5"},
		{Instance{N: 1}, Sample{Puzzle: Hard}, true, "the smallest board with a hard puzzle has size 9"},
		{Instance{N: 3}, Sample{Puzzle: Hard}, true, "the instance has no solution"},
		{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 9}, false, "9 random queens would be placed, but the number of queens is 8: expected at most 8"},
		{Instance{N: 8}, Sample{Puzzle: Solvable, Placed: 1, Blocked: 57}, false, "cannot block 57 random squares: expected at most 56"},
		{Instance{N: 7, Variant: Torus}, Sample{Puzzle: Unique, Diagonals: 1}, false, "cannot block 1 random diagonals: expected at most 0"},
		{Instance{N: 4, Family: Armies, Queens: to(1)}, Sample{Puzzle: Unique}, false, "a placed queen belongs to no army"},
	} {
		tt.sample.Satisfiable = satisfiable
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
		s.Satisfiable = failing
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

// The difficulties of all sets of queens on small boards that leave one solution: the
// smallest regular boards with medium and hard puzzles have size 5 and 9.
func TestGrades(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{4: "map[easy:30]", 5: "map[easy:252 medium:8]", 6: "map[easy:176 medium:76]", 7: "map[easy:3504 medium:608]", 8: "map[easy:14192 medium:3208]"} {
		in := Instance{N: n}
		all, grades := byRules(in), map[Puzzle]int{}
		g, err := in.grader(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, board := range all {
			for set := range 1 << n {
				var placed []Square
				for v := range board {
					if board[v] == 'A' && set>>(v/n)&1 == 1 {
						placed = append(placed, Square{v/n + 1, v%n + 1})
					}
				}
				has := func(other string) bool {
					return !slices.ContainsFunc(placed, func(s Square) bool { return other[in.Board().Var(s)-1] != 'A' })
				}
				switch with := slices.DeleteFunc(slices.Clone(all), func(other string) bool { return !has(other) }); {
				case len(with) > 1:
				case g.solves(placed, false):
					grades[Easy]++
				case g.solves(placed, true):
					grades[Medium]++
				default:
					grades[Hard]++
				}
			}
		}
		if got := fmt.Sprint(grades); got != want {
			t.Errorf("N=%d: %s, want %s", n, got, want)
		}
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
