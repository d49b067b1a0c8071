package program

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// canonical brings arguments into the form that urfave/cli understands: every
// flag as --name or --name=value under its long name, then "--", then the
// positional arguments. A flag that acts at once ends the scan and stands alone.
// The errors are usage errors.
func canonical(flags []cli.Flag, args []string) ([]string, error) {
	known := map[string]cli.Flag{}
	for _, f := range flags {
		for _, name := range f.Names() {
			known[name] = f
		}
	}
	var out, positional []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			positional = append(positional, args...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			positional = append(positional, arg)
			continue
		}
		for letters := arg; letters != ""; { // short flags may be combined
			f, spelled, value, err := first(known, arg, letters)
			if err != nil {
				return nil, err
			}
			name := f.Names()[0]
			letters = ""
			switch {
			case name == "help", name == "version", name == "man":
				return []string{"--" + name}, nil
			case isSwitch(f):
				out = append(out, "--"+name)
				if value != nil {
					letters = arg[len(arg)-len(*value)-1:]
				}
				continue
			case value != nil:
			case len(args) == 0:
				return nil, Usagef("flag %s needs a value %s", spelled, placeholder(f))
			case looksLikeFlag(args[0]):
				return nil, Usagef("flag %s needs a value %s, found %s (if that is the value, write --%s=%[3]s)",
					spelled, placeholder(f), printable(args[0]), name)
			default:
				value = &args[0]
				args = args[1:]
			}
			out = append(out, "--"+name+"="+*value)
		}
	}
	return slices.Concat(out, []string{"--"}, positional), nil
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
