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

// beginLine notes that literals follow on this line.
func (r *ResultReader) beginLine() (more bool, err error) {
	r.inLine = true
	return r.literals()
}

// literals reads up to the 0 that ends the model (more is false then), or to
// the end of the line.
func (r *ResultReader) literals() (more bool, err error) {
	r.openModel()
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
			err := in.more()
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

// dropLetter makes x12, as solvers of pseudo-Boolean constraints write it, the
// literal 12, if a number follows the letter at p. The literal begins at start,
// where reading has to go on.
func (in *resultInput) dropLetter(start, p int) bool {
	if in.pos = start; p+1 == in.end {
		if in.more() != nil {
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

// openModel begins a model unless one has begun, or the line holds nothing
// after the 0 that ended the last one. A line `v` without literals is an empty
// model only if it is the first.
func (r *ResultReader) openModel() {
	if r.open {
		return
	}
	in := &r.in
	for {
		for isBlank(in.buf[in.pos]) {
			in.pos++
		}
		if in.pos < in.end || in.more() != nil {
			break
		}
	}
	empty := in.pos >= in.end || in.buf[in.pos] == '\n'
	r.open = !empty || r.models == 0
}

// lastLiteral handles the end of the input after the characters from start to
// p, a number or nothing.
func (r *ResultReader) lastLiteral(start, p int) (more bool, err error) {
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
	return false, r.in.errorAt(r.in.at(r.in.end), "the final 0 of the model",
		"the end of the input within a line", "the input seems to be cut off")
}
