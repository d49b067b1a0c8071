package program

import (
	"flag"
	"strings"

	"github.com/urfave/cli/v2"
)

// A Flag is a flag of a program. Its value is set through a pointer, so that an
// action finds its settings in variables of their own types.
type Flag struct {
	Name  string // long name, without dashes
	Short string // one letter, or empty
	Arg   string // the value's name in the help: FILE, DIR, CMD, K; empty for a Bool
	Usage string // what it does, one line without a final period
	Value Value  // where the value goes: Bool, String, Integer, OneOf, ...
}

// A Value parses and keeps the value of a flag. Set is called in the order of
// the command line, with the value as the user wrote it; its error has the form
// "expected X, found Y", without the flag's name. String gives the default for
// the help, if there is one to mention.
type Value = flag.Value

// isSwitch reports whether the flag takes no value.
func (f *Flag) isSwitch() bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// choices returns the values of an enumerated flag, nil for any other.
func (f *Flag) choices() []string {
	if c, ok := f.Value.(interface{ Choices() []string }); ok {
		return c.Choices()
	}
	return nil
}

// placeholder returns the name of the value in the help.
func (f *Flag) placeholder() string {
	switch {
	case f.isSwitch():
		return ""
	case f.Arg != "":
		return f.Arg
	}
	return strings.ToUpper(f.Name)
}

// commonFlags are the flags of every program, and where their values go.
type commonFlags struct {
	output     string
	quiet      bool
	help       bool
	version    bool
	completion string
}

func (c *commonFlags) flags() []Flag {
	return []Flag{
		{Name: "output", Short: "o", Arg: "FILE", Usage: "write to this file instead of standard output; the ending of its name chooses the format and the compression (.gz, .xz, .zst)", Value: FileName(&c.output)},
		{Name: "quiet", Short: "q", Usage: "print errors only, no other messages", Value: Bool(&c.quiet)},
		{Name: "completion", Arg: "SHELL", Usage: "print a completion script for a shell", Value: OneOf(&c.completion, shells...)},
		{Name: "version", Usage: "print the version", Value: Bool(&c.version)},
		{Name: "help", Short: "h", Usage: "print this help", Value: Bool(&c.help)},
	}
}

// recorder is the value that urfave/cli sees. It keeps the error of Set, which
// package flag would flatten into the text of another one, and notes which
// flags were given.
type recorder struct {
	Value
	flag  *Flag
	given map[string]bool
	err   *error
}

func (r recorder) Set(s string) error {
	r.given[r.flag.Name] = true
	err := r.Value.Set(s)
	if err != nil && *r.err == nil {
		*r.err = Usagef("--%s: %w", r.flag.Name, err)
	}
	return err
}

func (r recorder) IsBoolFlag() bool { return r.flag.isSwitch() }

// urfaveFlags returns the flags under their long names, the only ones in the
// canonical form.
func urfaveFlags(flags []Flag, given map[string]bool, err *error) []cli.Flag {
	var out []cli.Flag
	for i := range flags {
		f := &flags[i]
		out = append(out, &cli.GenericFlag{Name: f.Name, Usage: f.Usage, Value: recorder{f.Value, f, given, err}})
	}
	return out
}
