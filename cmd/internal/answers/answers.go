// Package answers writes the answer of a program about a formula, as lines of text or as JSON.
package answers

import (
	"fmt"
	"io"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/dimacs/result"
)

// A Writer writes one answer. Nothing may be written after End. Errors are deferred: after an error,
// Err, Flush and End return it.
type Writer interface {
	// Comment and CommentText write remarks for a reader. See result.Writer.
	Comment(key, value string)
	CommentText(text string)
	// Remark writes text as a comment, or in JSON the field with the value instead. The value must
	// suit json.Marshal.
	Remark(text, field string, value any)
	// Statistics writes text as a comment that begins with "stats: ". In JSON it writes the words
	// instead, which have the form KEY=VALUE, as fields of the object "statistics". If the first key
	// is "engine", the words become an object in its list "engines". In JSON, a number stays a number.
	// Another value of the key "steps" is split at commas into a list. All other values are strings.
	Statistics(text string, words ...string)

	// Status and Verdict write the status. In JSON, the status must precede Each and, unless NewJSON
	// was called for several models, the model.
	Status(s dimacs.Status)
	Verdict(verified bool)
	// Objective writes the value of a model that is better than all models before it, and the weight
	// of the soft clauses that the model satisfies; total is the weight of all soft clauses. JSON has
	// only the last numbers. OptimumFound writes the status that the last value is the optimum.
	Objective(value, satisfied, total int64)
	OptimumFound()

	// A model consists of BeginModel, any number of calls of Values, and EndModel. A model for
	// which EndModel was not called is cut off. The argument of EndModel holds names of true literals, or is
	// nil. In text, the names follow the model in comments `c true NAME ..`; a name that contains a blank or a
	// quote stands in quotes. In JSON, the names are the field "true", unless the argument is nil.
	BeginModel()
	Values(lits []dimacs.Lit)
	EndModel(names []string)

	// Cut follows a model that is cut off. In JSON, it ends the line and flushes; in text, it does
	// nothing.
	Cut()
	// List writes numbers that are no model, such as the groups of a subset or the literals of a
	// cube: kind, such as "mus", and the numbers. names is nil or has one name for each number. In
	// text, List calls Name for the names first, and then writes the numbers as a comment. In JSON, kind
	// is a field, and Name takes the names; if there may be several models or lists, kind and "names" are
	// fields of an object on a line of its own.
	List(kind string, numbers []int, names []string)
	// Name gives the name of a number in a list that is written next, such as a literal; "" means that
	// the number has no name. In text, it writes a comment, but no comment twice. In JSON, "names" is a
	// list of the names of all calls.
	Name(number int, name string)
	// Total writes the number n of models, samples or lists, such as "muses 7", or with atLeast "muses 7+".
	// JSON has the field "muses", a string, and the field "complete", which is !atLeast.
	Total(of string, n any, atLeast bool)

	// EndBackbone follows the literals of a backbone, which were the arguments of Backbone. If complete
	// is false, there may be more. In text, EndBackbone writes the final 0 if complete is true. In JSON,
	// it writes the fields "backbone" and "complete".
	EndBackbone(complete bool)

	// See result.Writer.
	Backbone(l dimacs.Lit)
	Count(projected bool, n dimacs.Count)
	CountWeighted(projected bool, n *big.Rat)
	CountEstimate(projected bool, log10 float64)
	// Each writes the count of each literal: in text as comments, in JSON as the object "each". It stops
	// at an error. No model may follow.
	Each(counts iter.Seq2[dimacs.Lit, dimacs.Count])

	Flush() error
	Err() error
	// End completes the answer and flushes it.
	End() error
}

// NewText returns a Writer for the output format of the SAT competitions; see
// result.Writer.
func NewText(w io.Writer) Writer { return text{result.NewWriter(w), map[string]bool{}} }

// A text is the Writer that NewText returns.
type text struct {
	*result.Writer
	named map[string]bool // the comments that Name has written
}

func (t text) Remark(text, _ string, _ any)        { t.CommentText(text) }
func (t text) Statistics(text string, _ ...string) { t.CommentText("stats: " + text) }
func (t text) Objective(value, satisfied, total int64) {
	t.Writer.Objective(value)
	t.Comment("satisfied", fmt.Sprintf("%d of %d", satisfied, total))
}
func (t text) EndBackbone(complete bool) {
	if complete {
		t.Backbone(0)
	}
}
func (t text) EndModel(names []string) {
	t.Writer.EndModel()
	t.names(names)
}

// names writes the comments of EndModel.
func (t text) names(names []string) {
	var words []string
	for _, name := range names {
		if strings.ContainsAny(name, " \t\"") {
			name = strconv.Quote(name)
		}
		words = append(words, name)
	}
	if len(words) > 0 {
		t.Words("c true", words)
	}
}

// True returns the names of the positive literals in a list that have one, for EndModel. The function name
// returns the name of a literal, or "" if it has none. If name is nil, True returns nil.
func True(lits []dimacs.Lit, name func(l dimacs.Lit) string) []string {
	if name == nil {
		return nil
	}
	names := []string{}
	for _, l := range lits {
		if l > 0 && name(l) != "" {
			names = append(names, name(l))
		}
	}
	return names
}

// NewSpelled returns a Writer like NewText. But it writes a model as the words that spell returns for its literals,
// without a final 0, as solvers of pseudo-Boolean constraints do.
func NewSpelled(w io.Writer, spell func(l dimacs.Lit) string) Writer {
	return spelled{NewText(w).(text), spell}
}

// A spelled is the Writer that NewSpelled returns.
type spelled struct {
	text
	spell func(l dimacs.Lit) string
}

func (s spelled) BeginModel()             {}
func (s spelled) EndModel(names []string) { s.names(names) }
func (s spelled) Values(lits []dimacs.Lit) {
	var words []string
	for _, l := range lits {
		words = append(words, s.spell(l))
	}
	s.Words("v", words)
}

func (t text) Cut()       {}
func (t text) End() error { return t.Flush() }

func (t text) Each(counts iter.Seq2[dimacs.Lit, dimacs.Count]) {
	for l, n := range counts {
		if t.CommentText(fmt.Sprintf("each %d %v", l, n)); t.Err() != nil {
			return
		}
	}
}

func (t text) List(kind string, numbers []int, names []string) {
	for i, name := range names {
		t.Name(numbers[i], name)
	}
	t.CommentText(ListText(kind, numbers))
}

func (t text) Name(number int, name string) {
	if text := fmt.Sprintf("name %d %s", number, name); name != "" && !t.named[text] {
		t.named[text] = true
		t.CommentText(text)
	}
}

// ListText returns kind and the numbers, separated by blanks.
func ListText(kind string, numbers []int) string {
	text := []byte(kind)
	for _, n := range numbers {
		text = strconv.AppendInt(append(text, ' '), int64(n), 10)
	}
	return string(text)
}
