package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/dimacs"
)

// A line is a line of a session: first changes of the formula, then a question.
type line struct {
	keys
	question string // the key of the question, or "" if the line has only changes

	// The method change sets these; the literals and variables are inner.
	assume   []dimacs.Lit // also those of every line
	project  []int        // nil for all variables
	projects bool         // the line or every line has a projection
}

// The fields of keys hold the values of the keys of a line. The key of a field is its name in lower case. If the
// line does not have the key, the field has its zero value.
type keys struct {
	New             int     // the number of new variables
	Add             []words // the clauses to add
	Soft            []soft  // the soft clauses to add
	AtMost, AtLeast *bound
	Linear          *linear
	Group           string // the name of the group of all clauses and constraints of the line
	Drop            string // the name of a group to drop before other changes

	Solve, Core, Count, Backbone, MUS, Minimize, Each, Propagate bool
	Models, More, Sample                                         int64 // the number of models to list; 0 means no such question

	Assume    words   // literals that are true for this question
	Project   words   // variables of the projection of this question
	Phase     words   // literals to make true if possible, the most important first
	Timeout   float64 // seconds; 0 means no limit
	Conflicts int64   // the largest number of conflicts; 0 means no limit
	Seed      *int64  // for sample; nil means --seed
}

// A soft is a soft clause, written [WEIGHT, CLAUSE].
type soft struct {
	weight int64
	lits   words
}

// A bound is a bound k on the number of true literals, written [K, LITERALS].
type bound struct {
	k    int64
	lits words
}

// A linear is a linear constraint, written [[[COEFFICIENT, LITERAL], ..], RELATION, BOUND].
type linear struct {
	coefs    []int64
	lits     words
	relation string // <=, >= or =
	bound    int64
}

// words is a list of literals or variables, each a number or a word as in --assume.
type words []string

// unmarshalList reads the values of a JSON list into the pointers to. The list must have len(to) elements. Any
// error is a *json.UnmarshalTypeError with the kind of the wrong value.
func unmarshalList(text []byte, to ...any) error {
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil || len(list) != len(to) {
		return &json.UnmarshalTypeError{Value: kindOf(text)}
	}
	for i, value := range list {
		if err := json.Unmarshal(value, to[i]); err != nil || kindOf(value) == "null" {
			if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is && kindOf(value) != "null" {
				return wrong
			}
			return &json.UnmarshalTypeError{Value: kindOf(value)}
		}
	}
	return nil
}

// linear returns the constraint that the number of true literals has the relation to b.k. It returns nil if b is
// nil.
func (b *bound) linear(relation string) *linear {
	if b == nil {
		return nil
	}
	return &linear{nil, b.lits, relation, b.k}
}

func (s *soft) UnmarshalJSON(text []byte) error  { return unmarshalList(text, &s.weight, &s.lits) }
func (b *bound) UnmarshalJSON(text []byte) error { return unmarshalList(text, &b.k, &b.lits) }

func (l *linear) UnmarshalJSON(text []byte) error {
	var terms []json.RawMessage
	err := unmarshalList(text, &terms, &l.relation, &l.bound)
	for i := 0; i < len(terms) && err == nil; i++ {
		var coef int64
		var lit json.RawMessage
		if err = unmarshalList(terms[i], &coef, &lit); err == nil {
			l.coefs = append(l.coefs, coef)
			err = l.lits.add(lit)
		}
	}
	return err
}

// UnmarshalJSON reads a list of numbers and strings. The result is not nil. The error is a
// *json.UnmarshalTypeError with the kind of the wrong value.
func (w *words) UnmarshalJSON(text []byte) error {
	var list []json.RawMessage
	if *w = (words{}); text[0] == '[' && len(bytes.Trim(text[1:], "0123456789+-.eE, \t\r\n")) == 1 { // a list of numbers, in less time
		*w = strings.FieldsFunc(string(text[1:]), func(r rune) bool { return strings.ContainsRune(", \t\r\n]", r) })
		return nil
	} else if json.Unmarshal(text, &list) != nil || list == nil {
		return &json.UnmarshalTypeError{Value: kindOf(text)}
	}
	for _, value := range list {
		if err := w.add(value); err != nil {
			return err
		}
	}
	return nil
}

// add appends a JSON number or string. Another value is a *json.UnmarshalTypeError.
func (w *words) add(value json.RawMessage) error {
	word := string(value)
	if kind := kindOf(value); kind != "number" && (kind != "string" || json.Unmarshal(value, &word) != nil) {
		return &json.UnmarshalTypeError{Value: kind}
	}
	*w = append(*w, word)
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

// questions lists the keys that ask a question.
var questions = strings.Fields("solve core count backbone models more mus minimize sample each propagate")

// needs lists keys that need at least one of some other keys. A line with assume and without a question has
// the question solve.
var needs = []struct {
	key string
	one []string
}{
	{"project", strings.Fields("count backbone models sample each")},
	{"phase", strings.Fields("solve core models")},
	{"conflicts", strings.Fields("solve core backbone models more mus")},
	{"seed", []string{"sample"}},
	{"group", strings.Fields("add atmost atleast linear")},
	{"timeout", questions},
}

// parse reads the line from a JSON object. These are errors: a text of more than maxLine bytes; wrong syntax;
// an unknown key; a key that occurs twice; a value of a wrong type or out of range; two questions; a key without
// the keys that it needs; and a key other than timeout and conflicts beside more.
func (l *line) parse(text []byte) error {
	if len(text) > maxLine {
		return fmt.Errorf("expected a line of at most %d bytes", maxLine)
	}
	given, err := l.fields(text)
	if err != nil {
		return err
	}
	for _, q := range questions {
		if given[q] && l.question != "" {
			return fmt.Errorf("expected one question in a line, found %s and %s", l.question, q)
		} else if given[q] {
			l.question = q
		}
	}
	if l.question == "" && l.Assume != nil {
		l.question, given["solve"] = "solve", true
	}
	for _, n := range needs {
		if given[n.key] && !slices.ContainsFunc(n.one, func(key string) bool { return given[key] }) {
			list := strings.Join(n.one, " or ")
			if n.key == "timeout" {
				list = "a question"
			}
			return fmt.Errorf("%s needs %s", n.key, list)
		}
	}
	delete(given, "timeout")
	delete(given, "conflicts")
	if l.question == "more" && len(given) > 1 {
		return errors.New("more goes with timeout and conflicts only")
	}
	return nil
}

// fields reads the fields from a JSON object. The result maps each key of the object to true, or to false if the
// value of the key is false. The errors are errors of parse about the syntax and single keys.
func (l *line) fields(text []byte) (given map[string]bool, err error) {
	given = map[string]bool{}
	if !json.Valid(text) {
		err = json.Unmarshal(text, new(any)) // with the offset
	} else if kind := kindOf(bytes.TrimSpace(text)); kind != "object" {
		err = &json.UnmarshalTypeError{Value: kind}
	}
	key := "the line"
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token() // the brace
	for err == nil && d.More() {
		t, _ := d.Token()
		var value json.RawMessage
		d.Decode(&value)
		key = t.(string)
		field := l.field(key)
		switch _, twice := given[key]; {
		case field == nil:
			err = fmt.Errorf("unknown key %q", key)
		case twice:
			err = fmt.Errorf("the key %q occurs twice", key)
		case kindOf(value) == "null":
			err = &json.UnmarshalTypeError{Value: "null"}
		default:
			err = json.Unmarshal(value, field)
		}
		if given[key] = string(value) != "false"; err == nil {
			err = inRange(key, field)
		}
	}
	if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
		err = fmt.Errorf("%s: expected another type, found a JSON %s", key, wrong.Value)
	}
	return given, err
}

// field returns a pointer to the field for a key, or nil for an unknown key.
func (k *keys) field(key string) any {
	f := reflect.ValueOf(k).Elem().FieldByNameFunc(func(name string) bool { return strings.ToLower(name) == key })
	if !f.IsValid() {
		return nil
	}
	return f.Addr().Interface()
}

// inRange returns an error if the value of a key is an empty name, or a number that is too small. It does not
// check the key new.
func inRange(key string, value any) error {
	want := ""
	switch v := value.(type) {
	case *float64:
		if *v <= 0 {
			want = "a number of seconds above 0"
		}
	case *int64:
		if *v < 1 {
			want = "at least 1"
		}
	case **int64:
		if **v < 0 {
			want = "at least 0"
		}
	case *string:
		if *v == "" {
			want = "a name"
		}
	}
	if want == "" {
		return nil
	}
	text, _ := json.Marshal(value)
	return fmt.Errorf("%s: expected %s, found %s", key, want, text)
}

// limited returns a context that ends at the time limit of the line, but at most after 10^9
// seconds, with the cause formula.ErrTimeout. Without a limit it returns ctx. The caller must call
// the function.
func (l *line) limited(ctx context.Context) (context.Context, context.CancelFunc) {
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
