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
	Why      string // a reason or a hint, without a final period
}

// check returns a usage error if the words that are given break the rule.
func (r Rule) check(given func(word string) bool) error {
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
			return Usagef("%s needs %s%s", subject, alternatives(strings.Fields(r.Needs)), r.reason())
		}
		for other := range strings.FieldsSeq(r.Excludes) {
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

// alternatives returns words, spelled, such as "--a, --b or --c".
func alternatives(words []string) string {
	var list []string
	for _, word := range words {
		list = append(list, spelled(word))
	}
	return enumeration(list)
}

// enumeration returns "a, b or c".
func enumeration(list []string) string {
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " or " + list[last]
	}
	return strings.Join(list, "")
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

// own returns p.Flags. The usage of a flag begins with the flags that it needs: "with --count: ".
func (p Program) own() (list []cli.Flag) {
	for _, f := range p.Flags {
		var needs []string
		for _, r := range p.Rules {
			if r.Needs != "" && r.With == "" && slices.Contains(strings.Fields(r.Flags), f.Names()[0]) {
				needs = append(needs, alternatives(strings.Fields(r.Needs)))
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
// leaves out the rules about this flag that have a reason.
func (p Program) excluded(name string, unexplained bool) (words []string) {
	for _, r := range p.Rules {
		flags, others := strings.Fields(r.Flags), strings.Fields(r.Excludes)
		is := slices.Contains(flags, name)
		if r.With != "" || is && unexplained && r.Why != "" {
			continue
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
	add := func(subject, verb string, words []string, reason string) {
		if len(words) > 0 {
			text += subject + verb + alternatives(words) + reason
		}
	}
	add(". It", " excludes ", p.excluded(name, true), "")
	for _, r := range p.Rules {
		if !slices.Contains(strings.Fields(r.Flags), name) || r.With+r.Why == "" {
			continue
		}
		subject := ". It"
		if r.With != "" {
			subject = ". With " + alternatives(strings.Fields(r.With)) + ", it"
		}
		add(subject, " needs ", strings.Fields(r.Needs), r.reason())
		add(subject, " excludes ", without(name, strings.Fields(r.Excludes)), r.reason())
	}
	return text
}
