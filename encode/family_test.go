package encode

import (
	"strings"
	"testing"

	"queens/encode/board"
)

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
