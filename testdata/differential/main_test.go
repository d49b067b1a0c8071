package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens/dimacs"
	"queens/testdata/formulas"
)

// TestMain is a solver if it is run under the name of one.
func TestMain(m *testing.M) {
	if answer := solvers[filepath.Base(os.Args[0])]; answer != nil {
		signal.Ignore(syscall.SIGTERM) // or it ends between its answer and its exit code, which qsat does not
		file, err := os.Open(formulaName)
		if err == nil {
			var f *dimacs.Formula
			if f, err = dimacs.ReadFormula(context.Background(), file, dimacs.Options{}); err == nil {
				os.Exit(answer(f))
			}
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// solvers print an answer and return its exit code.
var solvers = map[string]func(*dimacs.Formula) int{
	"honest": honest,
	"always": func(*dimacs.Formula) int { return unsatisfiable() },
	"never":  func(*dimacs.Formula) int { fmt.Println("s SATISFIABLE\nv 0"); return 10 },
	"silent": func(*dimacs.Formula) int { return 20 },
	"failed": func(*dimacs.Formula) int { return 1 },
	"qcheck": func(*dimacs.Formula) int { fmt.Println("s NOT VERIFIED"); return 1 },
	// deceived refutes a formula with the clause 1 2.
	"deceived": func(f *dimacs.Formula) int {
		for c := range f.Clauses() {
			if slices.Contains(c, 1) && slices.Contains(c, 2) {
				return unsatisfiable()
			}
		}
		return honest(f)
	},
}

func unsatisfiable() int { fmt.Println("s UNSATISFIABLE"); return 20 }

// honest goes through all assignments of three variables.
func honest(f *dimacs.Formula) int {
	for bits := range 8 {
		var a dimacs.Assignment
		for v := range 3 {
			a.Set(v+1, bits>>v&1 != 0)
		}
		if f.Falsified(&a) == nil {
			fmt.Println("s SATISFIABLE\nv", a.Lit(1), a.Lit(2), a.Lit(3), 0)
			return 10
		}
	}
	return unsatisfiable()
}

// newSearch returns a search with a solver in place of qsat and one beside it.
func newSearch(t *testing.T, qsat, other string) *search {
	t.Helper()
	dir, program := t.TempDir(), os.Args[0]
	for _, name := range []string{qsat, other, "qcheck"} {
		if err := os.Symlink(program, filepath.Join(dir, name)); err != nil && !os.IsExist(err) {
			t.Skip(err)
		}
	}
	return &search{formulas: 1, first: 3, slow: 1000, workers: 1, limit: time.Hour, out: io.Discard, found: t.TempDir(),
		qsat: filepath.Join(dir, qsat), qcheck: filepath.Join(dir, "qcheck"), others: []string{filepath.Join(dir, other)}, count: map[string]int{}}
}

// What is wrong is found and made small.
func TestFound(t *testing.T) {
	f := (&dimacs.Formula{Vars: 3}).With([]dimacs.Lit{-1, 3}, []dimacs.Lit{2, 3, 1}, []dimacs.Lit{-2, -3}, []dimacs.Lit{1, 3})
	for _, test := range []struct{ qsat, other, want, left string }{
		{"honest", "honest", "", ""},
		{"deceived", "honest", "says UNSATISFIABLE", "2 1 0\n"},
		{"always", "deceived", "qcheck", ""},
		{"never", "honest", "does not satisfy the clause", ""},
		{"silent", "honest", "expected the result of a solver", ""},
		{"failed", "honest", "exit code 1", ""},
	} {
		c := &comparison{search: newSearch(t, test.qsat, test.other), dir: t.TempDir()}
		err := c.ask(t.Context(), f)
		if found := err != nil; found != (test.want != "") || found && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.qsat, err, test.want)
		}
		if test.left == "" {
			continue
		}
		var text bytes.Buffer
		formulas.Reduced(f, func(g *dimacs.Formula) bool { return c.ask(t.Context(), g) != nil }).Write(t.Context(), &text)
		if _, clauses, _ := strings.Cut(text.String(), "\n"); clauses != test.left {
			t.Errorf("%s: reduced to %q, want %q", test.qsat, clauses, test.left)
		}
	}
}

// What is found is written and told.
func TestRun(t *testing.T) {
	s := newSearch(t, "always", "never")
	var out bytes.Buffer
	s.out = &out
	err := s.run(t.Context())
	text, readErr := os.ReadFile(filepath.Join(s.found, "found-3.cnf"))
	if err == nil || readErr != nil || !bytes.HasSuffix(text, []byte(" 0\n")) || !strings.Contains(out.String(), "formulas:1") {
		t.Errorf("%v, %v: %q\n%s", err, readErr, text, &out)
	}
}

// Every kind makes formulas of both sizes, and a number the same one each time.
func TestSample(t *testing.T) {
	made := map[string]bool{}
	for n := range uint64(600) {
		f, name, err := sample(n, n%10 == 0)
		if err != nil {
			t.Fatal(err)
		}
		g, again, _ := sample(n, n%10 == 0)
		if name != again || f.NumClauses() != g.NumClauses() || f.Falsified(&dimacs.Assignment{}) == nil != (g.Falsified(&dimacs.Assignment{}) == nil) {
			t.Errorf("number %d: %s, then %s", n, name, again)
		}
		made[strings.Fields(name)[0]] = true
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if _, _, err := board(r, false); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range mutations { // of a formula without variables
		m.of(r, &dimacs.Formula{})
	}
	if len(made) != len(kinds)+2 {
		t.Errorf("made %v", made)
	}
}
