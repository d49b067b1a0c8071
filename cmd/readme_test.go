package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var readme = filepath.Join("..", "README.md")

// TestReadmeSessions runs the sessions of README.md, which are its blocks of code in the language
// "console", and compares their output with README.md. A line that begins with "$ " is a command,
// and "> " continues it; the following lines are its output and error messages. All sessions run
// in the same directory, each in a shell of its own. The variable QUEENS is the directory of the
// module. The block in the language "go" is the file party/main.go. After a deliberate change,
//
//	UPDATE_GOLDEN=1 go test ./cmd -run Readme
//
// updates README.md.
func TestReadmeSessions(t *testing.T) {
	need(t, "bash")
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	module, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("QUEENS", module)
	source := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindSubmatch(text)
	if source == nil {
		t.Fatal("README.md has no Go program")
	}
	if err := os.Mkdir(filepath.Join(dir, "party"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "party", "main.go"), source[1], 0o666); err != nil {
		t.Fatal(err)
	}
	count := 0
	got := replaceSessions(string(text), func(session string) string {
		count++
		if program := missing(session); program != "" {
			t.Logf("a session is left out for want of %s", program)
			return session
		}
		return run(t, dir, session)
	})
	if count < 3 {
		t.Errorf("README.md has %d sessions", count)
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(readme, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if d := diff.Diff("shown", text, "printed", []byte(got)); d != nil {
		t.Errorf("the sessions of README.md print something else:\n%s", d)
	}
}

var sessionBlock = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
})

// replaceSessions replaces the text of each session.
func replaceSessions(text string, replace func(string) string) string {
	return sessionBlock().ReplaceAllStringFunc(text, func(block string) string {
		return "```console\n" + replace(sessionBlock().FindStringSubmatch(block)[1]) + "```"
	})
}

// missing returns the first optional program that a session uses and that is not installed, or
// "".
func missing(session string) string {
	for _, program := range optional {
		if _, err := exec.LookPath(program); err != nil && strings.Contains(strings.Join(commands(session), ""), program) {
			return program
		}
	}
	return ""
}

// commands returns the commands of a session, with their continuation lines.
func commands(session string) []string {
	var list []string
	for line := range strings.Lines(session) {
		if strings.HasPrefix(line, "$ ") {
			list = append(list, line)
		} else if strings.HasPrefix(line, "> ") && len(list) > 0 {
			list[len(list)-1] += line
		}
	}
	return list
}

// run runs the commands of a session in one shell and returns the session with the actual output.
func run(t *testing.T, dir, session string) string {
	t.Helper()
	const mark = "--- end of the output ---\n"
	list := commands(session)
	script := "exec 2>&1\nstatus=0\n"
	for _, c := range list {
		c = strings.ReplaceAll(strings.TrimPrefix(c, "$ "), "\n> ", "\n")
		script += fmt.Sprintf("(exit $status)\neval %s\nstatus=$?\nprintf %%s %s\n", quote(strings.TrimSpace(c)), quote(mark))
	}
	out, err := bash(t, dir, script)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	outputs := strings.SplitAfter(string(out), mark)
	if len(outputs) != len(list)+1 {
		t.Fatalf("%d commands have %d outputs\n%s", len(list), len(outputs)-1, out)
	}
	var b strings.Builder
	for i, c := range list {
		b.WriteString(c)
		b.WriteString(strings.TrimSuffix(outputs[i], mark))
	}
	return b.String()
}

// quote quotes a word for a shell.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// TestReadmePlaces checks that the files that README.md and CONTRIBUTING.md name exist, that links to
// sections of manuals lead to a heading, and that CONTRIBUTING.md names every package.
func TestReadmePlaces(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	contributing, err := os.ReadFile(filepath.Join("..", ".github", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	find := regexp.MustCompile("[`\"(]((?:[.]ci|cmd|decode|dimacs|encode|testdata)/[^ `\"#)]*)#?([a-z-]*)").FindAllStringSubmatch
	places := append(find(string(text), -1), find(string(contributing), -1)...)
	if len(places) < 30 {
		t.Errorf("README.md and CONTRIBUTING.md name %d files", len(places))
	}
	for p := range packages(t, "linux") {
		if !regexp.MustCompile("[`/]" + path.Base(p) + "/?`").Match(contributing) {
			t.Errorf("CONTRIBUTING.md does not name %s", p)
		}
	}
	for _, p := range places {
		if _, err := os.Stat(filepath.Join("..", p[1])); err != nil {
			t.Error(err)
		}
		manual, _ := os.ReadFile(filepath.Join("..", p[1]))
		headings := strings.ToLower(strings.NewReplacer("# ", "#", " ", "-", ",", "").Replace("\n" + string(manual)))
		if p[2] != "" && !strings.Contains(headings, "\n#"+p[2]+"\n") {
			t.Errorf("%s has no section %s", p[1], p[2])
		}
	}
}
