package program

import (
	"flag"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// A setting is a flag and its value as the command line has it.
type setting struct {
	cli.Flag
	value string
}

// Parse sets the flags to what args say, in their order, and returns the set of them
// with the positional arguments. A flag that acts at once is the only one set. The
// errors are usage errors.
func Parse(flags []cli.Flag, args []string) (*flag.FlagSet, error) {
	set, known := flag.NewFlagSet("", flag.ContinueOnError), map[string]cli.Flag{}
	for _, f := range flags {
		f.Apply(set)
		for _, name := range f.Names() {
			known[name] = f
		}
	}
	settings, positional, err := read(known, args)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		name := s.Names()[0]
		if s.value == "" && namesFile(s.Flag) {
			return nil, Usagef("--%s: expected a file name, found nothing", name)
		}
		if err := set.Set(name, s.value); err != nil {
			return nil, Usagef("--%s: %w", name, err)
		}
	}
	return set, set.Parse(append([]string{"--"}, positional...))
}

// read tells flags from positional arguments.
func read(known map[string]cli.Flag, args []string) (settings []setting, positional []string, err error) {
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			return settings, append(positional, args...), nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			positional = append(positional, arg)
			continue
		}
		for letters := arg; letters != ""; { // short flags may be combined
			f, spelled, value, err := first(known, arg, letters)
			if err != nil {
				return nil, nil, err
			}
			name := f.Names()[0]
			letters = ""
			switch {
			case name == "help", name == "version", name == "man":
				return []setting{{f, "true"}}, nil, nil
			case isSwitch(f):
				settings = append(settings, setting{f, "true"})
				if value != nil {
					letters = arg[len(arg)-len(*value)-1:]
				}
				continue
			case value != nil:
			case len(args) == 0:
				return nil, nil, Usagef("flag %s needs a value %s", spelled, placeholder(f))
			case looksLikeFlag(args[0]):
				return nil, nil, Usagef("flag %s needs a value %s, found %s (if that is the value, write --%s=%[3]s)",
					spelled, placeholder(f), printable(args[0]), name)
			default:
				value = &args[0]
				args = args[1:]
			}
			settings = append(settings, setting{f, *value})
		}
	}
	return settings, positional, nil
}

// first returns the first flag in what is left of an argument, after a dash or
// another short flag, as it is spelled there, and what is attached to it: its
// value, or more short flags.
func first(known map[string]cli.Flag, arg, left string) (f cli.Flag, spelled string, attached *string, err error) {
	if strings.HasPrefix(arg, "--") {
		name, value, found := strings.Cut(arg[2:], "=")
		switch f = known[name]; {
		case f == nil || len(name) == 1:
			err = Usagef("unknown flag --%s%s", printable(name), didYouMean("--", name, maps.Keys(known)))
		case found && isSwitch(f):
			err = Usagef("flag --%s takes no value, found %q", name, value)
		case found:
			attached = &value
		}
		return f, "--" + name, attached, err
	}
	if len(left) == len(arg) {
		if name, _, _ := strings.Cut(arg[1:], "="); len(name) > 1 && known[name] != nil {
			return nil, "", nil, Usagef("unknown flag -%s, did you mean --%s?", name, name)
		}
	}
	_, n := utf8.DecodeRuneInString(left[1:])
	letter, value := left[1:1+n], left[1+n:]
	switch f = known[letter]; {
	case f == nil && arg == "-"+letter:
		err = Usagef("unknown flag -%s", printable(letter))
	case f == nil:
		err = Usagef("unknown flag -%s in %s%s", printable(letter), printable(arg), didYouMean("--", arg[1:], maps.Keys(known)))
	case value != "":
		attached = &value
	}
	return f, "-" + letter, attached, err
}

// looksLikeFlag tells a flag from a negative number and from "-".
func looksLikeFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && strings.IndexByte("0123456789.", arg[1]) < 0
}

// didYouMean asks for the word of several letters, led by dashes, that is most like
// the one given, by the measure of urfave/cli; it is empty if none comes close.
func didYouMean(dashes, word string, words iter.Seq[string]) string {
	best, similarity := "", 0.85
	for _, w := range slices.Sorted(words) {
		if s := smetrics.JaroWinkler(word, w, 0.7, 4); len(w) > 1 && s > similarity {
			best, similarity = ", did you mean "+dashes+w+"?", s
		}
	}
	return best
}
