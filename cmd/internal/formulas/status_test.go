package formulas

import (
	"strconv"
	"testing"

	"github.com/crillab/gophersat/solver"

	"queens/dimacs"
)

// TestStatus compares the satisfiability of small formulas with theorems about their kinds.
func TestStatus(t *testing.T) {
	check := func(want bool, args ...string) {
		t.Helper()
		if got := solve(mustMake(t, args)) != nil; got != want {
			t.Errorf("%v: satisfiable is %t, want %t", args, got, want)
		}
	}
	for n := 1; n <= 8; n++ {
		check(n%4 == 0 || n%4 == 3, "langford", strconv.Itoa(n))
		for holes := max(n-2, 1); holes < 7; holes++ {
			check(n <= holes, "pigeonhole", strconv.Itoa(n), strconv.Itoa(holes))
			check(n <= 2*holes, "pigeonhole2", strconv.Itoa(n), strconv.Itoa(holes))
		}
	}
	for _, w := range [][3]int{{3, 3, 9}, {3, 4, 18}, {4, 3, 18}, {3, 5, 22}, {4, 4, 35}, {3, 6, 32}} { // van der Waerden numbers
		k, l := strconv.Itoa(w[0]), strconv.Itoa(w[1])
		check(true, "waerden", k, l, strconv.Itoa(w[2]-1))
		check(false, "waerden", k, l, strconv.Itoa(w[2]))
	}
	for seed := range 5 {
		s := strconv.Itoa(seed + 1)
		check(true, "flat", "20", "40", s)
		check(true, "quasigroup", "7", "4", s)
		check(true, "sudoku", "3", "25", s)
		check(true, "equations", "20", "25", s)
		check(true, "speck", "3", "2", s)
		check(true, "factoring", "16", s)
		check(false, "colouring", "2", "20", "60", s)
	}
	for _, v := range []int{3, 7, 13, 21, 31} { // projective planes
		check(true, "difference", strconv.Itoa(v))
	}
	for _, v := range []int{5, 9, 11, 15, 23} {
		check(false, "difference", strconv.Itoa(v))
	}
	for n := 2; n <= 4; n++ {
		check(false, "commute", strconv.Itoa(n))
		check(false, "ordering", strconv.Itoa(n))
		check(false, "tseitin", strconv.Itoa(2*n+2), "3", "1")
	}
	for steps := 7; steps < 10; steps++ { // 8 is the least number, found by a search through all states
		s := strconv.Itoa(steps)
		check(steps > 7, "mutex", "3", "1", s)
		check(steps > 7, "mutex", "4", "1", s)
	}
	check(false, "mutex", "2", "1", "9") // safe, whatever the number of steps is
	check(false, "mutex", "3", "2", "9")
}

func TestFactors(t *testing.T) {
	for n := range uint64(128) {
		want := false
		for x := uint64(2); x < 8; x++ {
			want = want || n%x == 0 && n/x >= 2 && n/x < 32
		}
		model := solve(factors(n, 3, 5))
		if (model != nil) != want {
			t.Errorf("%d: a product is %t, want %t", n, model != nil, want)
		}
		if model != nil && number(model[:3])*number(model[3:8]) != n {
			t.Errorf("%d: got the factors %d and %d", n, number(model[:3]), number(model[3:8]))
		}
	}
	for _, prime := range []string{"5", "7", "11", "13", "61", "127", "8191"} {
		if solve(mustMake(t, []string{"prime", prime})) != nil {
			t.Errorf("%s has factors", prime)
		}
	}
}

// TestSpeck compares the cipher and the circuit with the test vector of the authors.
func TestSpeck(t *testing.T) {
	key, plain, want := [4]uint16{0x1918, 0x1110, 0x0908, 0x0100}, [2]uint16{0x6574, 0x694c}, [2]uint16{0xa868, 0x42f2}
	if got := speckEncrypt(plain, key, 22); got != want {
		t.Errorf("cipher: got %#04x, want %#04x", got, want)
	}
	c := new(circuit)
	constant := func(n uint16) word { return c.constant(16, uint64(n)) }
	keys := c.speckRoundKeys([4]word{constant(key[0]), constant(key[1]), constant(key[2]), constant(key[3])}, 22)
	x, y := constant(plain[0]), constant(plain[1])
	for _, k := range keys {
		x, y = c.speckRound(x, y, k)
	}
	model := solve(&c.Formula)
	if model == nil {
		t.Fatal("circuit: no model")
	}
	for i, out := range [2]word{x, y} {
		var values []bool
		for _, l := range out {
			values = append(values, model[l.Var()-1] == (l > 0))
		}
		if got := number(values); got != uint64(want[i]) {
			t.Errorf("circuit: word %d is %#04x, want %#04x", i, got, want[i])
		}
	}
}

// number returns the value of a word, the lowest bit first.
func number(values []bool) uint64 {
	n := uint64(0)
	for i, v := range values {
		if v {
			n |= 1 << i
		}
	}
	return n
}

// solve returns a model, in which the value of variable v is at v-1, or nil if there is no
// model.
func solve(f *dimacs.Formula) []bool {
	var clauses [][]int
	for clause := range f.Clauses() {
		clauses = append(clauses, integers(clause))
	}
	s := solver.New(solver.ParseSliceNb(clauses, f.Vars))
	if s.Solve() != solver.Sat {
		return nil
	}
	return s.Model()
}

func integers(clause []dimacs.Lit) []int {
	out := make([]int, len(clause))
	for i, l := range clause {
		out[i] = int(l)
	}
	return out
}
