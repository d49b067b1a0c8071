package cmd

import (
	"errors"
	"fmt"
	"go/build"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The module is laid out so: what lies at its top is fixed, and which packages may import which.
// The arrows point one way,
//
//	dimacs <- encode <- decode <- cmd
const root = ".." // of the module, from here

// top is all that may lie there, apart from what is hidden and what git ignores.
var top = []string{"README.md", "cmd", "decode", "dimacs", "encode", "go.mod", "go.sum", "testdata"}

func TestTop(t *testing.T) {
	ignore, err1 := os.ReadFile(root + "/.gitignore")
	entries, err2 := os.ReadDir(root)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, e := range entries {
		ignored := func(pattern string) bool { ok, _ := path.Match(strings.Trim(pattern, "/"), e.Name()); return ok }
		if name := e.Name(); name[0] != '.' && !slices.Contains(top, name) && !slices.ContainsFunc(strings.Fields(string(ignore)), ignored) {
			t.Errorf("%s does not belong at the top of the module", name)
		}
	}
}

// rules are about lines "package imported", of which a package of tests begins with
// "test:" and the standard library is left out. The first that matches holds.
var rules = []struct {
	line    string // a regular expression
	allowed bool
}{
	{`^test:\S+ github.com/(google/go-cmp|rogpeppe/go-internal)/`, true},
	{`^test:queens/(cmd|testdata)/?\S* `, true},
	{`^(test:)?queens/dimacs queens/dimacs$`, true},
	{`^(test:)?queens/encode queens/(dimacs|encode)$`, true},
	{`^(test:)?queens/decode queens/(dimacs|encode|decode)$`, true},
	{`^queens/(cmd/qsat/internal/enginetest|testdata/\S+) queens/(\S+/)?(testdata/formulas|dimacs|encode|engine|drat)$`, true},
	{`^queens/cmd/qsat/internal/enginetest/attack queens/(testdata/formulas|cmd/qsat/internal/\S+)$`, true},
	{` queens/(testdata|cmd/qsat/internal/(engine|argument)test)`, false},
	{`^queens/cmd/qsat/internal/(checker|argument) queens/cmd/qsat/internal/clause$`, true}, // arguments are believed because of these
	{`^queens/cmd/qsat/internal/checker queens/cmd/qsat/internal/argument$`, true},
	{`^queens/cmd/qsat/internal/(checker|argument) queens/`, false},
	{`^queens/cmd/qsat/internal/gophersat github.com/crillab/gophersat/`, true},
	{` github.com/crillab/gophersat/`, false},
	{`^queens/cmd/qsat/internal/dpll queens/cmd/internal/memory$`, true}, // dpll asks whether its arrays fit into the address space
	{`^queens/cmd/qcheck/\S+ queens/(dimacs|cmd/internal/\S+)$`, true},   // the trusted base
	{`^queens/cmd/qcheck queens/cmd/(qcheck/command|internal/program)$`, true},
	{`^queens/cmd/(qcheck|internal)\S* queens/(cmd/q|decode)`, false},
	{`^queens/cmd/qcheck\S* queens/`, false},
	{`^queens/cmd/qsat/command queens/(dimacs|encode|cmd/internal/\S+|cmd/qsat/sat)$`, true}, // the door of the solver
	{`^queens/cmd/qsat/command queens/`, false},
	{`^queens/cmd/qsat/(sat|internal/\S+) (queens/(encode|decode|cmd/internal)|github.com/urfave)`, false}, // no command line
	{`^queens/cmd/`, true},
}

func allowed(line string) bool {
	for _, r := range rules {
		if regexp.MustCompile(r.line).MatchString(line) {
			return r.allowed
		}
	}
	return false
}

// packages returns the packages of the module for a system, by their import paths.
func packages(t *testing.T, system string) map[string]*build.Package {
	t.Helper()
	context, found := build.Default, map[string]*build.Package{}
	context.GOOS, context.GOARCH, context.CgoEnabled = system, "amd64", true
	err := filepath.WalkDir(root, func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		if name := e.Name(); strings.HasPrefix(name, ".") && dir != root {
			return fs.SkipDir
		}
		p, err := context.ImportDir(dir, 0)
		if errors.As(err, new(*build.NoGoError)) {
			return nil
		}
		below, _ := filepath.Rel(root, dir)
		found[path.Join("queens", filepath.ToSlash(below))] = p
		return err
	})
	if err != nil || len(found) < 40 {
		t.Fatal(len(found), err)
	}
	return found
}

func TestImports(t *testing.T) {
	standard := regexp.MustCompile(` [a-z][^./]*(/\S*)?$`)
	for _, system := range []string{"linux", "darwin", "windows"} {
		check := func(importer string, imports []string) {
			for _, i := range imports {
				line := importer + " " + i
				if standard := standard.MatchString(line) && !strings.Contains(line, " queens/"); !standard && !allowed(line) {
					t.Errorf("%s: it must not import that: %s", system, line)
				}
			}
		}
		for name, p := range packages(t, system) {
			check(name, p.Imports)
			check("test:"+name, slices.Concat(p.TestImports, p.XTestImports))
		}
	}
}

func TestRules(t *testing.T) {
	for line, want := range map[string]bool{
		"queens/dimacs queens/encode": false, "queens/dimacs github.com/google/go-cmp/cmp": false, "queens/dimacs C": false,
		"test:queens/dimacs github.com/google/go-cmp/cmp": true,
		"test:queens/dimacs queens/encode":                false, "queens/encode queens/dimacs": true, "queens/encode queens/decode": false,
		"queens/encode queens/cmd/internal/input": false, "queens/encode golang.org/x/sys/unix": false,
		"queens/decode queens/encode": true, "queens/decode queens/dimacsx": false, "queens/decode github.com/urfave/cli/v2": false,
		"queens/cmd/qshow/command queens/decode": true, "queens/cmd/qsat/command github.com/urfave/cli/v2": true,
		"queens/cmd/qsat/command github.com/crillab/gophersat/solver": false, "queens/extra queens/dimacs": false,
		"queens/cmd/qsat/internal/gophersat github.com/crillab/gophersat/solver": true,
		"queens/cmd/qcheck/command queens/cmd/internal/drat":                     true, "queens/cmd/qcheck/command queens/encode": false,
		"queens/cmd/qsat/internal/checker queens/cmd/qsat/internal/argument": true, "queens/cmd/qsat/internal/checker queens/cmd/qsat/internal/parity": false,
		"queens/cmd/qsat/internal/argument queens/cmd/qsat/internal/checker": false, "queens/cmd/qsat/internal/parity queens/cmd/qsat/internal/checker": true,
		"queens/cmd/internal/drat queens/cmd/qsat/internal/engine": false, "queens/cmd/qcheck/command queens/cmd/qsat/internal/clause": false,
		"queens/cmd/qsat/command queens/cmd/qsat/sat": true, "queens/cmd/qsat/command queens/cmd/qsat/internal/engine": false,
		"queens/cmd/qsat/internal/dpll queens/cmd/internal/memory": true, "queens/cmd/qsat/sat queens/cmd/internal/parts": false, "queens/cmd/qsat/sat queens/cmd/internal/program": false,
		"queens/cmd/qsat/command queens/testdata/formulas": false, "test:queens/dimacs queens/testdata/formulas": false,
	} {
		if allowed(line) != want {
			t.Errorf("%s: allowed is %t", line, !want)
		}
	}
}

// TestTrusted holds the manual of qcheck to the number of lines that it and what it imports
// of this module have, none of which are the solver's.
func TestTrusted(t *testing.T) {
	all, trusted := packages(t, "linux"), map[string]bool{}
	var trust func(name string)
	trust = func(name string) {
		if p := all[name]; p != nil && !trusted[name] {
			trusted[name] = true
			for _, i := range p.Imports {
				trust(i)
			}
		}
	}
	trust("queens/cmd/qcheck")
	count := func(packages ...string) (n int) {
		for _, name := range packages {
			for _, file := range all[name].GoFiles {
				text, err := os.ReadFile(filepath.Join(all[name].Dir, file))
				if err != nil {
					t.Fatal(err)
				}
				n += strings.Count(string(text), "\n")
			}
		}
		return (n + 50) / 100 * 100
	}
	list := slices.Collect(maps.Keys(trusted))
	if slices.ContainsFunc(list, func(p string) bool { return strings.Contains(p, "/qsat") || p == "queens/encode" }) {
		t.Fatal(list)
	}
	manual, err := os.ReadFile(root + "/cmd/qcheck/command/manual.md")
	want := fmt.Sprintf("it is %d lines; the checker of proofs is %d of them and that of counts %d", count(list...), count("queens/cmd/internal/drat"), count("queens/cmd/internal/cpog"))
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(manual)), " "), want) {
		t.Errorf("the manual of qcheck has to say: %s (%v)", want, err)
	}
}

// TestStarts keeps expressions from being compiled at every start of a program: what is a
// variable of a package is compiled on its first use.
func TestStarts(t *testing.T) {
	compiled := regexp.MustCompile(`(?m)^(?:var |\t)(\w+)(?: \*regexp\.Regexp)? += regexp\.`)
	for name, p := range packages(t, "linux") {
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if m := compiled.FindSubmatch(text); m != nil {
				t.Errorf("%s: %s is compiled when a program starts", name, m[1])
			}
		}
	}
}
