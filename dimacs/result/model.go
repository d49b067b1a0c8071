package result

import (
	"bytes"
	"fmt"
	"strconv"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

const (
	expectedLiteral = "a literal or 0"
	expectedRange   = "a literal from -2147483647 to 2147483647"
)

// beginLine reads a line of literals from the byte after `v`, or from its first literal. If a status line
// has interrupted the model, the model goes on. The results are those of literals.
func (r *Reader) beginLine() (goOn bool, err error) {
	r.inLine = true
	if r.interrupted { // the model continues after its status
		r.interrupted, r.statusBefore = false, true
	}
	return r.literals()
}

// literals reads literals up to the 0 that ends the model, or up to the end of the line. The result goOn
// is false if the model has ended, or with an error: a *SyntaxError or an error of load.
func (r *Reader) literals() (goOn bool, err error) {
	if err := r.beginLiterals(); err != nil {
		return false, err
	}
	in := &r.in
	for {
		if !r.unordered {
			r.ascending()
		}
		if err := in.skipBlanks(); err != nil {
			return false, err
		}
		if in.pos == len(in.text) {
			in.done()
			r.inLine = false
			return true, nil
		}
		if err := r.literal(); err != nil || r.terminated {
			return false, err
		}
	}
}

// ascending reads literals of fewer than ten digits, as long as their variables ascend, and appends them
// to the model. It stops before a 0, any other token, and a number that a piece may cut off.
func (r *Reader) ascending() {
	in := &r.in
	b, model, last := in.text, r.model, r.last
	for p := in.pos; p < len(b); in.pos = p {
		if lex.IsBlank(b[p]) {
			p++
			continue
		}
		negative := b[p] == '-'
		if negative {
			p++
		}
		digits, v := p, 0
		for ; p < len(b) && b[p]-'0' <= 9; p++ {
			v = 10*v + int(b[p]-'0')
		}
		ends := p < len(b) && lex.IsBlank(b[p]) || p == len(b) && in.newline
		if !ends || v <= last || p-digits >= literalDigits || b[digits] == '0' {
			break
		}
		last = v
		if negative {
			v = -v
		}
		model = append(model, dimacs.Lit(v))
	}
	r.model, r.last = model, last
}

// value adds the literal l, which stands at text[p], to the model, unless the model contains it. It is an
// error if the model contains its complement.
func (r *Reader) value(l dimacs.Lit, p int) error {
	if v := l.Var(); v > r.last && !r.unordered {
		r.last = v
		r.model = append(r.model, l)
	} else if !r.addUnordered(l) {
		return r.in.fail(p, fmt.Sprintf("no second value for variable %d", v), "a 0 has to end a model before the next one")
	}
	return nil
}

// literal reads one literal of any form into the model, or the 0 that ends the model and sets
// r.terminated. Any other word, and what value refuses, are errors. Before the end of the input or of a
// piece, any number except 0 is an error, because it may be cut off, and so is a name. A literal such as
// x12 is in the notation of pseudo-Boolean solvers: unless it is a name, literal removes the x, and the
// next call reads the number.
func (r *Reader) literal() error {
	in := &r.in
	b, start := in.text, in.pos
	digits := start
	if b[start] == '-' {
		digits++
	}
	v, p := lex.Number(b, digits, dimacs.MaxVar)
	if len(r.Names) > 0 {
		word := b[digits:]
		if end := bytes.IndexAny(word, " \t\r"); end >= 0 {
			word = word[:end]
		}
		if named := r.Names[string(word)]; named > 0 {
			v, p = int64(named), digits+len(word)
		}
	}
	switch isZero := p == start+1 && b[start] == '0'; {
	case p == len(b) && !in.newline && !isZero && p-start <= 64:
		return r.cutOff("the final 0 of the model")
	case p == len(b) && !in.newline && !isZero:
		return in.fail(start, expectedRange, "")
	case p == digits && p+1 < len(b) && b[p] == 'x' && b[p+1]-'1' <= 8:
		b[p] = b[start] // the sign, if there is one
		b[start] = ' '
		return nil
	case p < len(b) && !lex.IsBlank(b[p]):
		return in.fail(start, expectedLiteral, "")
	case isZero:
		r.terminated = true
		in.pos = p
		return nil
	case p == digits || b[digits] == '0':
		return in.fail(start, expectedLiteral, "")
	case v < 0:
		return in.fail(start, expectedRange, "")
	}
	l := dimacs.Lit(v)
	if digits > start {
		l = -l
	}
	in.pos = p
	return r.value(l, start)
}

// beginLiterals begins a model, unless one has begun. A line without literals begins a model only if it is
// the first model, as `v` alone is an empty model; later it is the rest of the line after the 0 of a
// model. The error is one of load.
func (r *Reader) beginLiterals() error {
	if r.inModel {
		return nil
	}
	err := r.in.skipBlanks()
	r.inModel = r.in.pos < len(r.in.text) || r.models == 0
	return err
}

// cutOff returns the error that the input ends within a line. The text expected describes the missing part.
func (r *Reader) cutOff(expected string) error {
	return r.in.errorAt(r.in.at(len(r.in.text)), expected, "the end of the input within a line", "the input seems to be cut off")
}

// addUnordered adds a literal to a model whose variables are not ascending: the variable of this literal,
// or of an earlier one, is not larger than all variables before it. A literal that the model contains is
// not added again. The result is false if the model contains its complement, and true otherwise.
func (r *Reader) addUnordered(l dimacs.Lit) bool {
	if !r.unordered {
		r.unordered = true
		for _, m := range r.model {
			r.setValue(m)
		}
	}
	if r.seen.Value(l.Var()) {
		return r.values.Holds(l)
	}
	r.setValue(l)
	r.model = append(r.model, l)
	return true
}

// setValue makes l true in r.values, and its variable in r.seen.
func (r *Reader) setValue(l dimacs.Lit) {
	r.seen.Set(l.Var(), true)
	r.values.SetLit(l)
}

// literalDigits is the largest number of digits of a literal.
const literalDigits = 10

// beginsRow reports whether the text after a `v` that begins a model is a row of digits, one for
// each variable. A row is a word of 0 and 1, alone on its line. It cannot be a literal: it begins
// with 0, or no variable has that number. A single digit may be a row if the formula has one variable:
// a 0 after an `o` line or the status OPTIMUM FOUND, because `v 0` is an empty model otherwise, and a 1
// at the end of the input, because a final 0 may follow otherwise.
//
// More than ten digits are a row even if more text follows, which row refuses. If r.Vars is 0, a word
// such as 10 may be a row or a literal. Then beginsRow sets r.mayBeRow and returns false, and endRow
// decides.
//
// Source: the output format of the MaxSAT Evaluations since 2021.
func (r *Reader) beginsRow() bool {
	text := bytes.TrimLeft(r.in.text[r.in.pos:], " \t\r")
	digits := text[:len(text)-len(bytes.TrimLeft(text, "01"))]
	alone := len(digits) == len(lex.TrimRight(text)) && (r.in.newline || r.in.atEnd)
	switch n := len(digits); {
	case n > literalDigits:
		return true
	case n == 0 || !alone:
		return false
	case n == 1:
		return r.Vars == 1 && (digits[0] == '0' && (r.objective != "" || r.optimal) || digits[0] == '1' && r.in.atEnd)
	case digits[0] == '0':
		return true
	}
	v, _ := strconv.Atoi(string(digits))
	r.mayBeRow = r.Vars == 0
	return r.Vars > 0 && v > r.Vars
}

// row reads a row of digits, a whole model, appends it to r.model and sets r.terminated. It is an error if
// anything but blanks follows the row on its line, or if r.Vars is not 0 and not the number of digits.
// Without r.Vars, a row that the end of the input follows within the line may be cut off, which is an
// error, too. Digits after the first dimacs.MaxVar are ignored. Other errors are those of load.
func (r *Reader) row() error {
	in := &r.in
	in.skipBlanks()
	begin, digits := in.at(in.pos), 0
	for {
		for ; in.pos < len(in.text) && in.text[in.pos]-'0' <= 1; in.pos++ {
			if digits++; (r.Vars == 0 || digits <= r.Vars) && digits <= dimacs.MaxVar {
				r.addDigit(in.text[in.pos])
			}
		}
		if in.pos < len(in.text) || in.newline || in.atEnd {
			break
		}
		in.done()
		if err := in.load(); err != nil {
			return err
		}
	}
	if err := in.skipBlanks(); err != nil {
		return err
	}
	switch {
	case in.pos < len(in.text):
		return in.fail(in.pos, "0, 1 or the end of the row", "")
	case r.Vars > 0 && digits != r.Vars:
		return in.errorAt(begin, fmt.Sprintf("a digit for each of the variables 1 to %d", r.Vars), fmt.Sprintf("%d digits", digits), "")
	case r.Vars == 0 && in.atEnd:
		return r.cutOff("the end of the row")
	}
	r.terminated = true
	return nil
}

// addDigit adds the value of the next variable to the model.
func (r *Reader) addDigit(digit byte) {
	l := dimacs.Lit(len(r.model) + 1)
	if digit == '0' {
		l = -l
	}
	r.model = append(r.model, l)
}

// endRow decides about a word that may be a row, once its model has ended: without a 0 and without another
// literal, it is a row. Then its digits replace r.model, and r.terminated becomes true.
func (r *Reader) endRow() {
	if !r.mayBeRow || r.terminated || len(r.model) != 1 {
		return
	}
	digits := strconv.Itoa(int(r.model[0]))
	r.model = r.model[:0]
	for i := range digits {
		r.addDigit(digits[i])
	}
	r.terminated = true
}
