package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// smallFamilies lists instances of every family, satisfiable and unsatisfiable.
var smallFamilies = []string{
	"--family colouring --colours 4 2", "--family colouring --colours 4 3", "--family colouring --colours 5 4", "--family colouring 5",
	"--family colouring --colours 6 -e product 6", "--family colouring --variant torus 5", "--family colouring --break-symmetry --colours 7 6",
	"--family domination -k 2 5", "--family domination -k 3 5", "--family domination --independent -k 2 4", "--family domination --independent -k 3 4",
	"--family domination --independent -e ladder -k 3 6", "--family domination --shuffle -k 3 6", "--family domination --break-symmetry --place a1 -k 4 6",
	"--family armies -k 2 4", "--family armies -k 3 4", "--family armies --break-symmetry -k 4 5", "--family armies --shuffle --seed 5 -k 5 6",
	"--family armies --variant torus --transform or:2 -k 1 5", "--family superqueens 6", "--family superqueens --minimal -e sequential 10",
	"--family superqueens -k 4 --block a1 6", "--family superqueens --variant torus -k 3 7",
	"--variant torus 7", "-e sequential --shuffle --seed 7 6", "-e product -k 3 5", "-e binary --block-diagonals s9,d0 8",
	"-e ladder --shuffle --seed 7 --place 1:3 --block 2:5 6",
}

// TestFamilies solves instances of every family with qsat and other solvers, which take turns.
// The answers must agree with the manifest, and qshow must accept the boards.
func TestFamilies(t *testing.T) {
	need(t, "bash")
	dir := t.TempDir()
	plan, _, _ := runLine(t, dir, "qgen -q --out-dir set --plan - <<'end'\n"+strings.Join(smallFamilies, "\n")+"\nend\ntail -n +2 set/MANIFEST.tsv")
	instances := strings.Split(strings.TrimSuffix(plan, "\n"), "\n")
	if len(instances) != len(smallFamilies) {
		t.Fatalf("%d instances\n%s", len(instances), plan)
	}
	for k, s := range []solver{{name: "qsat", line: "qsat -j1 $f"}, solvers[0], solvers[4], solvers[5], solvers[7]} {
		t.Run(s.name, func(t *testing.T) {
			need(t, s.name)
			t.Parallel()
			own := t.TempDir()
			for i, instance := range instances {
				if k > 0 && (i+k)%8 != 0 && !long() {
					continue
				}
				record := strings.Split(instance, "\t") // name, parameters, variables, clauses, status
				file := filepath.Join(dir, "set", record[0])
				_, stderr, code := runLine(t, own, strings.ReplaceAll(s.line+" | qshow -q --cnf $f", "$f", file))
				if want := map[string]int{"SAT": 0, "UNSAT": 20}[record[4]]; record[4] != "UNKNOWN" && code != want || code != 0 && code != 20 {
					t.Errorf("%s: %s, exit code %d\n%s", record[1], record[4], code, stderr)
				}
			}
		})
	}
}

// TestClassesOfFamilies compares the two programs that compute classes of symmetric solutions:
// qgen --break-symmetry must keep as many solutions as qshow --up-to-symmetry shows.
func TestClassesOfFamilies(t *testing.T) {
	agree(t, "--break-symmetry ", "qsat -j1 --all | qshow --up-to-symmetry --count --exit-zero", map[string]int{
		"4": 1, "--place 1:2 8": 8, "--place 2:2 -k 3 5": 11, "--block-diagonals d1,d-1 -k 4 5": 1, "--variant torus 5": 2,
		"--family superqueens -k 3 --block 1:1 5": 20, "--family domination -k 3 --place 1:1 5": 17, "--family domination --variant torus -k 2 4": 12,
		"--family armies -k 2 --block 1:1 4": 44, "--family colouring --colours 5 3": 30, "--family colouring -e product --colours 5 4": 30,
		"--family regions --regions columns --place 1:2": 3, "--family regions --unique 6": 1,
	})
	_, stderr, code := runLine(t, t.TempDir(), "qgen --family dominoes --break-symmetry 4")
	if code != 2 || !strings.Contains(stderr, "family dominoes: its symmetries cannot be broken") {
		t.Errorf("dominoes: exit code %d\n%s", code, stderr)
	}
}

// agree checks that a formula of qgen with the flags more has the wanted number of models, and that
// the line boards prints this number for the formula without them. The file columns is a partition.
func agree(t *testing.T, more, boards string, wanted map[string]int) {
	t.Helper()
	need(t, "bash")
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "columns"), []byte(strings.Repeat("ABCDE\n", 5)), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range wanted {
		count, _, _ := runLine(t, dir, "qgen "+more+args+" | qsat -j1 --count")
		shown, _, _ := runLine(t, dir, "qgen "+args+" | "+boards)
		if !strings.HasSuffix(count, fmt.Sprintf(" int %d\n", want)) || shown != fmt.Sprintf("%d\n", want) {
			t.Errorf("%s: the count is %q and the number of boards %q, want %d", args, count, shown, want)
		}
	}
}
