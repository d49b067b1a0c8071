package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestRunWritesAnew: an instance of the same name in the directory of -d, as an
// older version may have left it, is not what the benchmark measures.
func TestRunWritesAnew(t *testing.T) {
	for _, name := range []string{"bash", "gcc"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s", name)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "tseitin-28-4-1.cnf")
	if err := os.WriteFile(file, []byte("p cnf 0 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// Without qgen and qsat in the directory of -b; this row does not need them.
	cmd := exec.Command("bash", "../run", "-b", t.TempDir(), "-d", dir, "-r", "1", "-p", "none",
		"-s", "echo s UNSATISFIABLE", "-m", "general/tseitin-28-4-1$", "general")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(got, []byte("\np cnf 56 224\n")) {
		t.Errorf("the old file was used:\n%.80s", got)
	}
}
