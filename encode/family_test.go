package encode

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// byRules returns all solutions of an instance by a search that follows the rules of its
// family directly, without lines and clauses. The solutions are sorted strings with a byte
// for each square: a dot, or the letter of a layer. The shuffle and broken symmetries are
// ignored.
func byRules(in Instance) []string {
	type piece struct {
		board.Square
		letter byte
	}
	var found []string
	var pieces []piece
	drawn, count := []byte(strings.Repeat(".", in.N*in.N)), make([]int, in.Layers())
	var place func(v int)
	place = func(v int) {
		if v == len(drawn) {
			if in.accepts(drawn) {
				found = append(found, string(drawn))
			}
			return
		}
		s := board.Square{Row: v/in.N + 1, Col: v%in.N + 1}
		for layer := range count {
			p := piece{s, byte('A' + layer)}
			clash := func(q piece) bool { return in.clash(s, q.Square, p.letter, q.letter) }
			if full := in.Family != Colouring && count[layer] == in.QueenCount(); full || in.excludes(s) || slices.ContainsFunc(pieces, clash) {
				continue
			}
			pieces, drawn[v] = append(pieces, p), p.letter
			count[layer]++
			place(v + 1)
			count[layer]--
			pieces, drawn[v] = pieces[:len(pieces)-1], '.'
		}
		if in.Family != Colouring {
			place(v + 1)
		}
	}
	place(0)
	slices.Sort(found)
	return found
}

// clash reports whether piece a on square s and piece b on square t exclude each other.
func (in Instance) clash(s, t board.Square, a, b byte) bool {
	switch attack := in.attacks(s, t); in.Family {
	case Colouring:
		return attack && a == b
	case Armies:
		return attack && a != b
	case Domination:
		return attack && in.Independent
	case Superqueens:
		return attack || in.knightsMove(s, t)
	case Regions:
		return max(s.Row-t.Row, t.Row-s.Row, s.Col-t.Col, t.Col-s.Col) <= 1
	default:
		return attack
	}
}

func (in Instance) knightsMove(s, t board.Square) bool {
	for _, move := range [][2]int{{1, 2}, {2, 1}, {1, -2}, {2, -1}} {
		for _, sign := range []int{1, -1} {
			if in.same(s.Row+sign*move[0], t.Row) && in.same(s.Col+sign*move[1], t.Col) {
				return true
			}
		}
	}
	return false
}

// accepts reports whether a board without clashes is a solution.
func (in Instance) accepts(drawn []byte) bool {
	if in.Family == Colouring {
		return true
	}
	for layer := range in.Layers() {
		if strings.Count(string(drawn), string(rune('A'+layer))) != in.QueenCount() {
			return false
		}
	}
	for _, s := range in.Placed {
		if drawn[in.Board().Var(s)-1] == '.' {
			return false
		}
	}
	if in.Family == Regions {
		count := map[string]int{}
		for v, piece := range drawn {
			if s, _ := in.Board().SquareOf(v + 1); piece != '.' {
				count[fmt.Sprint("row", s.Row)]++
				count[fmt.Sprint("column", s.Col)]++
				count[in.Regions.Name(in.Regions.Region(s))]++
			}
		}
		return len(count) == 3*in.N && !slices.ContainsFunc(slices.Collect(maps.Values(count)), func(k int) bool { return k != in.StarCount() })
	}
	for s := range in.Board().Squares() {
		covered := func(q board.Square) bool { return drawn[in.Board().Var(q)-1] != '.' && in.attacks(s, q) }
		if in.Family == Domination && !slices.ContainsFunc(slices.Collect(in.Board().Squares()), covered) {
			return false
		}
	}
	return true
}

// byClauses returns the solutions that satisfy the clauses, in the form of byRules.
func byClauses(t *testing.T, in Instance) []string {
	t.Helper()
	var found []string
	_, err := solutions(in, func(value func(dimacs.Lit) int8) {
		drawn := []byte(strings.Repeat(".", in.N*in.N))
		for v := 1; v <= in.squareVariables(); v++ {
			if at := (v - 1) % len(drawn); value(dimacs.Lit(v)) > 0 {
				if drawn[at] != '.' {
					t.Errorf("%v: two pieces on a square", in)
				}
				drawn[at] = byte('A' + (v-1)/len(drawn))
			}
		}
		found = append(found, string(drawn))
	})
	if err != nil {
		t.Errorf("%v: %v", in, err)
	}
	slices.Sort(found)
	return found
}

// smallFamilies returns small instances, on both kinds of boards, of every family except
// the queens.
func smallFamilies() []Instance {
	var all []Instance
	for _, variant := range []board.Variant{board.Regular, board.Torus} {
		for n := 1; n <= 4; n++ {
			for k := 1; k <= min(n*n, 8-n) && (n < 4 || variant == board.Regular); k++ { // a torus of size 4 needs 8 colours
				all = append(all, Instance{N: n, Variant: variant, Family: Colouring, Colours: new(k)})
			}
			for k := 0; k <= n*n; k++ {
				if n < 4 || k <= 4 || k >= 15 {
					all = append(all, Instance{N: n, Variant: variant, Family: Domination, Queens: new(k)})
				}
				if n < 4 && k <= 5 || k <= 2 || k == n*n {
					all = append(all, Instance{N: n, Variant: variant, Family: Armies, Queens: new(k)})
				}
				if k <= n+1 {
					all = append(all, Instance{N: n, Variant: variant, Family: Domination, Independent: true, Queens: new(k)},
						Instance{N: n, Variant: variant, Family: Superqueens, Queens: new(k)})
				}
			}
		}
		for n := 5; n <= 6; n++ {
			all = append(all, Instance{N: n, Variant: variant, Family: Superqueens}, Instance{N: n, Variant: variant, Family: Superqueens, Queens: new(n - 2)},
				Instance{N: n, Variant: variant, Family: Domination, Queens: new(3)},
				Instance{N: n, Variant: variant, Family: Domination, Independent: true, Queens: new(3)})
		}
		all = append(all, Instance{N: 5, Variant: variant, Family: Colouring}, Instance{N: 5, Variant: variant, Family: Armies, Queens: new(1)})
	}
	for _, rows := range []string{"A,", "AA,BB", "AAB,ABB,CCC", "AABB,AABB,CCDD,CCDD", "ABBB,ABBB,ACDD,ACDD", "ABCD,BCDA,CDAB,DABC",
		"AABBB,AABBC,DDBCC,DDECC,EEEEE", "ABBBB,BBBBB,BBCBB,DBBBE,DBBBB"} {
		p, err := board.ParsePartition(rows, "", true)
		if err != nil {
			panic(err)
		}
		in := Instance{N: p.Board().N, Family: Regions, Regions: p}
		all = append(all, in)
		if in.N > 1 {
			in.Blocked = board.SquaresOf(board.Square{Row: 1, Col: in.N})
			all = append(all, in)
			in.Stars = 2
			all = append(all, in)
		}
		if in.N == 4 {
			in.Blocked, in.Stars, in.Placed = board.Squares{}, 0, []board.Square{{Row: 1, Col: 2}}
			all = append(all, in)
		}
	}
	return append(all,
		Instance{N: 4, Family: Domination, Queens: new(3), Placed: []board.Square{{Row: 1, Col: 1}}, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 3}}...), BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 4}}},
		Instance{N: 4, Family: Domination, Queens: new(3), Independent: true, Placed: []board.Square{{Row: 1, Col: 2}}},
		Instance{N: 4, Family: Armies, Queens: new(2), Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 3}}...), BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 0}}},
		Instance{N: 6, Family: Superqueens, Queens: new(4), Placed: []board.Square{{Row: 1, Col: 2}}, Blocked: board.SquaresOf([]board.Square{{Row: 3, Col: 4}}...)},
	)
}

// forms returns the instance in every form and encoding that its family accepts.
func (in Instance) forms() []Instance {
	var all []Instance
	for _, e := range atmostone.All() {
		for _, in.Minimal = range []bool{false, true} {
			if in.Encoding = e.Name; in.Check() == nil {
				all = append(all, in)
			}
		}
	}
	return all
}

// orbit returns the images of a solution under the rotations and reflections that map the instance to
// itself.
func (in Instance) orbit(drawn string) []string {
	images := map[string]bool{}
	same := func(q, r board.Square) bool {
		return in.Regions == nil || in.Regions.Region(q) == in.Regions.Region(r)
	}
	squares := slices.Collect(in.Board().Squares())
	for _, s := range board.Symmetries() {
		fixes, image := true, []byte(drawn)
		for _, from := range squares {
			to := s.Image(from, in.Board())
			fixes = fixes && in.excludes(from) == in.excludes(to) && slices.Contains(in.Placed, from) == slices.Contains(in.Placed, to) &&
				(in.Regions == nil || !slices.ContainsFunc(squares, func(q board.Square) bool { return same(from, q) != same(to, s.Image(q, in.Board())) }))
			image[in.Board().Var(to)-1] = drawn[in.Board().Var(from)-1]
		}
		if fixes {
			images[string(image)] = true
		}
	}
	return slices.Sorted(maps.Keys(images))
}

func TestFamiliesRefuse(t *testing.T) {
	two, none := 2, 0
	a1 := []board.Square{{Row: 1, Col: 1}}
	for _, in := range []Instance{
		{N: 4, Family: "rooks"}, {N: 4, Colours: &two}, {N: 4, Independent: true}, {N: 4, Family: Superqueens, Colours: &two},
		{N: 4, Family: Colouring, Queens: &two}, {N: 4, Family: Colouring, Colours: &none}, {N: 4, Family: Colouring, Placed: a1},
		{N: 4, Family: Colouring, Blocked: board.SquaresOf(a1...)}, {N: 700, Family: Colouring}, {N: board.MaxN, Family: Armies}, {N: 4, Family: Armies, Placed: a1},
		{N: 4, Family: Armies, Encoding: "ladder"}, {N: 4, Family: Armies, Minimal: true}, {N: 4, Family: Domination, Minimal: true},
		{N: 4, Family: Domination, Encoding: "product"}, {N: 4, Family: Armies, Independent: true},
	} {
		if err := in.Check(); err == nil {
			t.Errorf("%+v: Check finds nothing wrong", in)
		}
	}
}

// The annotations of every family explain its variables.
func TestAnnotatedInstances(t *testing.T) {
	one, three, five, seed := 1, 3, 5, int64(1)
	given := Instance{N: 2, Queens: &one, Minimal: true, Placed: []board.Square{{Row: 1, Col: 1}}, Blocked: board.SquaresOf([]board.Square{{Row: 2, Col: 2}}...), SymmetryBroken: true}
	for want, in := range map[string]Instance{
		"number of queens: 1 of the 2 rows empty (auxiliary variables 5 to 7)\nc variable 5: true if row 2 is empty, else false\n": given,
		"c variable 7: true if as far as row 2 at least one is empty, else false\n-1 -5 0\n-2 -5 0\n1 2 5 0\n":                     given,
		"\nc placed queens: 1\nc group given queen a2\n1 0\nc empty squares: 1\nc group empty square b1\n-4 0\n":                   given,
		"c symmetry class: no later in reading order than its image under the reflection at the falling diagonal\n2 -3 0\n":        given,
		"\nc variable 1: no queen on a1\n-1 0\n":                                       {N: 1, Shuffle: &seed},
		"variable 17: a black queen on a4":                                             {N: 4, Family: Armies, Queens: &three},
		"variable 17: colour 2 on a4":                                                  {N: 4, Family: Colouring},
		"a4 and the squares that it attacks: at least one queen":                       {N: 4, Family: Domination, Queens: &three},
		"knight's moves from a4: no queen on the other end":                            {N: 4, Family: Superqueens},
		"white queen on a4: no black queen on the other end":                           {N: 4, Family: Armies},
		"row 4: at most one square of colour 5, pairwise":                              {N: 4, Family: Colouring, Colours: &five},
		"square d1: at most one colour, pairwise":                                      {N: 4, Family: Colouring, Colours: &five},
		"true if board and image agree up to colour 1 on a4, else false":               {N: 4, Family: Colouring, Colours: &five, SymmetryBroken: true},
		"number of black queens: on 3 of the 16 squares":                               {N: 4, Family: Armies, Queens: &three},
		"on the first 4 squares along knight's moves, the last of them c1, else false": {N: 4, Queens: &five},
		"up to a black queen on a4, else false":                                        {N: 4, Family: Armies, SymmetryBroken: true},
		"true if colour 3 is on one of a8 b8, else false":                              {N: 8, Family: Colouring, Encoding: "ladder"},
		"true if a8 has one of colour 1 colour 2, else false":                          {N: 8, Family: Colouring, Encoding: "ladder"},
		"-2 -3 0\nc group row 2\nc row 2: at most":                                     {N: 3, Minimal: true},
		"c group no domino on a2 and b2\n-1 0\n":                                       {N: 2, Family: Dominoes, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}}...)},
		"c group empty square d4\n-4 0\nc group empty square d4\n-20 0\n":              {N: 4, Family: Armies, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 4}}...)},
		"note: two armies of queens that do not attack each other: the":                {N: 4, Family: Armies},
	} {
		if text := annotated(t, in); !strings.Contains(text, want) {
			t.Errorf("%v: expected %q in\n%.3000s", in, want, text)
		}
	}
}
