// Package layout holds the test of how the module is laid out: what lies at its
// top, and which packages may import which. The arrows point one way,
//
//	dimacs <- encode <- decode <- cmd
//
// so that the libraries can be used, and understood, without the programs.
package layout

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	root      = "../../.." // of the module, from here
	module    = "queens"
	gophersat = "github.com/crillab/gophersat"
	urfave    = "github.com/urfave/cli"
)

// top is all that may lie at the top of the module, apart from hidden files.
var top = []string{"README.md", "cmd", "decode", "dimacs", "encode", "go.mod", "go.sum", "testdata"}

// libraries may import the standard library and what is listed here.
var libraries = map[string][]string{
	"dimacs": nil,
	"encode": {"dimacs"},
	"decode": {"dimacs", "encode"},
}

// testsImport is what tests may import anywhere.
var testsImport = []string{"github.com/google/go-cmp/", "github.com/rogpeppe/go-internal/"}

func TestTop(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	ignored := gitIgnored(t)
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && !slices.Contains(top, name) && !ignored(name) {
			t.Errorf("%s does not belong at the top of the module", name)
		}
	}
}

// gitIgnored returns what tells the names at the top that are not part of the
// module, such as that of the directory the programs are built into.
func gitIgnored(t *testing.T) func(name string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	patterns := strings.Fields(string(text))
	return func(name string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			ok, err := path.Match(strings.Trim(p, "/"), name)
			return ok && err == nil
		})
	}
}

func TestGitIgnored(t *testing.T) {
	ignored := gitIgnored(t)
	for name, want := range map[string]bool{"bin": true, "qsat.test": true, "binary": false, "dimacs": false} {
		if ignored(name) != want {
			t.Errorf("ignored(%q) = %t", name, !want)
		}
	}
}

func TestImports(t *testing.T) {
	files := goFiles(t, os.DirFS(root))
	if len(files) < 10 {
		t.Fatalf("found %d Go files only", len(files))
	}
	for _, f := range files {
		for _, complaint := range f.complaints() {
			t.Errorf("%s: %s", f.name, complaint)
		}
	}
	if users := importers(files, gophersat); len(users) != 1 {
		t.Errorf("%s is imported by %v, expected one file", gophersat, users)
	}
}

// file is a Go file with what it imports.
type file struct {
	name    string // slash-separated, from the top of the module
	imports []string
}

// goFiles parses the Go files of the module, in the order of their names.
// Directories that the go command ignores are left out.
func goFiles(t *testing.T, fsys fs.FS) []file {
	t.Helper()
	var files []file
	err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && name != "." && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata"):
			return fs.SkipDir
		case e.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		imports, err := importsOf(fsys, name)
		files = append(files, file{filepath.ToSlash(name), imports})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func importsOf(fsys fs.FS, name string) ([]string, error) {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var imports []string
	for _, spec := range tree.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		imports = append(imports, imported)
	}
	return imports, nil
}

func (f file) isTest() bool { return strings.HasSuffix(f.name, "_test.go") }

// place is the directory at the top that holds the file.
func (f file) place() string {
	place, _, _ := strings.Cut(f.name, "/")
	return place
}

// complaints lists what the file must not import.
func (f file) complaints() []string {
	var list []string
	allowed, isLibrary := libraries[f.place()]
	for _, imported := range f.imports {
		switch {
		case f.isTest() && hasAnyPrefix(imported, testsImport):
		case isLibrary && !isStandard(imported) && !isOwn(imported, append([]string{f.place()}, allowed...)):
			list = append(list, fmt.Sprintf("%s/ must not import %s", f.place(), imported))
		case !isLibrary && f.place() != "cmd":
			list = append(list, "Go code belongs in cmd, dimacs, encode or decode")
		}
	}
	return list
}

func hasAnyPrefix(imported string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(imported, p) })
}

// isStandard reports whether a package is one of the standard library, whose
// paths begin with an element that has no dot.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return first != module && first != "C" && !strings.Contains(first, ".")
}

// isOwn reports whether a package lies in one of these places of the module.
func isOwn(imported string, places []string) bool {
	return slices.ContainsFunc(places, func(place string) bool {
		own := module + "/" + place
		return imported == own || strings.HasPrefix(imported, own+"/")
	})
}

// importers lists the files other than tests that import a module.
func importers(files []file, imported string) []string {
	var users []string
	for _, f := range files {
		if !f.isTest() && slices.ContainsFunc(f.imports, func(i string) bool { return strings.HasPrefix(i, imported) }) {
			users = append(users, f.name)
		}
	}
	return users
}

// The rules themselves: each row is a file that breaks one, or none.
func TestComplaints(t *testing.T) {
	tests := []struct {
		name, imported string
		want           int
	}{
		{"dimacs/a.go", "io", 0},
		{"dimacs/a.go", "encoding/json", 0},
		{"dimacs/a.go", "queens/encode", 1},
		{"dimacs/a.go", "github.com/google/go-cmp/cmp", 1},
		{"dimacs/a_test.go", "github.com/google/go-cmp/cmp", 0},
		{"dimacs/a_test.go", "queens/dimacs", 0},
		{"dimacs/a_test.go", "queens/encode", 1},
		{"dimacs/a.go", "C", 1},
		{"encode/a.go", "queens/dimacs", 0},
		{"encode/sub/a.go", "queens/encode/sub2", 0},
		{"encode/a.go", "queens/decode", 1},
		{"encode/a.go", "queens/cmd/internal/input", 1},
		{"encode/a.go", "golang.org/x/sys/unix", 1},
		{"decode/a.go", "queens/encode", 0},
		{"decode/a.go", "queens/dimacsx", 1},
		{"decode/a.go", urfave + "/v2", 1},
		{"cmd/qsat/main.go", "queens/decode", 0},
		{"cmd/qsat/main.go", urfave + "/v2", 0},
		{"a.go", "io", 1},
		{"extra/a.go", "io", 1},
	}
	for _, test := range tests {
		f := file{test.name, []string{test.imported}}
		if got := f.complaints(); len(got) != test.want {
			t.Errorf("%s imports %s: %q, want %d complaints", test.name, test.imported, got, test.want)
		}
	}
}

func TestImporters(t *testing.T) {
	files := []file{
		{"cmd/qsat/internal/cdcl/cdcl.go", []string{"io", gophersat + "/solver"}},
		{"cmd/qsat/internal/cdcl/cdcl_test.go", []string{gophersat + "/solver"}},
		{"cmd/qsat/main.go", []string{"io"}},
	}
	if got := importers(files, gophersat); !slices.Equal(got, []string{"cmd/qsat/internal/cdcl/cdcl.go"}) {
		t.Errorf("importers %v", got)
	}
}
