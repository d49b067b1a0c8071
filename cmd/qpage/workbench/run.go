package workbench

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/program"
	qcheck "queens/cmd/qcheck/command"
	qgen "queens/cmd/qgen/command"
	qsat "queens/cmd/qsat/command"
	qshow "queens/cmd/qshow/command"

	"github.com/urfave/cli/v2"
)

// programs holds the functions that return the programs, indexed by name.
var programs = map[string]func() program.Program{"qgen": qgen.New, "qsat": qsat.New, "qshow": qshow.New, "qcheck": qcheck.New}

// allowed reports whether a request may contain the flag f. A flag whose value names a file is not allowed.
// The flag --regions is allowed, because its value may also be a board.
func allowed(f cli.Flag) bool { return f.Names()[0] == "regions" || !program.NamesFile(f) }

// Flags holds the values of flags, indexed by name without dashes. A value is true, a number, a word, or a
// list of words. False, null, the empty word and the empty list mean that the flag is not given.
type Flags map[string]any

// arguments returns the flags as arguments of the program called of, sorted by name. A list becomes its words,
// joined by commas; an element that is no string counts as "". It returns an error for a name that is not the
// first name of a flag of the program, or if the flag is not allowed.
func (f Flags) arguments(of string) (args []string, err error) {
	known := programs[of]().Flags
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if !slices.ContainsFunc(known, func(f cli.Flag) bool { return f.Names()[0] == name && allowed(f) }) {
			return nil, fmt.Errorf("unknown setting %.40q", name)
		}
		value := f[name]
		if list, is := value.([]any); is {
			words := make([]string, len(list))
			for i, x := range list {
				words[i], _ = x.(string)
			}
			value = strings.Join(words, ",")
		}
		if number, is := value.(float64); is { // of JSON; %v would write 1e+06
			value = strconv.FormatFloat(number, 'f', -1, 64)
		}
		switch value {
		case nil, false, "":
		case true:
			args = append(args, "--"+name)
		default:
			args = append(args, fmt.Sprintf("--%s=%v", name, value))
		}
	}
	return args, nil
}

// maxOutput is the largest number of bytes that a program may print. Beyond it, the program fails. Tests change it.
var maxOutput = 64 << 20

// An output keeps the standard output of a program, up to maxOutput.
type output struct{ text bytes.Buffer }

func (o *output) Write(p []byte) (int, error) {
	if o.text.Len()+len(p) > maxOutput {
		return 0, errors.New("the answer has more than 64 MB: use the programs in a shell")
	}
	return o.text.Write(p)
}

// A screen keeps the messages of a program in text, and passes lines of progress on. It is a program.Screen.
type screen struct {
	text     bytes.Buffer
	progress func(string) // called with a line without the name of the program; nil means that there is no terminal
}

func (s *screen) IsTerminal() bool { return s.progress != nil }

// Write passes a line of progress on: a text that begins with the sequence that clears the line of a terminal.
// It leaves out the name of the program, and an empty line. It keeps any other text as a message.
func (s *screen) Write(p []byte) (int, error) {
	const line = "\r\x1b[K"
	if text, is := strings.CutPrefix(string(p), line); is {
		if _, text, _ = strings.Cut(text, ": "); text != "" {
			s.progress(text)
		}
		return len(p), nil
	}
	return s.text.Write(p)
}

// announce passes a command, after "$ ", to b.Progress unless that is nil. It returns the command.
func (b *Bench) announce(command string) string {
	if b.Progress != nil {
		b.Progress("$ " + command)
	}
	return command
}

// A result holds the standard output, the messages and the exit code of a program.
type result struct {
	out, messages string
	code          int
}

// run runs the program called of with the arguments args and the standard input in, which messages call name.
// If it exits with ExitFailure or ExitUsage, the error is its first message, without the names of the program
// and of its output. The result is valid then, too.
func (b *Bench) run(of string, args []string, in []byte, name string) (result, error) {
	out, messages := &output{}, &screen{progress: b.Progress}
	code := program.Run(programs[of](), append([]string{of}, args...), bytes.NewReader(in), out, messages)
	r := result{out.text.String(), strings.ReplaceAll(messages.text.String(), "<stdin>", name), code}
	if code != program.ExitFailure && code != program.ExitUsage {
		return r, nil
	}
	first, _, _ := strings.Cut(strings.TrimSpace(r.messages), "\n")
	return r, errors.New(strings.TrimPrefix(strings.TrimPrefix(first, of+": "), "<stdout>: "))
}

// command returns the words as a command for a shell. It quotes a word that contains other characters than
// letters, digits and a few signs that no shell changes.
func command(words ...string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,:/+"
	words = slices.Clone(words)
	for i, w := range words {
		if strings.Trim(w, plain) != "" || w == "" {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
