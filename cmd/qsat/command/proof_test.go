package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	satisfiable   = "p cnf 2 1\n1 2 0\n"
	unsatisfiable = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
)

// write writes a file of that name into dir.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestProofFile(t *testing.T) {
	dir := t.TempDir()
	proof := filepath.Join(dir, "proof")
	got, code := qsat(unsatisfiable, "-p", proof)
	text, err := os.ReadFile(proof)
	if code != 20 || got != "s UNSATISFIABLE\n" || err != nil || !strings.HasSuffix("\n"+string(text), "\n0\n") {
		t.Errorf("exit code %d, %q; proof %q, %v", code, got, text, err)
	}
	if _, code = qsat(unsatisfiable, "-p", proof, "--binary-proof"); code != 20 {
		t.Errorf("binary: exit code %d", code)
	}
	if text, err = os.ReadFile(proof); err != nil || !strings.HasSuffix(string(text), "a\x00") {
		t.Errorf("binary proof %q, %v", text, err)
	}
}

// No file is lost to a proof.
func TestProofRefused(t *testing.T) {
	dir := t.TempDir()
	formula := write(t, dir, "formula.txt", unsatisfiable)
	cnf := write(t, dir, "other.CNF", satisfiable)
	link, hard := filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	if err := os.Symlink(formula, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(formula, hard); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(dir, "missing")
	tests := []struct {
		name string
		args []string
		code int
		says string
	}{
		{"the formula", []string{formula, "-p", formula}, 2, "which is the input"},
		{"the formula by another name", []string{formula, "-p", dir + "/./formula.txt"}, 2, "which is the input"},
		{"a link to the formula", []string{formula, "-p", link}, 2, "which is the input"},
		{"a hard link to the formula", []string{formula, "-p", hard}, 2, "which is the input"},
		{"any formula", []string{formula, "-p", cnf}, 2, "a name for the format cnf"},
		{"a formula to be", []string{formula, "-p", missing + ".cnf"}, 2, "a name for the format cnf"},
		{"standard output", []string{formula, "-p", "-"}, 2, "standard output"},
		{"the answer", []string{formula, "-p", missing, "-o", missing}, 2, "which is another output"},
		{"the answer by another name", []string{formula, "-p", missing, "-o", dir + "/./missing"}, 2, "which is another output"},
		{"nowhere", []string{formula, "-p", filepath.Join(dir, "no", "such", "dir")}, 1, "proof: "},
		{"a directory", []string{formula, "-p", dir}, 1, "directory"},
		{"before anything is read", []string{missing, "-p", "-"}, 2, "standard output"},
	}
	for _, test := range tests {
		got, code := qsat("", test.args...)
		if code != test.code || !strings.Contains(got, test.says) {
			t.Errorf("%s: exit code %d, %q", test.name, code, got)
		}
	}
	if text, err := os.ReadFile(formula); string(text) != unsatisfiable || err != nil {
		t.Errorf("the formula is now %q, %v", text, err)
	}
	if text, err := os.ReadFile(cnf); string(text) != satisfiable || err != nil {
		t.Errorf("the other formula is now %q, %v", text, err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("a file was made")
	}
	if got, code := qsat("", formula, "-p", os.DevNull, "-o", os.DevNull); code != 20 || got != "" {
		t.Errorf("both to nowhere: exit code %d, %q", code, got)
	}
}

// A run that fails leaves an old proof alone.
func TestProofKept(t *testing.T) {
	dir := t.TempDir()
	old := write(t, dir, "proof", "old\n")
	if _, code := qsat("p cnf 1 1\nx 0\n", "-p", old); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if text, err := os.ReadFile(old); string(text) != "old\n" || err != nil {
		t.Errorf("the old proof is now %q, %v", text, err)
	}
}
