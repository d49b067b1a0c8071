package generate

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/dimacs"

	"github.com/crillab/gophersat/solver"
)

// TestSizes compares the numbers of variables and clauses with the literature.
func TestSizes(t *testing.T) {
	for _, test := range []struct {
		args          []string
		vars, clauses int
	}{
		{[]string{"3sat", "250", "1065", "1"}, 250, 1065}, // SATLIB's uf250
		{[]string{"flat", "200", "479", "1"}, 600, 2237},  // SATLIB's flat200
		{[]string{"colouring", "3", "200", "479", "1"}, 600, 2237},
		{[]string{"5sat", "60", "1267", "1"}, 60, 1267},
		{[]string{"pigeonhole", "9", "8"}, 72, 297}, // SATLIB's hole8
		{[]string{"pigeonhole2", "5", "2"}, 10, 25},
		{[]string{"quasigroup", "4", "4", "1"}, 64, 336}, // all Latin squares of order 4
		{[]string{"ordering", "5"}, 10, 25},              // 5 elements, 2 cycles of each of 10 triples
		{[]string{"tseitin", "12", "3", "1"}, 18, 48},    // 4 clauses a vertex
		{[]string{"equations", "9", "5", "1"}, 9, 20},
		{[]string{"difference", "7"}, 28, 129},      // 3 clauses for each of 21 pairs, 22 for each of 3 differences
		{[]string{"waerden", "3", "3", "9"}, 9, 32}, // 16 progressions in each set
	} {
		f := mustMake(t, test.args)
		if f.Vars != test.vars || f.NumClauses() != test.clauses {
			t.Errorf("%v: got %d variables and %d clauses, want %d and %d",
				test.args, f.Vars, f.NumClauses(), test.vars, test.clauses)
		}
	}
}

var small = [][]string{
	{"3sat", "5", "50", "1"}, {"large3sat", "5", "50", "1"}, {"5sat", "5", "50", "1"},
	{"colouring", "4", "7", "10", "1"}, {"flat", "7", "10", "1"},
	{"difference", "7"},
	{"ordering", "4"}, {"tseitin", "6", "3", "1"}, {"equations", "6", "5", "1"}, {"waerden", "3", "4", "18"},
	{"factoring", "10", "1"}, {"prime", "13"}, {"commute", "3"}, {"mutex", "3", "1", "4"}, {"speck", "3", "1", "1"},
	{"langford", "4"}, {"pigeonhole", "3", "2"}, {"pigeonhole2", "3", "1"}, {"quasigroup", "6", "3", "1"}, {"quasigroup", "2", "1", "1"}, {"sudoku", "2", "4", "1"},
}

// Each kind makes clauses without repeated variables, the same formula twice, and another formula for
// another seed.
func TestKinds(t *testing.T) {
	tested, seeded := make(map[string]bool), make(map[string]bool)
	for _, k := range kinds {
		seeded[k.name] = strings.HasSuffix(k.tiny, "seed")
	}
	for _, args := range small {
		tested[args[0]] = true
		f := mustMake(t, args)
		for clause := range f.Clauses() {
			seen := make(map[int]bool)
			for _, l := range clause {
				if l.Var() < 1 || l.Var() > f.Vars || seen[l.Var()] {
					t.Fatalf("%v: clause %v has a literal out of 1..%d or a variable twice", args, clause, f.Vars)
				}
				seen[l.Var()] = true
			}
		}
		if !reflect.DeepEqual(f, mustMake(t, args)) {
			t.Errorf("%v: two formulas differ", args)
		}
		other := append(slices.Clone(args[:len(args)-1]), "2")
		if seeded[args[0]] && args[1] != "2" && reflect.DeepEqual(f, mustMake(t, other)) {
			t.Errorf("%v: the same formula as for seed 2", args)
		}
	}
	if len(tested) != len(kinds) {
		t.Errorf("%d kinds of %d are among the small formulas", len(tested), len(kinds))
	}
}

func TestBadArguments(t *testing.T) {
	for _, args := range [][]string{
		nil, {"none", "1"}, {"3sat", "5", "50"}, {"3sat", "5", "50", "0"}, {"3sat", "5", "50", "x"},
		{"3sat", "2", "5", "1"}, {"colouring", "3", "4", "6", "1"}, {"difference", "8"}, {"ordering", "1"}, {"tseitin", "5", "3", "1"},
		{"waerden", "1", "3", "9"}, {"factoring", "7", "1"}, {"prime", "15"}, {"commute", "1"}, {"mutex", "2", "2", "1"},
		{"speck", "23", "1", "1"},
		{"quasigroup", "3", "4", "1"}, {"sudoku", "2", "17", "1"},
	} {
		if _, err := Make(args...); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
}

func mustMake(t *testing.T, args []string) *dimacs.Formula {
	t.Helper()
	f, err := Make(args...)
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return f
}

// Tiny makes formulas of every kind and of other sorts. The same number makes the same formula.
func TestSample(t *testing.T) {
	made := map[string]bool{}
	for n := range uint64(1000) {
		f, name, err := Tiny(n)
		g, again, _ := Tiny(n)
		if err != nil || name != again || !reflect.DeepEqual(f, g) || f.Check() != nil {
			t.Errorf("number %d: %s, then %s: %v", n, name, again, err)
		}
		made[name], made[strings.Fields(name)[0]] = true, true
	}
	for _, k := range kinds {
		if !made[k.name] {
			t.Errorf("no formula of the kind %q", k.name)
		}
	}
	for _, name := range []string{"general", "bounds", "random clauses", "counting graph", "board"} {
		if !made[name] {
			t.Errorf("no formula of the sort %q", name)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if _, _, err := queensBoard(r); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 { // also for a formula without variables
		mutated(r, &dimacs.Formula{})
	}
}

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
