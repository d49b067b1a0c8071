package command

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/program"
	qcheck "queens/cmd/qcheck/command"
	qsat "queens/cmd/qsat/command"
)

type result struct {
	code           int
	stdout, stderr string
}

// run runs a program in this process.
func run(p program.Program, args ...string) result {
	var stdout, stderr bytes.Buffer
	code := program.Run(p, append([]string{p.Name}, args...), strings.NewReader(""), &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

func qmerge(args ...string) result { return run(New(), args...) }

// write writes text to a file called name in a new directory and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// solve runs qsat for each of k parts of a formula and returns the names of the results.
func solve(t *testing.T, formula string, k int, args ...string) (names []string) {
	t.Helper()
	dir := t.TempDir()
	for i := 1; i <= k; i++ {
		name := filepath.Join(dir, fmt.Sprint(i, ".out"))
		flags := append(slices.Clone(args), "-q", "-j1", "--part", fmt.Sprintf("%d/%d", i, k), "-o", name, formula)
		for j := range flags {
			flags[j] = strings.ReplaceAll(flags[j], "{i}", filepath.Join(dir, fmt.Sprint(i)))
		}
		if got := run(qsat.New(), flags...); got.code != 0 {
			t.Fatalf("qsat %q: %+v", flags, got)
		}
		names = append(names, name)
	}
	return names
}

// random returns a random formula of at most 8 variables.
func random(r *rand.Rand) string {
	vars, clauses := 3+r.IntN(6), 1+r.IntN(12)
	text := fmt.Sprintf("p cnf %d %d\n", vars, clauses)
	for range clauses {
		for range 1 + r.IntN(3) {
			text += fmt.Sprint((1+r.IntN(vars))*(1-2*r.IntN(2)), " ")
		}
		text += "0\n"
	}
	return text
}

// answer returns the sorted lines of an answer that do not depend on the parts.
func answer(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "s ") || strings.HasPrefix(line, "c s ") || strings.HasPrefix(line, "v ") || strings.HasPrefix(line, "c models") {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines) // the order of the models differs
	return lines
}

// The joined results of all parts equal the result of qsat for the whole formula.
func TestMergesWhatQsatSays(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 31))
	for i := range 24 {
		formula := write(t, "f.cnf", random(r))
		question := []string{"--count", "--all", "--no-model"}[i%3]
		var ofParts, merged []string
		if question == "--no-model" { // models may differ
			merged = []string{question}
		} else {
			ofParts = []string{question}
		}
		names := solve(t, formula, 1+r.IntN(4), ofParts...)
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		want, got := run(qsat.New(), "-j1", question, formula), qmerge(append(merged, names...)...)
		if got.code != want.code || !slices.Equal(answer(got.stdout), answer(want.stdout)) || got.stderr != "" {
			text, _ := os.ReadFile(formula)
			t.Errorf("%s: qmerge says\n%+v\nqsat says\n%+v\n%s", question, got, want, text)
		}
	}
}

// unsatisfiable returns a formula whose refutation needs decisions: four pigeons in three holes.
func unsatisfiable() string {
	var clauses []string
	for pigeon := range 4 {
		clauses = append(clauses, fmt.Sprintf("%d %d %d 0", 3*pigeon+1, 3*pigeon+2, 3*pigeon+3))
		for other := range pigeon {
			for hole := 1; hole <= 3; hole++ {
				clauses = append(clauses, fmt.Sprintf("-%d -%d 0", 3*pigeon+hole, 3*other+hole))
			}
		}
	}
	return fmt.Sprintf("p cnf 12 %d\n%s\n", len(clauses), strings.Join(clauses, "\n"))
}

// The proofs of the parts join to a proof of the formula, in text and in the binary form. A
// changed proof is refused.
func TestJoinsProofs(t *testing.T) {
	formula := write(t, "f.cnf", unsatisfiable())
	for _, flags := range [][]string{{"-e", "cdcl"}, {"-e", "dpll", "--binary-proof"}} {
		names := solve(t, formula, 3, append(flags, "--proof", "{i}.drat")...)
		proof := filepath.Join(t.TempDir(), "whole.drat")
		if got := qmerge(append(names, "--proof", proof)...); got.code != 20 || !strings.Contains(got.stdout, "s UNSATISFIABLE\n") {
			t.Fatalf("%+v", got)
		}
		if got := run(qcheck.New(), formula, proof); got.code != 0 || !strings.Contains(got.stdout, "s VERIFIED\n") {
			t.Errorf("%q: %+v", flags, got)
		}
		changed := strings.TrimSuffix(names[1], ".out") + ".drat"
		if err := os.WriteFile(changed, []byte("0\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(t.TempDir(), "other.drat")
		got := qmerge(append(names, "--proof", other)...)
		if _, err := os.Stat(other); got.code != 1 || err == nil || !strings.Contains(got.stderr, "it is not the proof of") || got.stdout != "" {
			t.Errorf("a changed proof: %+v", got)
		}
	}
}

// A missing, foreign, changed or incomplete result is named in the error, and there is no answer.
func TestRefuses(t *testing.T) {
	formula, other := write(t, "f.cnf", "p cnf 4 2\n1 2 3 0\n-1 -4 0\n"), write(t, "g.cnf", "p cnf 4 2\n1 2 3 0\n-2 -4 0\n")
	names, foreign := solve(t, formula, 3, "--count"), solve(t, other, 3, "--count")
	text, err := os.ReadFile(names[1])
	if err != nil {
		t.Fatal(err)
	}
	with := func(second string) []string { return []string{names[0], second, names[2]} }
	for name, tt := range map[string]struct {
		args    []string
		message string
	}{
		"missing":     {[]string{names[0], names[2]}, "qmerge: 2 of 3 parts are there"},
		"no file":     {with("nowhere.out"), "qmerge: nowhere.out: no such file or directory"},
		"foreign":     {with(foreign[1]), "its formula differs"},
		"other cubes": {with(solve(t, formula, 4, "--count")[1]), "its number of parts differs"},
		"question":    {with(solve(t, formula, 3)[1]), "its question differs"},
		"no result":   {with(formula), "expected a result of qsat --part without --json, found none"},
		"changed":     {with(write(t, "c.out", strings.Replace(string(text), " int ", " int 1", 1))), "it is not complete, or was changed: run this part again"},
		"no proof":    {append(slices.Clone(names), "--proof", filepath.Join(t.TempDir(), "p.drat")), "the results have no proofs"},
	} {
		got := qmerge(tt.args...)
		if got.code != 1 || !strings.Contains(got.stderr, tt.message) || strings.Contains(got.stdout, "s ") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for end := range len(text) - 1 {
		if got := qmerge(with(write(t, "cut.out", string(text[:end])))...); got.code != 1 || got.stdout != "" || got.stderr == "" {
			t.Fatalf("cut after %d bytes: %+v", end, got)
		}
	}
}

// A model in one part is an answer. With --exit-zero the exit code is 0.
func TestModelOfOnePart(t *testing.T) {
	formula := write(t, "f.cnf", "p cnf 3 1\n1 2 3 0\n")
	names := solve(t, formula, 2)
	for _, flags := range [][]string{nil, {"--no-model"}, {"--exit-zero"}} {
		got := qmerge(append(flags, names...)...)
		model := strings.Contains(got.stdout, "\nv ")
		if want := map[bool]int{false: 10}[len(flags) > 0 && flags[0] == "--exit-zero"]; got.code != want || !strings.Contains(got.stdout, "s SATISFIABLE\n") ||
			model != (len(flags) == 0 || flags[0] != "--no-model") {
			t.Errorf("%q: %+v", flags, got)
		}
	}
	found := slices.IndexFunc(names, func(name string) bool { return qmerge(name).code == 10 })
	if found < 0 {
		t.Error("no part alone has a model")
	}
	if got := qmerge("--proof", "-", names[0]); got.code != 2 || !strings.Contains(got.stderr, "a proof on standard output") {
		t.Errorf("%+v", got)
	}
}
