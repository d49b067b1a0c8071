package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
)

// A sessionLine is a line of a session: first changes of the formula, then a question.
type sessionLine struct {
	New      int     `json:"new"` // the number of new variables
	Add      [][]any `json:"add"` // clauses; a literal is a number or a string, as in --assume
	Assume   []any   `json:"assume"`
	Project  []any   `json:"project"`
	Solve    bool    `json:"solve"`
	Core     bool    `json:"core"`
	Count    bool    `json:"count"`
	Backbone bool    `json:"backbone"`
	Timeout  float64 `json:"timeout"` // seconds; 0 means no limit
}

// parse reads the line from a JSON object. An unknown key is an error.
func (l *sessionLine) parse(text []byte) error {
	if len(text) > maxLine {
		return fmt.Errorf("expected a line of at most %d bytes", maxLine)
	}
	err := json.Unmarshal(text, &struct{}{}) // finds all errors of syntax, with their offsets
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		d.DisallowUnknownFields()
		err = d.Decode(l)
	}
	switch wrong, is := errors.AsType[*json.UnmarshalTypeError](err); {
	case is:
		return fmt.Errorf("%s: expected another type, found a JSON %s", cmp.Or(wrong.Field, "the line"), wrong.Value)
	case err == nil && l.Project != nil && !l.Count && !l.Backbone:
		return errors.New("project needs count or backbone")
	}
	return err
}

// asks reports whether the line has a question, and not only changes.
func (l *sessionLine) asks() bool {
	return l.Assume != nil || l.Solve || l.Core || l.Count || l.Backbone
}

// limited returns a context with the time limit of the line.
func (l *sessionLine) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, time.Duration(max(0, min(l.Timeout, 1e9))*float64(time.Second)), formula.ErrTimeout)
}

// mistake returns the message about a mistake in a line, numbered from 1.
func mistake(number int, err error) string {
	place := fmt.Sprintf("%s:%d: ", input.Stdin, number)
	if wrong, is := errors.AsType[*json.SyntaxError](err); is {
		place = fmt.Sprintf("%s:%d:%d: ", input.Stdin, number, wrong.Offset)
	}
	return place + strings.TrimPrefix(err.Error(), "json: ")
}
