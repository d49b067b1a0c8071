package program

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// A setting is a flag with its value on the command line.
type setting struct {
	described
	value string // "true" for a flag without a value
}

// Parse sets the flags according to args, in their order, and returns them with the positional
// arguments. If args contains the flag --help, --version or --man, only the first of these is set, there are
// no positional arguments, and Parse ignores what follows it. A wrong argument, an empty name of a file or
// directory, and a command line that breaks one of the rules are usage errors. Parse returns no other errors.
func Parse(flags []cli.Flag, rules []Rule, args []string) (*flag.FlagSet, error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	for _, f := range flags {
		f.Apply(set)
	}
	settings, positional, err := read(Program{}.describe(flags), args)
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
	set.Parse(append([]string{"--"}, positional...)) // no error, because no argument is a flag
	for _, r := range rules {
		if err := r.check(set); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// read separates args, in their order, into flags and positional arguments; after -- all
// arguments are positional. A flag without a value gets the value "true". read stops at the first error. It
// also stops at --help, --version or --man, and returns only this flag. All errors are usage errors.
func read(flags []described, args []string) (settings []setting, positional []string, err error) {
	var names []string
	known := map[string]described{} // indexed by spelling, such as -n and --models
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
				return nil, nil, Usagef("flag %s needs a value %s, found %s (if that is the value, write --%s=%s)",
					spelled, f.Value, Printable(args[0]), f.Name, Printable(shellWord(args[0])))
			default:
				value, args = args[0], args[1:]
			}
			settings = append(settings, setting{f, value})
		}
	}
	return settings, positional, nil
}

// unknown returns the usage error for an unknown flag in the argument arg. spelled is the flag: a short
// flag such as -n, or else arg without its value. The error suggests a similar name from names.
func unknown(arg, spelled string, names []string) error {
	word, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if arg[1] != '-' && arg != spelled {
		spelled += " in " + arg
	}
	return &usageError{&unknownFlag{arg, fmt.Errorf("unknown flag %s%s", Printable(spelled), didYouMean("--", word, names))}}
}

// An unknownFlag is the error for an argument with an unknown flag.
type unknownFlag struct {
	arg string
	error
}

// looksLikeFlag reports whether arg begins like a flag, in contrast to a negative number and "-".
func looksLikeFlag(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && strings.IndexByte("0123456789.", arg[1]) < 0
}

// didYouMean returns the end of a message, such as ", did you mean --output?", with dashes before the
// element of words that is most similar to word. It returns "" if no element is similar enough. The measure
// and its threshold are taken from urfave/cli.
func didYouMean(dashes, word string, words []string) string {
	best, similarity := "", 0.85
	for _, w := range words {
		if s := smetrics.JaroWinkler(word, w, 0.7, 4); s > similarity {
			best, similarity = ", did you mean "+dashes+w+"?", s
		}
	}
	return best
}

// shellWord returns a word, which must not be empty, as one writes it in a shell: in single quotes if it has
// other characters than letters, digits and the marks of numbers, lists and names of files.
func shellWord(word string) string {
	plain := func(c rune) bool {
		return unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("-+.,:/_=@%", c)
	}
	if strings.ContainsFunc(word, func(c rune) bool { return !plain(c) }) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// flags returns p.Flags and then the flags of all programs. In the Usage of a flag, the first word
// in backquotes names its value, in capitals. The completion scripts complete values called FILE,
// DIR and CMD as files, directories and commands.
func (p Program) flags() []cli.Flag {
	return slices.Concat(p.Flags, []cli.Flag{
		&cli.PathFlag{Name: "output", Aliases: []string{"o"}, TakesFile: true, Usage: "write the output to `FILE`, compressed if its name ends in .gz, .xz or .zst"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no messages except errors"},
		&cli.GenericFlag{Name: "completion", Usage: "print completions for `SHELL`", Value: OneOf(new(string), Names("bash", "zsh", "fish")...)},
		&cli.BoolFlag{Name: "man", Usage: "print the manual page, to read with man -l -"},
		&cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"},
		&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version"},
	})
}

// A described flag is a flag with its texts for the help.
type described struct {
	Name, Short string    // without dashes; Short may be empty
	Value       string    // name of its value; empty without a value
	Usage       string    // with the flags that it needs, the default, and the keywords unless they have descriptions
	Keywords    []Keyword // nil unless only certain values are allowed
}

// NamesFile reports whether the value of a flag is the name of a file or directory, or a command: whether its
// Usage calls it FILE, DIR or CMD.
func NamesFile(f cli.Flag) bool {
	return slices.Contains([]string{"FILE", "DIR", "CMD"}, Program{}.describe([]cli.Flag{f})[0].Value)
}

// describe returns the flags with their texts, in their order. A usage begins with the flags that the flag
// needs according to the rules of p.
func (p Program) describe(flags []cli.Flag) (list []described) {
	for _, f := range flags {
		doc, names := f.(cli.DocGenerationFlag), f.Names()
		d := described{Name: names[0], Short: strings.Join(names[1:], ""), Usage: doc.GetUsage()}
		if doc.TakesValue() {
			d.Value, d.Usage = flag.UnquoteUsage(&flag.Flag{Usage: d.Usage})
			if g, ok := f.(*cli.GenericFlag); ok {
				v := g.Value.(*Value)
				if d.Keywords = v.keywords; v.keywords != nil && v.keywords[0].About == "" {
					d.Usage += ": " + v.list
				}
			}
			if text := doc.GetDefaultText(); text != "" {
				d.Usage += " (default " + text + ")"
			}
		}
		d.Usage = p.needed(d.Name) + d.Usage
		list = append(list, d)
	}
	return list
}

// Heading returns the heading for the list of keywords: the plural of the name, such as "Formats".
func (d described) Heading() string {
	return strings.ToUpper(d.Name[:1]) + strings.Replace(d.Name[1:]+"s", "ys", "ies", 1)
}
