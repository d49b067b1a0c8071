package dimacs

import (
	"fmt"
	"io"
)

const (
	expectedLiteral = "a literal or 0"
	expectedRange   = "a literal from -2147483647 to 2147483647"
	twoModelsHint   = "a 0 has to end a model before the next one"
)

// beginLine starts reading a line of literals at the byte after `v`, or at its first literal.
func (r *ResultReader) beginLine() (goOn bool, err error) {
	r.inLine = true
	if r.interrupted { // the model continues after its status
		r.interrupted, r.statusBefore = false, true
	}
	return r.literals()
}

// literals reads literals up to the 0 that ends the model, or up to the end of the line. The
// result goOn is false if the model has ended.
func (r *ResultReader) literals() (goOn bool, err error) {
	r.beginLiterals()
	in := &r.in
	for {
		b := in.buf[:in.end+1]
		p := in.pos
		for isBlank(b[p]) {
			p++
		}
		start := p
		negative := b[p] == '-'
		if negative {
			p++
		}
		digits := p
		v := int64(0)
		for d := b[p] - '0'; d <= 9; d = b[p] - '0' {
			v = v*10 + int64(d)
			p++
		}
		if p == in.end {
			in.pos = start
			if p-start > 64 {
				return false, in.fail(start, expectedRange, "")
			}
			err := in.fill()
			if err == nil {
				continue
			}
			if err != io.EOF {
				return false, err
			}
			return r.lastLiteral(start, p)
		}
		if c := b[p]; c != '\n' && !isBlank(c) {
			if c == 'x' && p == digits {
				if in.dropLetter(start, p) {
					continue
				}
				start = in.pos
			}
			return false, in.fail(start, expectedLiteral, "")
		}
		switch {
		case p == start: // end of the line
			in.pos = p
			in.newline()
			r.inLine = false
			return true, nil
		case b[digits] == '0' && p == digits+1 && !negative:
			in.pos = p
			r.terminated = true
			return false, nil
		case p == digits || b[digits] == '0':
			return false, in.fail(start, expectedLiteral, "")
		case p-digits > 10 || v > MaxVar:
			return false, in.fail(start, expectedRange, "")
		}
		l := Lit(v)
		if negative {
			l = -l
		}
		if int(v) > r.last && !r.unordered {
			r.last = int(v)
			r.model = append(r.model, l)
		} else if !r.addUnordered(l) {
			return false, in.fail(start, fmt.Sprintf("no second value for variable %d", v), twoModelsHint)
		}
		in.pos = p
	}
}

// dropLetter changes x12, the notation of pseudo-Boolean solvers, to 12 in the buffer and
// returns true. It returns false if no digit from 1 to 9 follows the x at index p. The literal
// begins at start, with its sign if it has one. Afterwards in.pos is its index.
func (in *resultInput) dropLetter(start, p int) bool {
	if in.pos = start; p+1 == in.end {
		if in.fill() != nil {
			return false
		}
		start, p = in.pos, in.pos+p-start
	}
	if in.buf[p+1]-'1' > 8 {
		return false
	}
	in.buf[p] = in.buf[start] // the sign, if there is one
	in.buf[start] = ' '
	return true
}

// beginLiterals begins a model, unless one has begun. A line without literals begins a model
// only if it is the first, as `v` alone is an empty model; later it is the rest of the line
// after the 0 of a model.
func (r *ResultReader) beginLiterals() {
	if r.inModel {
		return
	}
	in := &r.in
	in.skipBlanks()
	empty := in.pos >= in.end || in.buf[in.pos] == '\n'
	r.inModel = !empty || r.models == 0
}

// lastLiteral handles the end of the input after buf[start:p], which is a number, a minus sign
// or empty. A 0 ends the model. Any other number is an error, because it may be cut off.
func (r *ResultReader) lastLiteral(start, p int) (goOn bool, err error) {
	switch {
	case p == start:
		r.inLine = false
		return true, nil
	case p == start+1 && r.in.buf[r.in.pos] == '0':
		r.in.pos++
		r.inLine = false
		r.terminated = true
		return false, nil
	}
	return false, r.cutOff("the final 0 of the model")
}

// cutOff returns the error that the input ends within a line.
func (r *ResultReader) cutOff(expected string) error {
	return r.in.errorAt(r.in.at(r.in.end), expected, "the end of the input within a line", "the input seems to be cut off")
}

// addUnordered adds a literal to a model whose variables are not ascending: the variable of this
// literal, or of an earlier one, is not larger than all variables before it. A literal that the
// model contains is not added again. The result is false if the model contains its complement.
func (r *ResultReader) addUnordered(l Lit) bool {
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

// setValue makes l true in an unordered model.
func (r *ResultReader) setValue(l Lit) {
	r.seen.Set(l.Var(), true)
	r.values.SetLit(l)
}
