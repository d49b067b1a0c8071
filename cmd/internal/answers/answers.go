// Package answers writes the answer of a program about a formula, as lines of text or as JSON.
package answers

import (
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/dimacs/result"
)

// A Writer writes one answer. Nothing may be written after End. Errors are deferred: after an error,
// Err, Flush and End return it.
type Writer interface {
	// SetNames makes the answer name literals. The function name returns the name of a literal, such as
	// "-Wheel", or "" if it has none. In text, a model then consists of the words that spell returns for its
	// literals, without a final 0, as in the output of solvers of pseudo-Boolean constraints; if spell is
	// nil, it consists of numbers.
	SetNames(name, spell func(l dimacs.Lit) string)

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
	// of the soft clauses that the model satisfies; total is the weight of all soft clauses. All are decimal
	// numbers. JSON has only the last ones. OptimumFound writes the status that the last value is the optimum.
	Objective(value, satisfied, total string)
	OptimumFound()

	// A model consists of BeginModel, any number of calls of Values, and EndModel. A model for
	// which EndModel was not called is cut off. After SetNames, the names of the positive literals follow
	// the model. In text, they are comments `c true NAME ..`; a name that contains a blank or a quote stands in
	// quotes. In JSON, they are the field "true".
	BeginModel()
	Values(lits []dimacs.Lit)
	EndModel()

	// Cut follows a model that is cut off. In JSON, it ends the line and flushes; in text, it does
	// nothing.
	Cut()
	// List writes numbers that are no model, such as the groups of a subset or the literals of a
	// cube: kind, such as "mus", and the numbers. names is nil or has one name for each number. In
	// text, the names come first, as comments like the comments of Name, and then the numbers as a comment.
	// In JSON, kind is a field, and the names are elements of the list "names" of Name. But if there may be
	// several models or lists, kind and "names" are fields of an object on a line of its own.
	List(kind string, numbers []int, names []string)
	// Name writes the name of a literal in a list that is written next. Without SetNames, it does nothing.
	// In text, it writes a comment, but no comment twice, and none for the name "". In JSON, "names" is a
	// list of the names of all calls, in the order of the literals or numbers in the other fields.
	Name(l dimacs.Lit)
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
func NewText(w io.Writer) Writer {
	return &text{Writer: result.NewWriter(w), written: map[string]bool{}}
}

// A text is the Writer that NewText returns.
type text struct {
	*result.Writer
	names
	written map[string]bool // the comments of names that were written
}

// names is the part of a Writer that finds the names of literals.
type names struct {
	name, spell func(l dimacs.Lit) string // as in SetNames; nil before it
	trues       []string                  // the names of the positive literals in the current model
}

func (n *names) SetNames(name, spell func(l dimacs.Lit) string) { n.name, n.spell = name, spell }

// keep adds the names of the positive literals to n.trues.
func (n *names) keep(lits []dimacs.Lit) {
	if n.name == nil {
		return
	}
	for _, l := range lits {
		if l > 0 && n.name(l) != "" {
			n.trues = append(n.trues, n.name(l))
		}
	}
}

func (t *text) Remark(text, _ string, _ any)        { t.CommentText(text) }
func (t *text) Statistics(text string, _ ...string) { t.CommentText("stats: " + text) }
func (t *text) Cut()                                {}
func (t *text) End() error                          { return t.Flush() }
func (t *text) Objective(value, satisfied, total string) {
	t.Writer.Objective(value)
	t.Comment("satisfied", satisfied+" of "+total)
}

func (t *text) EndBackbone(complete bool) {
	if complete {
		t.Backbone(0)
	}
}

func (t *text) BeginModel() {
	if t.trues = nil; t.spell == nil {
		t.Writer.BeginModel()
	}
}

func (t *text) Values(lits []dimacs.Lit) {
	if t.keep(lits); t.spell == nil {
		t.Writer.Values(lits)
		return
	}
	var words []string
	for _, l := range lits {
		words = append(words, t.spell(l))
	}
	t.Words("v", words)
}

func (t *text) EndModel() {
	if t.spell == nil {
		t.Writer.EndModel()
	}
	for i, name := range t.trues {
		if strings.ContainsAny(name, " \t\"") {
			t.trues[i] = strconv.Quote(name)
		}
	}
	t.Words("c true", t.trues)
}

func (t *text) Each(counts iter.Seq2[dimacs.Lit, dimacs.Count]) {
	for l, n := range counts {
		if t.CommentText(fmt.Sprintf("each %d %v", l, n)); t.Err() != nil {
			return
		}
	}
}

func (t *text) List(kind string, numbers []int, names []string) {
	for i, name := range names {
		t.number(numbers[i], name)
	}
	t.CommentText(ListText(kind, numbers))
}

// Failed writes assumptions that cannot all be true, with their names: as a comment, or in JSON as the field
// "failed".
func Failed(w Writer, lits []dimacs.Lit) {
	for _, l := range lits {
		w.Name(l)
	}
	w.Remark(ListText("failed", append(slices.Clip(lits), 0)), "failed", append([]dimacs.Lit{}, lits...))
}

func (t *text) Name(l dimacs.Lit) {
	if t.name != nil {
		t.number(int(l), t.name(l))
	}
}

// number writes the name of a number, if it is not empty and was not written before.
func (t *text) number(number int, name string) {
	if text := fmt.Sprintf("name %d %s", number, name); name != "" && !t.written[text] {
		t.written[text] = true
		t.CommentText(text)
	}
}

// ListText returns kind and the numbers, separated by blanks.
func ListText[N int | dimacs.Lit](kind string, numbers []N) string {
	text := []byte(kind)
	for _, n := range numbers {
		text = strconv.AppendInt(append(text, ' '), int64(n), 10)
	}
	return string(text)
}
