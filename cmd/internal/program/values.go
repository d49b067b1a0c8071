package program

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// A Value is that of a cli.GenericFlag, for what urfave/cli has no type.
type Value struct {
	parse   func(string) error
	text    string // the default, empty if there is none to mention; then as given
	choices []Choice
	list    string // of the choices, as in "a, b or c"
}

// A Choice is one of the values that a flag has.
type Choice struct{ Name, About string }

// Set parses the value and keeps its text.
func (v *Value) Set(s string) error {
	v.text = s
	return v.parse(s)
}

func (v *Value) String() string { return v.text }

// Func is a value that set parses and keeps. It is called in the order of the command
// line. Its errors have the form "expected X, found Y", without the flag's name.
func Func(set func(string) error) *Value { return &Value{parse: set} }

// List is the value of a flag that may be given several times; *p holds all values in
// their order.
func List(p *[]string) *Value {
	return Func(func(s string) error { *p = append(*p, s); return nil })
}

// Text is a text for people, such as a title: *p is valid UTF-8 on one line. A byte that is
// no UTF-8 becomes U+FFFD. A control character, or one that XML excludes, becomes a blank.
func Text(p *string) *Value {
	return Func(func(s string) error {
		*p = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
				return ' '
			}
			return r
		}, strings.ToValidUTF8(s, "\ufffd"))
		return nil
	})
}

// Names returns choices that need no description.
func Names(names ...string) (choices []Choice) {
	for _, n := range names {
		choices = append(choices, Choice{Name: n})
	}
	return choices
}

// OneOf is a value out of those listed, of which all or none have a description.
// The default is *p, if that is not empty.
func OneOf(p *string, choices ...Choice) *Value {
	return enumerated(*p, choices, func(s string) []string { *p = s; return []string{s} })
}

// SomeOf is a list, separated by commas, of those that OneOf takes.
func SomeOf(p *[]string, choices ...Choice) *Value {
	return enumerated(strings.Join(*p, ","), choices, func(s string) []string { *p = strings.Split(s, ","); return *p })
}

// enumerated is a value that set takes apart into words, each of which has to be a choice.
func enumerated(text string, choices []Choice, set func(string) []string) *Value {
	var names []string
	for _, c := range choices {
		names = append(names, c.Name)
	}
	last := len(names) - 1
	list := strings.Join(names[:last], ", ") + " or " + names[last]
	return &Value{text: text, choices: choices, list: list, parse: func(s string) error {
		for _, word := range set(s) {
			if !slices.Contains(names, word) {
				return fmt.Errorf("expected %s, found %s%s", list, Found(word), didYouMean("", word, names))
			}
		}
		return nil
	}}
}

// Integer is a whole number from lo to hi in decimal digits: 010 is ten, and 0x8
// is an error. The default is *p, where 0 stands for none.
func Integer[T ~int | ~int64](p *T, lo, hi T) *Value {
	v := Func(func(s string) (err error) {
		*p, err = ParseInteger(s, lo, hi)
		return err
	})
	if *p != 0 {
		v.text = fmt.Sprint(*p)
	}
	return v
}

// ParseInteger parses a whole number from lo to hi, in decimal digits with an
// optional sign. Its error is "expected a whole number from LO to HI, found S";
// a bound of the type itself is nothing to tell a user.
func ParseInteger[T ~int | ~int32 | ~int64](s string, lo, hi T) (T, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && int64(lo) <= n && n <= int64(hi) {
		return T(n), nil
	}
	bounds := fmt.Sprintf(" from %d to %d", lo, hi)
	if int64(hi) == math.MaxInt64 {
		bounds = fmt.Sprintf(" of at least %d", lo)
	}
	return 0, fmt.Errorf("expected a whole number%s, found %s", bounds, Found(s))
}

// Duration is a positive number of seconds (5, 2.5) or a duration of Go (500ms, 1h30m).
func Duration(p *time.Duration) *Value {
	return Func(func(s string) (err error) {
		text := s
		if strings.Trim(s, "0123456789.") == "" {
			text += "s"
		}
		if *p, err = time.ParseDuration(text); err != nil || *p <= 0 {
			return fmt.Errorf("expected a positive number of seconds or a duration like 500ms, found %s", Found(s))
		}
		return nil
	})
}

// Found describes a value in a message, with a hint for -n=3.
func Found(s string) string {
	switch {
	case s == "":
		return "nothing"
	case strings.HasPrefix(s, "="):
		return fmt.Sprintf("%q (a short flag takes its value without \"=\")", s)
	}
	return strconv.Quote(s)
}
