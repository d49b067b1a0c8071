package program

import (
	"flag"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// A setting is a flag and its value as the command line has it.
type setting struct {
	described
	value string
}

// Parse sets the flags to what args say, in their order, and returns the set of them
// with the positional arguments. A flag that acts at once is the only one set. The
// errors are usage errors.
func Parse(flags []cli.Flag, args []string) (*flag.FlagSet, error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	for _, f := range flags {
		f.Apply(set)
	}
	settings, positional, err := read(describe(flags), args)
	if err != nil {
		return nil, err
	}
	for _, s := range settings {
		if s.value == "" && slices.Contains([]string{"FILE", "DIR"}, s.Value) {
			return nil, Usagef("--%s: expected a file name, found nothing", s.Name)
		}
		if err := set.Set(s.Name, s.value); err != nil {
			return nil, Usagef("--%s: %w", s.Name, err)
		}
	}
	return set, set.Parse(append([]string{"--"}, positional...))
}

// read tells flags from positional arguments.
func read(flags []described, args []string) (settings []setting, positional []string, err error) {
	var names []string
	known := map[string]described{} // by their spellings, such as -n and --models
	for _, f := range flags {
		names = append(names, f.Name)
		known["-"+f.Short], known["--"+f.Name] = f, f
	}
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
		if name, _, _ := strings.Cut(arg[1:], "="); known["--"+name].Name != "" {
			return nil, nil, Usagef("unknown flag -%s, did you mean --%s?", name, name)
		}
		long := arg[1] == '-'
		for left := arg[1:]; left != ""; { // short flags may be combined
			spelled, value, attached := strings.Cut(arg, "=")
			if !long {
				_, n := utf8.DecodeRuneInString(left)
				spelled, value, attached = "-"+left[:n], left[n:], n < len(left)
			}
			left = ""
			f, ok := known[spelled]
			switch {
			case !ok:
				return nil, nil, unknown(arg, spelled, names)
			case f.Value == "" && attached && long:
				return nil, nil, Usagef("flag %s takes no value, found %q", spelled, value)
			case f.Name == "help", f.Name == "version", f.Name == "man":
				return []setting{{f, "true"}}, nil, nil
			case f.Value == "":
				left, value = value, "true"
			case attached:
			case len(args) == 0:
				return nil, nil, Usagef("flag %s needs a value %s", spelled, f.Value)
			case looksLikeFlag(args[0]):
				return nil, nil, Usagef("flag %s needs a value %s, found %s (if that is the value, write --%s=%[3]s)",
					spelled, f.Value, printable(args[0]), f.Name)
			default:
				value, args = args[0], args[1:]
			}
			settings = append(settings, setting{f, value})
		}
	}
	return settings, positional, nil
}

// unknown is the error for what is no flag: an argument, or one of the short flags in it.
func unknown(arg, spelled string, names []string) error {
	word, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if arg[1] != '-' && arg != spelled {
		spelled += " in " + arg
	}
	return Usagef("unknown flag %s%s", printable(spelled), didYouMean("--", word, names))
}

// looksLikeFlag tells a flag from a negative number and from "-".
func looksLikeFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && strings.IndexByte("0123456789.", arg[1]) < 0
}

// didYouMean asks for the word, led by dashes, that is most like the one given, by the
// measure of urfave/cli; it is empty if none comes close.
func didYouMean(dashes, word string, words []string) string {
	best, similarity := "", 0.85
	for _, w := range words {
		if s := smetrics.JaroWinkler(word, w, 0.7, 4); s > similarity {
			best, similarity = ", did you mean "+dashes+w+"?", s
		}
	}
	return best
}
