package cmd

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The tests of this file fix the top level of the module, and which packages may import which:
//
//	dimacs <- encode <- decode <- cmd
const root = ".." // the top directory of the module

// top lists the files at the top of the module, except hidden files and files that git ignores.
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

// rules decide about lines "importer imported". A package of tests begins with "test:". Imports
// of the standard library are always allowed. The first rule that matches applies.
var rules = []struct {
	line    string // a regular expression
	allowed bool
}{
	{`^test:\S+ github.com/(google/go-cmp|rogpeppe/go-internal)/`, true},
	{`^test:queens/cmd/?\S* `, true},
	{`^(test:)?queens/dimacs queens/dimacs(/internal/lex)?$`, true},
	{`^test:queens/dimacs queens/dimacs/result$`, true}, // an example
	{`^(test:)?queens/dimacs/(proof|propagate|result) queens/dimacs(/internal/lex|/proof|/propagate|/result)?$`, true},
	{`^(test:)?queens/encode/atmostone queens/(dimacs|encode/atmostone)$`, true},
	{`^(test:)?queens/encode/cardinality queens/(dimacs(/propagate)?|encode/atmostone|encode/cardinality)$`, true},
	{`^(test:)?queens/encode/board queens/(dimacs|encode/internal/word)$`, true},
	{`^(test:)?queens/encode queens/(dimacs(/\w+)?|encode(/atmostone|/cardinality|/board|/internal/\w+)?)$`, true},
	{`^(test:)?queens/encode/(format|puzzle) queens/(dimacs(/\w+)?|encode(/board|/internal/\w+)?)$`, true},
	{`^test:queens/decode\S* queens/(dimacs(/\w+)?|encode(/\w+)?|decode(/\w+|/internal/boardtest)?)$`, true},
	{`^queens/decode/(read|draw|page|internal/boardtest) queens/(dimacs(/\w+)?|encode(/board)?|decode)$`, true},
	{`^queens/decode/page queens/decode/(draw|read)$`, true},
	{`^queens/decode(/draw|/page)? queens/decode/words$`, true},
	{`^queens/decode queens/(dimacs|encode(/board)?)$`, true},
	{`^queens/cmd/qbench/command queens/cmd/internal/generate$`, true}, // the formulas of qbench fuzz
	{`^queens/cmd/qsat/internal/enginetest queens/(\S+/)?(generate|dimacs(/\w+)?|encode(/board)?|board|engine|drat)$`, true},
	{` queens/cmd/(internal/generate|qsat/internal/enginetest)`, false},
	{`^queens/cmd/internal/generate queens/(dimacs(/\w+)?|encode(/\w+)?)$`, true},
	{`^queens/cmd/qsat/internal/(checker|argument) queens/cmd/qsat/internal/clause$`, true}, // the checker of arguments must stay small enough to trust
	{`^queens/cmd/qsat/internal/checker queens/cmd/qsat/internal/argument$`, true},
	{`^queens/cmd/qsat/internal/(checker|argument) queens/`, false},
	{`^queens/cmd/qsat/internal/gophersat github.com/crillab/gophersat/`, true},
	{` github.com/crillab/gophersat/`, false},
	{`^queens/cmd/qsat/sat queens/cmd/internal/memory$`, true}, // limits of memory
	// qcheck must not reach encode through another package: only manifest imports encode.
	{`^queens/cmd/(qcheck|internal/(formula|input|memory|opened|output|parts|program|signals))\S* queens/(encode\S*|cmd/internal/manifest)$`, false},
	{`^queens/cmd/qcheck/(drat|cpog|internal/certificate) queens/(dimacs(/\w+)?|cmd/qcheck/internal/certificate)$`, true},
	{`^queens/cmd/qcheck/(drat|cpog|internal/certificate) queens/`, false},                                                              // users import them alone
	{`^queens/cmd/qcheck/verdict queens/(dimacs(/\w+)?|cmd/internal/(input|parts)|cmd/qcheck/(drat|cpog|internal/certificate))$`, true}, // the trusted base
	{`^queens/cmd/qcheck/verdict queens/`, false},
	{`^queens/cmd/qcheck/command queens/(dimacs(/\w+)?|cmd/internal/\S+|cmd/qcheck/verdict)$`, true},
	{`^queens/cmd/qcheck queens/cmd/(qcheck/command|internal/program)$`, true},
	{`^queens/cmd/(qcheck|internal)\S* queens/(cmd/q|decode)`, false},
	{`^queens/cmd/qcheck\S* queens/`, false},
	{`^queens/cmd/qsat/command queens/(dimacs(/\w+)?|encode(/board|/cardinality)?|cmd/internal/\S+|cmd/qcheck/(drat|verdict)|cmd/qsat/(sat|session)|cmd/qsat/internal/(gophersat|lists))$`, true}, // the solver's interface, an engine that registers itself, and a helper
	{`^queens/cmd/qsat/command queens/`, false},
	{`^queens/cmd/qsat/session queens/(dimacs|encode/cardinality|cmd/internal/(answers|formula|input)|cmd/qsat/(sat|internal/lists))$`, true},
	{`^queens/cmd/qsat/session queens/`, false},
	{`^queens/cmd/qsat/(sat|internal/\S+) (queens/(encode|decode|cmd/internal|cmd/qcheck)|github.com/urfave)`, false}, // no command line, no checker
	{`^queens/cmd/`, true},
}

// allowed returns a function that reports whether a rule allows a line.
func allowed() func(line string) bool {
	var lines []*regexp.Regexp
	for _, r := range rules {
		lines = append(lines, regexp.MustCompile(r.line))
	}
	return func(line string) bool {
		i := slices.IndexFunc(lines, func(r *regexp.Regexp) bool { return r.MatchString(line) })
		return i >= 0 && rules[i].allowed
	}
}

// packages returns the packages of the module for an operating system, indexed by import path.
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
	allowed, standard := allowed(), regexp.MustCompile(` [a-z][^./]*(/\S*)?$`)
	for _, system := range []string{"linux", "darwin", "windows"} {
		check := func(importer string, imports []string) {
			for _, i := range imports {
				line := importer + " " + i
				if standard := standard.MatchString(line) && !strings.Contains(line, " queens/"); !standard && !allowed(line) {
					t.Errorf("%s: forbidden import: %s", system, line)
				}
			}
		}
		for name, p := range packages(t, system) {
			check(name, p.Imports)
			check("test:"+name, slices.Concat(p.TestImports, p.XTestImports))
		}
	}
}

// libraries matches the packages that CONTRIBUTING.md describes for use from Go.
var libraries = regexp.MustCompile(`^queens/(dimacs(/\w+)?|encode(/\w+)?|decode(/\w+)?|cmd/qsat/(sat|explain)|cmd/qcheck/(drat|cpog))$`)

// TestLibraries checks that the libraries depend on no other module, not even through other packages.
func TestLibraries(t *testing.T) {
	all, standard := packages(t, "linux"), regexp.MustCompile(`^[a-z][^./]*(/\S*)?$`)
	seen := map[string]bool{}
	var visit func(library, name string)
	visit = func(library, name string) {
		switch {
		case seen[name]:
		case all[name] != nil:
			seen[name] = true
			for _, i := range all[name].Imports {
				visit(library, i)
			}
		case !standard.MatchString(name):
			t.Errorf("%s depends on %s", library, name)
		}
	}
	found := 0
	for name := range all {
		if libraries.MatchString(name) {
			found++
			visit(name, name)
		}
	}
	if found != 19 {
		t.Errorf("%d libraries", found)
	}
}

// TestFolders checks that no folder has more than 25 files of code.
func TestFolders(t *testing.T) {
	for name, p := range packages(t, "linux") {
		if n := len(p.GoFiles); n > 25 {
			t.Errorf("%s has %d files", name, n)
		}
	}
}
