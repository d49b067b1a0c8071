package command

import (
	"slices"
	"strings"
	"testing"
)

// File names and arguments contain the family, and the arguments reproduce the file.
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

// A sweep over families leaves out the families that refuse an option.
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
