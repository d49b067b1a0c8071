// Package cmd holds the tests of the three programs together, as processes: the
// scripts in testdata/scripts, other solvers in the middle of the pipeline, and
// the examples of README.md and of the help.
package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// programs are built once, into a directory at the front of PATH.
var programs = []string{"qgen", "qsat", "qshow"}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "queens-bin-")
	if err == nil {
		err = build(dir)
	}
	code := 1
	if err == nil {
		os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
		code = m.Run()
	} else {
		fmt.Fprintln(os.Stderr, err)
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

func build(dir string) error {
	args := []string{"build", "-o", dir + string(filepath.Separator)}
	for _, p := range programs {
		args = append(args, "./"+p)
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("go %v: %w\n%s", args, err, out)
	}
	return nil
}

// TestRequiredPrograms fails if a program is missing that QUEENS_REQUIRE lists.
// Tests that need another program skip without it; this one keeps such a skip
// from going unnoticed where everything is meant to run.
func TestRequiredPrograms(t *testing.T) {
	split := func(r rune) bool { return r == ',' || r == ' ' }
	for _, p := range slices.Concat(programs, strings.FieldsFunc(os.Getenv("QUEENS_REQUIRE"), split)) {
		if _, err := exec.LookPath(p); err != nil {
			t.Error(err)
		}
	}
}

// need skips the test unless a program is installed.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(err)
	}
}
