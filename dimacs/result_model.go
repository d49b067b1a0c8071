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

// resultValues stores the values of a model whose variables are not in ascending order. Small
// variables, up to about 4 times the number of literals read, have an entry in an array; larger
// ones are in a map. So the memory depends on the number of literals and not on their size. An
// entry of the array is valid only if it contains the stamp of the current model, so the array
// is not cleared between models.
type resultValues struct {
	stamp  uint32 // even; the entry of a true variable is stamp, of a false variable stamp+1
	dense  []uint32
	sparse map[int]bool
}

// reset removes all values.
func (s *resultValues) reset() {
	s.stamp += 2
	if s.stamp == 0 {
		clear(s.dense)
		s.stamp = 2
	}
	if len(s.sparse) > 0 {
		s.sparse = nil
	}
}

// add makes l true unless its variable has a value. The result had reports whether the variable
// had a value, and agrees whether that value makes l true. The argument size is the number of
// literals read so far.
func (s *resultValues) add(l Lit, size int) (had, agrees bool) {
	v := l.Var()
	if v >= len(s.dense) && v <= 4*size+1024 {
		s.grow(v)
	}
	if v >= len(s.dense) {
		was, had := s.sparse[v]
		if s.sparse == nil {
			s.sparse = make(map[int]bool)
		}
		if !had {
			s.sparse[v] = l > 0
		}
		return had, was == (l > 0)
	}
	value := s.stamp
	if l < 0 {
		value++
	}
	was := s.dense[v]
	if was&^1 != s.stamp {
		s.dense[v] = value
		return false, false
	}
	return true, was == value
}

// grow extends the array to variable v, and moves the values of the variables that it now
// covers from the map to the array.
func (s *resultValues) grow(v int) {
	s.dense = append(s.dense, make([]uint32, 2*v-len(s.dense)+1)...)
	for v, value := range s.sparse {
		if v < len(s.dense) {
			delete(s.sparse, v)
			s.dense[v] = s.stamp
			if !value {
				s.dense[v]++
			}
		}
	}
}

// addUnordered adds a literal to a model whose variables are not ascending: the variable of this
// literal, or of an earlier one, is not larger than all variables before it. A literal that the
// model contains is not added again. The result is false if the model contains its complement.
func (r *ResultReader) addUnordered(l Lit) bool {
	if !r.unordered {
		if v := l.Var(); v == r.last && r.model[len(r.model)-1] == l {
			return true
		}
		r.unordered = true
		r.seen.reset()
		for _, m := range r.model {
			r.seen.add(m, len(r.model))
		}
	}
	had, agrees := r.seen.add(l, len(r.model))
	if !had {
		r.model = append(r.model, l)
	}
	return !had || agrees
}
