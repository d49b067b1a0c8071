package cmd

import (
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// smallFamilies lists instances of every family, with a solution and without.
var smallFamilies = []string{
	"--family colouring --colours 4 2", "--family colouring --colours 4 3", "--family colouring --colours 5 4", "--family colouring 5",
	"--family colouring --colours 6 -e product 6", "--family colouring --variant torus 5", "--family colouring --break-symmetry --colours 7 6",
	"--family domination -k 2 5", "--family domination -k 3 5", "--family domination --independent -k 2 4", "--family domination --independent -k 3 4",
	"--family domination --independent -e ladder -k 3 6", "--family domination --shuffle -k 3 6", "--family domination --break-symmetry --place a1 -k 4 6",
	"--family armies -k 2 4", "--family armies -k 3 4", "--family armies --break-symmetry -k 4 5", "--family armies --shuffle --seed 5 -k 5 6",
	"--family armies --variant torus --transform or:2 -k 1 5", "--family superqueens 6", "--family superqueens --minimal -e sequential 10",
	"--family superqueens -k 4 --block a1 6", "--family superqueens --variant torus -k 3 7",
}

// TestFamilies has other solvers solve instances of each family, whose answers are those
// that the manifest knows and that qsat gives, and whose boards qshow finds right.
func TestFamilies(t *testing.T) {
	need(t, "bash")
	for _, s := range []solver{{name: "qsat", pipeline: "qsat -j1"}, solvers[0], solvers[4], solvers[5], solvers[7]} {
		t.Run(s.name, func(t *testing.T) {
			need(t, s.name)
			t.Parallel()
			dir := t.TempDir()
			for _, args := range smallFamilies {
				code := exitCode(t, dir, fmt.Sprintf("qgen %s%s| tee answer | qshow -q --cnf <(qgen %s) >board", args, s.between(), args))
				status := strings.TrimSpace(printed(t, dir, "qgen -q --dry-run "+args+" | tail -1 | cut -f5"))
				if want := map[string]int{"SAT": 0, "UNSAT": 20}[status]; status != "UNKNOWN" && code != want || code != 0 && code != 20 {
					t.Errorf("%s: %s, exit code %d", args, status, code)
				}
			}
		})
	}
}

// TestNumbersOfFamilies counts models and boards.
func TestNumbersOfFamilies(t *testing.T) {
	need(t, "bash")
	dir := t.TempDir()
	for args, want := range map[string]int{
		"--family superqueens 10": 4, "--family superqueens --break-symmetry 10": 1, "--family superqueens --break-symmetry -e product 11": 6,
		"--family armies --break-symmetry -k 2 4": 10, "--family armies --break-symmetry -k 4 5": 3, // OEIS A260680
		"--family colouring 5": 240, "--family colouring --break-symmetry 5": 2, "--family colouring --break-symmetry 7": 4,
		"--family domination -k 1 3": 1, "--family domination -k 2 4": 12, "--family domination -k 3 6": 4, "--family domination --break-symmetry -k 3 6": 1,
	} {
		if got := strings.TrimSpace(printed(t, dir, "qgen "+args+" | qsat -j1 --count | grep -o 'int .*'")); got != "int "+strconv.Itoa(want) {
			t.Errorf("%s: %s, want %d", args, got, want)
		}
		if got := strings.TrimSpace(printed(t, dir, "qgen "+args+" | qsat -j1 --all | qshow --count")); got != strconv.Itoa(want) {
			t.Errorf("%s: %s boards, want %d", args, got, want)
		}
	}
}

// exitCode returns the exit code of a line of bash.
func exitCode(t *testing.T, dir, line string) int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 20 {
		t.Errorf("%s\n%s", line, out)
	}
	return cmd.ProcessState.ExitCode()
}

// printed returns what a line of bash prints.
func printed(t *testing.T, dir, line string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir = dir
	out, _ := cmd.Output()
	return string(out)
}
