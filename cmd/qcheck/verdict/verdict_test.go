package verdict

import (
	"math/big"
	"strings"
	"testing"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// kindOf recognizes the kind of a certificate by its content, for a formula with four clauses.
func TestKindOf(t *testing.T) {
	for text, want := range map[string]string{
		"": "drat", "\n": "drat", "c hi\n": "drat", "0\n": "drat", "1 0\n0\n": "drat", "d 1 0\n": "drat", "1 0 0": "drat", "-1 0 7 0\n": "drat",
		"7 0 0\n": "drat", "1 0 2 0\n": "drat", "9 1 0 2 0\n0\n": "drat", "a\x02\x00": "drat", "d\x02\x00": "drat", "1 -2 0\n": "drat",
		"a\x02\x00a\x00": "drat", "a\x0c\x0e\x00d\x02\x04\x00a\x02\x00": "drat", "a\x0a\x02\x00": "drat", "a\x0a\x00a\x0c\x00": "drat",
		"a\x0a\x02\x00\x02\x04\x00a\x0c\x00\x0a\x06\x08\x00": "lrat", "d\x02\x00a\x0a\x02\x00\x04\x06\x00": "lrat", "a\x0a\x02\x00\x02": "lrat",
		"a\x0a\x00\x64\x00": "drat", "a\x86\x02\x00a\x00": "drat", "a\xf4\x03\x00d\x02\x00": "lrat", "a\xfe\xff\xff\xff\x0f\x02\x00\x02\x04\x00": "lrat", "3000000000 2 0 1 2 0\n": "lrat",
		"5 1 0 1 2 0\n6 0 5 3 4 0\n": "lrat", "c x\n4 d 1 0\n": "lrat", "2 d 1 0\n3 0 2 0\n": "lrat", "5 -1 0 0\n6 0 5 1 0\r\n": "lrat", "5 1 0 1 2 0\n6 0": "lrat", "9 d 1 2 3": "lrat", " 5\t1 0 -1 2 0": "lrat",
		"s SATISFIABLE\nv 1 0\n": "model", "c a\nv 1 0\n": "model", "SAT\n1 0\n": "model", "UNSAT\n": "model", "c UNKNOWN\n": "model", "p cnf 1 1\n": "model",
		"r 5\n": "cpog", "c x\n\n 5 p 3 0\n": "cpog", "5 a -1 0 2 0\n": "cpog", "5\ts 4 1 2 3 0\n": "cpog", "5 t 4 1 -2 0\n": "cpog", "r5\n": "model", "r x\n": "model",
		"o 1 1 2 0\n": "frat", "c x\n\no 1 1 2 0\no": "frat", "o 1 0": "frat", "a 5 2 0 l 1 2 0\nf 5 0\n": "frat", "a 5 -2 0\n": "frat", "o\x02\x02\x04\x00": "frat",
		"o 3\n": "model", "o 3\nv 1 0\n": "model", "o 0\n": "model", "a 5 2 \x00": "drat",
	} {
		if got := kindOf([]byte(text), 4, false); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// The first line of a proof may be longer than the part by which its kind is recognized.
func TestKindOfALongLine(t *testing.T) {
	for beginning, want := range map[string]string{"5 1 0": "lrat", "5 0": "lrat", "5 d": "lrat", "4 1 0": "drat", "5 1": "drat", "5 1 0 2 0": "drat"} {
		if got := kindOf([]byte(beginning + strings.Repeat(" 3", drat.HeadSize/2))[:drat.HeadSize], 4, false); got != want {
			t.Errorf("%s 3 3 ..: %s, want %s", beginning, got, want)
		}
	}
}

// Cubes divide the models of a formula if they are the leaves of a tree, up to nodes that unit propagation
// refutes.
func TestDivide(t *testing.T) {
	formula := func(clauses ...[]dimacs.Lit) *dimacs.Formula { return (&dimacs.Formula{Vars: 3}).With(clauses...) }
	free, large, or, never := formula(), &dimacs.Formula{Vars: dimacs.MaxVar}, formula([]dimacs.Lit{1, 2}), formula([]dimacs.Lit{1}, []dimacs.Lit{-1})
	for _, c := range []struct {
		f       *dimacs.Formula
		project []int
		cubes   [][]dimacs.Lit
		wrong   string
	}{
		{free, nil, [][]dimacs.Lit{nil}, ""},
		{free, nil, [][]dimacs.Lit{{1}, {-1, 3}, {-1, -3}}, ""},
		{large, nil, [][]dimacs.Lit{{dimacs.MaxVar}, {-dimacs.MaxVar}}, ""},
		{or, nil, [][]dimacs.Lit{{1}, {-1, 2}}, ""},
		{never, nil, nil, ""},
		{free, nil, nil, "no cube covers []"},
		{or, nil, [][]dimacs.Lit{{1, 2}, {-1}}, "no cube covers [1 -2]"},
		{free, nil, [][]dimacs.Lit{{1}, {-1}, {1}}, "the cubes [1] and [1] overlap"},
		{free, nil, [][]dimacs.Lit{{1}, {1, 2}, {-1}}, "the cubes [1] and [1 2] overlap"},
		{free, nil, [][]dimacs.Lit{{1}, {-1}, {2}}, "the cubes [-1] and [2] may overlap: expected decisions with two values"},
		{free, nil, [][]dimacs.Lit{{4}, {-4}}, "a cube has the literal 4: expected variables of the formula and its projection"},
		{free, []int{2}, [][]dimacs.Lit{{1}, {-1}}, "a cube has the literal 1: expected variables of the formula and its projection"},
	} {
		got := ""
		if err := divide(t.Context(), c.f, c.project, c.cubes); err != nil {
			got = err.Error()
		}
		if got != c.wrong {
			t.Errorf("%v: got %q, want %q", c.cubes, got, c.wrong)
		}
	}
}

// Counts are equal however they are written, and counts of 2^31 bits are compared at once.
func TestEqual(t *testing.T) {
	number := func(m int64, shift uint64) dimacs.Count { return dimacs.Count{M: big.NewInt(m), Shift: shift} }
	for _, c := range []struct {
		a, b dimacs.Count
		want bool
	}{
		{number(0, 3), number(0, 0), true},
		{number(0, 0), number(1, 0), false},
		{number(12, 1), number(3, 3), true},
		{number(12, 1), number(3, 2), false},
		{number(6, 1<<40), number(3, 1<<40+1), true},
		{number(3, 0), number(3, 1<<40), false},
	} {
		if equal(c.a, c.b) != c.want || equal(c.b, c.a) != c.want {
			t.Errorf("%v = %v is not %v", c.a, c.b, c.want)
		}
	}
}

func TestRepetitions(t *testing.T) {
	var r Repetitions
	for i, m := range [][]dimacs.Lit{{1, -2}, {1, 2}, {-2, 1}, {}, {1, 2}, {}} {
		if first, want := r.Add(m, int64(i+1)), []int64{0, 0, 1, 0, 2, 4}[i]; first != want {
			t.Errorf("model %d: %d, want %d", i+1, first, want)
		}
	}
}
