package board

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
)

// partition parses rows separated by commas.
func partition(t *testing.T, rows string) *Partition {
	t.Helper()
	p, err := ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// All forms of the same board are read as the same partition, and written in one form.
func TestParsePartition(t *testing.T) {
	const want = "AAB,ABB,CCC"
	for _, text := range []string{
		"AAB\nABB\nCCC\n", "AAB\r\nABB\r\n\r\nCCC", "\ufeffAAB\r\nABB\r\nCCC", "\n  AAB  \nABB\t\n\nCCC", "AAB,\nABB,\nCCC,",
		"A A B\nA B B\nC C C", "A, A, B\nA,B,B\nC\tC C,\r\n", `[["A","A","B"],["A","B","B"],["C","C","C"]]`,
		"export const board = {\n  size: [3],\n  colorRegions: [ // rows\n    ['A', 'A', `B`],\n    [A, /* b */ B, 'B',],\n    [C,C,C],\n  ],\n  solved: [[1]],\n};\n",
		"first first second\nfirst second second\nthird third third", "🟥🟥🟦\n🟥🟦🟦\n🟩🟩🟩", "[[red, red, #00f], [red, #00f, #00f], [lime lime lime]]",
	} {
		p, err := ParsePartition(text, "r.txt", false)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if p.String() != want {
			t.Errorf("%q: got %v", text, p)
		}
	}
	if _, err := ParsePartition(strings.Repeat(strings.Repeat("aa ", 900)+"\n", 900), "r.txt", true); err != nil { // minutes, if quadratic
		t.Error(err)
	}
	for text, want := range map[string]string{
		"ab,ba": "ab,ba", "0.10,10.0": "0.10,10.0", "A,": "A,", "x.y.z9,x.y.z9,x.y.z9": "x.y.z9,x.y.z9,x.y.z9", "AAB/ABB/CCC\n": want, "AABBAABCDDCCDDCC\n": "AABB,AABC,DDCC,DDCC", "A A B/A B B/C C C": want, "AAB, ABB, CCC": want,
		"A./..": "AB,BB", "A.,..": "AB,BB", "A.\n..": "AB,BB", "A,A/B,B": "AA,BB", "A,A\nB,B": "AA,BB", "0.10/10.0": "0.10,10.0", "0.10\n10.0\n": "0.10,10.0",
		"A.C/A.C/AAA": "ABC,ABC,AAA", "[[A,A],[B,B]]": "AA,BB",
	} {
		if p, err := ParsePartition(text, "r.txt", true); err != nil || p.String() != want {
			t.Errorf("%q became %v, %v, want %s", text, p, err, want)
		}
	}
}

func TestParsePartitionFails(t *testing.T) {
	for text, want := range map[string]string{
		"":                   `r.txt:1:1: expected a board: rows of cells, each with the name of its region, found the end of the text`,
		"AAB\nAB\nCCC":       `r.txt:2:3: expected a row of 3 cells like the first, found 2`,
		"AAB\nABBC\nCCC":     `r.txt:2:4: expected a row of 3 cells like the first, found 4 cells`,
		"AAB\nABB\n":         `r.txt:3:1: expected 3 rows, as many as columns, found 2`,
		"AB\nAB\n\nAB":       `r.txt:4:3: expected 2 rows, as many as columns, found 3`,
		"AAB\nABD\nCCC":      `r.txt:3:1: expected 3 regions, as many as rows, found another one, "C"`,
		"AAB\nABB\nBBB\n":    `r.txt:4:1: expected 3 regions, as many as rows, found 2`,
		"AAB/ABB/CC\n":       `r.txt:1:11: expected a row of 3 cells like the first, found 2`,
		"AAB,AB\x1b,CCC":     `r.txt:1:7: expected the name of a region, found "\x1b,CCC"`,
		"A\x1b\n":            `r.txt:1:2: expected the name of a region, found "\x1b"`,
		"A\xff\n":            `r.txt:1:2: expected the name of a region, found "\xff"`,
		"[[A, B],\n [A, !]]": `r.txt:2:6: expected a board in brackets, such as [[A, B], [B, B]], found "!]]"`,
		"[[A, B], [A, B] A":  `r.txt:1:17: expected a board in brackets, such as [[A, B], [B, B]], found "A"`,
		"[[A, B], [[A, B":    `r.txt:1:11: expected a board in brackets, such as [[A, B], [B, B]], found "[A, B"`,
		"[[A, B], [A, B":     `r.txt:1:15: expected a board in brackets, such as [[A, B], [B, B]], found the end of the text`,
	} {
		_, err := ParsePartition(text, "r.txt", false)
		if syntax := (*dimacs.SyntaxError)(nil); !errors.As(err, &syntax) {
			t.Errorf("%q: got %v", text, err)
		} else if !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v\nwant %s", text, err, want)
		}
	}
}

func TestPartition(t *testing.T) {
	p := partition(t, "AAB,ABB,CCC")
	if got := p.Region(Square{2, 3}); p.Board().N != 3 || got != 1 || p.Name(got) != "B" || !slices.Equal(p.Vars(got), []dimacs.Lit{3, 5, 6}) {
		t.Errorf("region %d of %v has variables %v", got, p, p.Vars(got))
	}
	if q := partition(t, "AAB,ABB,CCC"); !p.Equal(q) || p.Equal(nil) || !(*Partition)(nil).Equal(nil) || p.Equal(partition(t, "aab,abb,ccc")) {
		t.Error("Equal is wrong")
	}
	turned := partition(t, "CAA,CBA,CBB")
	if !slices.Equal(p.Image(transposed|columnsTurned), turned.Image(0)) || slices.Equal(p.Image(0), turned.Image(0)) {
		t.Errorf("a quarter turn of %v is %v, want %v", p, p.Image(transposed|columnsTurned), turned.Image(0))
	}
	long := make([]string, 30*30)
	for i := range long {
		long[i] = strings.Repeat("x", 1+i/30)
	}
	if p, err := NewPartition(Board{N: 30}, long); err != nil || p.Name(0) != "A" || p.Name(29) != "AD" {
		t.Errorf("%v, %v", p, err)
	}
	for _, bad := range []struct {
		n     int
		cells []string
	}{{0, nil}, {MaxN + 1, nil}, {2, []string{"A"}}, {2, []string{"A"}}} {
		if _, err := NewPartition(Board{N: bad.n}, bad.cells); err == nil {
			t.Errorf("%v: no error", bad)
		}
	}
}

func TestDisconnected(t *testing.T) {
	for rows, want := range map[string]string{"AAB,ABB,CCC": "[]", "ABA,BBA,CCC": "[1:3]", "ABA,BAB,ABC": "[1:3 2:1]"} {
		if got := fmt.Sprint(partition(t, rows).Disconnected()); got != want {
			t.Errorf("%s: %s, want %s", rows, got, want)
		}
	}
}

// For any text, ParsePartition returns a position or a board that is read again from each of its
// forms.
func FuzzParsePartition(f *testing.F) {
	for _, text := range []string{"[[]]", "[[],[]]", "[[A],[]]", "[[", "[[[A]]]", "A", ",", "A\n\nB", "AAB\nABB\nCCC", "A, A\tB\nA B\r\nC C C", "[['A', /* b */ B],\n[A, 1.5,]]", "[[00]]", "[/*/[", "\ufeff🟥"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, anyCount := range []bool{false, true} {
			p, err := ParsePartition(text, "in", anyCount)
			if err != nil {
				if syntax := (*dimacs.SyntaxError)(nil); !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || len(err.Error()) > 500 {
					t.Fatalf("error without a position or without bounds: %v", err)
				}
			} else if again, err := ParsePartition(p.String(), "", true); err != nil || !again.Equal(p) || !anyCount && p.Count() != p.Board().N {
				t.Fatalf("%v became %v, %v", p, again, err)
			}
		}
	})
}
