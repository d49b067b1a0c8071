package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
	"queens/dimacs/proof"
)

const (
	// All four combinations of two values are excluded.
	square = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
	// Three pigeons do not fit into two holes. Variable 2p+h, counted from 1, puts pigeon p into
	// hole h.
	pigeons = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"
	// The XOR of three variables, with both values: unit propagation implies nothing before the
	// second decision.
	parity = "p cnf 3 8\n1 2 3 0\n1 -2 -3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n-1 2 3 0\n1 -2 3 0\n1 2 -3 0\n"
)

// repeated is parity with clauses that contain a literal twice.
const repeated = "p cnf 3 8\n1 2 3 0\n1 -2 -2 -3 0\n-1 2 2 -3 0\n-1 -2 3 0\n-1 -2 -3 -3 0\n-1 2 3 0\n1 -2 3 0\n1 1 2 -3 0\n"

func formula(t testing.TB, text string) *dimacs.Formula {
	t.Helper()
	f, err := dimacs.ReadFormula(context.Background(), strings.NewReader(text), dimacs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func check(t testing.TB, f *dimacs.Formula, proof string, o Options) (*Refutation, error) {
	o.Name = "p"
	return Check(t.Context(), f, strings.NewReader(proof), o)
}

const (
	noRUP      = "it does not follow by unit propagation (RUP)"
	incomplete = "the empty clause was not derived"
	noLemma    = "unit propagation makes all its literals false, but does not lead to a conflict without it"
	cut        = "p: the proof is cut off: it ends within a step"
)

var proofs = []struct {
	name, formula, proof string
	want                 string // a part of the error; empty for no error
}{
	{"one unit", square, "1 0\n0\n", ""},
	{"on one line", square, "1 0 0", ""},
	{"blanks, CRLF and comments", square, "c x 1 0\r\n 1\t0\r\n\r\nc\n0\r\n", ""},
	{"without the empty clause, which is no news", square, "1 0\n", ""},
	{"the empty clause at once", square, "0\n", "p: line 1, step 1: 0: " + noLemma},
	{"nothing", square, "", "p: at its end, step 1: " + incomplete},
	{"nothing but a comment", square, "c 1 0\n", incomplete},
	{"refuted by its units", "p cnf 1 2\n1 0\n-1 0\n", "", ""},
	{"an empty clause in the formula", "p cnf 2 2\n0\n1 2 0\n", "", ""},
	{"an empty clause before a unit", "p cnf 1 2\n0\n1 0\n", "", ""},
	{"satisfiable", "p cnf 2 1\n1 2 0\n", "0\n", noLemma},
	{"satisfiable, a unit", "p cnf 2 1\n1 2 0\n", "1 0\n0\n", "p: line 2, step 2: 0: "},
	{"pigeons", pigeons, "-1 0\n0\n", ""},
	{"pigeons, another clause first", pigeons, "-1 0\n-4 0\n0\n", ""},
	{"parity", parity, "1 2 0\n1 0\n2 0\n0\n", ""},
	{"parity, a step left out, but RAT", parity, "1 0\n2 0\n0\n", ""},
	{"neither RUP nor RAT", "p cnf 2 2\n1 2 0\n-2 1 0\n", "-1 0\n", "p: line 1, step 1: -1 0: " + noRUP + ", nor do its resolvents on -1 (RAT)"},
	{"deletions", parity, "1 2 0\nd 2 1 3 0\nd 1 2 -3 0\n1 0\nd 1 2 0\n2 0\n0\n", ""},
	{"deletion of what is needed", square, "c\n\nd 1 2 0\n1\n 0\n0\n", "p: line 4, step 2: 1 0: "},
	{"deletion of one of two", "p cnf 2 5\n1 2 0\n2 1 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "d 1 2 0\n1 0\n0\n", ""},
	{"deletion of what is not there", square, "d 1 0\nd 3 4 0\n1 0\n0\n", ""},
	{"a unit stays when deleted", "p cnf 4 4\n1 0\n-1 3 4 0\n-1 3 -4 0\n-3 2 0\n", "d 1 0\n3 0\n2 0\n0\n", "p: line 4, step 4: 0: "},
	{"what implied a literal stays", "p cnf 4 5\n1 0\n-1 2 0\n-2 3 4 0\n-2 3 -4 0\n-3 -2 0\n", "d -1 2 0\n3 0\n0\n", ""},
	{"repeated literals", square, "1 1 0\n0\n", ""},
	{"tautology", square, "1 -1 0\n2 0\n0\n", ""},
	{"junk behind the conflict", square, "1 0\n0\nx\n", "p:3:1: expected a literal, found 'x'"},
	{"cut behind the conflict", square, "1 0\n0\n1", cut},
	{"cut behind a wrong step", square, "0\n1", cut},
	{"steps behind the conflict", square, "1 0\n0\n-1 0\n", ""},
	{"repeated literals in the formula", "p cnf 2 5\n2 -2 1 0\n1 1 2 1 0\n1 -2 0\n-1 -1 2 0\n-1 -2 -2 0\n", "1 0\n0\n", ""},
	{"repeated literals in the formula, refuted by its units", "p cnf 2 3\n1 1 0\n2 0\n-1 -2 -1 0\n", "", ""},
	{"repeated literals in the formula, RAT", repeated, "1 0\n2 0\n0\n", ""},
	{"new variables", square, "3 0\n-4 3 0\n4 -3 0\n1 0\n", ""},
	{"far variables", square, "2147483647 0\n1 0\n", ""},
	{"not redundant", parity, "-1 2 0\n1 0\n-2 0\n0\n", ""},
	{"RAT on another literal", "p cnf 3 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "1 3 0\n-3 1 0\n1 0\n", ""},
	{"junk", square, "1 x 0\n", `p:1:3: expected a literal, found 'x'`},
	{"junk in a number", square, "\n1 12x 0\n", `p:2:3: expected a literal, found a number that ends in 'x'`},
	{"minus", square, "- 0\n", `p:1:1: expected a literal, found a number that ends in ' '`},
	{"minus zero", square, "1 -0\n", `p:1:3: expected a literal`},
	{"d twice", square, "d d 1 2 0\n", `p:1:3: expected a literal, found 'd'`},
	{"beyond 31 bits", square, "1 -2147483648 0\n", "p:1:3: expected a literal, found a number of more than 31 bits"},
	{"cut", parity, "1 2 0\n2", cut},
	{"cut at a blank", parity, "1 2 0\n2 ", cut},
	{"cut at a minus", parity, "1 2 0\n-", cut},
	{"cut at d", parity, "1 2 0\nd", cut},
	{"binary", square, "a\x02\x00a\x00", ""},
	{"binary deletion", square, "a\x02\x00d\x05\x03\x00a\x00", ""},
	{"binary, a deletion first", square, "d 0\x00a\x02\x00", ""},
	{"binary, wrong", parity, "a\x02\x04\x00a\x00", "p: byte 4, step 2: 0: "},
	{"binary, cut", parity, "a\x02", cut},
	{"binary, cut in a number", parity, "a\x82", cut},
	{"binary, junk", parity, "a\x02\x04\x00b\x00", `p: byte 4: expected a or d, found 'b'`},
	{"binary, zero literal", square, "a\x01\x00", "p: byte 1: expected a literal, found the number 1"},
	{"binary, long number", square, "a\x82\x80\x80\x80\x80\x01\x00", "p: byte 5: expected a literal"},
	{"binary, beyond 31 bits", square, "a\x80\x80\x80\x80\x10\x00", "p: byte 5: expected a literal, found the number 4294967296"},
	{"binary, 1 and bits beyond 32", square, "a\x82\x80\x80\x80\x20\x00", "p: byte 5: expected a literal, found the number 8589934594"},
	{"binary, long zero", square, "a\x02\x80\x00", "p: byte 3: expected a literal, found the number 0"},
}

func TestCheck(t *testing.T) {
	for _, test := range proofs {
		_, err := check(t, formula(t, test.formula), test.proof, Options{})
		if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// Strict mode checks lemmas that the refutation does not need, and accepts RAT only for
// definitions.
func TestStrict(t *testing.T) {
	for _, test := range []struct{ name, formula, proof, want string }{
		{"complete", square, "1 0\n0\n", ""},
		{"right so far", parity, "1 2 0\nd 1 2 3 0\n", ""},
		{"nothing", parity, "", ""},
		{"not needed, but wrong", parity, "-1 0\n1 2 0\n1 0\n2 0\n0\n", "step 1: -1 0: " + noRUP},
		{"deletion of what is not there", parity, "1 2 0\nd 1 2 -3 -1 0\n", "step 2: 1 2 -3 -1 0: there is no such clause to delete"},
		{"deletion twice", parity, "d 1 2 3 0\nd 1 2 3 0\n", "step 2: 1 2 3 0: there is no such"},
		{"RAT", "p cnf 2 1\n1 2 0\n", "-1 -2 0\n", noRUP},
		{"RAT on the last variable", "p cnf 2 1\n1 2 0\n", "-2 -1 0\n", noRUP},
		{"definition", parity, "4 1 0\n-4 -1 0\n", ""},
		{"definition after the deletion of another", "p cnf 3 1\n1 2 3 0\n", "4 1 0\n-4 -1 0\nd -4 -1 0\n4 2 0\n", ""},
		{"RAT behind a variable that is new", "p cnf 3 1\n1 2 3 0\n", "4 1 0\n-4 2 0\n", "step 2: -4 2 0: " + noRUP},
		{"no definition", "p cnf 3 1\n-1 2 3 0\n", "4 1 0\n-4 1 0\n", "step 2: -4 1 0: " + noRUP},
	} {
		_, err := check(t, formula(t, test.formula), test.proof, Options{Strict: true})
		if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// Each deletion finds its clause among many, and never another clause with the same hash.
func TestDeletions(t *testing.T) {
	const n = 300
	var proof strings.Builder
	for i := range n {
		fmt.Fprintf(&proof, "1 2 %d 0\n", 4+i)
	}
	for i := range n {
		fmt.Fprintf(&proof, "d %d 2 1 0\n", 4+7*i%n)
	}
	if _, err := check(t, formula(t, parity), proof.String(), Options{Strict: true}); err != nil {
		t.Error(err)
	}
	proof.Reset()
	for i := range n { // many of these have the same list of the index as an existing clause
		fmt.Fprintf(&proof, "d %d %d 0\n", -3-i, 4+i)
	}
	r, err := check(t, formula(t, square), proof.String()+"1 0\n0\n", Options{})
	if err != nil || r.Statistics().Ignored != n {
		t.Errorf("another clause is deleted than that of the step: %v", err)
	}
}

// A stopped check has no verdict, even on a lemma that is not RUP.
func TestStoppedBackwards(t *testing.T) {
	f, proof := extended(3)
	ctx, cancel := context.WithCancel(t.Context())
	c, err := load(ctx, f, Options{}, (*checker).enter)
	if err = errors.Join(err, c.forwards(newReader(ctx, strings.NewReader(proof), "", false), c.step)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := c.backwards(); err != context.Canceled {
		t.Error(err)
	}
}

// Only needed clauses count as used. The clauses of the pigeons are not needed here.
func TestUsed(t *testing.T) {
	r, err := check(t, formula(t, "p cnf 9 7\n7 8 9 0\n1 2 0\n7 0\n1 -2 0\n-8 0\n-1 2 0\n-1 -2 0\n"), "9 8 0\n1 0\nd 7 8 9 0\n0\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]dimacs.Lit{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	if d := cmp.Diff(want, slices.Collect(r.Used())); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(Statistics{Steps: 2, Lemmas: 2, Checked: 1, Clauses: 7, Used: 4}, r.Statistics()); d != "" {
		t.Error(d)
	}
}

// A proof may arrive in pieces of any length.
func TestPieces(t *testing.T) {
	for _, test := range proofs {
		_, want := check(t, formula(t, test.formula), test.proof, Options{})
		_, err := Check(t.Context(), formula(t, test.formula), iotest.OneByteReader(strings.NewReader(test.proof)), Options{Name: "p"})
		if fmt.Sprint(err) != fmt.Sprint(want) {
			t.Errorf("%s: %v byte by byte, %v at once", test.name, err, want)
		}
	}
	long := strings.Repeat("c "+strings.Repeat("x", certificate.BufferSize/3)+"\n", 9)
	if _, err := check(t, formula(t, parity), long+"1 2 0\n1 x\n", Options{}); err == nil || err.Error() != "p:11:3: expected a literal, found 'x'" {
		t.Error(err)
	}
}

// The reader reads the output of the proof writer, with numbers of all lengths.
func TestReader(t *testing.T) {
	want := []step{
		{lits: []dimacs.Lit{1, -63, 64, -8191, 8192, 1<<31 - 1, -(1<<31 - 1)}, location: 1},
		{lits: []dimacs.Lit{1, -2}, deletes: true, location: 2},
		{lits: []dimacs.Lit{}, location: 3},
	}
	for _, binary := range []bool{false, true} {
		var b strings.Builder
		w := proof.NewWriter(&b, binary)
		w.Add(want[0].lits)
		w.Delete(want[1].lits)
		w.Add(nil)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		r := newReader(t.Context(), strings.NewReader(b.String()), "", false)
		if binary {
			want[0].location, want[1].location, want[2].location = 0, 21, 25
		}
		for i, s := range want {
			got := step{lits: []dimacs.Lit{}}
			if err := r.next(&got); err != nil || cmp.Diff(s, got, cmp.AllowUnexported(step{})) != "" {
				t.Errorf("binary %t: step %d is %v, error %v", binary, i, got, err)
			}
		}
		if err := r.next(&step{}); err != io.EOF {
			t.Errorf("binary %t: at the end %v", binary, err)
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	for _, begin := range []string{"", "1 2 0\n", "1 2", "d"} {
		r := io.MultiReader(strings.NewReader(begin), iotest.ErrReader(broken))
		if _, err := Check(t.Context(), formula(t, parity), r, Options{}); err != broken {
			t.Errorf("after %q: %v", begin, err)
		}
	}
}

func TestStopped(t *testing.T) {
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	endless := io.MultiReader(strings.NewReader("1 2 0\n"), endlessReader{})
	if _, err := Check(ctx, formula(t, parity), endless, Options{}); err != stop {
		t.Error(err)
	}
}

type endlessReader struct{}

func (endlessReader) Read(p []byte) (int, error) { return copy(p, "3 -3 0\n"), nil }

// The message about a proof without a name does not begin with a colon.
func TestUnnamed(t *testing.T) {
	for _, proof := range []string{"0\n", "x\n"} {
		_, err := Check(t.Context(), formula(t, "p cnf 1 1\n1 0\n"), strings.NewReader(proof), Options{})
		_, err2 := CheckLRAT(t.Context(), formula(t, "p cnf 1 1\n1 0\n"), strings.NewReader("2 "+proof), Options{})
		for _, err := range []error{err, err2} {
			if err == nil || !strings.HasPrefix(err.Error(), "<certificate>:") {
				t.Errorf("%q: %v", proof, err)
			}
		}
	}
}
