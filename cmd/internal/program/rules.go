package program

import (
	"flag"
	"reflect"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
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

// check returns a usage error if a command line breaks the rule.
func (r Rule) check(set *flag.FlagSet) error {
	given, others := given(set), strings.Fields(r.Excludes)
	if r.Only != "" {
		set.Visit(func(f *flag.Flag) { others = append(others, f.Name) })
		others = slices.DeleteFunc(others, func(name string) bool { return slices.Contains(strings.Fields(r.Flags+" "+r.Only), name) })
	}
	with := slices.IndexFunc(strings.Fields(r.With), given)
	for flag := range strings.FieldsSeq(r.Flags) {
		if !given(flag) || with < 0 && r.With != "" {
			continue
		}
		subject := spelled(flag)
		if r.With != "" {
			subject += " with " + spelled(strings.Fields(r.With)[with])
		}
		if r.Needs != "" && !slices.ContainsFunc(strings.Fields(r.Needs), given) {
			return Usagef("%s needs %s%s", subject, alternatives(r.Needs), r.reason())
		}
		for _, other := range others {
			if other != flag && given(other) {
				return Usagef("%s excludes %s%s", subject, spelled(other), r.reason())
			}
		}
	}
	return nil
}

// reason returns Why as the end of a sentence.
func (r Rule) reason() string {
	if r.Why == "" {
		return ""
	}
	return ": " + r.Why
}

// spelled returns a word of a rule as on a command line: --all, --format html or FILE.
func spelled(word string) string {
	if word == strings.ToUpper(word) {
		return word
	}
	return "--" + strings.Replace(word, "=", " ", 1)
}

// alternatives returns the words of a list, spelled, such as "--a, --b or --c".
func alternatives(words string) string { return enumeration(strings.Fields(words), "or", spelled) }

// enumeration returns a list such as "a, b or c", with another conjunction if it is not "or", after text
// was applied to each element.
func enumeration(list []string, conjunction string, text func(string) string) (all string) {
	for i, s := range list {
		switch {
		case i > 0 && i == len(list)-1:
			all += " " + conjunction + " "
		case i > 0:
			all += ", "
		}
		all += text(s)
	}
	return all
}

// given returns a function that reports whether a command line contains a word of a rule.
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

// explained returns flags of p for the help and the like. The usage of a flag begins with the flags that
// it needs: "with --count: ".
func (p Program) explained(flags []cli.Flag) (list []cli.Flag) {
	for _, f := range flags {
		var needs []string
		for _, r := range p.Rules {
			if r.Needs != "" && r.With == "" && slices.Contains(strings.Fields(r.Flags), f.Names()[0]) {
				needs = append(needs, alternatives(r.Needs))
			}
		}
		if needs != nil {
			c := reflect.New(reflect.TypeOf(f).Elem())
			c.Elem().Set(reflect.ValueOf(f).Elem())
			usage := c.Elem().FieldByName("Usage")
			usage.SetString("with " + strings.Join(needs, ", and ") + ": " + usage.String())
			f = c.Interface().(cli.Flag)
		}
		list = append(list, f)
	}
	return list
}

// excluded returns the words that can never stand beside the flag called name. With unexplained, it
// leaves out the rules about this flag that have a reason, and those with Only.
func (p Program) excluded(name string, unexplained bool) (words []string) {
	for _, r := range p.Rules {
		flags, others := strings.Fields(r.Flags), strings.Fields(r.Excludes)
		is := slices.Contains(flags, name)
		if r.With != "" || unexplained && (is && r.Why != "" || r.Only != "") {
			continue
		}
		for _, f := range p.Flags {
			if other := f.Names()[0]; r.Only != "" && !slices.Contains(strings.Fields(r.Only), other) {
				others = append(others, other)
			}
		}
		if is {
			words = append(words, others...)
		}
		if slices.Contains(others, name) {
			words = append(words, flags...)
		}
	}
	slices.Sort(words)
	return without(name, slices.Compact(words))
}

// without returns words except name.
func without(name string, words []string) []string {
	return slices.DeleteFunc(words, func(other string) bool { return other == name })
}

// relations returns the rules about the flag called name for the manual page, as sentences to add to its
// usage.
func (p Program) relations(name string) string {
	text := ""
	add := func(begin string, words []string, conjunction, end string) {
		if len(words) > 0 {
			text += begin + enumeration(words, conjunction, spelled) + end
		}
	}
	add(". It excludes ", p.excluded(name, true), "and", "")
	for _, r := range p.Rules {
		if !slices.Contains(strings.Fields(r.Flags), name) || r.With+r.Why+r.Only == "" {
			continue
		}
		subject := ". It"
		if r.With != "" {
			subject = ". With " + alternatives(r.With) + ", it"
		}
		add(subject+" needs ", strings.Fields(r.Needs), "or", r.reason())
		add(subject+" excludes ", without(name, strings.Fields(r.Excludes)), "and", r.reason())
		add(subject+" excludes all flags except ", strings.Fields(r.Only), "and", r.reason())
	}
	return text
}
