package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"queens/cmd/internal/program"
)

// ofProcess finds what bash or a process of its own is for: --memory is of all in one, and in one
// gophersat cannot search again after a search that was left behind.
var ofProcess = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`/dev/[^n]|--memory|gophersat|\bcd\b`) })

// inDirectory is held by the line whose directory is that of the process. Whatever else runs
// meanwhile names its files by absolute paths, and processes that it starts are told theirs.
var inDirectory sync.Mutex

// inside runs a line of bash in a directory within the process of the test, where our programs
// take a tenth of the time, and returns the exit codes of its last pipeline. Of a line with
// more than commands of literal words, files and pipes it reports false.
func inside(dir, text string, stdout, stderr io.Writer) (codes []string, ok bool) {
	if ofProcess().MatchString(text) {
		return nil, false
	}
	line, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil || !literal(line) {
		return nil, false
	}
	inDirectory.Lock()
	defer inDirectory.Unlock()
	home, err := os.Getwd()
	if err != nil || os.Chdir(dir) != nil {
		return nil, false
	}
	defer os.Chdir(home)
	for _, s := range line.Stmts {
		codes = perform(s, new(bytes.Buffer), stdout, stderr)
	}
	return codes, true
}

// literal reports whether perform knows all that is in a line.
func literal(line *syntax.File) bool {
	ok := len(line.Stmts) > 0
	syntax.Walk(line, func(node syntax.Node) bool {
		if !ok {
			return false
		}
		switch n := node.(type) {
		case *syntax.Stmt:
			ok = n.Cmd != nil && !n.Negated && !n.Background
		case *syntax.BinaryCmd:
			ok = n.Op == syntax.Pipe || n.Op == syntax.AndStmt
		case *syntax.CallExpr:
			ok = len(n.Assigns) == 0 && len(n.Args) > 0
			if ok && newProgram[n.Args[0].Lit()] == nil {
				_, err := exec.LookPath(n.Args[0].Lit())
				ok = err == nil
			}
		case *syntax.Redirect:
			_, known := modes[n.Op]
			ok = n.N == nil && known
		case *syntax.Lit:
			ok = !strings.ContainsAny(n.Value, `\*?[~{`)
		case *syntax.DblQuoted:
			for _, part := range n.Parts {
				l, isLit := part.(*syntax.Lit)
				ok = ok && isLit && !strings.Contains(l.Value, `\`)
			}
			return false
		case *syntax.SglQuoted:
			ok = !n.Dollar
		case nil, *syntax.File, *syntax.Word:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// perform runs a statement and returns the exit codes of its last pipeline, of which each stage
// begins when the one before has ended.
func perform(s *syntax.Stmt, stdin io.Reader, stdout, stderr io.Writer) (codes []string) {
	for _, r := range s.Redirs {
		f, err := os.OpenFile(value(r.Word), modes[r.Op], 0o666)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return []string{"1"}
		}
		defer f.Close()
		if r.Op == syntax.RdrIn {
			stdin = f
		} else {
			stdout = f
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		var words []string
		for _, w := range c.Args {
			words = append(words, value(w))
		}
		return []string{command(words, stdin, stdout, stderr)}
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe {
			piped := new(bytes.Buffer)
			codes = perform(c.X, stdin, piped, stderr)
			return append(codes, perform(c.Y, piped, stdout, stderr)...)
		}
		if codes = perform(c.X, stdin, stdout, stderr); codes[len(codes)-1] == "0" {
			codes = perform(c.Y, stdin, stdout, stderr)
		}
	}
	return codes
}

// modes are those of files that redirections open.
var modes = map[syntax.RedirOperator]int{
	syntax.RdrIn:  os.O_RDONLY,
	syntax.RdrOut: os.O_WRONLY | os.O_CREATE | os.O_TRUNC,
	syntax.AppOut: os.O_WRONLY | os.O_CREATE | os.O_APPEND,
}

// value returns what a word of a literal line stands for.
func value(w *syntax.Word) string {
	var text strings.Builder
	syntax.Walk(w, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Lit:
			text.WriteString(n.Value)
		case *syntax.SglQuoted:
			text.WriteString(n.Value)
		}
		return true
	})
	return text.String()
}

// command runs one of our programs, or another as a process, and returns its exit code.
func command(words []string, stdin io.Reader, stdout, stderr io.Writer) string {
	if create := newProgram[words[0]]; create != nil {
		return strconv.Itoa(program.Run(create(), words, stdin, stdout, stderr))
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
		return err.Error()
	}
	return strconv.Itoa(cmd.ProcessState.ExitCode())
}

// runLine runs a line in a directory, by bash where inside does not, and returns what it
// prints and its exit code.
func runLine(t *testing.T, dir, line string) (stdout, stderr string, code int) {
	t.Helper()
	var out, complaints strings.Builder
	if codes, ok := inside(dir, line, &out, &complaints); ok {
		code, _ = strconv.Atoi(codes[len(codes)-1])
		return out.String(), complaints.String(), code
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &complaints
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), complaints.String(), cmd.ProcessState.ExitCode()
}

// What runs inside gives what bash gives; the rest is left to bash.
func TestInside(t *testing.T) {
	need(t, "bash")
	for line, want := range map[string]bool{
		`qgen 4 | qsat | qshow -f list`:                                  true,
		`printf 'p cnf 1 1\n%s 0\n' 1 | qsat; echo "a  b" 'c"d' e"f"'g'`: true,
		`qgen -o q.cnf 3; qsat q.cnf && echo no`:                         true,
		`qgen 3 >a && cat <a >>b && cat a >>b; grep -c cnf <b`:           true,
		`grep -c x <absent`:                                              true,
		`qgen x | cat | wc -c`:                                           true,
		`false | true && echo so`:                                        true,
		`(qgen 4)`:                                                       false,
		`qgen $N`:                                                        false,
		`ls *`:                                                           false,
		`qgen 4 2>log`:                                                   false,
		`qgen 4 >/dev/full`:                                              false,
		`qgen "\$N"`:                                                     false,
		`A=1 qgen 4`:                                                     false,
		`! qgen 4`:                                                       false,
		`qgen 4 &`:                                                       false,
		`qgen 4 || true`:                                                 false,
		`exit 3`:                                                         false,
		`qsat 'a`:                                                        false,
	} {
		var got, messages bytes.Buffer
		codes, ok := inside(t.TempDir(), line, &got, &messages)
		if ok != want {
			t.Errorf("%s: run inside: %t", line, ok)
		}
		if !ok {
			continue
		}
		cmd := exec.Command("bash", "-c", line+"\necho ${PIPESTATUS[*]}")
		cmd.Dir = t.TempDir()
		out, err := cmd.Output()
		if text := got.String() + strings.Join(codes, " ") + "\n"; err != nil || text != string(out) {
			t.Errorf("%s: %q, bash gives %q, %v", line, text, out, err)
		}
	}
}
