// Package answers writes the answer of a program about a formula, as lines of text or as JSON.
package answers

import (
	"fmt"
	"io"
	"iter"
	"math/big"
	"strconv"

	"queens/dimacs"
)

// A Writer writes one answer. Nothing may be written after End. Errors are deferred: the first one
// sticks, and Err, Flush and End return it.
type Writer interface {
	// Comment and CommentText write remarks for a reader. See dimacs.ResultWriter.
	Comment(key, value string)
	CommentText(text string)
	// Remark writes text as a comment, or in JSON the field with the value instead. The value must
	// suit json.Marshal.
	Remark(text, field string, value any)
	// Statistics writes text as a comment that begins with "stats: ". In JSON it writes the words
	// instead, which have the form KEY=VALUE, as fields of the object "statistics". If the first key
	// is "engine", the words become an object in the list "engines". The value of the key "steps" is
	// a list with commas, unless it is a number.
	Statistics(text string, words ...string)

	Status(s dimacs.Status)
	Verdict(verified bool)
	// Objective writes the value of a model that is better than all models before it, and the weight
	// of the soft clauses that the model satisfies; total is the weight of all soft clauses. JSON has
	// only the last numbers. OptimumFound writes the status that the last value is the optimum.
	Objective(value, satisfied, total int64)
	OptimumFound()

	// A model consists of BeginModel, any number of calls of Values, and EndModel. A model for
	// which EndModel was not called is cut off.
	BeginModel()
	Values(lits []dimacs.Lit)
	EndModel()

	// Cut ends the line of a model that is cut off.
	Cut()
	// List writes numbers that are no model, such as the groups of a subset or the literals of a
	// cube: kind, such as "mus", and the numbers. If there are names, one for each number, a
	// comment gives each name before its number for the first time. In JSON, kind and "names" are
	// fields, of an object on a line of its own if there may be several models.
	List(kind string, numbers []int, names []string)
	// Name writes the name of a literal in a list that is printed next; "" means that it has none. In
	// JSON, "names" is a list of all these names.
	Name(number int, name string)
	// Total writes the number of models, samples or lists, such as "muses 7", or with atLeast "muses 7+".
	Total(of string, n any, atLeast bool)

	// EndBackbone follows the literals of a backbone. It is not complete if there may be more.
	EndBackbone(complete bool)

	// See dimacs.ResultWriter.
	Backbone(l dimacs.Lit)
	Count(projected bool, n dimacs.Count)
	CountWeighted(projected bool, n *big.Rat)
	CountEstimate(projected bool, log10 float64)
	// Each writes the count of each literal.
	Each(counts iter.Seq2[dimacs.Lit, dimacs.Count])

	Flush() error
	Err() error
	// End completes the answer and flushes it.
	End() error
}

// NewText returns a Writer for the output format of the SAT competitions; see
// dimacs.ResultWriter.
func NewText(w io.Writer) Writer { return text{dimacs.NewResultWriter(w), map[int]bool{}} }

type text struct {
	*dimacs.ResultWriter
	named map[int]bool // the numbers whose names were written
}

func (t text) Remark(text, _ string, _ any)        { t.CommentText(text) }
func (t text) Statistics(text string, _ ...string) { t.CommentText("stats: " + text) }
func (t text) Objective(value, satisfied, total int64) {
	t.ResultWriter.Objective(value)
	t.Comment("satisfied", fmt.Sprintf("%d of %d", satisfied, total))
}
func (t text) EndBackbone(complete bool) {
	if complete {
		t.Backbone(0)
	}
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
	if name != "" && !t.named[number] {
		t.named[number] = true
		t.CommentText(fmt.Sprintf("name %d %s", number, name))
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
