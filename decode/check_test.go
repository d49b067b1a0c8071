package decode_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/internal/boardtest"
	"queens/dimacs"
	"queens/dimacs/propagate"
	"queens/encode"
	"queens/encode/board"
)

func TestCheck(t *testing.T) {
	k, err := encode.ParsePiece("knight")
	if err != nil {
		t.Fatal(err)
	}
	knight := []encode.Kind{k}
	three := 3
	independent := boardtest.Numbered(encode.Domination, 2)
	independent.Independent = true
	torus, five := encode.Instance{N: 5, Variant: board.Torus}, boardtest.Regions(t, boardtest.FiveRegions)
	blocked := torus
	blocked.BlockedDiagonals = []board.Diagonal{{Index: -3}}
	armies, colours := boardtest.Numbered(encode.Armies, 2), boardtest.Numbered(encode.Colouring, 4)
	four := func(in encode.Instance) *decode.Placement {
		in.N = 4
		return boardtest.Board(in, 2, 4, 1, 3)
	}
	for _, tt := range []struct {
		p    *decode.Placement
		want string
	}{
		{boardtest.Queens(1), ""},
		{boardtest.Queens(8, 4, 1, 3, 6, 2, 7, 5), ""},
		{boardtest.Queens(1, 5, 3, 0, 0), "queens on a5 and c3 attack each other along a diagonal"},
		{boardtest.Queens(4, 0, 0, 1), "queens on d4 and a1 attack each other along a diagonal"},
		{boardtest.Queens(2, 4, 0, 2), "queens on b4 and b1 attack each other along a column"},
		{boardtest.Pieces(encode.Instance{}, "....", "A..A", "....", "...."), "queens on a3 and d3 attack each other along a row"},
		{boardtest.Queens(2, 4, 1, 0), "the board of size 4 has 3 queens, expected 4"},
		{boardtest.Board(encode.Instance{N: 4, Queens: &three}, 2, 4, 1), ""},
		{four(encode.Instance{Queens: &three}), "the board of size 4 has 4 queens, expected 3"},
		{boardtest.Board(torus, 1, 3, 5, 2, 4), ""},
		{four(encode.Instance{Variant: board.Torus}), "queens on d3 and a2 attack each other along a diagonal that wraps around the torus"},
		{boardtest.Board(torus, 1, 2), "queens on a5 and b4 attack each other along a diagonal"},
		{four(encode.Instance{Placed: boardtest.Squares(4, "b4")}), ""},
		{four(encode.Instance{Placed: boardtest.Squares(4, "c4")}), "square c4 must hold a queen, but is empty"},
		{four(encode.Instance{Blocked: board.SquaresOf(boardtest.Squares(4, "d3")...)}), "the queen on d3 stands on a blocked square"},
		{four(encode.Instance{Blocked: board.SquaresOf(boardtest.Squares(4, "b1")...)}), ""},
		{four(encode.Instance{BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 6}}}), "the queen on d3 stands on the blocked rising diagonal through d3"},
		{four(encode.Instance{BlockedDiagonals: []board.Diagonal{{Index: -1}}}), "the queen on b4 stands on the blocked falling diagonal through b4"},
		{boardtest.Board(blocked, 1, 3, 5, 2, 4), "the queen on b2 stands on the blocked falling diagonal through d5"},
		{boardtest.Pieces(encode.Instance{Pieces: knight, Placed: boardtest.Squares(2, "a1")}, "A.", ".."), "square a1 must hold a knight, but is empty"},
		{boardtest.Pieces(encode.Instance{Pieces: knight, Blocked: board.SquaresOf(boardtest.Squares(2, "a2")...)}, "A.", ".."), "the knight on a2 stands on a blocked square"},
		{boardtest.Queens(3, 0), "square 1:3 is not on the board of size 2"},

		{boardtest.Pieces(boardtest.Numbered(encode.Superqueens, 3), ".....", ".A...", "....A", ".....", "A...."), ""},
		{boardtest.Pieces(boardtest.Numbered(encode.Superqueens, 2), "A...", "..A.", "....", "...."), "queens on a4 and c3 attack each other along a knight's move"},
		{boardtest.Pieces(boardtest.Numbered(encode.Domination, 2), "...A", "....", ".A..", "...."), ""},
		{boardtest.Pieces(boardtest.Numbered(encode.Domination, 2), ".....", ".A...", ".....", ".....", "....A"), "no queen attacks square d5 or stands on it"},
		{boardtest.Pieces(boardtest.Numbered(encode.Domination, 3), "...", ".A.", "..."), "the board of size 3 has 1 queen, expected 3"},
		{boardtest.Pieces(independent, "A..", "...", ".A."), ""},
		{boardtest.Pieces(independent, "A..", ".A.", "..."), "queens on a3 and b2 attack each other along a diagonal"},
		{boardtest.Pieces(armies, "AA..", "....", "..B.", "...B"), "queens on a4 and c2 attack each other along a diagonal"},
		{boardtest.Pieces(armies, "....", "A.A.", "....", ".B.B"), ""},
		{boardtest.Pieces(armies, "....", "A.A.", "....", ".B.."), "the board of size 4 has 1 black queen, expected 2"},
		{boardtest.Pieces(boardtest.Numbered(encode.Armies, 1), "A..", "...", "A.."), "the board of size 3 has 2 white queens, expected 1"},
		{boardtest.Pieces(colours, "AB", "CD"), ""},
		{boardtest.Pieces(colours, "AB", "CA"), "squares a2 and b1 on a diagonal have the same colour A"},
		{boardtest.Pieces(colours, "AB", ".C"), "square a1 has no colour"},
		{boardtest.Pieces(colours, "AB", "C."), "square b1 has no colour"},
		{&decode.Placement{Instance: boardtest.Pieces(colours, "AB", "CD").Instance, Queens: boardtest.Squares(2, "a2 a2"), Layers: []int{0, 2}}, "square a2 has the colours A and C"},
		{boardtest.Pieces(five, "...A.", "A....", "..A..", "....A", ".A..."), ""},
		{boardtest.Pieces(five, "A....", ".A...", ".....", ".....", "....."), "the queens on a5 and b4 touch"},
		{boardtest.Pieces(five, "A....", "...A.", "..A..", "....A", ".A..."), "the queens on d4 and c3 touch"},
		{boardtest.Pieces(five, "A....", "...A.", ".....", "....A", ".A..."), "row 3 has 0 queens, expected 1"},
		{boardtest.Pieces(five, "A....", "..A..", "....A", ".A...", "...A."), "region D has 0 queens, expected 1"},
	} {
		if got := strings.TrimPrefix(fmt.Sprint(decode.Check(tt.p)), "<nil>"); got != tt.want {
			t.Errorf("%+v: got  %q\nwant %q", tt.p.Queens, got, tt.want)
		}
	}
}

// decode.Attacks returns the attacks that the family forbids.
func TestAttacks(t *testing.T) {
	two := boardtest.Regions(t, boardtest.FiveRegions)
	two.Stars = 2
	bishop, err := encode.ParsePiece("bishop")
	if err != nil {
		t.Fatal(err)
	}
	for want, p := range map[string]*decode.Placement{
		"":                            boardtest.Pieces(boardtest.Numbered(encode.Domination, 2), "AA", ".."),
		"a3-b3 a row, b3-c3 a row":    boardtest.Pieces(encode.Instance{}, "AAA", "...", "..."),
		"a4-c3 a knight's move":       boardtest.Pieces(boardtest.Numbered(encode.Superqueens, 2), "A...", "..A.", "....", "...."),
		"b4-c4 a row":                 boardtest.Pieces(boardtest.Numbered(encode.Armies, 2), "AAB.", "....", "....", "...."),
		"a2-b1 a diagonal":            boardtest.Pieces(boardtest.Numbered(encode.Colouring, 3), "AB", "CA"),
		"c5-d4 region B, d4-e4 a row": boardtest.Pieces(boardtest.Regions(t, boardtest.FiveRegions), "..A..", "...AA", ".....", ".....", "....."),
		"a3-c3 a row, c3-c1 a column, a3-c1 a diagonal":                                              boardtest.Pieces(encode.Instance{}, "A.A", "...", "..A"),
		"d5-a3 a diagonal that wraps around the torus":                                               boardtest.Pieces(encode.Instance{Variant: board.Torus}, "...A.", ".....", "A....", ".....", "....."),
		"a2-c2 a diagonal that wraps around the torus, a2-c2 a diagonal that wraps around the torus": boardtest.Pieces(encode.Instance{Variant: board.Torus, Pieces: []encode.Kind{bishop}}, "A.A.", "...."),
		"a5-b5 a row, b5-d5 a row, d5-d1 a column":                                                   boardtest.Pieces(boardtest.Regions(t, boardtest.FiveRegions), "AA.A.", ".....", ".....", ".....", "...A."),
		"a5-c5 a row, c5-e5 a row":                                                                   boardtest.Pieces(two, "A.A.A", ".....", ".....", ".....", "....."), // three queens in a row are too many
	} {
		var all []string
		for _, a := range decode.Attacks(p) {
			all = append(all, fmt.Sprintf("%s-%s %s", a.A.Algebraic(a.N), a.B.Algebraic(a.N), a.Along))
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// smallRegions is indexed by the size of a board: rows of regions.
var smallRegions = [...]string{1: "A,", 2: "AB,BB", 3: "ABB,BBC,CCC", 4: "AABB,AABB,CCDD,CCDD"}

// smallInstances returns instances of every family with few variables.
func smallInstances(t *testing.T) (all []encode.Instance) {
	one, two, four := 1, 2, 4
	for _, f := range encode.Families() {
		for n := 1; n <= 4; n++ {
			for _, k := range []*int{nil, &one, &two, &four} {
				for _, variant := range []board.Variant{board.Regular, board.Torus} {
					in := encode.Instance{N: n, Family: f, Variant: variant}
					if f == encode.Regions {
						in.Regions = boardtest.Regions(t, smallRegions[n]).Regions
					}
					blocked, queens, colours := in, in, in
					blocked.Blocked = board.SquaresOf(board.Square{Row: 1, Col: 1}, board.Square{Row: n, Col: 1})
					queens.Queens, colours.Colours = k, k
					independent := queens
					independent.Independent = true
					for _, in := range []encode.Instance{blocked, queens, colours, independent} {
						if in.Check() == nil && in.BoardVariables() <= 24 {
							all = append(all, in)
						}
					}
				}
			}
		}
	}
	for i, name := range []string{"rook", "bishop", "knight", "king", "archbishop", "chancellor", "rider 1,2", "rider 2,0 leaper 1,1"} {
		p, err := encode.ParsePiece(name)
		if err != nil {
			t.Fatal(err)
		}
		mixture, err := encode.ParsePieces([]string{"queen*1 knight*2", "king*2 rook*1", "bishop*2 amazon*1 king*1"}[i%3])
		if err != nil {
			t.Fatal(err)
		}
		for squares := i % 2; squares < 4*5; squares += 2 {
			b := board.Sized(squares/5+1, squares%5+1)
			in := encode.Instance{N: b.N, Columns: b.Columns, Variant: board.Variant(squares / 2 & 1), Pieces: []encode.Kind{p}, Queens: new(1 + (i+squares)%3)}
			independent, armies, colours, mixed := in, in, in, in
			in.Family, independent.Family, armies.Family, colours.Family = "", encode.Domination, encode.Armies, encode.Colouring
			independent.Independent = squares%3 > 0
			colours.Queens, colours.Colours = nil, in.Queens
			mixed.Queens, mixed.Pieces, mixed.AllowSame = nil, mixture, squares%3 > 0
			for _, in := range []encode.Instance{in, independent, armies, colours, mixed} {
				if in.Check() == nil && in.BoardVariables() <= 20 {
					all = append(all, in)
				}
			}
		}
	}
	return all
}

// accepts returns a function that reports whether unit propagation from a model of the board satisfies
// the clauses of f.
func accepts(f *dimacs.Formula) func(model []dimacs.Lit) bool {
	p := propagate.New(f.Vars)
	for clause := range f.Clauses() {
		p.Add(clause...)
	}
	possible := p.Propagate() < 0
	return func(model []dimacs.Lit) bool {
		p.Backtrack(0)
		p.Begin()
		return possible && !slices.ContainsFunc(model, func(l dimacs.Lit) bool { return !p.Assume(l) }) && p.Propagate() < 0
	}
}

// For every family, decode.Check agrees with the clauses on all or many assignments of small boards.
func TestCheckAgreesWithTheClauses(t *testing.T) {
	t.Parallel()
	atOnce := 8 // number of variables that get all combinations of values
	if os.Getenv("QUEENS_LONG") != "" {
		atOnce = 14
	}
	for _, in := range smallInstances(t) {
		f, err := in.Formula(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		vars := in.BoardVariables()
		model := make([]dimacs.Lit, vars)
		fits := accepts(f)
		for values := 0; values < 1<<vars; values += 1<<max(0, vars-atOnce) | 1 {
			for v := range model {
				if model[v] = dimacs.Lit(v + 1); values>>v&1 == 0 {
					model[v] = -model[v]
				}
			}
			p, err := new(decode.Decoder).Decode(&in, model)
			if err != nil {
				t.Fatal(err)
			}
			if err := decode.Check(p); (err == nil) != fits(model) {
				t.Fatalf("%v %v: %v, unlike the clauses", in.Comments(), model, err)
			}
		}
	}
}

// TestClasses compares the numbers of classes with OEIS A002562, and checks that boards of other sizes and
// exchanged armies are in other classes, but turned boards are not.
func TestClasses(t *testing.T) {
	for n, want := range []int{1: 1, 2: 0, 3: 0, 4: 1, 5: 2, 6: 1, 7: 6, 8: 12} {
		var c decode.Classes
		forEachSolution(n, func(columns []int) { c.Add(boardtest.Queens(columns...)) })
		if n > 0 && c.Len() != want {
			t.Errorf("N=%d: %d classes, want %d", n, c.Len(), want)
		}
	}
	var c decode.Classes
	two := boardtest.Numbered(encode.Armies, 2)
	for i, p := range []*decode.Placement{boardtest.Queens(1, 0), boardtest.Queens(1, 0, 0), boardtest.Queens(2, 0, 0), boardtest.Queens(0, 0, 0), boardtest.Pieces(two, "....", "A.A.", "....", ".B.B"), boardtest.Pieces(two, "....", "B.B.", "....", ".A.A"),
		boardtest.Queens(0, 0, 3), boardtest.Pieces(two, "B.B.", "....", ".A.A", "....")} {
		if c.Add(p) != (i < 6) {
			t.Errorf("%d%v is new: %v", p.Instance.N, p.Queens, i >= 6)
		}
	}
}

// forEachSolution calls visit with the solutions of N queens, as the columns by row.
func forEachSolution(n int, visit func(columns []int)) {
	columns := make([]int, 0, n)
	var fill func()
	fill = func() {
		row := len(columns)
		if row == n {
			visit(columns)
			return
		}
		for col := 1; col <= n; col++ {
			attacked := false
			for i, other := range columns {
				attacked = attacked || col == other || col-other == row-i || other-col == row-i
			}
			if !attacked {
				columns = append(columns, col)
				fill()
				columns = columns[:row]
			}
		}
	}
	fill()
}

// On a rectangular torus, a blocked diagonal contains all squares of its line.
func TestBlockedDiagonalsOfRectangularTorus(t *testing.T) {
	in := encode.Instance{N: 4, Columns: 6, Variant: board.Torus, Queens: new(1), BlockedDiagonals: []board.Diagonal{{Index: 0}}}
	for s := range in.Board().Squares() {
		wrong := decode.Check(&decode.Placement{Instance: &in, Queens: []board.Square{s}}) != nil
		if on := (s.Row-s.Col)%2 == 0; wrong != on {
			t.Errorf("%v: on the diagonal %v, refused %v", s, on, wrong)
		}
	}
}
