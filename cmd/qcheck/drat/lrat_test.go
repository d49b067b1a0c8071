package drat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// certify checks a proof and the LRAT proof made from it, whose first line deletes the unused
// clauses.
func certify(t *testing.T, f *dimacs.Formula, proof []byte) (n Statistics, err error) {
	t.Helper()
	r, err := Check(t.Context(), f, bytes.NewReader(proof), Options{Name: "p", Hints: true})
	if err != nil {
		return n, err
	}
	var b bytes.Buffer
	if err := r.WriteLRAT(&b); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(b.String(), " 0\n")
	unused := 0
	if words := strings.Fields(first); words[1] == "d" && words[0] == strconv.Itoa(f.NumClauses()) {
		unused = len(words) - 2
	}
	if n = r.Statistics(); n.Clauses != f.NumClauses() || n.Used != f.NumClauses()-unused {
		t.Errorf("%+v, but %d clauses are not used", n, unused)
	}
	if _, err := CheckLRAT(t.Context(), f, &b, Options{Name: "l"}); err != nil {
		t.Errorf("%v of the proof %q", err, proof)
	}
	return n, nil
}

func TestLRAT(t *testing.T) {
	n := 0
	for _, test := range proofs {
		if _, err := certify(t, formula(t, test.formula), []byte(test.proof)); err == nil {
			n++
		}
	}
	if n < 10 {
		t.Errorf("only %d proofs", n)
	}
}

// Join needs a step that derives the simplified formula, and a refutation of this formula.
func TestJoin(t *testing.T) {
	const step, rest = "1 2 0\nd 1 2 3 0\nd 1 2 -3 0\n", "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"
	f, g := formula(t, "p cnf 3 5\n1 2 3 0 1 2 -3 0 1 -2 0 -1 2 0 -1 -2 0"), formula(t, "p cnf 3 4\n1 2 0 1 -2 0 -1 2 0 -1 -2 0")
	for _, test := range []struct{ step, rest, want string }{
		{step, rest, ""},
		{step + "1 0\n", "7", ""}, // the step refutes f
		{"", rest, "the simplification does not derive 1 2 0"},
		{step, "5 1 0 1 2 0\n", "l: at its end, step 9: the empty clause was not derived"},
		{step, "5 1 0 1 4 0\n6 0 5 3 4 0\n", "l: line 8, step 8: 1 0: its hints do not lead to a conflict"},
		{step, "5 1 0 1", "the proof is cut off: it ends within a step"},
	} {
		var b bytes.Buffer
		err := Join(t.Context(), f, strings.NewReader(test.step), g, strings.NewReader(test.rest), Options{Name: "l"}, &b)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q, %q: %v, want %s\n%s", test.step, test.rest, err, test.want, b.String())
		}
	}
}

// A lemma must follow by its hints, even if it is RUP without them.
func TestCheckLRAT(t *testing.T) {
	const number = "expected the number of a clause"
	for _, test := range []struct{ name, formula, proof, want string }{
		{"hints", square, "5 1 0 1 2 0\n6 0 5 3 4 0\n", ""},
		{"layout", square, "c x\r\n5 1\t0 1 2 0 4 d 1 0\n6 0 5 3 4 0", ""},
		{"numbers left out", square, "7 1 0 1 2 0\n2000000000 0 7 3 4 0\n", ""},
		{"numbers of 63 bits", square, "3000000000 1 0 1 2 0\n9223372036854775807 0 3000000000 3 4 0\n", ""},
		{"a number of 64 bits", square, "9223372036854775808 1 0 1 2 0\n", "p:1:1: " + number + ", found a number of more than 63 bits"},
		{"a hint of 64 bits", square, "5 1 0 1 9223372036854775808 0\n", "p:1:9: " + number + ", found a number of more than 63 bits"},
		{"a literal of 32 bits", square, "5 3000000000 0 1 2 0\n", "p:1:3: expected a literal, found a number of more than 31 bits"},
		{"hints twice", square, "5 1 0 1 1 2 0\n6 0 5 5 3 3 4 0\n", ""},
		{"a hint for all resolvents twice", square, "5 3 -1 0 0\n6 -3 1 2 0 -5 1 1 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n", ""},
		{"steps behind the empty clause", square, "5 1 0 1 2 0\n6 0 5 3 4 0\n6 7 0 0\n", ""},
		{"an empty clause in the formula", "p cnf 1 1\n0\n", "2 0 1 0\n", ""},
		{"tautology", square, "5 7 -7 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", ""},
		{"literals twice", square, "5 1 1 0 1 2 0\n6 0 5 3 4 0\n", ""},
		{"RAT without resolvents", square, "5 3 0 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", ""},
		{"RAT", square, "5 3 -1 0 0\n6 -3 1 0 -5 0\n7 1 0 1 2 0\n8 0 7 3 4 0\n", ""},
		{"nothing", square, "", "p: at its end, step 1: " + incomplete},
		{"no empty clause", square, "5 1 0 1 2 0\n", "p: at its end, step 2: " + incomplete},
		{"no hints", square, "5 1 0 0\n", "p: line 1, step 1: 1 0: " + noConflict},
		{"too few hints", square, "\n5 1 0 1 0\n", "p: line 2, step 1: 1 0: " + noConflict},
		{"no unit", parity, "9 1 0 1 0\n", "p: line 1, step 1: 1 0: clause 1 of its hints has two or more literals that are not false"},
		{"hint on what is not there", square, "5 1 0 1 9 0\n", "its hints name clause 9, which does not exist"},
		{"hint on what was deleted", square, "4 d 2 0\n5 1 0 1 2 0\n", "p: line 2, step 2: 1 0: its hints name clause 2, which does not exist"},
		{"deleted lemma", square, "5 1 0 1 2 0\n5 d 5 0\n6 0 5 3 4 0\n", "step 3: 0: its hints name clause 5, which does not exist"},
		{"deletion twice", square, "4 d 2 2 0\n", "p: line 1, step 1: there is no clause 2 to delete"},
		{"a number twice", square, "5 1 0 1 2 0\n5 0 5 3 4 0\n", "step 2: 0: its number is 5: expected more than 5, the number of a clause before it"},
		{"a number of the formula", square, "4 1 0 1 2 0\n", "its number is 4"},
		{"RAT, a resolvent without hints", square, "5 -1 0 -1 0\n", "step 1: -1 0: "},
		{"RAT, a resolvent left out", square, "5 -1 0 -1 3 4 0\n", "there are no hints for its resolvent with 1 -2 0"},
		{"RAT on another literal", square, "5 3 1 0 0\n6 1 -3 0 -5 0\n", "step 2: 1 -3 0: "},
		{"wrong, and cut", square, "5 0 0\n6 0", cut},
		{"cut behind the empty clause", square, "5 1 0 1 2 0\n6 0 5 3 4 0\n7 1", cut},
		{"cut in the hints", square, "5 1 0 1 2", cut},
		{"cut in a number", square, "5", cut},
		{"cut in a deletion", square, "4 d 1 ", cut},
		{"junk", square, "5 1 0 x 0\n", "p:1:7: " + number + ", found 'x'"},
		{"junk for a literal", square, "5 1 x 0\n", "p:1:5: expected a literal, found 'x'"},
		{"junk behind the empty clause", square, "5 1 0 1 2 0\n6 0 5 3 4 0\nx\n", "p:3:1: " + number},
		{"negative number", square, "\n -5 1 0 1 2 0\n", "p:2:2: " + number + ", found -5"},
		{"number 0", square, "0\n", "p:1:1: " + number + ", found 0"},
		{"DRAT", square, "1 0\n0\n", "its number is 1"},
		{"binary", square, "a\x0a\x02\x00\x02\x04\x00a\x0c\x00\x0a\x06\x08\x00", ""},
		{"binary, deletions", square, "d\x00a\x0a\x02\x00\x02\x04\x00d\x02\x04\x00a\x0c\x00\x0a\x06\x08\x00", ""},
		{"binary, a number of 63 bits", square, "a\x0a\x02\x00\x02\x04\x00a\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x0a\x06\x08\x00", ""},
		{"binary, a number of 64 bits", square, "a\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x03\x00\x0a\x06\x08\x00", "p: byte 10: " + number + ", found a number of more than 63 bits"},
		{"binary, a literal of 32 bits", square, "a\x0a\x80\x80\x80\x80\x10\x00\x02\x04\x00", "p: byte 6: expected a literal, found the number 4294967296"},
		{"binary, RAT", square, "a\x0a\x06\x03\x00\x00a\x0c\x07\x02\x00\x0b\x00a\x0e\x02\x00\x02\x04\x00a\x10\x00\x0e\x06\x08\x00", ""},
		{"binary, a deleted hint", square, "d\x04\x00a\x0a\x02\x00\x02\x04\x00", "p: byte 3, step 2: 1 0: its hints name clause 2, which does not exist"},
		{"binary, a deletion of what is not there", square, "d\x12\x00", "p: byte 0, step 1: there is no clause 9 to delete"},
		{"binary, a negative number", square, "a\x0b\x02\x00\x02\x04\x00", "p: byte 1: " + number + ", found -5"},
		{"binary, number 0", square, "a\x00", "p: byte 1: " + number + ", found 0"},
		{"binary, cut in the hints", square, "a\x0a\x02\x00\x02\x04\x00a\x0c\x00\x0a\x06", cut},
		{"binary, cut before the hints", square, "a\x0a\x02\x00", cut},
		{"binary, cut in a deletion", square, "d\x02", cut},
		{"binary, junk", square, "a\x0a\x02\x00\x02\x04\x00b", "p: byte 7: expected a or d, found 'b'"},
	} {
		for _, r := range []io.Reader{strings.NewReader(test.proof), iotest.OneByteReader(strings.NewReader(test.proof))} {
			_, err := CheckLRAT(t.Context(), formula(t, test.formula), r, Options{Name: "p"})
			if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: error %v, want %q", test.name, err, test.want)
			}
		}
	}
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	if _, err := CheckLRAT(ctx, formula(t, parity), endlessReader{}, Options{}); err != stop {
		t.Error(err)
	}
}

// The time for a step is linear in its size: repeated hints, and hints at deleted clauses, cost
// no more than others.
func TestLRATStepsAreLinear(t *testing.T) {
	const n = 1 << 12
	f := &dimacs.Formula{}
	var long []dimacs.Lit
	for v := range dimacs.Lit(n) {
		long = append(long, v+1)
	}
	f.Add(long...)
	denied := strings.Trim(fmt.Sprint(long[1:]), "[]")
	repeated := fmt.Sprintf("2 1 %s 0 %s 0\n", denied, strings.Repeat("1 ", n))
	var deleted strings.Builder
	for i := range n {
		fmt.Fprintf(&deleted, "%d %d -1 0 0\n%d d %d 0\n", i+2, n+1+i, i+2, i+2)
	}
	for i := range n {
		fmt.Fprintf(&deleted, "%d 1 %d 0 -1 0\n", n+2+i, 2*n+1+i)
	}
	for name, proof := range map[string]string{"a hint many times": repeated, "deleted clauses": deleted.String()} {
		c := &lratChecker{}
		var err error
		if c.checker, err = load(t.Context(), f, Options{Strict: true}, func(_ *checker, x ref) { c.refs = append(c.refs, x) }); err != nil {
			t.Fatal(err)
		}
		c.last = 1
		c.forwards(newReader(t.Context(), strings.NewReader(proof), "", true), c.step)
		if c.statistics.Steps < 1 || c.Done() > 10*(len(proof)+n) {
			t.Errorf("%s: %d literals visited for %d bytes and %d steps", name, c.Done(), len(proof), c.statistics.Steps)
		}
	}
}

// The end of the context interrupts a check within a step: while variables are numbered, hints
// are followed, units are propagated, and the step is read.
func TestStopsWithinStep(t *testing.T) {
	const n = 1 << 16
	var all, f strings.Builder
	fmt.Fprintf(&f, "p cnf %d %d\n", n+1, n)
	for v := range n {
		fmt.Fprintf(&all, "%d ", v+1)
		fmt.Fprintf(&f, "%d %d 0\n", -v-1, v+2)
	}
	chain := formula(t, f.String()) // 1 implies 2, 2 implies 3, ...
	for _, test := range []struct {
		name, proof string
		formula     *dimacs.Formula
		lrat        bool
	}{
		{"a lemma of new variables", all.String() + "0\n", formula(t, square), false},
		{"a deletion of new variables", "d " + all.String() + "0\n", formula(t, square), false},
		{"a lemma in LRAT", "5 " + all.String() + "0 0\n", formula(t, square), true},
		{"hints", fmt.Sprintf("%d -1 0 %s0\n", n+1, all.String()), chain, true},
		{"deletions by number", fmt.Sprintf("%d d %s0\n", n+1, all.String()), chain, true},
		{"propagation", "1 0\n", chain, false},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		c, err := load(ctx, test.formula, Options{Strict: true}, (*checker).enter)
		if err != nil {
			t.Fatal(err)
		}
		apply := c.step
		if test.lrat {
			l := &lratChecker{checker: c, last: int64(c.statistics.Clauses)}
			for x := ref(firstRef); int(x) < len(c.arena); x = c.next(x) {
				l.refs = append(l.refs, x)
			}
			apply = l.step
		}
		before := c.Done()
		err = c.forwards(newReader(ctx, strings.NewReader(test.proof), "", test.lrat), func(s *step) error {
			cancel()
			return apply(s)
		})
		if err != context.Canceled || c.Done()-before > 3*certificate.PollEvery {
			t.Errorf("%s: %v after %d literals", test.name, err, c.Done()-before)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	endless := io.MultiReader(strings.NewReader(all.String()), endOfContext{cancel}, strings.NewReader(strings.Repeat("1 ", certificate.BufferSize)), strings.NewReader("x"))
	if _, err := Check(ctx, chain, endless, Options{}); err != context.Canceled {
		t.Errorf("while a step is read: %v", err)
	}
}

// endOfContext is a reader that ends a context.
type endOfContext struct{ cancel func() }

func (e endOfContext) Read([]byte) (int, error) {
	e.cancel()
	return 0, io.EOF
}

// Extend finds the literals that a partial model implies, or a clause that it makes false.
func TestExtender(t *testing.T) {
	e, err := NewExtender(t.Context(), formula(t, "p cnf 5 4\n1 2 0\n-2 3 0\n-3 -4 1 0\n5 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ given, implied, falsified []dimacs.Lit }{
		{nil, []dimacs.Lit{5}, nil},
		{[]dimacs.Lit{-1}, []dimacs.Lit{2, 3, -4, 5}, nil},
		{[]dimacs.Lit{-1, 4}, nil, []dimacs.Lit{-2, 3}},
		{[]dimacs.Lit{1, 9}, []dimacs.Lit{1, 9}, nil},
		{[]dimacs.Lit{-5}, nil, []dimacs.Lit{5}},
	} {
		var a dimacs.Assignment
		falsified := e.Extend(test.given, &a)
		slices.Sort(falsified)
		slices.Sort(test.falsified)
		if !slices.Equal(falsified, test.falsified) || slices.ContainsFunc(test.implied, func(l dimacs.Lit) bool { return !a.Holds(l) }) {
			t.Errorf("%v: %v is false, %v", test.given, falsified, a)
		}
	}
	e, err = NewExtender(t.Context(), formula(t, "p cnf 1 2\n1 0\n-1 0\n"))
	if err != nil || e.Extend(nil, &dimacs.Assignment{}) == nil {
		t.Error("a formula that is refuted has a model", err)
	}
}

// extended returns a refutation of n+1 pigeons in n holes by extended resolution. The clauses
// that define variables for fewer pigeons are RAT, but not RUP.
//
// Source: S. A. Cook, "A short proof of the pigeon hole principle using extended resolution",
// SIGACT News 8, 1976.
func extended(n int) (f *dimacs.Formula, proof string) {
	f = &dimacs.Formula{}
	next := 0
	table := func(pigeons, holes int) [][]int {
		p := make([][]int, pigeons)
		for i := range p {
			for range holes {
				next++
				p[i] = append(p[i], next)
			}
		}
		return p
	}
	var b strings.Builder
	line := func(lits ...int) {
		for _, l := range lits {
			fmt.Fprint(&b, l, " ")
		}
		b.WriteString("0\n")
	}
	p := table(n+1, n)
	for i := range p {
		var clause []dimacs.Lit
		for _, v := range p[i] {
			clause = append(clause, dimacs.Lit(v))
		}
		f.Add(clause...)
		for k := range i {
			for j := range n {
				f.Add(dimacs.Lit(-p[i][j]), dimacs.Lit(-p[k][j]))
			}
		}
	}
	for ; n > 1; n-- {
		q := table(n, n-1) // q[i][j] means p[i][j], or p[i] in the last hole and the last pigeon in j
		for i := range q {
			for j := range q[i] {
				line(q[i][j], -p[i][j])
				line(q[i][j], -p[i][n-1], -p[n][j])
				line(-q[i][j], p[i][j], p[i][n-1])
				line(-q[i][j], p[i][j], p[n][j])
			}
		}
		for i := range q {
			line(q[i]...)
			for k := range i {
				for j := range q[i] {
					line(-q[i][j], -q[k][j], p[i][n-1]) // by cases: pigeon i or k is in the last hole
					line(-q[i][j], -q[k][j])
				}
			}
		}
		p = q
	}
	line()
	return f, b.String()
}

func TestExtendedResolution(t *testing.T) {
	for n := 2; n <= 6; n++ {
		f, proof := extended(n)
		if counts, err := certify(t, f, []byte(proof)); err != nil || n > 2 && counts.RAT < n*n {
			t.Errorf("%d pigeons: %+v, %v", n+1, counts, err)
		}
	}
}

// FuzzCheck checks any proof. If it is accepted, its LRAT proof must be accepted, too, and the
// formula must have no model.
func FuzzCheck(f *testing.F) {
	for _, p := range proofs {
		f.Add(p.formula, []byte(p.proof))
	}
	f.Fuzz(func(t *testing.T, text string, proof []byte) {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err != nil {
			return
		}
		if _, err := certify(t, formula, proof); err == nil {
			hasNoModel(t, formula, proof)
		}
	})
}

// hasNoModel fails the test if a small formula that was refuted has a model.
func hasNoModel(t *testing.T, f *dimacs.Formula, proof []byte) {
	if f.Vars > 10 {
		return
	}
	for bits := range 1 << f.Vars {
		var a dimacs.Assignment
		for v := range f.Vars {
			a.Set(v+1, bits>>v&1 != 0)
		}
		if f.Falsified(&a) == nil {
			t.Errorf("%q refutes a formula with the model %b", proof, bits)
		}
	}
}

// FuzzCheckAny checks that the formula of an accepted proof in any format has no model.
func FuzzCheckAny(f *testing.F) {
	f.Add(square, []byte("5 1 0 1 2 0\n5 d 1 0\n6 0 5 3 4 0\n"))
	f.Add(square, []byte("a\x0a\x06\x03\x00\x00a\x0c\x07\x02\x00\x0b\x00a\x0e\x02\x00\x02\x04\x00a\x10\x00\x0e\x06\x08\x00"))
	f.Add(square, []byte("a\x02\x00a\x00"))
	f.Fuzz(func(t *testing.T, text string, proof []byte) {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err == nil && CheckAny(t.Context(), formula, bytes.NewReader(proof), Options{Name: "p"}) == nil {
			hasNoModel(t, formula, proof)
		}
	})
}
