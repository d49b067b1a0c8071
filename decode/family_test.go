package decode

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
)

// pieces returns the placement that rows of text show: a dot is an empty square, and A, B and
// so on are the layers.
func pieces(in encode.Instance, rows ...string) *Placement {
	in.N = len(rows)
	p := &Placement{Instance: &in}
	for row, text := range rows {
		for col, c := range text {
			if c != '.' {
				p.Queens = append(p.Queens, encode.Square{Row: row + 1, Col: col + 1})
				if in.Layers() > 1 {
					p.Layers = append(p.Layers, int(c-'A'))
				}
			}
		}
	}
	return p
}

func numbered(f encode.Family, number int) encode.Instance {
	if f == encode.Colouring {
		return encode.Instance{Family: f, Colours: &number}
	}
	return encode.Instance{Family: f, Queens: &number}
}

func TestCheckFamilies(t *testing.T) {
	independent := numbered(encode.Domination, 2)
	independent.Independent = true
	for _, tt := range []struct {
		p    *Placement
		want string
	}{
		{pieces(numbered(encode.Superqueens, 3), ".....", ".A...", "....A", ".....", "A...."), ""},
		{pieces(numbered(encode.Superqueens, 2), "A...", "..A.", "....", "...."),
			"queens on a4 and c3 attack each other along a knight's move"},
		{pieces(numbered(encode.Domination, 2), "...A", "....", ".A..", "...."), ""},
		{pieces(numbered(encode.Domination, 2), ".....", ".A...", ".....", ".....", "....A"), "no queen attacks square d5 or stands on it"},
		{pieces(numbered(encode.Domination, 3), "...", ".A.", "..."), "the board of size 3 has 1 queen, expected 3"},
		{pieces(independent, "A..", "...", ".A."), ""},
		{pieces(independent, "A..", ".A.", "..."), "queens on a3 and b2 attack each other along a diagonal"},
		{pieces(numbered(encode.Armies, 2), "AA..", "....", "..B.", "...B"), "queens on a4 and c2 attack each other along a diagonal"},
		{pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"), ""},
		{pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.."), "the board of size 4 has 1 black queen, expected 2"},
		{pieces(numbered(encode.Armies, 1), "A..", "...", "A.."), "the board of size 3 has 2 white queens, expected 1"},
		{pieces(numbered(encode.Colouring, 4), "AB", "CD"), ""},
		{pieces(numbered(encode.Colouring, 4), "AB", "CA"), "squares a2 and b1 on a diagonal have the same colour A"},
		{pieces(numbered(encode.Colouring, 4), "AB", ".C"), "square a1 has no colour"},
		{pieces(numbered(encode.Colouring, 4), "AB", "C."), "square b1 has no colour"},
		{pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "...A.", "A....", "..A..", "....A", ".A..."), ""},
		{pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "A....", ".A...", ".....", ".....", "....."), "the queens on a5 and b4 touch"},
		{pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "A....", "...A.", "..A..", "....A", ".A..."), "the queens on d4 and c3 touch"},
		{pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "A....", "...A.", ".....", "....A", ".A..."), "rank 3 has 0 queens, expected 1"},
		{pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "A....", "..A..", "....A", ".A...", "...A."), "region D has 0 queens, expected 1"},
		{&Placement{Instance: pieces(numbered(encode.Colouring, 4), "AB", "CD").Instance,
			Queens: []encode.Square{{Row: 1, Col: 1}, {Row: 1, Col: 1}}, Layers: []int{0, 2}}, "square a2 has the colours A and C"},
	} {
		got := ""
		if err := Check(tt.p); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%+v: got  %q\nwant %q", tt.p.Queens, got, tt.want)
		}
	}
}

// smallRegions is indexed by the size of a board: rows of regions.
var smallRegions = [...]string{1: "A,", 2: "AB,BB", 3: "ABB,BBC,CCC", 4: "AABB,AABB,CCDD,CCDD"}

// smallInstances returns instances of every family with few variables.
func smallInstances() (all []encode.Instance) {
	one, two, four := 1, 2, 4
	for _, f := range encode.Families() {
		for n := 1; n <= 4; n++ {
			for _, k := range []*int{nil, &one, &two, &four} {
				for _, variant := range []encode.Variant{encode.Regular, encode.Torus} {
					in := encode.Instance{N: n, Family: f, Variant: variant}
					if f == encode.Regions {
						in.Regions, _ = encode.ParsePartition(smallRegions[n], "", true)
					}
					blocked, queens, colours := in, in, in
					blocked.Blocked = encode.SquaresOf(encode.Square{Row: 1, Col: 1}, encode.Square{Row: n, Col: 1})
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
	return all
}

// accepts returns a function that reports whether unit propagation from a model of the board satisfies
// the clauses of f.
func accepts(f *dimacs.Formula) func(model []dimacs.Lit) bool {
	p := dimacs.NewPropagator(f.Vars)
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

// For every family, Check agrees with the clauses on all or many assignments of small boards.
func TestCheckAgreesWithTheClauses(t *testing.T) {
	t.Parallel()
	atOnce := 10 // number of variables that get all combinations of values
	if os.Getenv("QUEENS_LONG") != "" {
		atOnce = 14
	}
	for _, in := range smallInstances() {
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
			var p Placement
			p.set(&in, model)
			if err := Check(&p); (err == nil) != fits(model) {
				t.Fatalf("%v %v: %v, unlike the clauses", in.Comments(), model, err)
			}
		}
	}
}

// fiveRegions returns the regions of a board of size 5 with the solution d5 a4 c3 e2 b1.
func fiveRegions() *encode.Partition {
	p, err := encode.ParsePartition("AABBB,AABBC,DDDCC,DEECC,EEEEC", "", true)
	if err != nil {
		panic(err)
	}
	return p
}

// goldenFamilies returns a board of each family. The golden files mark their attacked squares.
func goldenFamilies() map[string]*Placement {
	return map[string]*Placement{
		"regions":     pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "...A.", "A....", "..A..", "....A", ".A..."),
		"armies":      pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"),
		"dominoes":    pieces(encode.Instance{Family: encode.Dominoes}, "AB", "AB"),
		"colouring":   pieces(numbered(encode.Colouring, 5), "ABCDE", "DEABC", "BCDEA", "EABCD", "CDEAB"),
		"domination":  pieces(numbered(encode.Domination, 2), "...A", "....", ".A..", "...."),
		"superqueens": pieces(numbered(encode.Superqueens, 3), ".....", ".A...", "....A", ".....", "A...."),
	}
}

func TestFamiliesGolden(t *testing.T) {
	for name, p := range goldenFamilies() {
		if err := Check(p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, f := range Formats {
			if !f.Can(Pieces) {
				continue
			}
			got := rendered(t, f, Style{Attacked: true}, p)
			if f.Name == htmlFormat.Name {
				got = pageBoards(t, got)
			}
			compareGolden(t, f.Name+"-"+name, got)
		}
	}
}

// Dominoes attack no square: each format shows the same board with and without attacked squares.
func TestAttackedDominoes(t *testing.T) {
	p := pieces(encode.Instance{Family: encode.Dominoes, Blocked: encode.SquaresOf(encode.Square{Row: 1, Col: 1}, encode.Square{Row: 1, Col: 2})}, "..AB", "ABCC", "CCDD", "DDAB")
	for _, f := range Formats {
		if !f.Can(Pieces) {
			continue
		}
		if got, want := rendered(t, f, Style{Attacked: true}, p), rendered(t, f, Style{}, p); f.Name != jsonFormat.Name && f.Name != htmlFormat.Name && got != want {
			t.Errorf("%s: with attacked squares\n%s\nwant\n%s", f.Name, got, want)
		}
	}
}

// On a terminal, armies and colourings have their own colours.
func TestFamiliesInColour(t *testing.T) {
	got := rendered(t, textFormat, Style{Color: true}, goldenFamilies()["armies"])
	for _, want := range []string{inkWhite + ";" + paintWhite + "m W ", inkQueen + ";" + paintLight + "m B "} {
		if !strings.Contains(got, want) {
			t.Errorf("expected %q in %q", want, got)
		}
	}
	if got := rendered(t, textFormat, Style{Color: true}, goldenFamilies()["colouring"]); !strings.Contains(got, paintColours[4]+"m E ") {
		t.Errorf("no colour E in %q", got)
	}
}

// Colours have different names, also beyond Z, and many colours look different.
func TestLetters(t *testing.T) {
	p := &Placement{Instance: &encode.Instance{N: 30, Family: encode.Colouring}}
	if got := p.letter(0) + p.letter(25) + p.letter(26) + p.letter(51); got != "AZAAAZ" {
		t.Error(got)
	}
	seen := map[string]bool{}
	for layer := range 24 {
		if c := hex(colourOf(layer)); seen[c] {
			t.Errorf("colour %d is there twice", layer)
		} else {
			seen[c] = true
		}
	}
}

// Attacks returns the attacks that the family forbids.
func TestAttacksOfFamilies(t *testing.T) {
	for want, p := range map[string]*Placement{
		"[]":        pieces(numbered(encode.Domination, 2), "AA", ".."),
		"[1:1-2:3]": pieces(numbered(encode.Superqueens, 2), "A...", "..A.", "....", "...."),
		"[1:2-1:3]": pieces(numbered(encode.Armies, 2), "AAB.", "....", "....", "...."),
		"[1:1-2:2]": pieces(numbered(encode.Colouring, 3), "AB", "CA"),
		// a corner, a row and a column; with two stars, three queens in a row are too many
		"[1:3-2:4 2:4-2:5]":         pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "..A..", "...AA", ".....", ".....", "....."),
		"[1:1-1:2 1:2-1:4 1:4-5:4]": pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions()}, "AA.A.", ".....", ".....", ".....", "...A."),
		"[1:1-1:3 1:3-1:5]":         pieces(encode.Instance{Family: encode.Regions, Regions: fiveRegions(), Stars: 2}, "A.A.A", ".....", ".....", ".....", "....."),
	} {
		pairs := []string{}
		for _, a := range Attacks(p) {
			pairs = append(pairs, fmt.Sprintf("%v-%v", a.A, a.B))
		}
		if got := fmt.Sprint(pairs); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if text := rendered(t, svgFormat, Style{Attacks: true}, p); strings.Contains(text, "NaN") {
			t.Errorf("%s: no number in %s", want, text)
		}
	}
}

// Each family has its own question.
func TestTasksOfFamilies(t *testing.T) {
	independent := numbered(encode.Domination, 3)
	independent.Independent = true
	for want, in := range map[string]encode.Instance{
		"Place 3 queens so that every empty square is attacked.":                                                      numbered(encode.Domination, 3),
		"Place 3 queens so that every empty square is attacked and no two queens attack each other.":                  independent,
		"Place 9 white queens and 9 black queens so that no queen attacks a queen of the other colour.":               numbered(encode.Armies, 9),
		"Give each square one of 9 colours so that no two squares in a row, column or diagonal have the same colour.": numbered(encode.Colouring, 9),
		"Place 1 queen so that no two attack each other. Queens also move like knights.":                              numbered(encode.Superqueens, 1),
	} {
		in.N = 8
		if got := NewPuzzle(&in, 0).question(true); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Rotations of two armies are in one class. Exchanging the armies gives another class.
func TestClassesOfArmies(t *testing.T) {
	var c Classes
	one := pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B")
	turned := pieces(numbered(encode.Armies, 2), "B.B.", "....", ".A.A", "....")
	exchanged := pieces(numbered(encode.Armies, 2), "....", "B.B.", "....", ".A.A")
	if got := fmt.Sprint(c.Add(one), c.Add(turned), c.Add(exchanged), c.Len()); got != "true false true 2" {
		t.Error(got)
	}
}
