package dimacs

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// readWCNF reads a text with Options.Soft.
func readWCNF(text string, o Options) (*Formula, error) {
	o.Soft = true
	return ReadFormula(context.Background(), strings.NewReader(text), o)
}

// wcnf returns the canonical text of f.
func wcnf(t *testing.T, f *Formula) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestReadSoft(t *testing.T) {
	const canonical = "h 1 2 0\nh 0\n3 -1 0\n1 2 -3 0\n7 0\n"
	tests := []struct {
		name, text, want string
		vars             int
	}{
		{"no header", "c text\n" + canonical, canonical, 3},
		{"old header", "p wcnf 3 5 9\n9 1 2 0\n10 0\n3 -1 0\n1 2 -3 0 7 0\n", canonical, 3},
		{"larger number of variables", "p wcnf 5 1 9\n9 1 0\n", "h 1 0\n", 5},
		{"no top", "p wcnf 2 2\n9223372036854775806 1 0\n1 2 0", "9223372036854775806 1 0\n1 2 0\n", 2},
		{"lines", "\th 1\n2 0 h\n\n0 3\r\n -1 0\nc x\n1 2 -3 0\n7 0", canonical, 3},
		{"comments", "c board: 2\nh 1 0\nc family: x\n1 -1 0\n", "c board: 2\nc family: x\nh 1 0\n1 -1 0\n", 1},
		{"name", "3 -1 0\nh 1 0\n", "h 1 0\n3 -1 0\n", 1},
	}
	for _, tt := range tests {
		for _, chunk := range []int{0, 24} {
			f, err := readWCNF(tt.text, Options{Name: "q.wcnf.xz", chunk: chunk})
			if err != nil {
				t.Errorf("%s: %v", tt.name, err)
				continue
			}
			if d := cmp.Diff(tt.want, wcnf(t, f)); d != "" || f.Vars != tt.vars {
				t.Errorf("%s: %d variables (-want +got):\n%s", tt.name, f.Vars, d)
			}
		}
	}
}

func TestReadSoftErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"h 1 0\n-3 1 0\n", `<input>:2:1: expected a weight from 1 to 9223372036854775807, found "-3"`},
		{"h 1 0\n9223372036854775808 1 0\n", `<input>:2:1: expected a weight from 1 to 9223372036854775807, found "9223372036854775808"`},
		{"h 1 0\n9223372036854775807 1 0\n1 2 0\n", `<input>:3:1: expected weights with a sum of at most 9223372036854775807, found a larger sum`},
		{"h 1 0\n2 x 0\n", `<input>:2:3: expected a literal, found "x"`},
		{"h 1 h 0\n", `<input>:1:5: expected a literal, found "h"`},
		{"h 1 2147483648 0\n", `<input>:1:5: expected a literal of at most 2147483647, found "2147483648"`},
		{"h 1 0\n2 1\n", `<input>:3:1: expected 0 at the end of the clause, found end of file`},
		{"1 -2 0\n", "<input>:1:1: expected the header `p cnf VARIABLES CLAUSES`, found \"1\""},
		{"p wcnf 2 1 0\n1 1 0\n", `<input>:1:12: expected a weight of hard clauses from 1 to 9223372036854775807, found 0`},
		{"p wcnf 2 2 3\nh 1 0\n", `<input>:2:1: expected a weight from 1 to 9223372036854775807, found "h"`},
		{"p wcnf 2 2 3\n1 3 0\n", `<input>:2:3: expected a variable of at most 2 as the header says, found "3"`},
		{"p wcnf 2 2 3\n1 2 0\n", `<input>:1:1: expected 2 clauses as the header says, found 1`},
		{"p wcnf 2 2 3 4\n1 2 0\n", `<input>:1:14: expected end of line, found "4"`},
		{"h 1 0\n" + strings.Repeat("9", 100), `<input>:2:1: expected h or a weight from 1 to 9223372036854775807, found "999999999999999999999999"..`},
	}
	for _, tt := range tests {
		_, err := readWCNF(tt.text, Options{})
		if err == nil || strings.ReplaceAll(err.Error(), "expected h or", "expected") != strings.ReplaceAll(tt.want, "expected h or", "expected") {
			t.Errorf("%q:\n got %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

func TestReadSoftModes(t *testing.T) {
	var syntax *SyntaxError
	if _, err := readWCNF("p wcnf 1 1 3\n1 1 0\n", Options{Mode: Strict}); !errors.As(err, &syntax) || syntax.Column != 3 {
		t.Errorf("the strict mode accepts a WCNF: %v", err)
	}
	if _, err := ReadFormula(context.Background(), strings.NewReader("h 1 0\n"), Options{}); !errors.As(err, &syntax) {
		t.Errorf("a WCNF was read without Soft: %v", err)
	}
	if _, err := NewReader(strings.NewReader("h 1 0\n"), Options{Soft: true}).Read(); !errors.As(err, &syntax) {
		t.Errorf("a Reader reads a WCNF: %v", err)
	}
	for _, chunk := range []int{0, 24} {
		const text = "h 1 0\nc a comment over chunks\n0 -1 7 0\n2 -1 0\n0 2 0\n"
		f, err := readWCNF(text, Options{chunk: chunk})
		if err != nil || f.Vars != 7 || wcnf(t, f) != "h 1 0\n2 -1 0\n" || len(f.Warnings) != 1 ||
			f.Warnings[0].Error() != "<input>:3:1: expected h or a weight from 1 to 9223372036854775807, found 0 (soft clauses of weight 0 are left out)" {
			t.Errorf("weight 0: %v, %v", f, err)
		}
	}
	f, err := readWCNF("p wcnf 1 3 3\n3 1 0\n2 -2", Options{Mode: Relaxed})
	if err != nil || len(f.Warnings) != 2 || wcnf(t, f) != "h 1 0\n2 -2 0\n" {
		t.Errorf("relaxed: %v %v", f, err)
	}
}

func TestSoftFormula(t *testing.T) {
	f := &Formula{Soft: []SoftClause{{3, []Lit{-1}}, {4, []Lit{2, 1}}, {5, nil}}}
	f.Add(1, 2)
	a := &Assignment{}
	a.SetLit(1)
	if got := f.Cost(a); got != 8 {
		t.Errorf("cost %d, want 8", got)
	}
	if g := f.Hard([]Lit{-2}); g.Soft != nil || g.NumClauses() != 2 || f.NumClauses() != 1 {
		t.Errorf("%d hard clauses, %d before", g.NumClauses(), f.NumClauses())
	}
	for _, wrong := range []SoftClause{{0, []Lit{1}}, {-1, nil}, {1, []Lit{3}}, {MaxWeight - 10, nil}} {
		g := *f
		if g.Soft = append(g.Soft[:3:3], wrong); g.Check() == nil {
			t.Errorf("%v accepted", wrong)
		}
	}
	w := NewWriter(&bytes.Buffer{})
	if w.SoftClause(0, 1); w.Flush() == nil {
		t.Error("a weight of 0 was written")
	}
	g := *f
	if g.Incremental = true; g.Check() == nil {
		t.Error("a WCNF with cubes was accepted")
	}
}
