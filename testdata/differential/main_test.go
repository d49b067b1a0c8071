package main

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// solvers maps names to fake solvers, which print a wrong answer and return its exit code.
var solvers = map[string]func() int{
	"always": func() int { fmt.Println("s UNSATISFIABLE"); return 20 },
	"never":  func() int { fmt.Println("s SATISFIABLE\nv 0"); return 10 },
	"qcheck": func() int { fmt.Println("s NOT VERIFIED"); return 1 },
}

// TestMain acts as a fake solver if the program is run under the name of one.
func TestMain(m *testing.M) {
	if answer := solvers[filepath.Base(os.Args[0])]; answer != nil {
		signal.Ignore(syscall.SIGTERM) // otherwise the signal might end it between its answer and its exit code
		os.Exit(answer())
	}
	os.Exit(m.Run())
}

// A wrong answer of qsat is detected, and the reduced formula is written.
func TestRun(t *testing.T) {
	for qsat, want := range map[string]string{"always": "never", "never": "does not satisfy the clause"} {
		dir := t.TempDir()
		for name := range solvers {
			if err := os.Symlink(os.Args[0], filepath.Join(dir, name)); err != nil {
				t.Skip(err)
			}
		}
		var out bytes.Buffer
		s := &campaign{formulas: 1, first: 3, slow: 1000, workers: 1, limit: time.Hour, out: &out, found: t.TempDir(),
			qsat: filepath.Join(dir, qsat), others: []string{filepath.Join(dir, "never")}}
		err := s.run(t.Context())
		text, readErr := os.ReadFile(filepath.Join(s.found, "found-3.cnf"))
		if err == nil || readErr != nil || !bytes.HasSuffix(text, []byte("0\n")) || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v, %v: %q\n%s", qsat, err, readErr, text, &out)
		}
	}
}
