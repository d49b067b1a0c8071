package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

// messageList is the list of all messages, one per line after the line of its file.
var messageList = filepath.Join("testdata", "messages.txt")

// notMessages holds the names of fields, variables and called functions. A text in their value or
// argument is not a message.
var notMessages = []string{
	"Usage", "About", "about", "Summary", // help
	"comment", "meanings", "exactly", "question", "title", "addToPage", // contents of formats and pages
	"Fprintf", "WriteString", "lineFormat", "gridFormat",
	"MustCompile", "HasPrefix", "has", "StructuralError", "minisatMessages", // to compare with
	"needed", // keys
	"panic",
}

// noMessages holds the names of functions whose bodies have no messages, only contents of files.
var noMessages = []string{
	"describeMachine", "against", "writeMiniZinc", "piece",
}

// TestMessages compares the texts of messages in the sources of the programs with
// testdata/messages.txt, so that a review shows each new or changed message. Every string literal
// of at least two words is a message, unless notMessages or noMessages excludes it. So is every text
// of an error. After a deliberate change,
//
//	UPDATE_GOLDEN=1 go test ./cmd -run Messages
//
// updates the list.
func TestMessages(t *testing.T) {
	var list strings.Builder
	for _, dir := range []string{"cmd", "decode", "dimacs", "encode"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (strings.HasSuffix(path, "test") || d.Name() == "generate" || d.Name() == "testdata"):
				return fs.SkipDir // packages for tests, such as enginetest
			case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
				return nil
			}
			source, err := os.ReadFile(path)
			if texts := messages(source); len(texts) > 0 {
				name, _ := filepath.Rel(root, path)
				if dir != "cmd" || strings.Contains(path, "qsat/sat/") {
					refuseFlags(t, name, texts)
				}
				list.WriteString(filepath.ToSlash(name) + "\n\t" + strings.Join(texts, "\n\t") + "\n")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(messageList, []byte(list.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(messageList)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff("listed", want, "found", []byte(list.String())); d != nil {
		t.Errorf("messages differ from %s; read them and update it with UPDATE_GOLDEN=1:\n%s", messageList, d)
	}
}

// refuseFlags reports the messages of a library that name a flag, which a caller in Go does not have.
// A message may name a flag together with its program.
func refuseFlags(t *testing.T, name string, texts []string) {
	for _, text := range texts {
		if anyFlag.MatchString(text) && !programFlag.MatchString(text) {
			t.Errorf("%s: a message of a library names a flag: %s", name, text)
		}
	}
}

var (
	anyFlag     = regexp.MustCompile(`(^|[^a-z-])--[a-z%]`)
	programFlag = regexp.MustCompile(`(qgen|qsat|minizinc) --[a-z]`)
)

var (
	twoWords = regexp.MustCompile(`[a-z]{2,} [a-z%-]|[a-z%]{2,} [a-z]{2}`)
	oneWord  = regexp.MustCompile(`(^|[^%a-z])[a-z]{2}`)
)

// messages returns the messages of a file in the order of the source. A sum of strings is one
// message; what is no literal stands in braces.
func messages(source []byte) (list []string) {
	file, _ := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	var visit func(n ast.Node, words *regexp.Regexp)
	visit = func(n ast.Node, words *regexp.Regexp) {
		ast.Inspect(n, func(child ast.Node) bool {
			if child == n {
				return true
			}
			switch x := child.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Field:
				return false // tags
			case *ast.FuncDecl:
				return !slices.Contains(noMessages, x.Name.Name)
			case *ast.ValueSpec:
				return !slices.Contains(notMessages, x.Names[0].Name)
			case *ast.KeyValueExpr:
				return !slices.Contains(notMessages, lastName(x.Key))
			case *ast.CallExpr:
				switch name := lastName(x.Fun); {
				case slices.Contains(notMessages, name):
				case slices.Contains([]string{"Errorf", "New", "Usagef"}, name):
					visit(x, oneWord)
				default:
					visit(x, twoWords)
				}
				return false
			case *ast.BinaryExpr, *ast.BasicLit:
				text, literals, rest := sum(source, x.(ast.Expr))
				if words.MatchString(literals) {
					list = append(list, strconv.Quote(text))
				}
				for _, e := range rest {
					visit(&ast.ParenExpr{X: e}, words)
				}
				return false
			}
			return true
		})
	}
	visit(file, twoWords)
	return list
}

// lastName returns the name of a function or field without its package or variable, or "".
func lastName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

// sum returns the text of a string literal, or of a sum, in which an operand that is no literal
// stands in braces. It also returns the literals alone, and these operands. Both texts are empty
// if there is no literal.
func sum(source []byte, e ast.Expr) (text, literals string, operands []ast.Expr) {
	switch x := e.(type) {
	case *ast.BasicLit:
		if x.Kind == token.STRING {
			text, _ = strconv.Unquote(x.Value)
		}
		return text, text, nil
	case *ast.BinaryExpr:
		if x.Op != token.ADD {
			return "", "", []ast.Expr{x.X, x.Y}
		}
		for _, side := range []ast.Expr{x.X, x.Y} {
			part, literal, rest := sum(source, side)
			if literal == "" && len(rest) > 0 {
				part = "{" + string(source[side.Pos()-1:side.End()-1]) + "}"
			}
			text, literals, operands = text+part, literals+literal, append(operands, rest...)
		}
		return text, literals, operands
	}
	return "", "", []ast.Expr{e}
}
