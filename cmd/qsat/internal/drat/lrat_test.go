package drat

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/dimacs"
)

// An lratChecker checks LRAT as its definition says, by maps.
type lratChecker struct {
	clauses map[int][]int
	false   map[int]bool // literals
}

// checkLRAT returns an error unless the text refutes the formula.
func checkLRAT(f *dimacs.Formula, text string) error {
	c := &lratChecker{clauses: map[int][]int{}}
	n := 0
	for clause := range f.Clauses() {
		n++
		c.clauses[n] = []int{}
		for _, l := range clause {
			c.clauses[n] = append(c.clauses[n], int(l))
		}
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) > 2 && words[1] == "d" {
			for _, id := range numbersOf(words[2 : len(words)-1]) {
				if c.clauses[id] == nil {
					return fmt.Errorf("%s: there is no clause %d to delete", line, id)
				}
				delete(c.clauses, id)
			}
			continue
		}
		list := numbersOf(words)
		end := slices.Index(list, 0)
		id, clause, hints := list[0], list[1:end], list[end+1:len(list)-1]
		if c.clauses[id] != nil || id <= n || !c.follows(clause, hints) {
			return fmt.Errorf("%s: it does not follow", line)
		}
		if n = id; len(clause) == 0 {
			return nil
		}
		c.clauses[id] = clause
	}
	return fmt.Errorf("the empty clause is missing")
}

func numbersOf(words []string) (list []int) {
	for _, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			panic(err)
		}
		list = append(list, n)
	}
	return list
}

// follows reports whether hints show that a clause follows or is RAT on its first
// literal.
func (c *lratChecker) follows(clause, hints []int) bool {
	c.false = map[int]bool{}
	for _, l := range clause {
		c.false[l] = true
	}
	end := slices.IndexFunc(hints, func(h int) bool { return h < 0 })
	if end < 0 {
		end = len(hints)
	}
	if c.conflict(hints[:end]) {
		return true
	}
	if len(clause) == 0 {
		return false
	}
	before, rest := c.false, hints[end:]
	candidates := slices.DeleteFunc(slices.Clone(rest), func(h int) bool { return h > 0 })
	if !slices.IsSortedFunc(candidates, func(a, b int) int { return b - a }) {
		return false // as other checkers go through the clauses once
	}
	for id, other := range c.clauses {
		if !slices.Contains(other, -clause[0]) {
			continue
		}
		at := slices.Index(rest, -id)
		if at < 0 {
			return false
		}
		c.false = map[int]bool{}
		for l := range before {
			c.false[l] = true
		}
		satisfied := false
		for _, l := range other {
			satisfied = satisfied || l != -clause[0] && before[-l]
			if l != -clause[0] {
				c.false[l] = true
			}
		}
		own := rest[at+1:]
		if end := slices.IndexFunc(own, func(h int) bool { return h < 0 }); end >= 0 {
			own = own[:end]
		}
		if !satisfied && !c.conflict(own) {
			return false
		}
	}
	return true
}

// conflict reports whether propagation along the hints ends in a false clause. Each
// but that has to be a unit, whose literal it has once, as other checkers demand.
func (c *lratChecker) conflict(hints []int) bool {
	for _, h := range hints {
		clause := slices.DeleteFunc(slices.Clone(c.clauses[h]), func(l int) bool { return c.false[l] })
		switch {
		case c.clauses[h] == nil || len(clause) > 1:
			return false
		case len(clause) == 0:
			return true
		}
		c.false[-clause[0]] = true
	}
	return false
}

// Certify checks a proof and its certificate, which deletes what is not used at first.
func Certify(t *testing.T, f *dimacs.Formula, proof []byte) (n Counts, err error) {
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
	if n = r.Counts(); n.Clauses != f.NumClauses() || n.Used != f.NumClauses()-unused {
		t.Errorf("%+v, but %d clauses are not used", n, unused)
	}
	if err := checkLRAT(f, b.String()); err != nil {
		t.Errorf("%v\nin\n%s%q", err, &b, proof)
	}
	return n, nil
}

func TestLRAT(t *testing.T) {
	n := 0
	for _, test := range proofs {
		if _, err := Certify(t, formula(t, test.formula), []byte(test.proof)); err == nil {
			n++
		}
	}
	if n < 10 {
		t.Errorf("only %d proofs", n)
	}
	for _, text := range []string{"", "1 0 0\n", "9 0 0\n", "9 1 0 1 0\n", "9 0 1 2 3 0\n", "8 d 9 0\n", "8 d 1 0\n9 1 2 0 1 8 0\n"} {
		if checkLRAT(formula(t, parity), text) == nil {
			t.Errorf("the checker of the tests takes %q", text)
		}
	}
}

// extended returns a refutation of n+1 pigeons in n holes by extended resolution,
// where variables for fewer pigeons are defined by clauses that are RAT alone.
//
// Source: S. A. Cook, "A short proof of the pigeon hole principle using extended
// resolution", SIGACT News 8, 1976.
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
		q := table(n, n-1) // q[i][j]: p[i][j], or p[i] in the last hole and the last pigeon in j
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
					line(-q[i][j], -q[k][j], p[i][n-1]) // by the cases of who is in the last hole
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
		if counts, err := Certify(t, f, []byte(proof)); err != nil || n > 2 && counts.RAT < n*n {
			t.Errorf("%d pigeons: %+v, %v", n+1, counts, err)
		}
	}
}

// FuzzCheck demands that a proof that is taken has a certificate, and that its formula
// has no model.
func FuzzCheck(f *testing.F) {
	for _, p := range proofs {
		f.Add(p.formula, []byte(p.proof))
	}
	f.Fuzz(func(t *testing.T, text string, proof []byte) {
		formula, err := dimacs.ReadFormula(t.Context(), strings.NewReader(text), dimacs.Options{})
		if err != nil {
			return
		}
		if _, err := Certify(t, formula, proof); err != nil || formula.Vars > 10 {
			return
		}
		for bits := range 1 << formula.Vars {
			var a dimacs.Assignment
			for v := range formula.Vars {
				a.Set(v+1, bits>>v&1 != 0)
			}
			if formula.Falsified(&a) == nil {
				t.Errorf("%q refutes a formula with the model %b", proof, bits)
			}
		}
	})
}
