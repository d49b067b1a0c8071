package answers

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math/big"
	"strconv"
	"strings"

	"queens/dimacs"
)

// outputBlock is the number of bytes in one write.
const outputBlock = 64 << 10

// NewJSON returns a Writer for JSON. The answer is one object on a line, which End completes. The
// field "status" is the status or the verdict. The field "model" is a list of literals.
//
// If several is set, there may be several models or lists, and each is an object on a line of its own.
// The object with the status follows on the last line. So the memory does not grow with their number.
// An answer without this last object is cut off.
func NewJSON(w io.Writer, several bool) Writer {
	return &object{w: bufio.NewWriterSize(w, outputBlock), several: several}
}

// An object is the Writer that NewJSON returns.
type object struct {
	names
	w          *bufio.Writer
	err        error             // the first error of json.Marshal
	several    bool              // as in NewJSON
	status     string            // the status or the verdict; "" before it is known
	objective  []string          // cost, satisfied weight and total weight of the last Objective; or nil
	begun      bool              // the object with the status has begun, because its model or the counts of Each were written
	next       bool              // the next value of the model is not the first
	fields     []byte            // fields of the object with the status that are not written yet, as JSON without braces
	backbone   []dimacs.Lit      // the arguments of Backbone
	comments   []string          // the comments, each as "KEY: VALUE" or text
	listed     []string          // the names that End writes
	statistics []byte            // the fields of "statistics", without "engines" before End
	engines    []json.RawMessage // the objects of the list "engines"
}

// field returns list with one more field, after a comma if list is not empty. The name must need no
// escapes. The first error of json.Marshal for a value stays in o.err.
func (o *object) field(list []byte, name string, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil && o.err == nil {
		o.err = err
	}
	if len(list) > 0 {
		list = append(list, ',')
	}
	list = append(append(list, '"'), name...)
	return append(append(list, `":`...), text...)
}

func (o *object) Comment(key, value string) { o.CommentText(key + ": " + value) }
func (o *object) CommentText(text string)   { o.comments = append(o.comments, text) }
func (o *object) Status(s dimacs.Status)    { o.status = s.String() }
func (o *object) Remark(_, f string, v any) { o.fields = o.field(o.fields, f, v) }

func (o *object) Name(l dimacs.Lit) {
	if o.name != nil {
		o.listed = append(o.listed, o.name(l))
	}
}

func (o *object) Total(of string, n any, atLeast bool) {
	o.fields = o.field(o.fields, of, fmt.Sprint(n))
	o.fields = o.field(o.fields, "complete", !atLeast)
}

func (o *object) Verdict(verified bool) {
	o.status = map[bool]string{false: "NOT "}[verified] + "VERIFIED"
}

func (o *object) OptimumFound() { o.status = "OPTIMUM FOUND" }
func (o *object) Objective(value, satisfied, total string) {
	o.objective = []string{value, satisfied, total}
}

func (o *object) Count(projected bool, n dimacs.Count) {
	o.counted("mc", projected, "count", n.String())
}

func (o *object) CountWeighted(projected bool, n *big.Rat) {
	o.counted("wmc", projected, "count", n.String())
}

func (o *object) CountEstimate(projected bool, log10 float64) {
	o.counted("mc", projected, "log10_estimate", log10)
}

// Each calls begin, which writes the status and the fields so far, and then writes the field "each", an
// object with the count of each literal as a string. It stops at an error.
func (o *object) Each(counts iter.Seq2[dimacs.Lit, dimacs.Count]) {
	o.begin()
	o.w.WriteString(`,"each":{`)
	next := ""
	for l, n := range counts {
		if o.w.WriteString(next); o.Err() != nil {
			return
		}
		o.w.Write(o.field(nil, strconv.Itoa(int(l)), n.String()))
		next = ","
	}
	o.w.WriteByte('}')
	o.begun, o.fields = true, nil
}

// begin writes the status, unless the object with the status has begun, and o.fields. It changes neither
// o.begun nor o.fields.
func (o *object) begin() {
	if !o.begun {
		o.w.WriteByte('{')
		o.w.Write(o.field(nil, "status", o.status))
	}
	if len(o.fields) > 0 {
		o.w.WriteByte(',')
	}
	o.w.Write(o.fields)
}

// counted adds two fields: "count_type" with the type of a count, which is of, such as "mc", after "p" if
// the count is projected; and the count under the name field.
func (o *object) counted(of string, projected bool, field string, count any) {
	if projected {
		of = "p" + of
	}
	o.fields = o.field(o.fields, "count_type", of)
	o.fields = o.field(o.fields, field, count)
}

func (o *object) BeginModel() {
	o.w.WriteByte('{')
	if o.next, o.trues = false, []string{}; !o.several {
		o.begun = true
		o.w.Write(append(o.field(nil, "status", o.status), ','))
	}
	o.w.WriteString(`"model":[`)
}

func (o *object) Values(lits []dimacs.Lit) {
	o.keep(lits)
	for _, l := range lits {
		if o.next {
			o.w.WriteByte(',')
		}
		o.next = true
		if o.w.Available() < 16 {
			o.w.Flush()
		}
		o.w.Write(strconv.AppendInt(o.w.AvailableBuffer(), int64(l), 10))
	}
}

func (o *object) EndModel() {
	if o.w.WriteByte(']'); o.name != nil {
		o.w.Write(append([]byte{','}, o.field(nil, "true", o.trues)...))
	}
	if o.several {
		o.w.WriteString("}\n")
	}
}

func (o *object) Cut() { o.w.WriteByte('\n'); o.w.Flush() }

func (o *object) List(kind string, numbers []int, names []string) {
	numbers = append([]int{}, numbers...)
	if !o.several {
		o.fields, o.listed = o.field(o.fields, kind, numbers), append(o.listed, names...)
		return
	}
	list := o.field(nil, kind, numbers)
	if names != nil {
		list = o.field(list, "names", names)
	}
	o.w.Write(append(braced(list), '\n'))
}

func (o *object) Statistics(_ string, words ...string) {
	var engine []byte
	list := &o.statistics
	if len(words) > 0 && strings.HasPrefix(words[0], "engine=") {
		list = &engine
	}
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		switch {
		case isNumber(value):
			*list = o.field(*list, key, json.Number(value))
		case key == "steps":
			*list = o.field(*list, key, strings.Split(value, ","))
		default:
			*list = o.field(*list, key, value)
		}
	}
	if engine != nil {
		o.engines = append(o.engines, braced(engine))
	}
}

func (o *object) Backbone(l dimacs.Lit) { o.backbone = append(o.backbone, l) }
func (o *object) EndBackbone(complete bool) {
	o.fields = o.field(o.fields, "backbone", append([]dimacs.Lit{}, o.backbone...))
	o.fields = o.field(o.fields, "complete", complete)
}

// isNumber reports whether the text is a number in JSON that a float64 can hold.
func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && json.Valid([]byte(text))
}

func (o *object) End() error {
	for i, n := range o.objective {
		o.fields = o.field(o.fields, []string{"cost", "satisfied", "soft_weight"}[i], n)
	}
	if o.listed != nil {
		o.fields = o.field(o.fields, "names", o.listed)
	}
	if o.engines != nil {
		o.statistics = o.field(o.statistics, "engines", o.engines)
	}
	if o.statistics != nil {
		o.fields = o.field(o.fields, "statistics", braced(o.statistics))
	}
	if o.comments != nil {
		o.fields = o.field(o.fields, "comments", o.comments)
	}
	o.begin()
	o.w.WriteString("}\n")
	return o.Flush()
}

// braced returns list, fields that commas separate, between braces.
func braced(list []byte) json.RawMessage {
	return append(append(json.RawMessage{'{'}, list...), '}')
}

func (o *object) Flush() error { return cmp.Or(o.w.Flush(), o.err) }

func (o *object) Err() error {
	_, err := o.w.Write(nil)
	return cmp.Or(err, o.err)
}
