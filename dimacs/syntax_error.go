package dimacs

import (
	"fmt"
	"strings"
)

// A SyntaxError says where a text departs from its format, what was expected
// there and what was found. Its message has the form
//
//	q8.cnf:12:7: expected a literal, found "x"
//
// followed by the way out, if there is one, in parentheses.
type SyntaxError struct {
	Name     string // name of the input, for the message only
	Line     int    // 1-based
	Column   int    // 1-based, in bytes
	Expected string // a noun phrase
	Found    string // a noun phrase; text from the input is quoted already
	Hint     string // what the user can do about it, or empty
}

// Error returns the message. It never holds unescaped bytes of the input
// other than the name.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: expected %s, found %s", e.Name, e.Line, e.Column, e.Expected, e.Found)
	if e.Hint != "" {
		fmt.Fprintf(&b, " (%s)", e.Hint)
	}
	return b.String()
}
