package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
)

// A sessionLine is a line of a session: first changes of the formula, then a question. At most one
// of Solve, Core, Count and Backbone is true.
type sessionLine struct {
	New      int     // the number of new variables
	Add      []words // clauses
	Assume   words   // literals that are true for this question; nil if the line has no list
	Project  words   // variables of the projection of this question; nil if the line has no list
	Solve    bool
	Core     bool
	Count    bool
	Backbone bool
	Timeout  float64 // seconds; 0 means no limit
}

// words are literals: texts of numbers, and words as in --assume.
type words []string

// UnmarshalJSON reads a list of numbers and strings. The result is not nil. The error is a
// *json.UnmarshalTypeError with the kind of the wrong value.
func (w *words) UnmarshalJSON(text []byte) error {
	var list []json.RawMessage
	if *w = (words{}); json.Unmarshal(text, &list) != nil || list == nil {
		return &json.UnmarshalTypeError{Value: kindOf(text)}
	}
	for _, value := range list {
		word := string(value)
		if kind := kindOf(value); kind != "number" && (kind != "string" || json.Unmarshal(value, &word) != nil) {
			return &json.UnmarshalTypeError{Value: kind}
		}
		*w = append(*w, word)
	}
	return nil
}

// kindOf returns the kind of a JSON value without blanks before it: object, array, string, bool,
// null or number.
func kindOf(value []byte) string {
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	}
	return "number"
}

// parse reads the line from a JSON object. These are errors: a line of more than maxLine bytes,
// wrong syntax, an unknown key, a key that occurs twice, a value of another type, two questions,
// project without count or backbone, and timeout without a question or not above 0.
func (l *sessionLine) parse(text []byte) error {
	if len(text) > maxLine {
		return fmt.Errorf("expected a line of at most %d bytes", maxLine)
	}
	given, err := l.fields(text)
	questions := 0
	for _, asked := range []bool{l.Solve, l.Core, l.Count, l.Backbone} {
		if asked {
			questions++
		}
	}
	switch {
	case err != nil:
		return err
	case questions > 1:
		return errors.New("expected one of solve, core, count and backbone in a line, found several")
	case given["project"] && !l.Count && !l.Backbone:
		return errors.New("project needs count or backbone")
	case given["timeout"] && l.Timeout <= 0:
		return fmt.Errorf("timeout: expected a number of seconds above 0, found %v", l.Timeout)
	case given["timeout"] && !l.asks():
		return errors.New("timeout needs a question")
	}
	return nil
}

// fields reads the fields from a JSON object, and returns the set of its keys. The errors are those
// of parse about syntax, keys and types.
func (l *sessionLine) fields(text []byte) (given map[string]bool, err error) {
	given = map[string]bool{}
	fields := map[string]any{
		"new": &l.New, "add": &l.Add, "assume": &l.Assume, "project": &l.Project, "solve": &l.Solve,
		"core": &l.Core, "count": &l.Count, "backbone": &l.Backbone, "timeout": &l.Timeout,
	}
	var values map[string]json.RawMessage
	if err = json.Unmarshal(text, &values); err == nil && values == nil { // finds all errors of syntax, with their offsets
		err = &json.UnmarshalTypeError{Value: "null"}
	}
	key := "the line"
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token() // the brace
	for err == nil && d.More() {
		t, _ := d.Token()
		var value json.RawMessage
		d.Decode(&value)
		switch key = t.(string); {
		case given[key]:
			err = fmt.Errorf("the key %q occurs twice", key)
		case fields[key] == nil:
			err = fmt.Errorf("unknown key %q", key)
		case kindOf(value) == "null":
			err = &json.UnmarshalTypeError{Value: "null"}
		default:
			err = json.Unmarshal(value, fields[key])
		}
		given[key] = true
	}
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		err = fmt.Errorf("%s: expected another type, found a JSON %s", key, wrong.Value)
	}
	return given, err
}

// asks reports whether the line has a question, and not only changes. Assumptions alone ask for a
// model.
func (l *sessionLine) asks() bool {
	return l.Assume != nil || l.Solve || l.Core || l.Count || l.Backbone
}

// limited returns a context that ends at the time limit of the line, but at most after 10^9
// seconds, with the cause formula.ErrTimeout. Without a limit it returns ctx. The caller must call
// the function.
func (l *sessionLine) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, time.Duration(min(l.Timeout, 1e9)*float64(time.Second)), formula.ErrTimeout)
}

// mistake returns the message about err, a mistake in the line with the given number, from 1. For
// an error of JSON syntax, the message has the column.
func mistake(number int, err error) string {
	place := fmt.Sprintf("%s:%d: ", input.Stdin, number)
	if wrong, is := errors.AsType[*json.SyntaxError](err); is {
		place = fmt.Sprintf("%s:%d:%d: ", input.Stdin, number, wrong.Offset)
	}
	return place + err.Error()
}
