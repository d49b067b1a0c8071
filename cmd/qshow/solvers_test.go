package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"queens/encode"
)

// TestSolvers shows what the real solvers answer, if they are installed, for
// boards with and without solutions, and checks it against the instance.
func TestSolvers(t *testing.T) {
	solvers := [][]string{
		{"minisat", "CNF", "MODEL"}, {"minisat", "CNF", "/dev/stdout"},
		{"picosat", "CNF"}, {"cadical", "CNF"}, {"cryptominisat5", "CNF"}, {"cryptominisat5", "--verb=0", "CNF"},
		{"clasp", "CNF"}, {"z3", "-dimacs", "CNF"}, {"kissat", "CNF"}, {"glucose", "-model", "CNF"},
	}
	for _, s := range solvers {
		t.Run(strings.Join(s, " "), func(t *testing.T) {
			if _, err := exec.LookPath(s[0]); err != nil {
				t.Skip(err)
			}
			for n := 1; n <= 8; n++ {
				for _, minimal := range []bool{false, true} {
					cnf := instance(t, encode.Instance{N: n, Minimal: minimal})
					want := 0
					if n == 2 || n == 3 {
						want = 20
					}
					answer := solve(t, s, cnf)
					for _, args := range [][]string{{"--cnf", cnf}, {"-n", fmt.Sprint(n)}, {}} {
						if got := qshow(answer, args...); got.Code != want || (got.Stdout == "") != (want != 0) {
							t.Errorf("N=%d, qshow %v: %+v\n%s", n, args, got, answer)
						}
					}
				}
			}
		})
	}
}

// TestEnumerations shows all boards that the real solvers find.
func TestEnumerations(t *testing.T) {
	for _, s := range [][]string{
		{"picosat", "--all", "CNF"}, {"clasp", "0", "CNF"}, {"cryptominisat5", "--verb=0", "--maxsol=1000", "CNF"},
	} {
		t.Run(s[0], func(t *testing.T) {
			if _, err := exec.LookPath(s[0]); err != nil {
				t.Skip(err)
			}
			for n, want := range []int{1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40} {
				if n == 0 {
					continue
				}
				cnf := instance(t, encode.Instance{N: n})
				got := qshow(solve(t, s, cnf), "-f", "list", "--cnf", cnf)
				boards := map[string]bool{}
				for line := range strings.Lines(got.Stdout) {
					boards[line] = true
				}
				if len(boards) != want || strings.Count(got.Stdout, "\n") != want || (got.Code == 20) != (want == 0) {
					t.Errorf("N=%d: %d boards, want %d: %+v", n, len(boards), want, got)
				}
			}
		})
	}
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
