package command

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
)

// TestModelsExcluded checks the proofs that no model is missing, also with drat-trim if it
// is installed. It uses all models of small formulas, and the models that differ on the
// first variables.
func TestModelsExcluded(t *testing.T) {
	trim, err := exec.LookPath("drat-trim")
	if err != nil {
		t.Log(err)
	}
	dir := t.TempDir()
	proof := filepath.Join(dir, "proof")
	for i, f := range smalls(t, 25) {
		first := 1 + f.Vars/2
		for k, q := range []struct {
			args   []string
			models int
		}{
			{[]string{"--all"}, len(f.models)},
			{[]string{"--count", "--verify"}, len(f.models)},
			{[]string{"--all", "--project", fmt.Sprintf("1-%d", first)}, f.projected(first)},
			{[]string{"--count", "--project", fmt.Sprintf("1-%d", first)}, f.projected(first)},
		} {
			name := filepath.Join(dir, fmt.Sprintf("%d-%d.cnf", i, k))
			out, code := qsat(f.String(), append(q.args, "--proof", proof, "--models-excluded", name)...)
			want := fmt.Sprintf("c models %d\n", q.models)
			if q.args[0] == "--count" {
				want = fmt.Sprintf("c s exact arb int %d\n", q.models)
			}
			if q.models == 0 && q.args[0] == "--all" {
				want = "s UNSATISFIABLE\n"
			}
			if code != exitSatisfiable && code != exitUnsatisfiable || !strings.Contains(out, want) || strings.Contains(out, "verified") != (k == 1) {
				t.Fatalf("formula %d, %q: exit code %d, %s\n%s", i, q.args, code, out, f)
			}
			checkExcluded(t, name, proof, f.NumClauses()+q.models)
			if trim != "" && len(f.models) > 0 {
				if out, _ := exec.Command(trim, name, proof).Output(); !bytes.Contains(out, []byte("s VERIFIED")) {
					t.Errorf("formula %d, %q: drat-trim says\n%s", i, q.args, out)
				}
			}
		}
	}
}

// checkExcluded checks the proof that the formula of --models-excluded has no model.
func checkExcluded(t *testing.T, name, proof string, clauses int) {
	t.Helper()
	text, err1 := os.ReadFile(name)
	p, err2 := os.ReadFile(proof)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	f, err := dimacs.ReadFormula(t.Context(), bytes.NewReader(text), dimacs.Options{Mode: dimacs.Default})
	if err != nil || f.NumClauses() != clauses {
		t.Fatalf("%s: %v, not %d clauses\n%s", name, err, clauses, text)
	}
	if _, err := drat.Check(t.Context(), f, bytes.NewReader(p), drat.Options{Name: "proof"}); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}
