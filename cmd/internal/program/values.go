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

// A Value is the value of a cli.GenericFlag, for types that urfave/cli does not have.
type Value struct {
	parse    func(string) error
	text     string // text of the default, or "" to show none; later the text on the command line
	keywords []Keyword
	list     string // text of the keywords: "a, b or c"
}

// A Keyword is a value that a flag accepts, with a description.
type Keyword struct {
	Name, About string
	Also        []string // other names, in lower case, for which an error suggests the keyword
}

// Set parses the value s and returns the error. It keeps s as the text of v.
func (v *Value) Set(s string) error {
	v.text = s
	return v.parse(s)
}

func (v *Value) String() string { return v.text }

// Func returns a Value for which set parses and stores each text on the command line, in the order of the
// command line. The errors of set must have the form "expected X, found Y", without the name of the flag.
func Func(set func(string) error) *Value { return &Value{parse: set} }

// Parsed returns a Value that stores the result of parse in *p. See Func for the errors of parse.
func Parsed[T any](p *T, parse func(string) (T, error)) *Value {
	return Func(func(s string) (err error) { *p, err = parse(s); return err })
}

// ParsedBy sets the function that parses and stores a text, as for Func, and returns v. The help and the completions
// still list the keywords of v, so that v may also accept other texts.
func (v *Value) ParsedBy(set func(string) error) *Value {
	v.parse = set
	return v
}

// List returns a Value for a flag that may be repeated; it appends each value to *p.
func List(p *[]string) *Value {
	return Func(func(s string) error { *p = append(*p, s); return nil })
}

// Text returns a Value for text such as a title: *p becomes valid UTF-8 on one line. A run of invalid
// bytes becomes U+FFFD. A control character, and a character that XML excludes, becomes a blank.
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

// Names returns keywords without descriptions.
func Names(names ...string) []Keyword {
	return Keywords(names, func(name string) Keyword { return Keyword{Name: name} })
}

// Keywords returns the keyword of each item of the list.
func Keywords[T any](list []T, keyword func(T) Keyword) (keywords []Keyword) {
	for _, item := range list {
		keywords = append(keywords, keyword(item))
	}
	return keywords
}

// OneOf returns a Value that accepts one of the keywords and stores it in *p. The keywords must all have
// descriptions or all have no descriptions. The default is *p; if it is empty, there is no default.
func OneOf(p *string, keywords ...Keyword) *Value {
	return enumerated(*p, keywords, func(s string) []string { *p = s; return []string{s} })
}

// SomeOf returns a Value that accepts a list of keywords, separated by commas, and stores it in *p. The
// default is *p. See OneOf for the descriptions.
func SomeOf(p *[]string, keywords ...Keyword) *Value {
	return enumerated(strings.Join(*p, ","), keywords, func(s string) []string { *p = strings.Split(s, ","); return *p })
}

// enumerated returns a Value whose default is text. The function set stores a value, before it is checked,
// and returns its words. If a word is not a keyword, the error lists the keywords and may suggest one.
func enumerated(text string, keywords []Keyword, set func(string) []string) *Value {
	var names []string
	for _, c := range keywords {
		names = append(names, c.Name)
	}
	list := enumeration(names, " or ")
	return &Value{text: text, keywords: keywords, list: list, parse: func(s string) error {
		for _, word := range set(s) {
			if !slices.Contains(names, word) {
				similar := word
				if i := slices.IndexFunc(keywords, func(k Keyword) bool { return slices.Contains(k.Also, strings.ToLower(word)) }); i >= 0 {
					similar = names[i]
				}
				return fmt.Errorf("expected %s, found %s%s", list, Found(word), didYouMean("", similar, names))
			}
		}
		return nil
	}}
}

// Integer returns a Value for an integer from lo to hi, which it stores in *p; see ParseInteger. The
// number 010 is ten, and 0x8 is an error. The default is *p; a default of 0 is not shown.
func Integer[T ~int | ~int64](p *T, lo, hi T) *Value {
	v := Parsed(p, func(s string) (T, error) { return ParseInteger(s, lo, hi) })
	if *p != 0 {
		v.text = fmt.Sprint(*p)
	}
	return v
}

// ParseInteger returns the integer in s, which has decimal digits and an optional sign. If s has
// another form or is not from lo to hi, ParseInteger returns 0 and the error "expected a whole
// number from LO to HI, found S".
func ParseInteger[T ~int | ~int32 | ~int64](s string, lo, hi T) (T, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && int64(lo) <= n && n <= int64(hi) {
		return T(n), nil
	}
	return 0, fmt.Errorf("expected a whole number from %d to %d, found %s", lo, hi, Found(s))
}

// Duration returns a Value for a number of seconds (5, 2.5) or a Go duration (500ms, 1h30m), above 0
// and at most 292 years. It stores the duration in *p. Any other text is an error.
func Duration(p *time.Duration) *Value {
	return Parsed(p, func(s string) (time.Duration, error) {
		text := s
		if strings.Trim(s, "0123456789.") == "" {
			text += "s"
		}
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 {
			err = fmt.Errorf("expected seconds above 0 and up to %d, or a duration like 500ms, found %s", int64(math.MaxInt64/time.Second), Found(s))
		}
		return d, err
	})
}

// Found returns the end of a message such as "expected a number, found "x"": s in quotes, or "nothing" if s
// is empty. It adds a hint if s begins with "=", as after -n=3.
func Found(s string) string {
	switch {
	case s == "":
		return "nothing"
	case strings.HasPrefix(s, "="):
		return fmt.Sprintf("%q (a short flag takes its value without \"=\")", s)
	}
	return strconv.Quote(s)
}
