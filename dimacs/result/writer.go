package result

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

// columns is the largest length of a line of values. Longer models take several lines.
const columns = 78

// renderedMax is the largest variable whose decimal digits are cached. Larger ones are
// formatted each time. A cached number has fewer than eight digits.
const renderedMax = 1 << 17

// A Writer writes the answer of a solver in the output format of the SAT competitions:
// comments, a status, and for each model `v` lines of at most 78 columns, the last of which
// ends in 0.
//
// Errors are deferred: the first one sticks, everything written after it is dropped, and Err
// and Flush return it. Writing a model allocates nothing, once the numbers of its variables are
// cached.
type Writer struct {
	out    *bufio.Writer // keeps the first error of writing
	err    error         // the first error of an argument, or of writing before it
	column int           // length of the current line of values
	// numbers[v-1] holds the digits of variable v, first digit lowest, and their number in the
	// highest byte.
	numbers []uint64
}

// NewWriter returns a Writer to w. It has its own buffer, so w needs no buffer.
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriterSize(w, 128<<10)} }

// Comment writes the comment line `c key: value`, or `c key:` if value is empty. A line break
// in key or value is an error.
func (w *Writer) Comment(key, value string) { w.CommentText(lex.KeyComment(key, value)) }

// CommentText writes the comment line `c text`, or `c` if text is empty. A line break in text
// is an error.
func (w *Writer) CommentText(text string) { lex.WriteComment(text, w.text, w.fail) }

// Status writes the line `s STATUS`.
func (w *Writer) Status(s dimacs.Status) { w.text("s " + s.String() + "\n") }

// Objective writes the line `o value`, the cost of the best model so far, which is a decimal number.
func (w *Writer) Objective(value string) { w.text("o " + value + "\n") }

// OptimumFound writes the status `s OPTIMUM FOUND`.
func (w *Writer) OptimumFound() { w.text("s OPTIMUM FOUND\n") }

// Verdict writes the result of checking a proof: `s VERIFIED` or `s NOT VERIFIED`.
func (w *Writer) Verdict(verified bool) {
	w.text("s " + map[bool]string{false: "NOT "}[verified] + "VERIFIED\n")
}

// Model writes a model as `v` lines, the last of which ends in 0. An empty model is the line `v
// 0`.
func (w *Writer) Model(model []dimacs.Lit) {
	w.BeginModel()
	w.Values(model)
	w.EndModel()
}

// BeginModel begins a model that Values writes in pieces, because it is too large for one
// slice.
func (w *Writer) BeginModel() {
	w.text("v")
	w.column = 1
}

// Values writes the next literals of the model that BeginModel began. A number that is not a literal is an
// error; Values writes the literals before it.
func (w *Writer) Values(lits []dimacs.Lit) {
	for len(lits) > 0 && w.err == nil {
		if w.out.Available() < 2*columns && w.out.Flush() != nil {
			return
		}
		b := w.out.AvailableBuffer()
		b = b[:cap(b)]
		rendered, width := w.line(b, lits, columns-w.column)
		if rendered == 0 && w.column == 1 {
			w.fail(lex.ErrLiteral)
			return
		}
		w.column += width
		if lits = lits[rendered:]; len(lits) > 0 {
			width += copy(b[width:], "\nv")
			w.column = 1
		}
		w.out.Write(b[:width])
	}
}

// EndModel ends the model that BeginModel began.
func (w *Writer) EndModel() {
	if w.column+2 > columns {
		w.text("\nv")
	}
	w.text(" 0\n")
}

// Words writes words on lines of at most 78 columns, unless a word is longer. Each line begins with first,
// such as "v" for the literals of an OPB, which have no final 0. Without words, it writes nothing.
// The words must not contain line breaks.
func (w *Writer) Words(first string, words []string) {
	for len(words) > 0 {
		line := first
		for ; len(words) > 0 && (line == first || len(line)+1+len(words[0]) <= columns); words = words[1:] {
			line += " " + words[0]
		}
		w.text(line + "\n")
	}
}

// line writes literals of model to b, with a blank before each, while they fit in room bytes. It returns
// the number of literals and of bytes, and may overwrite b after these. It also stops before a number that
// is not a literal. It extends w.numbers by render. The length of b must be at least columns +
// lex.NumeralSlack.
func (w *Writer) line(b []byte, model []dimacs.Lit, room int) (rendered, width int) {
	b = b[:columns+lex.NumeralSlack]
	for i, l := range model {
		sign := uint32(l) >> 31
		v := uint32(l)
		if sign != 0 {
			v = -v
		}
		if v-1 >= uint32(len(w.numbers)) {
			if v-1 >= dimacs.MaxVar {
				return i, width
			}
			w.render(v)
		}
		var next int
		if v > renderedMax {
			next = width + 1 + lex.PutLiteral((*[lex.NumeralWidth]byte)(b[width+1:]), int32(l))
			b[width] = ' '
		} else {
			number := w.numbers[v-1]
			next = width + 1 + int(sign) + int(number>>56)
			binary.LittleEndian.PutUint16(b[width:], ' '|'-'<<8)
			binary.LittleEndian.PutUint64(b[width+1+int(sign):], number)
		}
		if next > room {
			return i, width
		}
		width = next
	}
	return len(model), width
}

// render extends w.numbers to variable v, or to renderedMax if v is larger.
func (w *Writer) render(v uint32) {
	for n := len(w.numbers) + 1; n <= min(int(v), renderedMax); n++ {
		var text [8]byte
		length := len(strconv.AppendInt(text[:0], int64(n), 10))
		w.numbers = append(w.numbers, binary.LittleEndian.Uint64(text[:])|uint64(length)<<56)
	}
}

// Backbone writes the line `b l`, a literal that is true in every model. The line of 0 ends the list.
func (w *Writer) Backbone(l dimacs.Lit) { w.text("b " + strconv.Itoa(int(l)) + "\n") }

// Total writes the line `c models n` that ends an enumeration, or `c samples n` after samples; of is the
// noun. The number n, such as an int or *big.Int, has a + behind it if atLeast is true: there may be more.
func (w *Writer) Total(of string, n any, atLeast bool) {
	w.text("c " + of + " " + fmt.Sprint(n) + map[bool]string{true: "+"}[atLeast] + "\n")
}

// errNotModels is the error for a Count with a Denominator where a number of models belongs.
var errNotModels = errors.New("a sum of weights is not a number of models")

// Count writes a number of models in the format of the model counting competition: the kind of counting
// (mc, or pmc if projected), the decimal logarithm, or -inf for 0, with 15 significant digits, and the
// exact number. They belong after the status. The number must not be negative. A number of more than about
// a million digits is written as a product; see Count.String. A Denominator is an error: use CountWeighted
// for sums of weights.
func (w *Writer) Count(projected bool, n dimacs.Count) {
	if n.Denominator != nil {
		w.fail(errNotModels)
		return
	}
	form, log10 := "arb int ", ""
	number := n.String()
	if strings.HasPrefix(number, "2^") {
		form, log10 = "", formatLog(bigLog10(n.M)+float64(n.Shift)*math.Log10(2), 15)
	} else {
		log10 = formatLog10(n.Int())
	}
	w.counted("mc", projected, "log10-estimate "+log10)
	w.text("c s exact " + form + number + "\n")
}

// CountEstimate writes an estimate of the number of models: the kind of counting and the decimal
// logarithm, as Count does, but with 6 significant digits and without an exact number.
func (w *Writer) CountEstimate(projected bool, log10 float64) {
	w.counted("mc", projected, "log10-estimate "+formatLog(log10, 6))
}

// CountWeighted writes a sum of weights in the format of the model counting competition: the kind of
// counting (wmc, or pwmc if projected), the decimal logarithm of its absolute value, or -inf for 0, with
// 15 significant digits, and the exact number as a fraction. The logarithm is called neglog10-estimate if
// n is negative, and log10-estimate otherwise.
func (w *Writer) CountWeighted(projected bool, n *big.Rat) {
	name, log10 := "log10-estimate ", formatLog10(n.Num())
	if n.Sign() < 0 {
		name = "neglog10-estimate "
	}
	if n.Sign() != 0 {
		log10 = formatLog(bigLog10(new(big.Int).Abs(n.Num()))-bigLog10(n.Denom()), 15)
	}
	w.counted("wmc", projected, name+log10)
	w.text("c s exact arb frac " + n.String() + "\n")
}

// counted writes the kind of counting, with a p before it if the count is projected, and log10: the name
// and the value of the logarithm.
func (w *Writer) counted(kind string, projected bool, log10 string) {
	w.text("c s type " + map[bool]string{true: "p"}[projected] + kind + "\nc s " + log10 + "\n")
}

// Flush writes all buffered data to the underlying writer and returns the first error that
// occurred, if any. Call it after every Model to make each model visible at once.
func (w *Writer) Flush() error { return cmp.Or(w.err, w.out.Flush()) }

// Err returns the first error that occurred so far.
func (w *Writer) Err() error {
	_, err := w.out.Write(nil)
	return cmp.Or(w.err, err)
}

// text writes s unless an argument was wrong before.
func (w *Writer) text(s string) {
	if w.err == nil {
		w.out.WriteString(s)
	}
}

// fail makes err the error of the writer, unless there is one. It first writes the buffer, so that the
// output before an error does not depend on the size of the buffer.
func (w *Writer) fail(err error) {
	if w.err == nil {
		w.err = cmp.Or(w.out.Flush(), err)
	}
}

// formatLog10 returns the decimal logarithm of n with 15 significant digits, or "-inf" if n <=
// 0.
func formatLog10(n *big.Int) string {
	if n.Sign() <= 0 {
		return "-inf"
	}
	return formatLog(bigLog10(n), 15)
}

func formatLog(x float64, digits int) string { return strconv.FormatFloat(x, 'g', digits, 64) }

// bigLog10 returns the decimal logarithm of n > 0.
func bigLog10(n *big.Int) float64 {
	if n.BitLen() <= 53 {
		f, _ := n.Float64()
		return math.Log10(f)
	}
	return Log10(new(big.Float).SetInt(n))
}

// Log10 returns the decimal logarithm of x, also if x is too large for a float64, and -Inf for 0.
func Log10(x *big.Float) float64 {
	var mantissa big.Float
	exponent := x.MantExp(&mantissa)
	m, _ := mantissa.Float64()
	return math.Log10(m) + float64(exponent)*math.Log10(2)
}
