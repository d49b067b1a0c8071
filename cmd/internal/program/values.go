package program

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Bool is a flag without a value, which sets *p.
func Bool(p *bool) Value { return boolValue{p} }

type boolValue struct{ p *bool }

func (v boolValue) String() string   { return "" }
func (v boolValue) IsBoolFlag() bool { return true }
func (v boolValue) Set(s string) error {
	b, err := strconv.ParseBool(s)
	*v.p = b
	return err
}

// String is a flag whose value is any text.
func String(p *string) Value { return stringValue{p} }

type stringValue struct{ p *string }

func (v stringValue) Set(s string) error { *v.p = s; return nil }
func (v stringValue) String() string {
	if v.p == nil {
		return ""
	}
	return *v.p
}

// FileName is a flag whose value is the name of a file, which is never empty.
func FileName(p *string) Value { return fileName{p} }

type fileName struct{ p *string }

func (v fileName) String() string { return stringValue(v).String() }
func (v fileName) Set(s string) error {
	if s == "" {
		return errors.New("expected a file name, found nothing")
	}
	*v.p = s
	return nil
}

// List is a flag that may be given several times; *p holds all its values in
// their order.
func List(p *[]string) Value { return listValue{p} }

type listValue struct{ p *[]string }

func (v listValue) String() string     { return "" }
func (v listValue) Set(s string) error { *v.p = append(*v.p, s); return nil }

// Func is a flag whose value set parses; see Value for the form of its errors.
func Func(set func(string) error) Value { return funcValue(set) }

type funcValue func(string) error

func (v funcValue) String() string     { return "" }
func (v funcValue) Set(s string) error { return v(s) }

// OneOf is a flag whose value is one of those listed.
func OneOf(p *string, choices ...string) Value { return &choice{p, choices} }

type choice struct {
	p       *string
	choices []string
}

func (v *choice) Choices() []string { return v.choices }

func (v *choice) String() string {
	if v.p == nil {
		return ""
	}
	return *v.p
}

func (v *choice) Set(s string) error {
	for _, c := range v.choices {
		if s == c {
			*v.p = s
			return nil
		}
	}
	return fmt.Errorf("expected %s, found %q%s", orList(v.choices), s, didYouMean(nearest(s, v.choices)))
}

// orList returns "a", "a or b", "a, b or c".
func orList(words []string) string {
	last := len(words) - 1
	if last <= 0 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// Integer is a flag whose value is a whole number from lo to hi in decimal
// digits: 010 is ten, and 0x8 is an error.
func Integer[T ~int | ~int32 | ~int64](p *T, lo, hi T) Value { return &integer[T]{p, lo, hi} }

type integer[T ~int | ~int32 | ~int64] struct {
	p      *T
	lo, hi T
}

// String leaves out 0, which by convention here stands for no setting.
func (v *integer[T]) String() string {
	if v.p == nil || *v.p == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*v.p), 10)
}

func (v *integer[T]) Set(s string) error {
	n, err := ParseInteger(s, int64(v.lo), int64(v.hi))
	if err == nil {
		*v.p = T(n)
	}
	return err
}

// ParseInteger parses a whole number from lo to hi, in decimal digits with an
// optional sign. Its error is "expected a whole number from LO to HI, found S".
func ParseInteger(s string, lo, hi int64) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < lo || n > hi {
		return 0, fmt.Errorf("expected %s, found %s", span(lo, hi), found(s))
	}
	return n, nil
}

// span describes the whole numbers from lo to hi; bounds of the type itself
// are nothing to tell a user.
func span(lo, hi int64) string {
	const largest, smallest = 1<<63 - 1, -1 << 63
	switch {
	case lo == smallest && hi == largest:
		return "a whole number"
	case hi == largest:
		return fmt.Sprintf("a whole number of at least %d", lo)
	}
	return fmt.Sprintf("a whole number from %d to %d", lo, hi)
}

// found describes a value in a message, with a hint for -n=3.
func found(s string) string {
	switch {
	case s == "":
		return "nothing"
	case strings.HasPrefix(s, "="):
		return fmt.Sprintf("%q (a short flag takes its value without \"=\")", s)
	}
	return strconv.Quote(s)
}

// Bytes is a flag whose value is a size of at least lo bytes, a whole number
// with a unit: K, M, G or T, powers of 1024.
func Bytes(p *int64, lo int64) Value { return size{p, lo} }

type size struct {
	p  *int64
	lo int64
}

func (v size) String() string {
	if v.p == nil || *v.p == 0 {
		return ""
	}
	return strconv.FormatInt(*v.p>>20, 10) + "M"
}

func (v size) Set(s string) error {
	number, unit := s, int64(1)
	if n := len(s); n > 0 {
		if i := strings.IndexByte("KMGT", s[n-1]&^0x20); i >= 0 {
			number, unit = s[:n-1], 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < v.lo/unit || n > math.MaxInt64/unit || n*unit < v.lo {
		return fmt.Errorf("expected a size such as 2G, of at least %dM, found %s", v.lo>>20, found(s))
	}
	*v.p = n * unit
	return nil
}

// Seconds is a flag whose value is a positive span of time, as a number of
// seconds (5, 2.5) or as a Go duration (500ms, 1h30m).
func Seconds(p *time.Duration) Value { return seconds{p} }

type seconds struct{ p *time.Duration }

func (v seconds) String() string {
	if v.p == nil || *v.p == 0 {
		return ""
	}
	return v.p.String()
}

func (v seconds) Set(s string) error {
	text := s
	if s != "" && strings.Trim(s, "0123456789.") == "" {
		text += "s"
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return fmt.Errorf("expected a positive number of seconds or a duration like 500ms, found %s", found(s))
	}
	*v.p = d
	return nil
}
