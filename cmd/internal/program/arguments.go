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
		&cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help; -h prints the usage and five examples"},
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

// A Rule says which flags a flag needs and excludes. Its fields except Why are lists of words,
// separated by blanks. A word is the name of a flag, or NAME=VALUE for a flag with this value or
// default, or a word in capitals for the positional arguments.
type Rule struct {
	Flags    string // the rule is about each of these words
	With     string // if not empty, the rule holds only if one of these words is given, too
	Needs    string // one of these words must be given
	Excludes string // none of these words may be given, except the flag itself
	Only     string // if not empty, no flag but these may be given beside the flags
	Why      string // a reason or a hint, without a final period
}

// check returns a usage error if a command line, parsed into set, breaks the rule, and otherwise nil.
func (r Rule) check(set *flag.FlagSet) error {
	given, others, with := given(set), strings.Fields(r.Excludes), ""
	if i := slices.IndexFunc(strings.Fields(r.With), given); i >= 0 {
		with = strings.Fields(r.With)[i]
	}
	set.Visit(func(f *flag.Flag) {
		if r.Only != "" && !has(r.Flags+" "+r.Only, f.Name) {
			others = append(others, f.Name)
		}
	})
	for word := range strings.FieldsSeq(r.Flags) {
		if !given(word) || r.With != "" && with == "" {
			continue
		}
		if r.Needs != "" && !slices.ContainsFunc(strings.Fields(r.Needs), given) {
			return Usagef("%s", r.sentence(word, with, "needs", r.Needs))
		}
		if i := slices.IndexFunc(others, func(other string) bool { return other != word && given(other) }); i >= 0 {
			return Usagef("%s", r.sentence(word, with, "excludes", others[i]))
		}
	}
	return nil
}

// given returns a function that reports whether a command line, parsed into set, has a word of a rule. For a
// word in capitals, it reports whether there is a positional argument. A word NAME=VALUE holds if VALUE is the
// value or default of the flag, or an element of this list with commas.
func given(set *flag.FlagSet) func(word string) bool {
	return func(word string) bool {
		name, value, hasValue := strings.Cut(word, "=")
		switch {
		case word == strings.ToUpper(word):
			return set.NArg() > 0
		case hasValue:
			return slices.Contains(strings.Split(set.Lookup(name).Value.String(), ","), value)
		}
		is := false
		set.Visit(func(f *flag.Flag) { is = is || f.Name == name })
		return is
	}
}

// sentence returns a sentence without a final period about the flag word, such as "--a with --b excludes --c
// and --d: WHY". The argument verb is "needs" or begins with "excludes", with and others are lists of words,
// and with may be empty.
func (r Rule) sentence(word, with, verb, others string) string {
	text := spelled(word, "")
	if with != "" {
		text += " with " + spelled(with, " or ")
	}
	text += " " + verb + " " + spelled(others, map[bool]string{true: " or ", false: " and "}[verb == "needs"])
	if r.Why != "" {
		text += ": " + r.Why
	}
	return text
}

// spelled returns the words of a list, which must not be empty, as on a command line, such as
// "--all, --format html or FILE". The conjunction, such as " or ", comes between the last two words.
func spelled(words, conjunction string) string {
	list := strings.Fields(words)
	for i, word := range list {
		if word != strings.ToUpper(word) {
			list[i] = "--" + strings.Replace(word, "=", " ", 1)
		}
	}
	return enumeration(list, conjunction)
}

// enumeration returns the words of a list, which must not be empty, such as "a, b or c" for the conjunction
// " or ".
func enumeration(list []string, conjunction string) string {
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + map[bool]string{true: conjunction}[last > 0] + list[last]
}

// has reports whether a list contains a word.
func has(words, word string) bool { return slices.Contains(strings.Fields(words), word) }

// needed returns the beginning of the usage of the flag called name, such as "with --count: ". It returns ""
// if no rule without With says that the flag needs others.
func (p Program) needed(name string) string {
	var needs []string
	for _, r := range p.Rules {
		if r.Needs != "" && r.With == "" && has(r.Flags, name) {
			needs = append(needs, spelled(r.Needs, " or "))
		}
	}
	if needs == nil {
		return ""
	}
	return "with " + strings.Join(needs, ", and ") + ": "
}

// excluded returns the words that can never stand beside the flag called name, sorted. It ignores rules with
// With, and the field Only.
func (p Program) excluded(name string) []string {
	var words []string
	for _, r := range p.Rules {
		if r.With == "" && has(r.Flags, name) {
			words = append(words, strings.Fields(r.Excludes)...)
		}
		if r.With == "" && has(r.Excludes, name) {
			words = append(words, strings.Fields(r.Flags)...)
		}
	}
	slices.Sort(words)
	return slices.DeleteFunc(slices.Compact(words), func(word string) bool { return word == name })
}

// relations returns the rules about the flag called name for the manual page, as sentences to add to its
// usage: first the words of excluded, and then the rules with a condition, a reason or the field Only. Each
// sentence follows a period and a blank, and has no period at its end. Without such rules the result is "".
func (p Program) relations(name string) (text string) {
	if words := p.excluded(name); len(words) > 0 {
		text = ". It excludes " + spelled(strings.Join(words, " "), " and ")
	}
	for _, r := range p.Rules {
		for _, relation := range [][2]string{{"needs", r.Needs}, {"excludes", r.Excludes}, {"excludes all flags except", r.Only}} {
			if relation[1] != "" && r.With+r.Why+r.Only != "" && has(r.Flags, name) {
				text += ". " + r.sentence(name, r.With, relation[0], relation[1])
			}
		}
	}
	return text
}
