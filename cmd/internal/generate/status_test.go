package generate

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
		if got := isSatisfiable(mustMake(t, args)); got != want {
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
		check(true, "speck", "4", "4", s)
		check(true, "factoring", "16", s)
		check(false, "colouring", "2", "20", "60", s)
	}
	for v := 3; v < 25; v += 2 { // projective planes
		check(v == 3 || v == 7 || v == 13 || v == 21, "difference", strconv.Itoa(v))
	}
	for _, prime := range []string{"5", "7", "11", "13", "61", "127", "8191"} {
		check(false, "prime", prime)
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

// A number has factors of 3 and 5 bits from 2 up if and only if a search finds such factors.
func TestFactors(t *testing.T) {
	for n := range uint64(128) {
		want := false
		for x := uint64(2); x < 8; x++ {
			want = want || n%x == 0 && n/x >= 2 && n/x < 32
		}
		if got := isSatisfiable(factors(n, 3, 5)); got != want {
			t.Errorf("%d: a product is %t, want %t", n, got, want)
		}
	}
}

// TestSpeck compares the cipher with the test vector of the authors. TestStatus compares the circuit
// with the cipher.
func TestSpeck(t *testing.T) {
	key, plain, want := [4]uint16{0x1918, 0x1110, 0x0908, 0x0100}, [2]uint16{0x6574, 0x694c}, [2]uint16{0xa868, 0x42f2}
	if got := speckEncrypt(plain, key, 22); got != want {
		t.Errorf("cipher: got %#04x, want %#04x", got, want)
	}
}

func isSatisfiable(f *dimacs.Formula) bool {
	var clauses [][]int
	for clause := range f.Clauses() {
		var lits []int
		for _, l := range clause {
			lits = append(lits, int(l))
		}
		clauses = append(clauses, lits)
	}
	return solver.New(solver.ParseSliceNb(clauses, f.Vars)).Solve() == solver.Sat
}
