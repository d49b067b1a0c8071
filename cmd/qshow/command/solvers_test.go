package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/encode"
)

// TestSolversPuzzles shows what real solvers answer for puzzles of all kinds,
// which only the instance tells of.
func TestSolversPuzzles(t *testing.T) {
	seed, three := int64(7), 3
	puzzles := map[string]encode.Instance{
		"torus":    {N: 7, Variant: encode.Torus},
		"shuffled": {N: 6, Encoding: "sequential", Shuffle: &seed},
		"few":      {N: 5, Queens: &three, Encoding: "product"},
		"squares": {N: 6, Placed: []encode.Square{{Row: 1, Col: 3}}, Blocked: encode.SquaresOf([]encode.Square{{Row: 2, Col: 5}}...),
			Encoding: "ladder", Shuffle: &seed},
		"diagonals": {N: 8, BlockedDiagonals: []encode.Diagonal{{Rising: true, Index: 9}, {Index: 0}}, Encoding: "binary"},
	}
	for _, s := range [][]string{
		{"minisat", "CNF", "MODEL"}, {"picosat", "CNF"}, {"cadical", "CNF"}, {"cryptominisat5", "--verb=0", "CNF"}, {"clasp", "CNF"},
	} {
		t.Run(s[0], func(t *testing.T) {
			if _, err := exec.LookPath(s[0]); err != nil {
				t.Skip(err)
			}
			for name, in := range puzzles {
				cnf := instance(t, in)
				if got := qshow(solve(t, s, cnf), "--cnf", cnf, "-f", "list"); got.Code != 0 || strings.Count(got.Stdout, "\n") != 1 {
					t.Errorf("%s: %+v", name, got)
				}
			}
		})
	}
}

// TestPrograms shows what solvers of integer programs answer.
func TestPrograms(t *testing.T) {
	program := file(t, "q.lp", integerProgram(6))
	for _, s := range [][]string{
		{"glpsol", "--lp", "CNF", "-o", "MODEL"}, {"glpsol", "--lp", "CNF", "-w", "MODEL"}, {"cbc", "CNF", "solve", "solution", "MODEL"},
	} {
		t.Run(strings.Join(s, " "), func(t *testing.T) {
			if _, err := exec.LookPath(s[0]); err != nil {
				t.Skip(err)
			}
			answer := solve(t, s, program)
			for _, args := range [][]string{{"-n6"}, nil} {
				if got := qshow(answer, append(args, "-f", "list")...); got.Code != 0 || strings.Count(got.Stdout, "\n") != 1 {
					t.Errorf("%v: %+v\n%s", args, got, answer)
				}
			}
		})
	}
}

// integerProgram places as many queens as fit, in the language LP of CPLEX.
func integerProgram(n int) string {
	lines := map[string][]string{}
	var all []string
	for row := range n {
		for col := range n {
			x := fmt.Sprintf("x_%d_%d", row+1, col+1)
			all = append(all, x)
			for _, line := range []string{
				fmt.Sprint("row", row), fmt.Sprint("column", col), fmt.Sprint("rising", row+col), fmt.Sprint("falling", row-col+n),
			} {
				lines[line] = append(lines[line], x)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Maximize\n queens: %s\nSubject To\n", strings.Join(all, " + "))
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		fmt.Fprintf(&b, " %s: %s <= 1\n", line, strings.Join(lines[line], " + "))
	}
	fmt.Fprintf(&b, "Binary\n %s\nEnd\n", strings.Join(all, " "))
	return b.String()
}

// instance writes a CNF file.
func instance(t *testing.T, in encode.Instance) string {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "q.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := in.Write(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// solve returns the answer of a solver: its standard output, or the file MODEL.
func solve(t *testing.T, command []string, cnf string) string {
	t.Helper()
	model := filepath.Join(t.TempDir(), "model")
	args := append([]string{}, command...)
	for i := range args {
		args[i] = strings.NewReplacer("CNF", cnf, "MODEL", model).Replace(args[i])
	}
	out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(model); err == nil {
		return string(text)
	}
	return string(out)
}
