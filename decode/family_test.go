package decode

import (
	"fmt"
	"strings"
	"testing"

	"queens/encode"
)

// pieces returns the placement of letters on rows of text: a dot is an empty square, and
// A, B and so on are the layers.
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
			"queens on 1:1 (a4) and 2:3 (c3) attack each other along a knight's move"},
		{pieces(numbered(encode.Domination, 2), "...A", "....", ".A..", "...."), ""},
		{pieces(numbered(encode.Domination, 2), ".....", ".A...", ".....", ".....", "....A"), "no queen attacks square 1:4 (d5) or stands on it"},
		{pieces(numbered(encode.Domination, 3), "...", ".A.", "..."), "the board of size 3 has 1 queen, expected 3"},
		{pieces(independent, "A..", "...", ".A."), ""},
		{pieces(independent, "A..", ".A.", "..."), "queens on 1:1 (a3) and 2:2 (b2) attack each other along a diagonal"},
		{pieces(numbered(encode.Armies, 2), "AA..", "....", "..B.", "...B"), "queens on 1:1 (a4) and 3:3 (c2) attack each other along a diagonal"},
		{pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"), ""},
		{pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.."), "the board of size 4 has 1 black queen, expected 2"},
		{pieces(numbered(encode.Armies, 1), "A..", "...", "A.."), "the board of size 3 has 2 white queens, expected 1"},
		{pieces(numbered(encode.Colouring, 4), "AB", "CD"), ""},
		{pieces(numbered(encode.Colouring, 4), "AB", "CA"), "squares 1:1 (a2) and 2:2 (b1) on a diagonal have the same colour A"},
		{pieces(numbered(encode.Colouring, 4), "AB", ".C"), "square 2:1 (a1) has no colour"},
		{pieces(numbered(encode.Colouring, 4), "AB", "C."), "square 2:2 (b1) has no colour"},
		{&Placement{Instance: pieces(numbered(encode.Colouring, 4), "AB", "CD").Instance,
			Queens: []encode.Square{{Row: 1, Col: 1}, {Row: 1, Col: 1}}, Layers: []int{0, 2}}, "square 1:1 (a2) has the colours A and C"},
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

// rulesHold says by the definition of each family whether a placement is a solution.
func rulesHold(p *Placement) bool {
	in := p.Instance
	n := in.N
	same := func(x, y int) bool { return x == y || in.Variant == encode.Torus && (x-y)%n == 0 }
	attack := func(a, b encode.Square) bool {
		return a.Row == b.Row || a.Col == b.Col || same(a.Row-a.Col, b.Row-b.Col) || same(a.Row+a.Col, b.Row+b.Col)
	}
	leap := func(a, b encode.Square) bool {
		for _, m := range [][2]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}} {
			if same(a.Row+m[0], b.Row) && same(a.Col+m[1], b.Col) {
				return true
			}
		}
		return false
	}
	number := map[int]int{}
	for i, a := range p.Queens {
		number[p.at(i)]++
		for j, b := range p.Queens[:i] {
			alike := p.at(i) == p.at(j)
			if forbidden := map[encode.Family]bool{encode.Colouring: alike, encode.Armies: !alike, encode.Superqueens: true,
				encode.Domination: in.Independent}[in.Family]; forbidden && (attack(a, b) || in.Family == encode.Superqueens && leap(a, b)) {
				return false
			}
		}
	}
	if in.Family == encode.Colouring {
		return len(p.Queens) == n*n
	}
	for layer := range in.Layers() {
		if number[layer] != in.QueenCount() {
			return false
		}
	}
	for v := 0; in.Family == encode.Domination && v < n*n; v++ {
		covered := false
		for _, q := range p.Queens {
			covered = covered || attack(q, encode.Square{Row: v/n + 1, Col: v%n + 1})
		}
		if !covered {
			return false
		}
	}
	return true
}

// Check agrees with the definitions on all boards of size 2 and 3.
func TestCheckFamiliesByDefinition(t *testing.T) {
	independent := numbered(encode.Domination, 1)
	independent.Independent = true
	for _, variant := range []encode.Variant{encode.Regular, encode.Torus} {
		for _, in := range []encode.Instance{
			numbered(encode.Colouring, 4), numbered(encode.Colouring, 2), numbered(encode.Domination, 1), numbered(encode.Domination, 2), independent,
			numbered(encode.Armies, 1), numbered(encode.Armies, 2), numbered(encode.Superqueens, 1), numbered(encode.Superqueens, 2),
		} {
			in.Variant = variant
			for n := 2; n <= 3; n++ {
				if n == 3 && in.Layers() > 2 {
					continue
				}
				everyBoard(n, in.Layers(), func(rows []string) {
					p := pieces(in, rows...)
					if err := Check(p); (err == nil) != rulesHold(p) {
						t.Errorf("%v %v %q: %v", in.Family, variant, rows, err)
					}
				})
			}
		}
	}
}

// everyBoard calls do with each board of n by n squares that hold nothing or a layer.
func everyBoard(n, layers int, do func(rows []string)) {
	total := 1
	for range n * n {
		total *= layers + 1
	}
	for code := range total {
		var b strings.Builder
		for range n * n {
			b.WriteByte("ABCDEF."[(code%(layers+1)+6)%7])
			code /= layers + 1
		}
		rows := make([]string, n)
		for i := range rows {
			rows[i] = b.String()[i*n : (i+1)*n]
		}
		do(rows)
	}
}

// goldenFamilies are boards of each family, each with attacked squares marked.
func goldenFamilies() map[string]*Placement {
	return map[string]*Placement{
		"armies":      pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B"),
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

// Colours of a terminal mark armies and colours, too.
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

// Letters go on after Z, and each colour of many is another one.
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

// Lines of attack are those that the family forbids.
func TestAttacksOfFamilies(t *testing.T) {
	for want, p := range map[string]*Placement{
		"[]":        pieces(numbered(encode.Domination, 2), "AA", ".."),
		"[1:1-2:3]": pieces(numbered(encode.Superqueens, 2), "A...", "..A.", "....", "...."),
		"[1:2-1:3]": pieces(numbered(encode.Armies, 2), "AAB.", "....", "....", "...."),
		"[1:1-2:2]": pieces(numbered(encode.Colouring, 3), "AB", "CA"),
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

// What a puzzle asks for depends on its family.
func TestTasksOfFamilies(t *testing.T) {
	independent := numbered(encode.Domination, 3)
	independent.Independent = true
	for want, in := range map[string]encode.Instance{
		"Place 3 queens so that each empty square is attacked.":                                         numbered(encode.Domination, 3),
		"Place 3 queens so that each empty square is attacked, but no queen.":                           independent,
		"Place 9 white queens and as many black ones so that no queen attacks one of the other colour.": numbered(encode.Armies, 9),
		"Give each square one of 9 colours so that squares on a line differ.":                           numbered(encode.Colouring, 9),
		"Place 1 queen, which also move as knights, so that no two attack each other.":                  numbered(encode.Superqueens, 1),
	} {
		in.N = 8
		if got := NewPuzzle(&in, 0).question(true); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Rotations of armies are one class, other armies on the same squares another.
func TestClassesOfArmies(t *testing.T) {
	var c Classes
	one := pieces(numbered(encode.Armies, 2), "....", "A.A.", "....", ".B.B")
	turned := pieces(numbered(encode.Armies, 2), "B.B.", "....", ".A.A", "....")
	exchanged := pieces(numbered(encode.Armies, 2), "....", "B.B.", "....", ".A.A")
	if got := fmt.Sprint(c.Add(one), c.Add(turned), c.Add(exchanged), c.Len()); got != "true false true 2" {
		t.Error(got)
	}
}
