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

// beginLine begins a line of literals.
func (r *ResultReader) beginLine() (goOn bool, err error) {
	r.inLine = true
	if r.split { // the model goes on after its status
		r.split, r.preceded = false, true
	}
	return r.literals()
}

// literals reads up to the 0 that ends the model (goOn is false then), or to
// the end of the line.
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

// dropLetter makes x12, as solvers of pseudo-Boolean constraints write it, the
// literal 12, if a number follows the letter at p. The literal begins at start,
// where reading has to go on.
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

// beginLiterals begins a model unless one has begun, or the line holds nothing
// after the 0 that ended the last one. A line `v` without literals is an empty
// model only if it is the first.
func (r *ResultReader) beginLiterals() {
	if r.begun {
		return
	}
	in := &r.in
	for {
		for isBlank(in.buf[in.pos]) {
			in.pos++
		}
		if in.pos < in.end || in.fill() != nil {
			break
		}
	}
	empty := in.pos >= in.end || in.buf[in.pos] == '\n'
	r.begun = !empty || r.models == 0
}

// lastLiteral handles the end of the input after the characters from start to
// p, a number or nothing.
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
	return false, r.in.errorAt(r.in.at(r.in.end), "the final 0 of the model",
		"the end of the input within a line", "the input seems to be cut off")
}

// resultValues remembers the values of a model whose variables do not ascend.
// Variables up to a small multiple of the number of literals read have an entry
// in an array, the others in a map, so that memory follows what occurs and not
// the numbers that occur. An entry of the array counts only if it holds the
// stamp of the model; there is nothing to clear between models.
type resultValues struct {
	stamp  uint32 // even; a true variable has stamp, a false one stamp+1
	dense  []uint32
	sparse map[int]bool
}

// reset forgets all values.
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

// add sets the variable of l so that l holds. It reports whether the variable
// had a value before, and whether that value agrees. The size is the number of
// literals read.
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

// grow makes room for variable v in the array and moves there what the map
// held for those it now covers.
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

// addUnordered adds a literal whose variable is not beyond those before it. It
// reports false if the complement is in the model. A literal that is there
// already is not added again.
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
