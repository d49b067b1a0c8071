package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestExamples checks that the Examples of package sat use each function that it exports, and each
// method of a Solver.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("qsat/sat/*.go")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	var exported []string
	var examples strings.Builder
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, is := d.(*ast.FuncDecl)
			switch {
			case !is:
			case strings.HasPrefix(f.Name.Name, "Example"):
				ast.Inspect(f.Body, func(n ast.Node) bool {
					if s, is := n.(*ast.SelectorExpr); is {
						examples.WriteString(" " + s.Sel.Name + " ")
					}
					return true
				})
			case strings.HasSuffix(name, "_test.go") || !f.Name.IsExported():
			case f.Recv == nil || receiver(f) == "Solver":
				exported = append(exported, f.Name.Name)
			}
		}
	}
	used := examples.String()
	for _, name := range exported {
		if name != "Engines" && name != "Binary" && !strings.Contains(used, " "+name+" ") {
			t.Errorf("no Example uses %s of package sat", name)
		}
	}
	if len(exported) < 20 {
		t.Errorf("found %v", exported)
	}
}

// receiver returns the name of the type of a method with a pointer receiver, or "".
func receiver(f *ast.FuncDecl) string {
	if p, is := f.Recv.List[0].Type.(*ast.StarExpr); is {
		if name, is := p.X.(*ast.Ident); is {
			return name.Name
		}
	}
	return ""
}
