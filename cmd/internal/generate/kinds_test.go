package generate

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
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
