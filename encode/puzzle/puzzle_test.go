package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/dimacs/propagate"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/internal/random"
)

// satisfiable is the solver for Sample.
func satisfiable(_ context.Context, f *dimacs.Formula) (bool, error) {
	return countModels(f, 0) > 0, nil
}

// grade is a difficulty for Sample: propagation solves an Easy puzzle, failed literals a Medium one.
func grade(ctx context.Context, in encode.Instance, _ encode.Puzzle) (encode.Puzzle, error) {
	p, err := newPropagation(ctx, in)
	if err != nil || p.solves(in.Placed) {
		return encode.Easy, err
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
		return encode.Medium, nil
	}
	return encode.Hard, nil
}

var puzzles = []struct {
	in     encode.Instance
	sample Sample
}{
	{encode.Instance{N: 1}, Sample{Puzzle: encode.Solvable, Placed: 1}},
	{encode.Instance{N: 1}, Sample{Puzzle: encode.Unique}},
	{encode.Instance{N: 8}, Sample{Puzzle: encode.Solvable, Placed: 3}},
	{encode.Instance{N: 8}, Sample{Puzzle: encode.Solvable, Placed: 0, Blocked: 40}},
	{encode.Instance{N: 7, SymmetryBroken: true, Encoding: "product"}, Sample{Puzzle: encode.Solvable, Placed: 4, Blocked: 10, Diagonals: 4}},
	{encode.Instance{N: 7, Variant: board.Torus}, Sample{Puzzle: encode.Solvable, Placed: 2, Blocked: 3}},
	{encode.Instance{N: 6, Queens: new(4)}, Sample{Puzzle: encode.Solvable, Placed: 2, Diagonals: 5}},
	{encode.Instance{N: 6, Blocked: board.SquaresOf(board.Square{Row: 1, Col: 2})}, Sample{Puzzle: encode.Solvable, Placed: 2}},
	{encode.Instance{N: 6, Placed: []board.Square{{Row: 1, Col: 3}}}, Sample{Puzzle: encode.Solvable, Placed: 2}},
	{encode.Instance{N: 6, Family: encode.Superqueens, Queens: new(4)}, Sample{Puzzle: encode.Solvable, Placed: 2}},
	{encode.Instance{N: 4, Family: encode.Domination, Queens: new(3)}, Sample{Puzzle: encode.Solvable, Placed: 2}},
	{encode.Instance{N: 8}, Sample{Puzzle: encode.Unique}},
	{encode.Instance{N: 7, Variant: board.Torus}, Sample{Puzzle: encode.Unique}},
	{encode.Instance{N: 6, Queens: new(5)}, Sample{Puzzle: encode.Unique, Blocked: 6}},
	{encode.Instance{N: 7, Placed: []board.Square{{Row: 1, Col: 3}}}, Sample{Puzzle: encode.Unique, Diagonals: 3}},
	{encode.Instance{N: 4, Family: encode.Domination, Queens: new(2)}, Sample{Puzzle: encode.Unique}},
	{encode.Instance{N: 8}, Sample{Puzzle: encode.Easy}},
	{encode.Instance{N: 7, Variant: board.Torus, Minimal: true}, Sample{Puzzle: encode.Easy}},
	{encode.Instance{N: 8, Encoding: "product", Shuffle: new(int64)}, Sample{Puzzle: encode.Medium}},
	{encode.Instance{N: 8, Transform: &encode.Transform{Function: "xor", K: 2}}, Sample{Puzzle: encode.Easy}},
	{encode.Instance{N: 6, Queens: new(5)}, Sample{Puzzle: encode.Medium, Blocked: 4}},
	{encode.Instance{N: 9, Placed: []board.Square{{Row: 3, Col: 7}}}, Sample{Puzzle: encode.Hard}},
	{encode.Instance{N: 5, Columns: 6}, Sample{Puzzle: encode.Unique}},
	{encode.Instance{N: 7, Columns: 5}, Sample{Puzzle: encode.Medium}},
	{pieces("king", 3, 4, 4), Sample{Puzzle: encode.Unique}},
	{pieces("king", 5, 4, 6), Sample{Puzzle: encode.Easy, Blocked: 3}},
	{pieces("king", 4, 4, 3), Sample{Puzzle: encode.Solvable, Placed: 2}},
	{pieces("knight", 4, 4, 8), Sample{Puzzle: encode.Unique}},
	{pieces("knight", 3, 4, 6), Sample{Puzzle: encode.Easy}},
	{pieces("rook", 5, 4, 4), Sample{Puzzle: encode.Unique, Blocked: 10}},
	{pieces("rook", 3, 4, 2), Sample{Puzzle: encode.Solvable, Placed: 1}},
	{pieces("bishop", 4, 5, 7), Sample{Puzzle: encode.Unique}},
}

// pieces returns a board with k pieces of a kind.
func pieces(kind string, rows, columns, k int) encode.Instance {
	piece, err := encode.ParsePiece(kind)
	if err != nil {
		panic(err)
	}
	in := encode.Instance{N: rows, Columns: columns, Queens: &k, Pieces: []encode.Kind{piece}}
	if rows == columns {
		in.Columns = 0
	}
	return in
}

// placements returns the number of ways to place all pieces of the instance without attacks, with its placed and
// blocked squares, by trying all squares from an index on; on holds the pieces so far.
func placements(in encode.Instance, from int, on ...board.Square) (n int) {
	if len(on) == in.QueenCount() {
		if slices.ContainsFunc(in.Placed, func(s board.Square) bool { return !slices.Contains(on, s) }) {
			return 0
		}
		return 1
	}
	noun := in.Noun()
	for v := from + 1; v <= in.Board().Count(); v++ {
		s, _ := in.Board().SquareOf(v)
		attacked := slices.ContainsFunc(on, func(t board.Square) bool {
			i, j := max(s.Row-t.Row, t.Row-s.Row), max(s.Col-t.Col, t.Col-s.Col)
			switch noun {
			case "king":
				return max(i, j) < 2
			case "knight":
				return i*j == 2
			case "bishop":
				return i == j
			}
			return i*j == 0 || noun == "queen" && i == j
		})
		if !attacked && !in.Blocked.Has(s) {
			n += placements(in, v, append(on, s)...)
		}
	}
	return n
}

// Puzzles have the property of their kind, which is lost if any queen is removed.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	for i, tt := range puzzles {
		s, seed := tt.sample, int64(i%2)
		s.Seed, s.Satisfiable, s.Grade = seed, satisfiable, grade
		got, err := s.Apply(t.Context(), tt.in)
		if err != nil {
			t.Fatalf("%v, %+v: %v", tt.in.Comments(), s, err)
		}
		numbers := []int{got.Blocked.Len() - tt.in.Blocked.Len(), len(got.BlockedDiagonals) - len(tt.in.BlockedDiagonals)}
		if !slices.Equal(numbers, []int{s.Blocked, s.Diagonals}) || *got.Seed != seed || got.Puzzle != s.Puzzle || !slices.Equal(got.Placed, encode.Instance{Placed: got.Placed}.Sorted().Placed) {
			t.Errorf("%v, %+v: %v", tt.in.Comments(), s, got.Comments())
		}
		checkPuzzle(t, tt.in, got, s)
	}
}

func checkPuzzle(t *testing.T, given, got encode.Instance, s Sample) {
	t.Helper()
	count := func(in encode.Instance) int {
		n, err := countBoards(in)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	if s.Puzzle == encode.Solvable {
		if len(got.Placed) != len(given.Placed)+s.Placed || count(got) == 0 {
			t.Errorf("%v: it has %d solutions", got.Comments(), count(got))
		}
		return
	}
	graded := func(in encode.Instance) encode.Puzzle {
		g, err := grade(t.Context(), in, encode.Hard)
		if err != nil {
			t.Error(err)
		}
		return g
	}
	if n := placements(got, 0); (got.Pieces != nil || got.Columns > 0) && (n != 1 || len(got.Placed) == got.QueenCount()) {
		t.Errorf("%v: there are %d ways to place the pieces", got.Comments(), n)
	}
	if n := count(got); n != 1 || s.Puzzle != encode.Unique && graded(got) != s.Puzzle {
		t.Errorf("%v: it has %d solutions and is %s", got.Comments(), n, graded(got))
	}
	for i, q := range got.Placed {
		less := got
		less.Placed = slices.Delete(slices.Clone(got.Placed), i, i+1)
		if !slices.Contains(given.Placed, q) && count(less) == 1 && (s.Puzzle == encode.Unique || graded(less) == s.Puzzle) {
			t.Errorf("%v: without %v it is still such a puzzle", got.Comments(), q)
		}
	}
}

// The same seed makes the same puzzle, with every version of Go and of the solver.
func TestPuzzlesStay(t *testing.T) {
	for _, tt := range []struct {
		in     encode.Instance
		sample Sample
		want   string
	}{
		{encode.Instance{N: 8}, Sample{Puzzle: encode.Solvable, Placed: 3, Blocked: 2, Diagonals: 2}, "[1:6 4:4 8:5] [5:8 7:3] [d6 d7]"},
		{encode.Instance{N: 8}, Sample{Puzzle: encode.Unique}, "[4:1 5:8 8:6] [] []"},
		{encode.Instance{N: 7, Variant: board.Torus}, Sample{Puzzle: encode.Unique}, "[4:5 7:4] [] []"},
		{encode.Instance{N: 8}, Sample{Puzzle: encode.Medium}, "[5:1 7:7] [] []"},
	} {
		tt.sample.Seed, tt.sample.Satisfiable, tt.sample.Grade = 1, satisfiable, grade
		got, err := tt.sample.Apply(t.Context(), tt.in)
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
		kinds := map[string]encode.Puzzle{}
		for _, kind := range []encode.Puzzle{encode.Unique, encode.Easy, encode.Medium, encode.Hard} {
			list, err := listSolutions(t.Context(), encode.Instance{N: 8}, kind, seed)
			if err != nil {
				t.Fatal(err)
			}
			solution := list.next()
			kinds[fmt.Sprint(solution)] = kind
			if again := list.next(); !slices.Equal(again, solution) {
				t.Errorf("seed %d: then %v", seed, again)
			}
			if kind != encode.Easy {
				continue
			}
			queens := solution
			if in := (encode.Instance{N: 8, Placed: queens}); len(queens) != 8 || in.Conflict() != nil {
				t.Errorf("seed %d: %v, %v", seed, queens, in.Conflict())
			}
			all[fmt.Sprint(queens)]++
			var images []string
			for _, s := range board.Symmetries() {
				var image []board.Square
				for _, q := range queens {
					image = append(image, s.Image(q, board.Board{N: 8}))
				}
				images = append(images, fmt.Sprint(encode.Instance{Placed: image}.Sorted().Placed))
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
	for _, in := range []encode.Instance{{N: 11}, {N: 8, Queens: new(6)}, {N: 4, Placed: []board.Square{{Row: 1, Col: 1}}}} {
		if list, err := listSolutions(t.Context(), in, encode.Unique, 1); list != nil || err != nil {
			t.Errorf("%v: %v, %v", in.Comments(), list, err)
		}
	}
}

func TestNoPuzzle(t *testing.T) {
	for _, tt := range []struct {
		in      encode.Instance
		sample  Sample
		none    bool
		message string
	}{
		{encode.Instance{N: 3}, Sample{Puzzle: encode.Unique}, true, "the instance has no solution"},
		{encode.Instance{N: 6, Variant: board.Torus}, Sample{Puzzle: encode.Solvable, Placed: 1}, true, "the instance has no solution"},
		{encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 1}}}, Sample{Puzzle: encode.Unique}, true, "the instance has no solution"},
		{encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 1}, {Row: 1, Col: 2}}}, Sample{Puzzle: encode.Unique}, true, "the instance has no solution"},
		{pieces("knight", 4, 4, 4), Sample{Puzzle: encode.Unique}, true, "on 20 random boards all knights must be given: expected more knights or blocked squares"},
		{pieces("king", 4, 4, 5), Sample{Puzzle: encode.Unique}, true, "the instance has no solution"},
		{encode.Instance{N: 4}, Sample{Puzzle: encode.Medium}, true, "found no medium puzzle on 500 random boards"},
		{encode.Instance{N: 1}, Sample{Puzzle: encode.Hard}, true, "found no hard puzzle on 500 random boards"},
		{encode.Instance{N: 3}, Sample{Puzzle: encode.Hard}, true, "the instance has no solution"},
		{encode.Instance{N: 8}, Sample{Puzzle: encode.Solvable, Placed: 9}, false, "9 random queens would be placed, but the number of queens is 8: expected at most 8"},
		{encode.Instance{N: 8}, Sample{Puzzle: encode.Solvable, Placed: 1, Blocked: 57}, false, "cannot block 57 random squares: expected at most 56"},
		{encode.Instance{N: 7, Variant: board.Torus}, Sample{Puzzle: encode.Unique, Diagonals: 1}, false, "cannot block 1 random diagonals: expected at most 0"},
		{encode.Instance{N: 4, Family: encode.Armies, Queens: new(1)}, Sample{Puzzle: encode.Unique}, false, "a placed queen belongs to no army"},
	} {
		tt.sample.Satisfiable, tt.sample.Grade = satisfiable, grade
		_, err := tt.sample.Apply(t.Context(), tt.in)
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
	for _, s := range []Sample{{Puzzle: encode.Solvable, Placed: 3}, {Puzzle: encode.Easy}, {Puzzle: encode.Hard}} {
		s.Satisfiable, s.Grade = failing, grade
		if _, err := s.Apply(ended, encode.Instance{N: 9}); !errors.Is(err, stop) {
			t.Errorf("%s: %v", s.Puzzle, err)
		}
		if _, err := s.Apply(t.Context(), encode.Instance{N: 7, Variant: board.Torus}); !errors.Is(err, stop) {
			t.Errorf("%s: %v", s.Puzzle, err)
		}
	}
}

func TestDifficulties(t *testing.T) {
	for _, p := range append(encode.Difficulties(), encode.Solvable, encode.Unique) {
		if got, err := encode.ParsePuzzle(string(p)); err != nil || got != p {
			t.Errorf("%s: %s, %v", p, got, err)
		}
	}
	if _, err := encode.ParsePuzzle("cosy"); err == nil || !strings.Contains(err.Error(), `hard, found "cosy"`) {
		t.Error(err)
	}
}

func TestQueensByExchange(t *testing.T) {
	for _, n := range []int{1, 4, 5, 6, 7, 8, 13, 30, 100, 300} {
		for seed := range int64(10) {
			columns, err := randomQueens(t.Context(), random.New(seed, random.StreamBoard), n)
			in := encode.Instance{N: n}
			for row, col := range columns {
				in.Placed = append(in.Placed, board.Square{Row: row + 1, Col: col + 1})
			}
			if err = errors.Join(err, in.Check(), in.Conflict()); err != nil || len(columns) != n {
				t.Errorf("N=%d, seed %d: %v, %v", n, seed, columns, err)
			}
		}
	}
}

// partition parses rows separated by commas.
func partition(t *testing.T, rows string) *board.Partition {
	t.Helper()
	p, err := board.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// countBoards returns the number of boards that satisfy the clauses of the instance in the full pairwise form.
func countBoards(in encode.Instance) (int, error) {
	in = in.Plain()
	f, err := in.Formula(context.Background())
	if err != nil {
		return 0, err
	}
	return countModels(f, in.BoardVariables()), nil
}

// countModels returns the number of assignments of variables 1 to last that extend to a model. It branches
// on the variables in order, with unit propagation.
func countModels(f *dimacs.Formula, last int) int {
	p := propagate.New(f.Vars)
	for clause := range f.Clauses() {
		p.Add(clause...)
	}
	var count func(v int) int
	count = func(v int) (n int) {
		for v <= f.Vars && p.Value(dimacs.Lit(v)) != 0 {
			v++
		}
		if v > f.Vars {
			return 1
		}
		for _, l := range []dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
			if v > last && n > 0 {
				break
			}
			if p.Begin(); p.Assume(l) && p.Propagate() < 0 {
				n += count(v + 1)
			}
			p.Backtrack(p.Level() - 1)
		}
		return n
	}
	if p.Propagate() >= 0 {
		return 0
	}
	return count(1)
}
