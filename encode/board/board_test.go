package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]Board{"8": {N: 8}, "8x8": {N: 8}, "8x5": {N: 8, Columns: 5}, "1x7": {N: 1, Columns: 7},
		"16383": {N: MaxN}, "1x1048576": {N: 1, Columns: MaxSide}} {
		b, err := ParseSize(text)
		if err != nil || b != want || b.Count() != b.N*b.Width() || b.Side() != min(b.N, b.Width()) || b.LongSide() != max(b.N, b.Width()) {
			t.Errorf("%s: %+v, %v", text, b, err)
		}
		if again, _ := ParseSize(b.Size()); again != b {
			t.Errorf("%s is written %s", text, b.Size())
		}
	}
	for _, text := range []string{"", "x", "8x", "x8", "0", "0x5", "5x0", "-8", "8x5x3", "8X5", "8 x5", "16384", "20000x20000", "1x1048577", "9999999999x1", strings.Repeat("1", 999)} {
		if b, err := ParseSize(text); err == nil || len(err.Error()) > 200 {
			t.Errorf("%.30q: %+v, %v", text, b, err)
		}
	}
}

// Two squares are on a common line in a direction if and only if a number of its steps leads from one to the
// other, around the border on a torus. Lines yields each line once, with all of its squares.
func TestLinesByRepeatedSteps(t *testing.T) {
	directions := slices.Concat(Directions[:], Rider(1, 2), Rider(0, 2), Rider(2, 2), Rider(1, 3))
	for _, size := range []string{"1", "1x4", "3x2", "4", "2x4", "3x5", "4x6", "6x4"} {
		for _, variant := range []Variant{Regular, Torus} {
			b, _ := ParseSize(size)
			b.Variant, b.Moves = variant, &Moves{Lines: directions}
			lines := map[string]bool{}
			for l := range b.Lines() {
				lines[fmt.Sprint(l.Direction, l.AppendVars(nil))] = true
			}
			listed := len(lines)
			for _, d := range directions {
				for s := range b.Squares() {
					l := b.Through(d, s)
					want := []dimacs.Lit{b.Var(s)}
					for _, sign := range []int{1, -1} {
						step := Direction{sign * d.Down, sign * d.Right}
						for to := b.After(s, step); b.Holds(to) && to != s; to = b.After(to, step) {
							want = append(want, b.Var(to))
						}
					}
					slices.Sort(want)
					got := l.AppendVars(nil)
					delete(lines, fmt.Sprint(d, got))
					slices.Sort(got)
					if want = slices.Compact(want); !slices.Equal(got, want) || l.Len() != len(want) {
						t.Fatalf("%s %v: %v through %v: %v, length %d, want %v", size, variant, d, s, got, l.Len(), want)
					}
				}
			}
			if len(lines) > 0 || listed == 0 {
				t.Errorf("%s %v: %d lines through no square: %v", size, variant, len(lines), lines)
			}
		}
	}
}

func TestMoves(t *testing.T) {
	if got := Rider(0, 1); !slices.Equal(got, []Direction{Row, Column}) {
		t.Errorf("rows and columns: %v", got)
	}
	if got := Rider(1, 1); !slices.Equal(got, []Direction{Falling, Rising}) {
		t.Errorf("diagonals: %v", got)
	}
	king := Union(Moves{Leaps: Leaper(0, 1)}, Moves{Leaps: Leaper(1, 1)})
	amazon := Union(Moves{Lines: Directions[:]}, Union(Moves{Leaps: Leaper(1, 2)}, Moves{Lines: Rider(1, 1)}))
	for _, test := range []struct {
		moves        Moves
		lines, leaps int
		like         string
	}{{king, 0, 8, "king"}, {amazon, 4, 8, "knight"}, {Union(king, Moves{Leaps: Leaper(1, 2)}), 0, 16, "leaper"},
		{Moves{Lines: Rider(1, 2)}, 4, 0, ""}, {Moves{Leaps: Leaper(2, 0), Like: "leaper"}, 0, 4, "leaper"}} {
		m := test.moves
		if len(m.Lines) != test.lines || len(m.Leaps) != test.leaps || m.Like != test.like || !m.Symmetric() {
			t.Errorf("%+v, want %+v", m, test)
		}
	}
	if king.AreQueens() || amazon.AreQueens() || !(&Moves{Lines: Directions[:]}).AreQueens() {
		t.Error("only rows, columns and diagonals are the moves of a queen")
	}
	if len(KingSteps()) != 8 || (Moves{Leaps: Leaper(1, 2)[:7]}).Symmetric() || (Moves{Lines: Directions[:1]}).Symmetric() {
		t.Error("a king has eight steps; moves in one direction are not symmetric")
	}
}

// A rectangle has the four symmetries that keep its shape, and each moves its squares to each other.
func TestSymmetriesOfRectangles(t *testing.T) {
	for size, want := range map[string]int{"3": 8, "2x3": 4, "5x1": 4} {
		b, _ := ParseSize(size)
		for _, s := range b.Symmetries() {
			images, moved := Squares{}, 0
			for q := range b.Squares() {
				images.Add(s.Image(q, b))
				if s.Image(q, b) != q {
					moved++
				}
			}
			if _, beyond := images.Beyond(b); beyond || images.Len() != b.Count() || !b.AllSquares().FixedBy(s, b) {
				t.Errorf("%s: %v", size, s)
			}
			if isTurn := s.String() == "a half turn"; isTurn && s.Comparisons(b) != moved/2 {
				t.Errorf("%s, %v: %d comparisons, but %d squares move", size, s, s.Comparisons(b), moved)
			}
		}
		if len(b.Symmetries()) != want {
			t.Errorf("%s has %d symmetries", size, len(b.Symmetries()))
		}
	}
	p, err := ParsePartition("AAB,CBB", "", true)
	if err != nil || p.Board() != (Board{N: 2, Columns: 3}) || p.Board().MaxRegions() != 6 || p.FixedBy(Symmetries()[2]) || p.String() != "AAB,CBB" {
		t.Error(p, err)
	}
}
