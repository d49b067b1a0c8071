package dimacs

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wcnf returns the canonical text of f.
func wcnf(t *testing.T, f *Formula) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A text is read, and written in the canonical form, or an error tells its place, wherever chunks end.
func TestForms(t *testing.T) {
	const canonical = "h 1 2 0\nh 0\n3 -1 0\n1 2 -3 0\n7 0\n"
	soft, named := Options{Soft: true}, Options{Soft: true, Name: "q.wcnf.xz"}
	relaxed, strict := Options{Soft: true, Mode: Relaxed}, Options{Soft: true, Mode: Strict}
	groups := Options{Groups: true}
	for _, tt := range []struct {
		o          Options
		text, want string
	}{
		{soft, "c text\n" + canonical, "3 variables\n" + canonical},
		{soft, "p wcnf 3 5 9\n9 1 2 0\n10 0\n3 -1 0\n1 2 -3 0 7 0\n", "3 variables\n" + canonical},
		{soft, "p wcnf 5 1 9\n9 1 0\n", "5 variables\nh 1 0\n"},
		{soft, "p wcnf 2 2\n9223372036854775806 1 0\n1 2 0", "2 variables\n9223372036854775806 1 0\n1 2 0\n"},
		{soft, "\th 1\n2 0 h\n\n0 3\r\n -1 0\nc x\n1 2 -3 0\n7 0", "3 variables\n" + canonical},
		{soft, "c board: 2\nh 1 0\nc family: x\n1 -1 0\n", "1 variables\nc board: 2\nc family: x\nh 1 0\n1 -1 0\n"},
		{named, "3 -1 0\nh 1 0\n", "1 variables\nh 1 0\n3 -1 0\n"},
		{soft, "h 1 0\nc a comment over chunks\n0 -1 7 0\n2 -1 0\n0 2 0\n", "7 variables\nh 1 0\n2 -1 0\n"},
		{relaxed, "p wcnf 1 3 3\n3 1 0\n2 -2", "2 variables\nh 1 0\n2 -2 0\n" +
			"<input>:1:1: expected 3 clauses as the header says, found 2\n<input>:1:1: expected 1 variables as the header says, found 2\n"},
		{strict, "p wcnf 1 1 3\n1 1 0\n", "!<input>:1:3: expected `cnf` or `inccnf`, found \"wcnf\""},
		{Options{}, "h 1 0\n", "!<input>:1:1: expected the header `p cnf VARIABLES CLAUSES`, found \"h\" (this looks like WCNF)"},
		{soft, "h 1 0\n-3 1 -2 0\n-2 0\n", "2 variables\nh 1 0\n3 -1 0\n3 1 2 0\noffset -5 of 10^-0\n"},
		{soft, "p wcnf 2 5 9\n0.50 1 0\n-2 2 0\n9 1 0\n8.125 1 0\n10 2 0\n", "2 variables\nh 1 0\nh 2 0\n500 1 0\n2000 -2 0\n8125 1 0\noffset -2000 of 10^-3\n"},
		{soft, "p wcnf 2 3 9999999\n0.0000000000005 1 0\n9999999 -1 0\n9999999.25 2 0\n", "2 variables\nh -1 0\nh 2 0\n5 1 0\noffset 0 of 10^-13\n"},
		{soft, "h 1 0\n-1 " + strings.Repeat("1 ", 257) + "0\n", "!<input>:2:518: expected at most 256 literals in a clause of negative weight, found 257"},
		{named, "-.5 1 0\n", `!q.wcnf.xz:1:1: expected h or a weight, such as 3, -2 or 0.5, of at most 9223372036854775807, found "-.5"`},
		{soft, "h 1 0\n-h 1 0\n", `!<input>:2:1: expected h or a weight, such as 3, -2 or 0.5, of at most 9223372036854775807, found "-h"`},
		{soft, "h 1 0\n1.x 1 0\n", `!<input>:2:1: expected h or a weight, such as 3, -2 or 0.5, of at most 9223372036854775807, found "1.x"`},
		{soft, "h 1 0\n0.0000000000000000001 1 0\n", "!<input>:2:1: expected weights with a sum of at most 9223372036854775807 in units of the smallest fraction, found a larger sum"},
		{soft, "h 1 0\n922337203685477580.7 1 0\n0.01 2 0\n", "!<input>:3:1: expected weights with a sum of at most 9223372036854775807 in units of the smallest fraction, found a larger sum"},
		{soft, "h 1 0\n-4611686018427387904 1 2 0\n", "!<input>:2:26: expected weights with a sum of at most 9223372036854775807 in units of the smallest fraction, found a larger sum"},
		{soft, "p wcnf 1 2 99\n0.000000000000000001 1 0\n3 -1 0\n", "1 variables\n1 1 0\n3000000000000000000 -1 0\noffset 0 of 10^-18\n"},
		{soft, "h 1 0\n9223372036854775808 1 0\n", `!<input>:2:1: expected h or a weight, such as 3, -2 or 0.5, of at most 9223372036854775807, found "9223372036854775808"`},
		{soft, "h 1 0\n9223372036854775807 1 0\n1 2 0\n", `!<input>:3:1: expected weights with a sum of at most 9223372036854775807 in units of the smallest fraction, found a larger sum`},
		{soft, "h 1 0\n2 x 0\n", `!<input>:2:3: expected a literal, found "x"`},
		{soft, "h 1 h 0\n", `!<input>:1:5: expected a literal, found "h"`},
		{soft, "h 1 2147483648 0\n", `!<input>:1:5: expected a literal of at most 2147483647, found "2147483648"`},
		{soft, "h 1 0\n2 1\n", `!<input>:3:1: expected 0 at the end of the clause, found end of file`},
		{soft, "1 -2 0\nh 1 0\n", "!<input>:1:1: expected the header `p cnf VARIABLES CLAUSES`, found \"1\" (a WCNF that begins with a soft clause needs a name with .wcnf)"},
		{named, "", "!q.wcnf.xz:1:1: expected a clause such as `h 1 2 0` or `3 -1 0`, found end of file"},
		{named, "x 1 0\n", "!q.wcnf.xz:1:1: expected a clause such as `h 1 2 0` or `3 -1 0`, found \"x\" (this looks like CNF with XOR clauses)"},
		{Options{Groups: true, Name: "x.gcnf"}, "", "!x.gcnf:1:1: expected the header `p gcnf VARIABLES CLAUSES GROUPS`, found end of file"},
		{soft, "p wcnf 2 1 0\n1 1 0\n", `!<input>:1:12: expected a weight of hard clauses from 1 to 9223372036854775807, found 0`},
		{soft, "p wcnf 2 3 3\nh 1 0\n2 -1 0\n3 2 0\n", "2 variables\nh 1 0\nh 2 0\n2 -1 0\n"},
		{relaxed, "p wcnf 2 2 3\n1 h 0\n", `!<input>:2:3: expected a literal, found "h"`},
		{soft, "p wcnf 2 2 3\n1 3 0\n", `!<input>:2:3: expected a variable of at most 2 as the header says, found "3"`},
		{soft, "p wcnf 2 2 3\n1 2 0\n", `!<input>:1:1: expected 2 clauses as the header says, found 1`},
		{soft, "p wcnf 2 2 3 4\n1 2 0\n", `!<input>:1:14: expected end of line, found "4"`},
		{soft, "h 1 0\n9999999999999999999999", `!<input>:2:1: expected h or a weight, such as 3, -2 or 0.5, of at most 9223372036854775807, found "9999999999999999999999"`},
		{groups, "p gcnf 3 3 7\n{7} 1 0\n{0} -1 2 0\n{2} 0\n", "3 variables\np gcnf 3 3 7\n{7} 1 0\n{0} -1 2 0\n{2} 0\n"},
		{Options{}, "p gcnf 1 1 1\n{1} 1 0\n", "!<input>:1:3: expected `cnf` or `inccnf`, found \"gcnf\" (GCNF is for questions about groups)"},
		{groups, "p gcnf 1 1\n{1} 1 0\n", "!<input>:1:11: expected a number of groups of at most 2147483647, found end of line"},
		{groups, "p gcnf 1 1 1\n1 0\n", `!<input>:2:1: expected {GROUP} before a clause, found "1"`},
		{groups, "p gcnf 1 1 1\n{2} 1 0\n", `!<input>:2:1: expected {GROUP} with a number of at most 1 as the header says, found "{2}"`},
		{groups, "p gcnf 1 1 1\n{} 1 0\n", `!<input>:2:1: expected {GROUP} with a number of at most 1 as the header says, found "{}"`},
		{groups, "p gcnf 1 1 1\n{1 1 0\n", `!<input>:2:1: expected {GROUP} with a number of at most 1 as the header says, found "{1"`},
		{groups, "p gcnf 1 1 1\n{1} {1} 1 0\n", `!<input>:2:5: expected a literal, found "{1}"`},
		{groups, "p gcnf 1 1 1\n{1} 1 {1} 0\n", `!<input>:2:7: expected a literal, found "{1}"`},
		{groups, "p gcnf 1 1 1\n{1}\n", "!<input>:3:1: expected 0 at the end of the clause, found end of file"},
		{groups, "p gcnf 1 2 1\n{1} 1 0\n", "!<input>:1:1: expected 2 clauses as the header says, found 1"},
		{groups, "p inccnf\n1 0\n", "!<input>:1:3: expected `cnf` or `gcnf`, found \"inccnf\""},
		{groups, "p gcnf 2 2 1\n{1} 1 2 0\n1 2 0", `!<input>:3:1: expected {GROUP} before a clause, found "1"`},
	} {
		checkText(t, tt.text, tt.o, func(f *Formula) string {
			got := fmt.Sprintf("%d variables\n%s", f.Vars, wcnf(t, f))
			if f.Offset != 0 || f.Digits > 0 {
				got += fmt.Sprintf("offset %d of 10^-%d\n", f.Offset, f.Digits)
			}
			for _, w := range f.Warnings {
				got += w.Error() + "\n"
			}
			return got
		}, tt.want)
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

// AddSoft raises Vars, copies the clause, and panics like Add.
func TestAddSoft(t *testing.T) {
	f, clause := &Formula{}, []Lit{-2, 5}
	f.AddSoft(3, clause...)
	clause[0] = 1
	f.AddSoft(4)
	if diff := cmp.Diff([]SoftClause{{3, []Lit{-2, 5}}, {4, []Lit{}}}, f.Soft); diff != "" || f.Vars != 5 || f.NumClauses() != 0 || f.Check() != nil {
		t.Errorf("%d variables, %d clauses, %v\n%s", f.Vars, f.NumClauses(), f.Check(), diff)
	}
	f.Limit = 6
	for _, l := range []Lit{0, -1 << 31, 7} {
		if !panics(func() { f.AddSoft(1, 2, l) }) || len(f.Soft) != 2 || f.Vars != 5 {
			t.Errorf("literal %d: %d variables, %v", l, f.Vars, f.Soft)
		}
	}
}

// TestWeights reads clauses with decimal and negative weights, and compares the cost of each assignment with the sum
// of the weights of the clauses that it violates.
func TestWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const n = 4
		text, want := "h 1 -1 0\n", [1 << n]int64{} // want is in units of 10^-3
		for range r.IntN(6) {
			lits, digits := []Lit{}, r.IntN(4)
			weight := r.Int64N(2001) - 1000
			for range r.IntN(4) {
				lits = append(lits, Lit((1+r.IntN(n))*(1-2*r.IntN(2))))
			}
			scale := []int64{1, 10, 100, 1000}[digits]
			text += big.NewRat(weight, scale).FloatString(digits) + " " + strings.Trim(fmt.Sprint(lits), "[]") + " 0\n"
			for values := range want {
				if !slices.ContainsFunc(lits, func(l Lit) bool { return values>>(l.Var()-1)&1 == 1 == (l > 0) }) {
					want[values] += weight * 1000 / scale
				}
			}
		}
		f, err := ReadFormula(t.Context(), strings.NewReader(text), Options{Soft: true})
		if err != nil {
			t.Fatal(err, text)
		}
		for values, want := range want {
			var a Assignment
			for v := range n {
				a.Set(v+1, values>>v&1 == 1)
			}
			if got, want := f.CostText(f.Cost(&a)), DecimalText(big.NewRat(want, 1000)); got != want {
				t.Fatalf("%s%v: cost %s, want %s", text, a.Lits(n), got, want)
			}
		}
	}
}
