package command

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/dimacs"
	"queens/encode"
)

func TestKnownFamilies(t *testing.T) {
	of := func(f encode.Family, n, k int) encode.Instance {
		in := encode.Instance{N: n, Family: f, Queens: &k}
		if f == encode.Colouring {
			in.Queens, in.Colours = nil, &k
		}
		return in
	}
	apart := func(n, k int) encode.Instance {
		in := of(encode.Domination, n, k)
		in.Independent = true
		return in
	}
	torus := func(in encode.Instance) encode.Instance { in.Variant = encode.Torus; return in }
	broken := func(in encode.Instance) encode.Instance { in.SymmetryBroken = true; return in }
	blocked := func(in encode.Instance) encode.Instance {
		in.Blocked = encode.SquaresOf(encode.Square{Row: 1, Col: 1})
		return in
	}
	sat, unsat, unknown := dimacs.Satisfiable, dimacs.Unsatisfiable, dimacs.Unknown
	for _, tt := range []struct {
		in     encode.Instance
		status dimacs.Status
		count  string
	}{
		{of(encode.Colouring, 8, 8), unsat, "0"}, {of(encode.Colouring, 8, 9), sat, "<nil>"}, {of(encode.Colouring, 12, 12), sat, "<nil>"},
		{of(encode.Colouring, 27, 27), unknown, "<nil>"}, {of(encode.Colouring, 27, 26), unsat, "0"}, {of(encode.Colouring, 35, 35), sat, "<nil>"},
		{torus(of(encode.Colouring, 7, 7)), sat, "<nil>"}, {torus(of(encode.Colouring, 14, 14)), unsat, "0"}, {torus(of(encode.Colouring, 8, 9)), unknown, "<nil>"},
		{of(encode.Domination, 8, 5), sat, "<nil>"}, {of(encode.Domination, 8, 4), unsat, "0"}, {of(encode.Domination, 30, 30), sat, "<nil>"},
		{of(encode.Domination, 30, 16), unknown, "<nil>"}, {blocked(of(encode.Domination, 8, 5)), unknown, "<nil>"}, {blocked(of(encode.Domination, 8, 4)), unsat, "0"},
		{torus(of(encode.Domination, 8, 5)), sat, "<nil>"}, {torus(of(encode.Domination, 8, 4)), unknown, "<nil>"}, {of(encode.Domination, 8, 0), unsat, "0"},
		{apart(8, 5), sat, "<nil>"}, {apart(8, 4), unsat, "0"}, {apart(8, 6), unknown, "<nil>"}, {apart(8, 8), sat, "<nil>"}, {apart(8, 9), unsat, "0"},
		{apart(3, 3), unsat, "0"}, {torus(apart(8, 7)), unsat, "0"}, {torus(apart(7, 7)), sat, "<nil>"}, {apart(30, 12), unknown, "<nil>"},
		{of(encode.Armies, 9, 12), sat, "<nil>"}, {of(encode.Armies, 9, 13), unsat, "0"}, {of(encode.Armies, 16, 38), unknown, "<nil>"},
		{broken(of(encode.Armies, 9, 12)), sat, "18"}, {torus(of(encode.Armies, 9, 13)), unsat, "0"}, {torus(of(encode.Armies, 9, 12)), unknown, "<nil>"},
		{broken(of(encode.Armies, 11, 17)), sat, "<nil>"}, {of(encode.Armies, 4, 0), sat, "1"},
		{of(encode.Superqueens, 10, 10), sat, "4"}, {broken(of(encode.Superqueens, 14, 14)), sat, "653"}, {of(encode.Superqueens, 9, 9), unsat, "0"},
		{of(encode.Superqueens, 9, 8), unknown, "<nil>"}, {of(encode.Superqueens, 12, 13), unsat, "0"}, {of(encode.Superqueens, 30, 20), sat, "<nil>"},
		{torus(of(encode.Superqueens, 11, 11)), unknown, "<nil>"}, {torus(of(encode.Superqueens, 12, 11)), unsat, "0"}, {of(encode.Superqueens, 27, 27), sat, "<nil>"},
	} {
		status, count := known(tt.in)
		if status != tt.status || fmt.Sprint(count) != tt.count {
			t.Errorf("%v %v: %v, %v; want %v, %s", tt.in.Family, tt.in.Comments(), status, count, tt.status, tt.count)
		}
	}
}

// Names and arguments tell the family, and the arguments make the same file.
func TestNamesOfFamilies(t *testing.T) {
	for name, args := range map[string]string{
		"colouring-0008-c0009-sym-product.cnf":      "--family colouring --encoding product --colours 9 --break-symmetry 8",
		"colouring-0008-torus-pairwise.cnf":         "--family colouring --variant torus 8",
		"domination-0009-ind-k0005-ladder.cnf":      "--family domination --encoding ladder --queens 5 --independent 9",
		"armies-0010-k0014-shuf-s0003-pairwise.cnf": "--family armies --queens 14 --shuffle --seed 3 10",
		"armies-0010-k0014.opb":                     "--format opb --family armies --queens 14 10",
		"superqueens-0012-p003-s0001-pairwise.cnf":  "--family superqueens --random-place 3 --seed 1 12",
		"superqueens-0012.lp":                       "--format lp --family superqueens 12",
	} {
		got := qgen(append([]string{"--dry-run", "-q"}, strings.Fields(args)...)...)
		columns := strings.Split(strings.Split(got.stdout, "\n")[1], "\t")
		if got.code != 0 || columns[0] != name || columns[1] != args {
			t.Errorf("%s: %q, want %q; %s", args, columns, name, got.stderr)
		}
		again := qgen(strings.Fields(columns[1])...)
		if text := qgen(strings.Fields(args)...); text != again || text.code != 0 || !strings.Contains(text.stdout, "family: "+strings.Split(name, "-")[0]) {
			t.Errorf("%s: %.200s", args, text.stdout+text.stderr)
		}
	}
}

// A list of families is a sweep, of which each takes what it has a use for.
func TestSweepOfFamilies(t *testing.T) {
	got := qgen("--dry-run", "--family", "armies,colouring,queens", "-k", "3", "5")
	var names []string
	for _, line := range strings.Split(strings.TrimSpace(got.stdout), "\n")[1:] {
		names = append(names, strings.Split(line, "\t")[0])
	}
	if want := []string{"armies-0005-k0003-pairwise.cnf", "queens-0005-k0003-pairwise.cnf"}; !slices.Equal(names, want) || !strings.Contains(got.stderr, "left out") {
		t.Errorf("%q, %s", names, got.stderr)
	}
}
