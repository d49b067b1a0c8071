package cpog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

const (
	// At least one of two variables is true, and a third is free: the example of the package doc.
	either = "p cnf 3 1\n1 2 0\n"
	// Variable 5 is the sum of 1 and of the product of -1 and 2.
	header = "2 p 4 -1 2 0\n5 s 5 1 4 3 0\n8 a 5 0 6 1 7 2 0\nr 5\n"
	// Clause 1 follows from the root.
	footer = "d 1 8 5 4 0\n"
	right  = header + footer
	// Both variables are false.
	neither = "p cnf 2 2\n-1 0\n-2 0\n"
	// Projected on 1 and 2, it has three models: the example of the paper of 2025.
	implied = "p cnf 4 3\n1 3 4 0\n2 -3 0\n2 -4 0\n"
	skolem  = "4 t 5 4 3 0\n7 p 6 -1 5 0\n10 s 7 1 6 8 0\n13 p 8 2 7 0\n16 t 9 -3 -4 0\n19 p 10 -2 1 9 0\n23 s 11 8 10 14 20 0\n" +
		"r 11\n26 a 7 0 11 4 12 7 0\n27 a 8 -2 0 26 13 0\n28 a 11 0 24 27 2 3 1 16 25 19 0\n"
)

var certificates = []struct {
	name, formula, proof string
	want                 string // the count, or a part of the error
}{
	{"right", either, right, "6"},
	{"blanks, CRLF and comments", either, "c x\n\n" + strings.ReplaceAll(strings.ReplaceAll(right, " ", " \t"), "\n", "\r\n"), "6"},
	{"numbers with gaps, the root first", either, "r 5\n20 p 4 -1 2 0\n50 s 5 1 4 21 0\n80 a 5 0 51 1 52 20 0\nd 1 80 50 22 0\n", "6"},
	{"hints behind a conflict", either, header + "d 1 8 5 4 99 0\n", "6"},
	{"dc", either, header + "dc 1 8 5 4 0\n", "6"},
	{"variables far apart", either, "2 p 2000000000 -1 2 0\n5 s 2147483647 1 2000000000 3 0\n8 a 2147483647 0 6 1 7 2 0\nr 2147483647\nd 1 8 5 4 0\n", "6"},
	{"a lemma that goes again", either, header + "9 a 5 3 0 8 0\nd 9 8 0\n" + footer, "6"},
	{"an operation that goes again", either, "2 p 9 3 0\ndo 9\n4 p 4 -1 2 0\n7 s 5 1 4 5 0\n10 a 5 0 8 1 9 4 0\nr 5\nd 1 10 7 6 0\n", "6"},
	{"no clauses", "p cnf 3 0\n", "1 p 4 0\nr 4\n", "8"},
	{"a literal", "p cnf 3 1\n-2 0\n", "r -2\n", "4"},
	{"a complement", either, "2 p 4 -1 -2 0\n5 a -4 0 3 4 1 0\nr -4\nd 1 5 2 0\n", "6"},
	{"a tautology", "p cnf 2 2\n1 -1 2 0\n1 0\n", "3 p 3 1 0\n5 a 3 0 2 3 0\nd 1 0\nd 2 5 4 0\nr 3\n", "2"},
	{"a literal twice", "p cnf 1 2\n1 1 0\n1 1 1 0\n", "3 p 2 1 0\n5 a 2 2 0 1 3 0\nd 2 5 4 0\nd 1 5 4 0\nr 2\n", "1"},
	{"a sum without models", "p cnf 1 2\n1 0\n-1 0\n", "3 p 2 1 0\n5 p 3 -1 0\n7 s 4 2 3 4 6 0\n10 s 5 -4 -4 8 9 3 5 0\n13 a 5 0 1 2 0\nd 1 13 10 8 9 5 0\nd 2 13 10 8 9 3 0\nr 5\n", "0"},

	{"no deletions", either, header, "6"},
	{"no deletions, a lemma is left", either, header + "9 a 5 3 0 8 0\n", "6"},
	{"one deletion", "p cnf 2 2\n1 0\n2 0\n", "3 p 3 1 2 0\n6 a 3 0 1 2 3 0\nr 3\nd 1 6 4 0\n", "1"},
	{"a complement without deletions", either, "2 p 4 -1 -2 0\n5 a -4 0 3 4 1 0\nr -4\n", "6"},
	{"a tautology and a literal twice without deletions", "p cnf 2 2\n1 -1 2 0\n1 1 0\n", "3 p 3 1 0\n5 a 3 0 2 3 0\nr 3\n", "2"},
	{"no model", "p cnf 2 2\n1 0\n-1 0\n", "r 0\n3 a 0 1 2 0\n", "0"},
	{"no model and no variable", "p cnf 0 1\n0\n", "r 0\n", "0"},

	{"no model is not derived", either, "r 0\n", "p: at its end: expected the empty clause, found none"},
	{"a model too many", either, "2 p 4 -1 0\n4 s 5 1 4 3 0\n7 a 5 0 5 6 2 0\nr 5\n", "p: at its end: expected a root that implies clause 1, found 5"},
	{"a model too few", either, "2 p 4 1 2 0\n5 a 4 0 1 2 0\nr 4\n", "p:2:9: expected a clause that is unit or false, found 1"},
	{"models too many for the last clause", "p cnf 2 70\n" + strings.Repeat("1 0\n", 69) + "2 0\n", "r 1\n", "p: at its end: expected a root that implies clause 70, found 1"},
	{"deletions by a lemma that is left", "p cnf 2 2\n1 2 0\n1 -2 0\n", "3 a 1 0 1 2 0\nd 1 3 0\nd 2 3 0\n4 p 3 0\nr 3\n", "p: at its end: expected the unit clause of the root as the only derived clause left, found clause 3"},
	{"the root is not derived", either, "2 p 4 -1 2 0\n5 s 5 1 4 3 0\nr 5\n", "p: at its end: expected the unit clause of the root, found none"},
	{"nothing is left", "p cnf 1 0\n", "1 p 2 1 0\nr 2\n", "found none"},
	{"another clause is left", either, header + "9 a 5 3 0 8 0\n" + footer, "found clause 9"},
	{"an empty clause is left", "p cnf 1 1\n0\n", "2 p 2 1 0\n4 a 2 0 1 0\nr 2\n", "expected a root that implies clause 1, found 2"},
	{"a root of nothing and another", either, "r 0\nr 5\n", "p:2:3: expected one literal as the root, found 5"},
	{"no root", either, strings.Replace(right, "r 5\n", "", 1), "p: at its end: expected a line r with a literal of an operation, found 0"},
	{"two roots", either, "r 4\n" + right, "p:5:3: expected one literal as the root, found 5"},
	{"another root", either, strings.Replace(right, "r 5", "r 4", 1), "found clause 8"},
	{"no such root", either, strings.Replace(right, "r 5", "r 6", 1), "with a literal of an operation, found 6"},
	{"a product of nothing beside the root", either, "2 p 9 0\n3 p 4 -1 2 0\n6 s 5 1 4 4 0\n9 a 5 0 7 1 8 3 0\nr 5\nd 1 9 6 5 0\n", "expected the root as the only product without factors, found 9"},
	{"an old number", either, "1 p 4 -1 2 0\n", "p:1:1: expected the number of a clause above 1, found 1"},
	{"the number of a defining clause", either, "2 p 4 -1 2 0\n4 s 5 1 4 3 0\n", "p:2:1: expected the number of a clause above 4, found 4"},
	{"a variable of the formula", either, "2 p 3 1 0\n", "p:1:5: expected a new variable, found 3"},
	{"a variable twice", either, "2 p 4 1 0\n4 p 4 2 0\n", "p:2:5: expected a new variable, found 4"},
	{"a deleted variable", either, "2 p 4 1 0\ndo 4\n4 p 4 2 0\n", "p:3:5: expected a new variable, found 4"},
	{"its own argument", either, "2 p 4 4 0\n", "p:1:7: expected a literal of the formula or of an operation, found 4"},
	{"a later argument", either, "2 s 4 1 5 0\n", "p:1:9: expected a literal of the formula or of an operation, found 5"},
	{"a deleted argument", either, "2 p 4 1 0\ndo 4\n4 p 5 -4 0\n", "p:3:7: expected a literal of the formula or of an operation, found -4"},
	{"an unknown literal", either, "2 a 1 2 7 0 1 0\n", "p:1:9: expected a literal of the formula or of an operation, found 7"},
	{"factors that share a variable", either, "2 p 4 1 2 0\n5 p 5 -2 4 0\n", "p:2:10: expected a factor that shares no variable with those before, found variable 2 twice"},
	// Here the first cpog-check counts half a model.
	{"a factor twice, descending", "p cnf 2 2\n2 0\n1 0\n", "3 p 3 2 1 1 0\n7 a 3 0 1 2 3 0\nd 1 7 4 0\nd 2 7 5 0\nr 3\n", "p:1:11: expected a factor that shares no variable with those before, found variable 1 twice"},
	// Here the first cpog-check counts no model, because both arguments of the sum may be true.
	{"a clause that follows as the hint of a sum", neither, "3 p 3 1 2 0\n6 a -1 -2 0 1 0\n7 s 4 1 2 6 0\n10 p 5 -4 0\n12 a -4 0 1 2 7 0\n13 a 5 0 12 10 0\n" +
		"d 12 13 11 0\nd 6 13 11 8 0\nd 1 13 11 8 0\nd 2 13 11 9 0\ndo 3\nr 5\n", "p:3:11: expected the number of a clause that defines an operation, found 6"},
	{"a sum of one", either, "2 s 4 1 0 0\n", "p:1:9: expected two arguments of a sum, found 1"},
	{"a sum of three", either, "2 s 4 1 2 3 0\n", "p:1:11: expected the number of a clause, found 3, which does not exist"},
	{"a sum without hints", either, "2 s 4 1 -1 0\n", "p:1:12: expected hints that lead to a conflict, found none"},
	{"hints to be found", either, "2 s 4 1 -1 *\n", "p:1:12: expected the number of a clause, or 0, found '*' (qcheck does not search for hints: write them all)"},
	{"a hint that is no unit", either, "2 a 3 0 1 0\n", "p:1:9: expected a clause that is unit or false, found 1"},
	{"a hint that is true", either, "2 a -1 2 0 1 0\n", "p:1:12: expected a clause that is unit or false, found 1"},
	{"a hint that is deleted", either, "2 a 1 2 3 0 1 0\nd 2 1 0\n3 a 1 2 0 2 0\n", "p:3:11: expected the number of a clause, found 2, which does not exist"},
	{"a hint of itself", either, "2 a 1 0 2 0\n", "p:1:9: expected the number of a clause, found 2, which does not exist"},
	{"a negative hint", either, "2 a 1 0 -1 0\n", "found -1, which does not exist"},
	{"a deletion by itself", either, "d 1 1 0\n", "p:1:5: expected the number of a clause, found 1, which does not exist"},
	{"a deletion without a reason", either, "d 1 0\n", "p:1:5: expected hints that lead to a conflict, found none"},
	{"a deletion of a definition", either, "2 p 4 1 0\nd 2 0\n", "p:2:3: expected the number of a clause that defines no operation, found 2"},
	{"a deletion of what is not there", either, "d 2 0\n", "p:1:3: expected the number of a clause, found 2, which does not exist"},
	{"a deletion of an operation in use", either, header + "do 4\n", "p:5:4: expected a variable that no clause contains, found 4"},
	{"a deletion beside a Skolem node", either, "2 t 4 3 0\nd 2 0\n", "p:2:1: expected either deletions or Skolem nodes, found both"},
	{"a Skolem node behind a deletion", either, "2 p 4 3 0\ndo 4\n4 t 5 3 0\n", "p:3:3: expected either deletions or Skolem nodes, found both"},
	{"a Skolem node of an operation", either, "2 p 4 1 0\n4 t 5 4 0\n", "p:2:7: expected a literal of the formula, found 4"},
	{"a Skolem node with a variable twice", either, "2 t 4 1 -1 0\n", "p:1:9: expected a factor that shares no variable with those before, found variable 1 twice"},
	{"a Skolem node that implies a literal", either, "2 t 4 3 0\n4 a 3 0 3 0\n", "p:2:9: expected the number of a clause, found 3, which does not exist"},
	{"a Skolem node that violates a clause", either, "2 t 4 3 0\n4 a 4 0 2 0\nr 4\n", "p: at its end: expected a root that implies clause 1, found 4"},
	{"a Skolem node in a sum", either, "2 t 4 1 0\n4 t 5 -1 0\n6 s 6 4 5 2 4 0\n", "p:3:11: expected a clause that is unit or false, found 2"},
	{"a deletion of no operation", either, "do 1\n", "p:1:4: expected a variable of an operation, found 1"},

	{"an unknown line", either, "2 x 1 0\n", `p:1:3: expected a line such as 7 a, 7 p, 7 s, 7 t, d, do or r, found "x"`},
	{"no number", either, "a 1 2 0 1 0\n", `p:1:1: expected a line such as 7 a, 7 p, 7 s, 7 t, d, do or r, found "a"`},
	{"a number too many", either, "2 d 1 0\n", `p:1:3: expected a line such as`},
	{"words behind", either, right + "do 4 0\n", "p:6:4: expected a variable that no clause contains, found 4"},
	{"words behind the root", either, "r 5 5\n", "p:1:5: expected end of line, found '5'"},
	{"junk", either, "2 a 1 2x 0\n", "p:1:7: expected a literal or 0, found a number that ends in 'x'"},
	{"beyond 31 bits", either, "2 a 2147483648 0\n", "p:1:5: expected a literal or 0, found a number of more than 31 bits"},
	{"minus zero", either, "2 a -0 0\n", "p:1:5: expected a literal or 0"},
	{"a line that ends early", either, "2 a 1 2\n", "p:1:8: expected a literal or 0, found end of line"},
	{"junk behind what is wrong", either, "2 a 1 0 1 0\nx\n", `p:2:1: expected a line such as`},
	{"cut behind what is wrong", either, "2 a 1 0 1 0\n3 a", cut},
	{"cut", either, right + "do", cut},
	{"cut in a number", either, right[:len(right)-2], cut},
	{"cut before the end of line", either, right[:len(right)-1], cut},
}

const cut = "p: the certificate is cut off: it ends within a line"

func TestCheck(t *testing.T) {
	for _, tt := range certificates {
		g, err := Check(t.Context(), formula(t, tt.formula), iotest.OneByteReader(strings.NewReader(tt.proof)), "p")
		got := fmt.Sprint(err)
		if err == nil {
			n, err := g.Count(t.Context(), Question{})
			if got = n.String(); err != nil {
				t.Error(err)
			}
		}
		if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// Projected models are counted only if each sum shows that it counts no model twice.
func TestProjection(t *testing.T) {
	const twice = " is a sum, but no variable of the projection distinguishes its arguments"
	const chosen = " chooses a value for a variable of the projection (without a projection, all variables are in it)"
	const either1 = "2 t 4 1 0\n4 a 4 0 2 0\nr 4\n"
	for _, tt := range []struct {
		formula, proof string
		project        []int
		want           string
	}{
		{either, right, []int{1, 2, 3}, "6"}, {either, right, []int{1, 2}, "3"}, {either, right, []int{3}, "2"}, {either, right, []int{}, "1"},
		{either, right, []int{1}, "2"}, {either, right, []int{1, 3}, "4"}, {either, right, []int{2}, "operation 5" + twice},
		{implied, skolem, []int{1, 2}, "3"}, {implied, skolem, []int{}, "1"}, {implied, skolem, []int{2}, "2"}, {implied, skolem, []int{1}, "operation 11" + twice},
		{implied, skolem, []int{1, 2, 3}, "operation 5" + chosen},
		{implied, skolem, nil, "operation 5" + chosen},
		{either, either1, []int{2, 3}, "4"}, {either, either1, []int{1}, "operation 4" + chosen},
		{either, "2 t 4 1 0\n4 p 5 -4 0\n6 p 6 -5 0\n8 a 6 0 6 5 2 0\nr 6\n", []int{2}, "operation 4 is negated, and depends on variables that are not in the projection"},
	} {
		g, err := Check(t.Context(), formula(t, tt.formula), strings.NewReader(tt.proof), "p")
		if err != nil {
			t.Fatal(err)
		}
		n, err := g.Count(t.Context(), Question{Project: tt.project})
		got := fmt.Sprint(err)
		if err == nil {
			got = n.String()
		}
		if got != tt.want {
			t.Errorf("%v: %s, want %s", tt.project, got, tt.want)
		}
	}
}

func TestCheckEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("cause")
	cancel(cause)
	if _, err := Check(ctx, formula(t, either), strings.NewReader(strings.Repeat("2 p 4 1 0\n", 2000)), "p"); err != cause {
		t.Errorf("%v, want %v", err, cause)
	}
	if _, err := Check(t.Context(), formula(t, either), io.MultiReader(strings.NewReader("2 a 1"), iotest.ErrReader(cause)), "p"); err != cause {
		t.Errorf("%v, want %v", err, cause)
	}
}

// The end of the context interrupts a check within a line, and a count.
func TestEndsWithinLine(t *testing.T) {
	const n = 1 << 16
	var factors strings.Builder
	for v := range n {
		fmt.Fprintf(&factors, "%d ", v+1)
	}
	f := formula(t, fmt.Sprintf("p cnf %d 1\n1 0\n", n))
	product := fmt.Sprintf("2 p %d %s0\n", n+1, factors.String())
	ctx, cancel := context.WithCancelCause(t.Context())
	cause, before := errors.New("cause"), 0
	var c *checker
	end := readFunc(func([]byte) (int, error) { // all is in the buffer
		before = c.Done()
		cancel(cause)
		return 0, io.EOF
	})
	c, err := load(ctx, f, io.MultiReader(strings.NewReader(product), end), "p")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.step(false); err != cause || c.Done()-before > 2*certificate.PollEvery {
		t.Errorf("%v after %d steps of work", err, c.Done()-before)
	}
	g, err := Check(t.Context(), f, strings.NewReader(fmt.Sprintf("2 p %d 1 0\n4 a %[1]d 0 1 2 0\nd 1 4 3 0\nr %[1]d\n", n+1)), "p")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Count(ctx, Question{}); err != cause {
		t.Errorf("a count: %v", err)
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// The time for a line does not grow with the repetitions of a literal in the clauses that it
// names.
func TestLinesAreLinear(t *testing.T) {
	const n = 1 << 12
	f := formula(t, "p cnf 2 2\n"+strings.Repeat("1 ", n)+"0\n2 "+strings.Repeat("-1 ", n)+"0\n")
	var text strings.Builder
	fmt.Fprintf(&text, "3 a %s0 1 0\n", strings.Repeat("1 ", n))
	for i := range n {
		fmt.Fprintf(&text, "%d a 2 0 3 2 0\n", 4+i)
	}
	text.WriteString("x\n")
	c, err := load(t.Context(), f, strings.NewReader(text.String()), "p")
	if err != nil {
		t.Fatal(err)
	}
	for c.step(false) == nil {
	}
	if c.lines.Asserted != n+1 || c.Done() > 10*(text.Len()+2*n) {
		t.Errorf("%d steps of work for %d lines of %d bytes", c.Done(), c.lines.Asserted, text.Len())
	}
}

// The message about a certificate without a name does not begin with a colon.
func TestUnnamed(t *testing.T) {
	for _, text := range []string{"", "x\n", "r 9\n"} {
		_, err := Check(t.Context(), &dimacs.Formula{Vars: 1}, strings.NewReader(text), "")
		if err == nil || !strings.HasPrefix(err.Error(), "<certificate>:") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func formula(t *testing.T, text string) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
