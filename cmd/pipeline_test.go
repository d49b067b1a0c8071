package cmd

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/mattn/go-shellwords"

	"queens/cmd/internal/program"
)

// ofProcess finds what bash or a process of its own is for: --memory is of all in one, and in one
// gophersat cannot search again after a search that was left behind.
var ofProcess = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("[&;<>()$`\\\\*?\\[\\]~#!\n]|/dev/|--memory|gophersat")
})

// inDirectory is held by the line whose directory is that of the process. Whatever else runs
// meanwhile names its files by absolute paths, and processes that it starts are told theirs.
var inDirectory sync.Mutex

// inside runs a line in a directory within the process of the test, which takes a tenth of
// the time, for a pipeline of nothing but our programs and words, and returns their exit
// codes. Of another line it reports false.
func inside(dir, line string, stdout, stderr io.Writer) (codes []string, ok bool) {
	if ofProcess().MatchString(line) {
		return nil, false
	}
	var stages [][]string
	for s := range strings.SplitSeq(line, "|") {
		words, err := shellwords.Parse(s) // fails if the bar was quoted
		if err != nil || len(words) == 0 || newProgram[words[0]] == nil {
			return nil, false
		}
		stages = append(stages, words)
	}
	inDirectory.Lock()
	defer inDirectory.Unlock()
	home, err := os.Getwd()
	if err != nil || os.Chdir(dir) != nil {
		return nil, false
	}
	defer os.Chdir(home)
	var printed []byte
	for _, words := range stages {
		in, out := bytes.NewReader(printed), new(bytes.Buffer)
		codes = append(codes, strconv.Itoa(program.Run(newProgram[words[0]](), words, in, out, stderr)))
		printed = out.Bytes()
	}
	stdout.Write(printed)
	return codes, true
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
