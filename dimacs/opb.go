package dimacs

import (
	"bytes"
	"slices"

	"queens/dimacs/internal/lex"
)

// beginsOPB reports whether o accepts an OPB and a line, which is not empty, is the first constraint or
// the objective of an OPB without a header. If starred is true, a comment of OPB precedes the line, which
// then may have any form. Some extensions of OPB count, too, so that a message can name them.
func (o *Options) beginsOPB(line []byte, starred bool) bool {
	name := bytes.TrimLeft(line, "+-0123456789* \t")
	sum := !isLetter(line[0]) && len(name) > 0 && (isLetter(name[0]) || name[0] == '~')
	return o.linear() && (starred || sum || objective(line) != 0 || extension(line) == noImplications || extension(line) == noLabels ||
		bytes.HasPrefix(line, []byte("soft:")))
}

// objective returns 1 if data begins with `min:`, -1 if it begins with `max:`, and 0 otherwise.
func objective(data []byte) int64 {
	switch {
	case bytes.HasPrefix(data, []byte("min:")):
		return 1
	case bytes.HasPrefix(data, []byte("max:")):
		return -1
	}
	return 0
}

// Hints that name extensions of OPB.
const (
	noImplications = "implications between constraints are not supported"
	noLabels       = "labels of constraints are not supported"
)

// extension returns a hint that names the unsupported extension of OPB at the beginning of data, or an
// implication anywhere in its first line. Otherwise it returns "".
func extension(data []byte) string {
	line := data[:lex.LineEnd(data, 0)]
	switch {
	case bytes.Contains(line, []byte("==>")) || bytes.Contains(line, []byte("<==")):
		return noImplications
	case bytes.HasPrefix(line, []byte("@")):
		return noLabels
	case bytes.HasPrefix(line, []byte("[")) || bytes.HasPrefix(line, []byte("soft:")):
		return "a line `soft:` precedes all soft constraints, as in WBO"
	case objective(line) != 0:
		return "one objective precedes all constraints"
	case bytes.HasPrefix(line, []byte("!=")):
		return "the relation != is not supported"
	}
	return ""
}

// isOPBHeader reports whether a comment of OPB, which begins with an asterisk, is a header.
func isOPBHeader(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line[1:], " \t"), []byte("#variable"))
}

// readOPB reads the header `* #variable= V #constraint= C` in data[i:end], which begins with the asterisk,
// into h, or returns a fault. More words may follow.
func (h *header) readOPB(data []byte, i, end int) *fault {
	words := &words{data: data, i: i + 1, end: end}
	field := func(name, of, want string, most int64) int64 {
		word := words.next()
		number, is := bytes.CutPrefix(word, []byte(name))
		if !is && words.fault == nil {
			words.fault = &fault{words.start, name + " and the number of " + of, lex.Found(word), ""}
		}
		words.i -= len(number)
		return words.count(want, most)
	}
	h.Format, h.Vars = OPB, int(field("#variable=", "variables", wantVars, MaxVar))
	h.Clauses = field("#constraint=", "constraints", "a number of constraints below 2^63", 1<<63-1)
	return words.fault
}

// opb parses the token of an OPB at data[i:], or a comment at the start of a line, and returns the index
// after it. A token that does not fit p.linear.stage, and a second header, are faults.
//
// Source: Olivier Roussel and Vasco Manquinho, "Input/Output Format and Solver Requirements for the
// Competitions of Pseudo-Boolean Solvers", 2012. Files of others also have the relations <=, < and >,
// and no header.
func (p *parser) opb(data []byte, i int) (int, *fault) {
	q, c := &p.linear, data[i]
	if c == '*' && p.lineStart {
		end := lex.LineEnd(data, i)
		if isOPBHeader(data[i:end]) {
			found := "a second header"
			if p.header.NoNumbers {
				found = "a header after the first constraint"
			}
			return i, &fault{i, wantConstraint, found, ""}
		}
		p.comment(data, i, end)
		return end, nil
	}
	begins, want, hint := !p.open, wantRelation, extension(data[i:])
	p.lineStart, p.open = false, true
	switch {
	case q.stage == inBound:
		return p.bound(data, i)
	case q.stage == inTerm && c == '*': // +1*x1
		return i + 1, nil
	case q.stage == inTop || q.stage == inTopEnd:
		return p.topCost(data, i)
	case q.stage == inTerm:
		return p.variable(data, i)
	case q.stage == inSum && len(q.coefs) > 0 && (isLetter(c) || c == '~'): // a product
		if q.factors == nil {
			q.factors = slices.Clone(p.out.long[len(p.out.long)-1:])
		}
		next, f := p.variable(data, i)
		if f == nil {
			q.factors = append(q.factors, p.out.long[len(p.out.long)-1])
			p.out.long = p.out.long[:len(p.out.long)-1]
		}
		return next, f
	case c == ';' && (q.stage == inEnd || q.objective != 0):
		p.endLinear()
		return i + 1, nil
	case q.stage == inEnd:
		want = wantSemicolon
	case isRelation(c) && q.objective == 0:
		return p.relate(data, i)
	case c == '+' || c == '-' || lex.IsDigit(c):
		return p.coefficient(data, i)
	case begins && p.soft == nil && len(q.list) == 0 && objective(data[i:]) != 0:
		q.objective = objective(data[i:])
		return i + len("min:"), nil
	case begins && p.soft == nil && len(q.list) == 0 && bytes.HasPrefix(data[i:], []byte("soft:")):
		p.soft, q.stage, q.wbo = []SoftClause{}, inTop, true
		return i + len("soft:"), nil
	case begins && q.wbo && c == '[':
		return p.softWeight(data, i)
	case begins:
		want = wantConstraint
	}
	return i, &fault{i, want, lex.Quote(data[i:]), hint}
}

// endsToken reports whether a number or a variable of OPB ends before data[i:]: at the end, or before a
// space, `;`, `*` or a relation.
func endsToken(data []byte, i int) bool {
	return i == len(data) || lex.IsSpace(data[i]) || data[i] == ';' || data[i] == '*' || isRelation(data[i])
}

// coefficient reads the coefficient at data[i:], adds it to p.linear.coefs, and returns the index after
// it. Anything but a number that integer64 accepts is a fault. So is a sum of absolute values above
// MaxWeight.
func (p *parser) coefficient(data []byte, i int) (int, *fault) {
	p.endTerm()
	q := &p.linear
	n, end, ok := integer64(data, i)
	if !ok {
		return i, &fault{i, wantNumber, lex.Quote(data[i:]), ""}
	}
	size, most := max(n, -n), int64(MaxWeight)
	if q.weight > 0 {
		most /= 2 // the encoding adds a coefficient
	}
	if size > most-q.sum {
		return i, &fault{i, "coefficients with a sum of at most " + itoa(most), "a larger sum", ""}
	}
	q.coefs, q.sum, q.stage = append(q.coefs, n), q.sum+size, inTerm
	return end, nil
}

// variable reads the literal at data[i:], such as x3 or ~x3, after a coefficient, adds it to p.out, and
// returns the index after it. If the first variable of the text has the form x3, all variables must have
// this form, and 3 is the number of the variable. Otherwise variables have names, which begin with a
// letter or an underscore, and are numbered in the order of their first occurrences. Any other text is a
// fault. So is a number that admit refuses.
func (p *parser) variable(data []byte, i int) (int, *fault) {
	q, start := &p.linear, i
	if data[i] == '~' {
		start++
	}
	end := start
	for !endsToken(data, end) {
		end++
	}
	name := data[start:end]
	v, last := lex.Number(name, 1, MaxVar)
	switch plain := v > 0 && name[0] == 'x' && last == len(name); {
	case len(name) == 0 || !isLetter(name[0]) || q.numbered && !plain:
		return i, &fault{i, "a variable such as x3 or ~x3", lex.Quote(data[i:]), ""}
	case plain && q.identifiers == nil:
		q.numbered = true
	default:
		v = q.named(string(name))
	}
	if f := p.admit(v, data, i); f != nil {
		return i, f
	}
	l := Lit(v)
	if data[i] == '~' {
		l = -l
	}
	p.out.lit(l)
	q.stage = inSum
	return end, nil
}

// named returns the number of the variable called name. A new name gets the next number, from 1.
func (q *linearParser) named(name string) int64 {
	if q.identifiers == nil {
		q.identifiers = map[string]int{}
	}
	v := q.identifiers[name]
	if v == 0 {
		v = len(q.identifiers) + 1
		q.identifiers[name] = v
	}
	return int64(v)
}

func isLetter(c byte) bool { return c == '_' || c|0x20-'a' < 26 }
