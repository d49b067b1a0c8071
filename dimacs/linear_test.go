package dimacs

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// checkText reads a text in chunks of several sizes. It compares the description of the formula, or the
// error after "!".
func checkText(t *testing.T, text string, o Options, describe func(*Formula) string, want string) {
	t.Helper()
	for _, o.chunk = range []int{0, 24, 40, 64} {
		f, err := ReadFormula(t.Context(), strings.NewReader(text), o)
		got := fmt.Sprint("!", err)
		if err == nil {
			got = describe(f)
		}
		if got != want {
			t.Errorf("%q in chunks of %d bytes:\n%s, want\n%s", text, o.chunk, got, want)
		}
	}
}

// linearText returns the text of a formula with linear constraints.
func linearText(f *Formula) string {
	var b strings.Builder
	fmt.Fprint(&b, f.Vars)
	if f.Soft != nil {
		fmt.Fprintf(&b, " %v%d", f.Soft, f.Objective(0))
		if f.Objective(1) < f.Objective(0) {
			fmt.Fprint(&b, " max")
		}
	}
	for _, c := range f.Definitions {
		fmt.Fprintf(&b, " := %v%v >= %d", c.Coefs, c.Lits, c.Low)
	}
	for _, c := range f.Linear {
		if c.Odd {
			fmt.Fprintf(&b, " | odd%v", c.Lits)
			continue
		}
		fmt.Fprintf(&b, " | %v%v", c.Coefs, c.Lits)
		if c.Low != math.MinInt64 {
			fmt.Fprint(&b, " >= ", c.Low)
		}
		if c.High != math.MaxInt64 {
			fmt.Fprint(&b, " <= ", c.High)
		}
	}
	for _, c := range f.Comments {
		fmt.Fprintf(&b, " %s=%s", c.Key, c.Value)
	}
	if f.Projection != nil {
		fmt.Fprint(&b, " show", f.Projection)
	}
	if f.Names != nil {
		fmt.Fprint(&b, " ", f.Names)
	}
	if len(f.Identifiers) > 0 {
		fmt.Fprint(&b, " ", f.Identifiers)
	}
	for _, w := range f.Warnings {
		fmt.Fprint(&b, " ", w)
	}
	return b.String()
}

// TestReadLinear reads texts with linear constraints, wherever chunks end.
func TestReadLinear(t *testing.T) {
	relaxed, strict, groups := Options{Mode: Relaxed}, Options{Mode: Strict}, Options{Groups: true}
	for _, tt := range []struct {
		o          Options
		text, want string
	}{
		{Options{}, "* #variable= 3 #constraint= 2\n* board: 8\n+1 x1 +1 x2 = 1 ;\n* p show 1 0\n-2 x1\n +3 ~x3 >= -1;\n", "3 | [][1 2] >= 1 <= 1 | [-2 3][1 -3] >= -1 board=8 show[1]"},
		{Options{}, "* #variable= 3 #constraint= 1 #equal= 0 intsize= 2\n1 x1 < 2;", "3 | [][1] <= 1"},
		{Options{}, "* a comment\n\nmin: -2 x1 +3 ~x2 +0 x4 ;\n1 x5 > 0 ; 1 x1 <= 5 ;", "5 [{2 [1]} {3 [2]}]-2 | [][5] >= 1 | [][1] <= 5"},
		{Options{}, "min:;", "0 []0"},
		{Options{}, "+1*x1 -1*x1>=1;", "1 | [1 -1][1 1] >= 1"},
		{Options{}, "* x\n>= 1 ;\r\n", "0 | [][] >= 1"},
		{Options{}, "* #variable= 2147483647 #constraint= 0\n", "2147483647"},
		{Options{}, "9223372036854775806 x1 1 x2 >= -9223372036854775806 ;", "2 | [9223372036854775806 1][1 2] >= -9223372036854775806"},
		{Options{}, "c show\np knf 4 3\n1 -2 0\nk 2 1 2\n-3 0 c x\nk -1 0\n", "4 | [][1 -2] >= 1 | [][1 2 -3] >= 2 | [][] >= -1"},
		{Options{}, "p cnf+ 3 5\n1 -2 0\n1 -2 3 <= 1\n2 3\n>= 2 1 = 1 <= 0", "3 | [][1 -2] >= 1 | [][1 -2 3] <= 1 | [][2 3] >= 2 | [][1] >= 1 <= 1 | [][] <= 0"},
		{Options{}, "p cnf 5 5\nx1 -2 3\n4 0\nx 1 -5 0\nc x1 0\n1 2\n0\nx 0\nx3 0 ", "5 | odd[1 -2 3 4] | odd[1 -5] | odd[] | odd[3]"},
		{Options{}, "p cnf 2 2\nx1 2 0\n", "!<input>:1:1: expected 2 clauses as the header says, found 1"},
		{Options{}, "p cnf 2 1\n1 2\nx1 0\n", `!<input>:3:1: expected 0 at the end of the clause, found "x1"`},
		{Options{}, "p cnf 2 1\n" + strings.Repeat("1 \n", 30) + "x1 0\n", `!<input>:32:1: expected 0 at the end of the clause, found "x1"`},
		{Options{}, "p cnf 2 1\n1 0 x1 0\n", `!<input>:2:5: expected a literal, found "x1"`},
		{Options{}, "p cnf 2 1\nx1 3 0\n", `!<input>:2:4: expected a variable of at most 2 as the header says, found "3"`},
		{Options{}, "p cnf 2 1\nxor 1 0\n", `!<input>:2:1: expected a literal, found "xor" (this looks like CNF with XOR clauses)`},
		{Options{}, "p cnf 2 1\nx1 2", "!<input>:2:5: expected 0 at the end of the clause, found end of file"},
		{strict, "p cnf 2 1\nx1 2 0\n", `!<input>:2:1: expected a literal, found "x1"`},
		{relaxed, "* #variable= 1 #constraint= 2\n1 x2 >= 1 ;", "2 | [][2] >= 1 <input>:1:1: expected 2 constraints as the header says, found 1 <input>:1:1: expected 1 variables as the header says, found 2"},
		{groups, "p knf 1 1\n1 0\n", "1 | [][1] >= 1"},
		{strict, "p knf 1 1\n1 0\n", "!<input>:1:3: expected `cnf` or `inccnf`, found \"knf\""},
		{Options{}, "p dnf 1 1\n", "!<input>:1:3: expected `knf`, `cnf+`, `cnf` or `inccnf`, found \"dnf\""},
		{Options{}, "* #variable= 1 #constraint= 2\n1 x1 >= 1 ;", "!<input>:1:1: expected 2 constraints as the header says, found 1"},
		{Options{}, "* #variable= 1 #constraint= 1\n1 x2 >= 1 ;", `!<input>:2:3: expected a variable of at most 1 as the header says, found "x2"`},
		{Options{}, "* x\n*#variable=5 #constraint=1 #soft=0\n>= 0;", "5 | [][] >= 0"},
		{Options{}, "* #variable= 1 constraint= 1\n>= 0;", "!<input>:1:16: expected #constraint= and the number of constraints, found \"constraint=\""},
		{Options{}, "\t* #variables= 1\n", "!<input>:1:4: expected #variable= and the number of variables, found \"#variables=\""},
		{Options{}, "* #variable= 3000000000 #constraint= 0\n", "!<input>:1:14: expected a number of variables of at most 2147483647, found \"3000000000\""},
		{Options{}, "* #variable=\n* #constraint= 0\n", "!<input>:1:13: expected a number of variables of at most 2147483647, found end of line"},
		{Options{}, "* #variable= 1 #constraint= -1\n", "!<input>:1:29: expected a number of constraints below 2^63, found \"-1\""},
		{Options{}, "* x\n1 x1 >= 1 ;\n* #variable= 1 #constraint= 1\n", "!<input>:3:1: expected a linear constraint, found a header after the first constraint"},
		{Options{}, "* #variable= 1 #constraint= 1\n* #variable= 1 #constraint= 1\n", "!<input>:2:1: expected a linear constraint, found a second header"},
		{Options{}, "* only comments\n", "!<input>:2:1: expected a linear constraint such as `+1 x1 +1 x2 >= 1 ;`, found end of file"},
		{Options{Name: "x.opb.gz"}, "", "!x.opb.gz:1:1: expected a linear constraint such as `+1 x1 +1 x2 >= 1 ;`, found end of file"},
		{Options{Name: "x.knf"}, "1 2 0\n", "!x.knf:1:1: expected the header `p knf VARIABLES CONSTRAINTS`, found \"1\""},
		{Options{}, "1 x1 2 x2 x3 >= 1 ;", "3 := [][2 3] >= 2 | [1 2][1 4] >= 1"},
		{Options{}, "min: 2 x2 ~x1 +1 x1 x2 -3 x1 x1;\n+1 x1 ~x2 x1 +5 x3 ~x3 -1 ~x1 x2 >= 0 ;", "3 [{2 [-4]} {1 [-5]} {3 [1]}]-3 := [][-1 2] >= 2 := [][1 2] >= 2 := [][-2 1] >= 2 | [1 -1][6 4] >= 0"},
		{Options{}, "* #variable= 2147483647 #constraint= 1\n1 x1 x2 >= 1 ;", "!<input>:2:15: expected at most 2147483647 variables, with those of products and soft constraints, found more"},
		{Options{}, "soft: 7 ;\n[2] +1 x1 -2 x2 >= 1 ;\n[3]1 x1=1;1 x3 >= 1 ;", "3 [{2 [4]} {3 [7]}]0 := [1 -2][1 2] >= 1 := [][1] >= 1 := [-1][1] >= -1 := [][5 6] >= 2 | [][3] >= 1 | [2 3][-4 -7] <= 6"},
		{Options{}, "* #variable= 1 #constraint= 2 #soft= 1\nsoft:;\n[2] 1 x1 <= 0 ; 1 x1 >= 1 ;", "1 [{2 [2]}]0 := [-1][1] >= 0 | [][1] >= 1"},
		{Options{}, "soft: 0 ;", "!<input>:1:7: expected a cost from 1 to 9223372036854775806 and `;`, found \"0\""},
		{Options{}, "soft: 1 2 ;", "!<input>:1:9: expected a cost from 1 to 9223372036854775806 and `;`, found \"2\""},
		{Options{}, "soft: 1 ; [0] 1 x1 >= 1 ;", "!<input>:1:11: expected a weight such as [3], found \"[0]\""},
		{Options{}, "soft: ; [9223372036854775807] 1 x1 >= 1 ; [1] 1 x1 >= 1 ;", "!<input>:1:43: expected weights with a sum of at most 9223372036854775807, found a larger sum"},
		{Options{}, "soft: ; [1] 9223372036854775806 x1 >= 1 ;", "!<input>:1:13: expected coefficients with a sum of at most 4611686018427387903, found a larger sum"},
		{Options{}, "soft: ; min: 1 x1 ;", "!<input>:1:9: expected a linear constraint, found \"min:\" (one objective precedes all constraints)"},
		{Options{}, "1 x1 >= 1 ; x2 >= 1 ;", `!<input>:1:13: expected a linear constraint, found "x2"`},
		{Options{}, "max: -2 x1 +3 ~x2 +0 x4 ;", "4 [{2 [-1]} {3 [-2]}]3 max"},
		{Options{}, "max:;", "0 []0 max"},
		{Options{}, "min: 1 x1 ;\nmax: 1 x1 ;", `!<input>:2:1: expected a linear constraint, found "max:" (one objective precedes all constraints)`},
		{Options{}, "* x\n[2] 1 x1 >= 1 ;", "!<input>:2:1: expected a linear constraint, found \"[2]\" (a line `soft:` precedes all soft constraints, as in WBO)"},
		{Options{}, "@c1 1 x1 >= 1 ;", `!<input>:1:1: expected a linear constraint, found "@c1" (labels of constraints are not supported)`},
		{Options{}, "1 x1 >= 1 ;\nx1 ==> 1 x2 >= 1 ;", `!<input>:2:1: expected a linear constraint, found "x1" (implications between constraints are not supported)`},
		{Options{}, "1 x1 >= 1 <== x2 ;", "!<input>:1:11: expected `;` at the end of the constraint, found \"<==\" (implications between constraints are not supported)"},
		{Options{}, "1 x1 ==> 1 x2 >= 1 ;", `!<input>:1:6: expected a coefficient or a relation such as >=, found "==>" (implications between constraints are not supported)`},
		{Options{}, "~x1 ==> 1 x2 >= 1 ;", `!<input>:1:1: expected a linear constraint, found "~x1" (implications between constraints are not supported)`},
		{Options{}, "1 x1 != 1 ;", `!<input>:1:6: expected a coefficient or a relation such as >=, found "!=" (the relation != is not supported)`},
		{Options{}, "1 x1 >= 1 ;\nmin: 1 x1 ;", `!<input>:2:1: expected a linear constraint, found "min:" (one objective precedes all constraints)`},
		{Options{}, "min: 1 x1 >= 1 ;", `!<input>:1:11: expected a coefficient or a relation such as >=, found ">="`},
		{Options{}, "1 x1 ;", `!<input>:1:6: expected a coefficient or a relation such as >=, found ";"`},
		{Options{}, "1 x1 >= 1 1 x1 >= 1 ;", "!<input>:1:11: expected `;` at the end of the constraint, found \"1\""},
		{Options{}, "1 x1 >= 1", "!<input>:1:10: expected `;` at the end of the constraint, found end of file"},
		{Options{}, "1 x1 >= x2 ;", `!<input>:1:9: expected an integer from -9223372036854775806 to 9223372036854775806, found "x2"`},
		{Options{}, "1 x1 -9223372036854775807 x1 >= 1 ;", `!<input>:1:6: expected an integer from -9223372036854775806 to 9223372036854775806, found "-9223372036854775807"`},
		{Options{}, "1 x1 -9223372036854775806 x1 1 x2 >= 1 ;", `!<input>:1:30: expected coefficients with a sum of at most 9223372036854775807, found a larger sum`},
		{Options{}, "1 x1 1 x0 >= 1 ;", `!<input>:1:8: expected a variable such as x3 or ~x3, found "x0"`},
		{Options{}, "1 x1 1 x2147483648 >= 1 ;", `!<input>:1:8: expected a variable such as x3 or ~x3, found "x2147483648"`},
		{Options{Names: true}, "1 x0 1 x1 1 ~Rim[2] >= 1 ; 1 x1 1 _a = 1 ;", "4 | [][1 2 -3] >= 1 | [][2 4] >= 1 <= 1 [{1 x0} {2 x1} {3 Rim[2]} {4 _a}] map[Rim[2]:3 _a:4 x0:1 x1:2]"},
		{Options{}, "* #variable= 1 #constraint= 1\n1 a 1 b >= 1 ;", `!<input>:2:7: expected a variable of at most 1 as the header says, found "b"`},
		{Options{}, "* x\n1 ~", `!<input>:2:3: expected a variable such as x3 or ~x3, found "~"`},
		{Options{}, "p knf 2 1\n1 k 2 0\n", `!<input>:2:3: expected a literal, found "k"`},
		{Options{}, "p knf 2 1\nk 1 1 k 2 0\n", `!<input>:2:7: expected a literal, found "k"`},
		{Options{}, "p knf 2 1\nk", "!<input>:2:2: expected `;` at the end of the constraint, found end of file"},
		{Options{}, "p cnf+ 2 1\n1 2 <= 1 0\n", `!<input>:1:1: expected 1 constraints as the header says, found 2`},
	} {
		tt.o.Linear = true
		checkText(t, tt.text, tt.o, linearText, tt.want)
	}
}

// TestCheckLinear checks the errors of Check, and that Falsified finds a linear constraint that does not
// hold.
func TestCheckLinear(t *testing.T) {
	for _, tt := range []struct {
		c       Linear
		encoded bool
		want    string
	}{
		{Linear{Lits: []Lit{1, -2}, Low: 3}, false, "a formula with linear constraints needs clauses for them"},
		{Linear{Lits: []Lit{1, 3}}, true, "a linear constraint has the literal 3, but there are only 2 variables"},
		{Linear{Lits: []Lit{1}, Coefs: []int64{}}, true, "a linear constraint has 1 literals and 0 coefficients"},
		{Linear{Lits: []Lit{1, 2}, Coefs: []int64{-1, MaxWeight}}, true, "the coefficients of a linear constraint have a sum above 9223372036854775807"},
		{Linear{Lits: []Lit{1}, Coefs: []int64{math.MinInt64}}, true, "the coefficients of a linear constraint have a sum above 9223372036854775807"},
	} {
		f := &Formula{Vars: 2, Linear: []Linear{tt.c}, Encoded: tt.encoded}
		if err := f.Check(); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: %v, want %s", tt.c, err, tt.want)
		}
	}
	f := &Formula{Vars: 2, Auxiliary: 1, Encoded: true, Linear: []Linear{{High: 0}, {Lits: []Lit{1, -2}, Coefs: []int64{2, -3}, Low: -1, High: -1}, {Low: 1, High: 2}}}
	var a Assignment
	for _, want := range []*Linear{&f.Linear[1], &f.Linear[2]} {
		if got, lits := f.Violated(&a), f.Falsified(&a); got != want || lits == nil || len(lits) != len(want.Lits) {
			t.Errorf("violated %v, falsified %v, want %v", got, lits, want)
		}
		a.Set(1, true)
	}
	if f.Check() != nil || f.Inputs() != 1 {
		t.Error(f.Check(), f.Inputs())
	}
}
