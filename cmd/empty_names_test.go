package cmd

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"testing"

	"queens/cmd/internal/program"
)

// fileFlag matches flags in a help text whose value is a file or a directory.
var fileFlag = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+) (?:FILE|DIR)\b`)
})

// TestEmptyNames gives every program an empty file name, as a script with an unset variable does.
// It must be a usage error and never mean a standard stream.
func TestEmptyNames(t *testing.T) {
	flags := 0
	for _, p := range programs {
		for _, command := range append(commandsOf[p], "") {
			words := strings.Fields(p + " " + command)
			help := string(output(t, p, append(words[1:], "--help")...))
			for _, f := range fileFlag().FindAllStringSubmatch(help, -1) {
				flags++
				refusesEmpty(t, append(words, "--"+f[1], "", "x"), "--"+f[1]+": expected a file name, found nothing")
			}
			if command != "" || commandsOf[p] == nil {
				refusesEmpty(t, append(words, "x", ""), "found an empty argument")
			}
		}
	}
	if flags < 15 {
		t.Errorf("only %d flags take a file", flags)
	}
	refusesEmpty(t, []string{"qmerge", "x", ""}, "expected RESULT .., found an empty argument")
}

func refusesEmpty(t *testing.T, words []string, want string) {
	t.Helper()
	var out, messages bytes.Buffer
	code := program.Run(newProgram[words[0]](), words, strings.NewReader(""), &out, &messages)
	if code != 2 || !strings.Contains(messages.String(), want) {
		t.Errorf("%q: exit code %d, %q, want %q", words, code, &messages, want)
	}
}
