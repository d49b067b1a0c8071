// Package word serves the parsers of words in arguments and comments: errors, characters and numbers.
package word

import (
	"fmt"
	"strconv"
	"strings"
)

// An Error is the error of a malformed word, or of a word out of range: the text that was expected, and the word.
type Error struct{ Expected, Found string }

// Wrong returns an *Error.
func Wrong(expected, found string) error { return &Error{expected, found} }

func (e *Error) Error() string {
	return fmt.Sprintf("expected %s, found %q", e.Expected, Clip(e.Found))
}

// Clip returns text for a message. Of a text of more than 40 bytes it returns the first 40 bytes and "...".
func Clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

// The characters of words in arguments and comments.
const (
	Letters = "abcdefghijklmnopqrstuvwxyz"
	digits  = "0123456789"
)

// ParseIndex parses one to nine decimal digits without a sign. It returns 0 and false for any other text.
func ParseIndex(text string) (int, bool) {
	if len(text) > 9 || strings.Trim(text, digits) != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// IsWord reports whether a name consists of ASCII letters and digits, and is not empty.
func IsWord(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}
