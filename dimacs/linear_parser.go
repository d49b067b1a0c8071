package dimacs

import (
	"bytes"
	"math"
	"slices"
)

// The formats with linear constraints, as Header.Linear names them.
const (
	formatOPB  = "opb"
	formatKNF  = "knf"
	formatPlus = "cnf+"
)

// A stage is the kind of token that a parser of linear constraints reads next.
type stage int

const (
	inSum   stage = iota // in OPB a coefficient, a relation, or the `;` after an objective; else a literal
	inTerm               // the variable after a coefficient
	inBound              // the number after a relation or, in KNF, after k
	inEnd                // the `;` after a bound
)

// A linearParser is the part of a parser that reads linear constraints. The literals of the unfinished
// constraint are in parser.out.
type linearParser struct {
	list      []Linear
	stage     stage
	coefs     []int64 // of the unfinished constraint; empty in KNF and CNF+
	sum       int64   // of the absolute values of coefs
	relation  string
	low, high int64            // the bounds of the unfinished constraint; at first those of a clause
	objective bool             // the unfinished sum is the objective
	offset    int64            // see Formula.Offset
	numbered  bool             // a variable has the form x3
	names     map[string]int64 // the numbers of variables by name; nil unless variables have names
}

const (
	wantConstraint = "a linear constraint"
	wantTerm       = "a coefficient or a relation such as >="
	wantName       = "a variable such as x3 or ~x3"
	wantNumber     = "an integer from -9223372036854775806 to 9223372036854775806"
	wantCoefs      = "coefficients with a sum of at most 9223372036854775807"
	wantSemicolon  = "`;` at the end of the constraint"
	notLinear      = "products of variables are not linear"
)

// linear reports whether the options accept linear constraints.
func (o *Options) linear() bool { return o.Linear && o.Mode != Strict }

// beginsOPB reports whether a line is the first constraint or the objective of an OPB without a header.
// If starred is true, a comment of OPB precedes the line.
func (o *Options) beginsOPB(line []byte, starred bool) bool {
	for _, word := range []string{"min:", "max:", "soft:"} {
		starred = starred || bytes.HasPrefix(line, []byte(word))
	}
	name := bytes.TrimLeft(bytes.TrimLeft(line, "+-0123456789"), " \t*")
	return o.linear() && (starred || !isLetter(line[0]) && len(name) > 0 && (isLetter(name[0]) || name[0] == '~'))
}

// readOPB reads the header `* #variable= V #constraint= C` in data[i:end]. More words may follow. It
// reports whether the line is a header and not a comment.
func (h *Header) readOPB(data []byte, i, end int) (is bool, f *fault) {
	w := &words{data: data, i: i, end: end}
	if w.next(); string(w.next()) != "#variable=" {
		return false, nil
	}
	vars, f := w.count("a number of variables of at most 2147483647", MaxVar)
	if f == nil && string(w.next()) != "#constraint=" {
		f = &fault{w.start, "`#constraint=`", found(data[w.start:w.i]), ""}
	}
	if f == nil {
		h.Clauses, f = w.count("a number of constraints below 2^63", 1<<63-1)
	}
	h.Linear, h.Vars = formatOPB, int(vars)
	return true, f
}

// opb reads the token of an OPB at data[i:], or a comment, and returns the index after it.
//
// Source: Olivier Roussel and Vasco Manquinho, "Input/Output Format and Solver Requirements for the
// Competitions of Pseudo-Boolean Solvers", 2012. Files of others also have the relations <=, < and >,
// and no header.
func (p *parser) opb(data []byte, i int) (int, *fault) {
	q, c := &p.linear, data[i]
	if c == '*' && p.lineStart {
		end := lineEnd(data, i)
		return end, p.comment(data, i, end)
	}
	begins := !p.open
	p.lineStart, p.open = false, true
	switch {
	case q.stage == inBound:
		return p.bound(data, i)
	case q.stage == inTerm && c == '*': // +1*x1
		return i + 1, nil
	case q.stage == inTerm:
		return p.variable(data, i)
	case q.stage == inEnd && c == ';':
		p.endLinear()
		return i + 1, nil
	case q.stage == inEnd:
		return i, &fault{i, wantSemicolon, quote(data[i:]), ""}
	case q.objective && c == ';':
		p.endObjective()
		return i + 1, nil
	case !q.objective && isRelation(c):
		return p.relate(data, i)
	case c == '+' || c == '-' || isDigit(c):
		return p.coefficient(data, i)
	case begins && p.soft == nil && len(q.list) == 0 && bytes.HasPrefix(data[i:], []byte("min:")):
		q.objective = true
		return i + len("min:"), nil
	}
	f := &fault{i, wantTerm, quote(data[i:]), ""}
	switch {
	case len(q.coefs) > 0 && (isLetter(c) || c == '~'):
		f.hint = notLinear
	case begins && bytes.HasPrefix(data[i:], []byte("max:")):
		f.expected, f.hint = "`min:`", "write the objective with the opposite signs"
	case begins && (c == '[' || bytes.HasPrefix(data[i:], []byte("soft:"))):
		f.expected, f.hint = wantConstraint, "soft constraints (WBO) are not supported"
	case begins:
		f.expected = wantConstraint
	}
	return i, f
}

func isRelation(c byte) bool { return c == '<' || c == '>' || c == '=' }

// integer64 returns the integer at data[i:], which may have a sign, and the index after it. It reports
// whether there is one, with an absolute value below MaxWeight.
func integer64(data []byte, i int) (n int64, end int, ok bool) {
	digits := i
	if data[i] == '-' || data[i] == '+' {
		digits++
	}
	n, end = number(data, digits, MaxWeight-1)
	ok = n >= 0 && end > digits && endsToken(data, end)
	if data[i] == '-' {
		n = -n
	}
	return n, end, ok
}

// endsToken reports whether a number or a variable of OPB may end before data[i:].
func endsToken(data []byte, i int) bool {
	return i == len(data) || isSpace(data[i]) || data[i] == ';' || data[i] == '*' || isRelation(data[i])
}

// coefficient reads a coefficient, and returns the index after it.
func (p *parser) coefficient(data []byte, i int) (int, *fault) {
	q := &p.linear
	n, end, ok := integer64(data, i)
	if !ok {
		return i, &fault{i, wantNumber, quote(data[i:]), ""}
	}
	size := max(n, -n)
	if size > MaxWeight-q.sum {
		return i, &fault{i, wantCoefs, "a larger sum", ""}
	}
	q.coefs, q.sum, q.stage = append(q.coefs, n), q.sum+size, inTerm
	return end, nil
}

// variable reads the literal after a coefficient, and returns the index after it. If the first variable
// of the text has the form x3, all variables must have it, and 3 is the number of the variable.
// Otherwise, variables have names, and are numbered in the order of their first occurrences.
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
	if start == end || !isLetter(name[0]) {
		return i, &fault{i, wantName, quote(data[i:]), ""}
	}
	v, last := number(name, 1, MaxVar)
	if q.names == nil && (name[0] != 'x' || v < 1 || last < len(name)) {
		if q.numbered {
			return i, &fault{i, wantName, quote(data[i:]), ""}
		}
		q.names = map[string]int64{}
	}
	if q.numbered = q.names == nil; !q.numbered {
		if v = q.names[string(name)]; v == 0 {
			v = int64(len(q.names) + 1)
			q.names[string(name)] = v
			if p.o.Names {
				p.comments.names = append(p.comments.names, Name{int(v), string(name)})
			}
		}
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

func isLetter(c byte) bool { return c == '_' || c|0x20-'a' < 26 }

// relate reads a relation, and returns the index after it.
func (p *parser) relate(data []byte, i int) (int, *fault) {
	end := i + 1
	if data[i] != '=' && end < len(data) && data[end] == '=' {
		end++
	}
	p.lineStart, p.open = false, true
	p.linear.relation, p.linear.stage = string(data[i:end]), inBound
	return end, nil
}

// atLeast reads the k that begins a constraint of KNF, and returns the index after it.
func (p *parser) atLeast(data []byte, i int) (int, *fault) {
	if p.open || len(p.out.unfinished()) > 0 || i+1 < len(data) && !isSpace(data[i+1]) {
		return i, p.unexpected(data, i)
	}
	p.lineStart, p.open = false, true
	p.linear.relation, p.linear.stage = ">=", inBound
	return i + 1, nil
}

// bound reads the number after a relation or after k, and returns the index after it. In CNF+, the
// number ends the constraint.
func (p *parser) bound(data []byte, i int) (int, *fault) {
	q := &p.linear
	n, end, ok := integer64(data, i)
	if !ok {
		return i, &fault{i, wantNumber, quote(data[i:]), ""}
	}
	p.lineStart = false
	q.low, q.high = math.MinInt64, math.MaxInt64
	switch {
	case q.relation == "=":
		q.low, q.high = n, n
	case q.relation[0] == '>':
		q.low = n + 2 - int64(len(q.relation)) // one more if it is strict
	default:
		q.high = n - 2 + int64(len(q.relation))
	}
	switch p.header.Linear {
	case formatOPB:
		q.stage = inEnd
	case formatKNF:
		q.stage = inSum
	default:
		p.endLinear()
	}
	return end, nil
}

// endLinear ends the unfinished constraint.
func (p *parser) endLinear() {
	q := &p.linear
	c := Linear{Lits: append([]Lit{}, p.out.unfinished()...), Low: q.low, High: q.high}
	if slices.ContainsFunc(q.coefs, func(n int64) bool { return n != 1 }) {
		c.Coefs = slices.Clone(q.coefs)
	}
	q.list = append(q.list, c)
	p.beginLinear()
}

// endObjective ends the objective. It becomes a soft clause for each term, whose weight is the
// difference that the literal makes to the objective, and the offset.
func (p *parser) endObjective() {
	p.soft, p.linear.objective = []SoftClause{}, false
	for i, l := range p.out.unfinished() {
		switch n := p.linear.coefs[i]; {
		case n > 0:
			p.soft = append(p.soft, SoftClause{n, []Lit{-l}})
		case n < 0:
			p.soft = append(p.soft, SoftClause{-n, []Lit{l}})
			p.linear.offset += n
		}
	}
	p.beginLinear()
}

// beginLinear prepares the parser for the next constraint. Unless a bound is read, it is a clause.
func (p *parser) beginLinear() {
	q := &p.linear
	q.stage, q.coefs, q.sum, q.low, q.high = inSum, q.coefs[:0], 0, 1, math.MaxInt64
	p.open = false
	p.out.drop()
}
