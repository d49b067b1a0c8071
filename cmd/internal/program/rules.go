package program

import (
	"flag"
	"slices"
	"strings"
)

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
