package cmd

import (
	"os"
	"os/exec"
	"testing"
)

// TestPython runs the tests of testdata/python/queens.py.
func TestPython(t *testing.T) {
	need(t, "python3")
	t.Parallel()
	test := exec.CommandContext(t.Context(), "python3", "queens_test.py")
	test.Dir = "../testdata/python"
	test.Env = append(os.Environ(), "QSAT=") // the program is qsat in PATH
	if out, err := test.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
