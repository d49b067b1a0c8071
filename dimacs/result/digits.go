package result

import (
	"bytes"
	"fmt"
	"strconv"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

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
