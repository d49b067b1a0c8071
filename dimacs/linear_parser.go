package dimacs

import (
	"bytes"
	"math"
	"slices"

	"queens/dimacs/internal/lex"
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
	low, high int64 // the bounds of the unfinished constraint; at first those of a clause
	objective int64 // 1 if the unfinished sum is the objective to minimize, -1 to maximize, else 0
	offset    int64 // see Formula.Offset
	maximize  bool
	numbered  bool             // a variable has the form x3
	names     map[string]int64 // the numbers of variables by name; nil unless variables have names
	nameList  []Name           // the names, if Options.Names is set
}

const (
	wantNumber     = "an integer from -9223372036854775806 to 9223372036854775806"
	wantSemicolon  = "`;` at the end of the constraint"
	wantConstraint = "a linear constraint"
	wantRelation   = "a coefficient or a relation such as >="
)

// linear reports whether the options accept linear constraints.
func (o *Options) linear() bool { return o.Linear && o.Mode != Strict }

// beginsOPB reports whether a line is the first constraint or the objective of an OPB without a header.
// If starred is true, a comment of OPB precedes the line.
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

// extension returns a hint that names the extension of OPB at the beginning of data, or an implication in
// its first line; else "".
func extension(data []byte) string {
	line := data[:lex.LineEnd(data, 0)]
	switch {
	case bytes.Contains(line, []byte("==>")) || bytes.Contains(line, []byte("<==")):
		return noImplications
	case bytes.HasPrefix(line, []byte("@")):
		return noLabels
	case bytes.HasPrefix(line, []byte("[")) || bytes.HasPrefix(line, []byte("soft:")):
		return "soft constraints, as in WBO, are not supported"
	case bytes.HasPrefix(line, []byte("!=")):
		return "the relation != is not supported"
	}
	return ""
}

// isOPBHeader reports whether a comment of OPB is a header.
func isOPBHeader(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line[1:], " \t"), []byte("#variable"))
}

// readOPB reads the header `* #variable= V #constraint= C` in data[i:end]. More words may follow.
func (h *header) readOPB(data []byte, i, end int) (f *fault) {
	words := &words{data: data, i: i + 1, end: end}
	field := func(name, of, want string, most int64) (n int64) {
		if f != nil {
			return 0
		}
		word := words.next()
		number, is := bytes.CutPrefix(word, []byte(name))
		if !is {
			f = &fault{words.start, name + " and the number of " + of, lex.Found(word), ""}
			return 0
		}
		words.i -= len(number)
		n, f = words.count(want, most)
		return n
	}
	h.Format, h.Vars = OPB, int(field("#variable=", "variables", wantVars, MaxVar))
	h.Clauses = field("#constraint=", "constraints", "a number of constraints below 2^63", 1<<63-1)
	return f
}

// opb reads the token of an OPB at data[i:], or a comment, and returns the index after it.
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
	case q.stage == inTerm:
		return p.variable(data, i)
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
	case begins:
		want = wantConstraint
	case len(q.coefs) > 0 && (isLetter(c) || c == '~'):
		hint = "products of variables are not linear"
	}
	return i, &fault{i, want, lex.Quote(data[i:]), hint}
}

func isRelation(c byte) bool { return c == '<' || c == '>' || c == '=' }

// integer64 returns the integer at data[i:], which may have a sign, and the index after it. It reports
// whether there is one, with an absolute value below MaxWeight.
func integer64(data []byte, i int) (n int64, end int, ok bool) {
	digits := i
	if data[i] == '-' || data[i] == '+' {
		digits++
	}
	n, end = lex.Number(data, digits, MaxWeight-1)
	ok = n >= 0 && end > digits && endsToken(data, end)
	if data[i] == '-' {
		n = -n
	}
	return n, end, ok
}

// endsToken reports whether a number or a variable of OPB may end before data[i:].
func endsToken(data []byte, i int) bool {
	return i == len(data) || lex.IsSpace(data[i]) || data[i] == ';' || data[i] == '*' || isRelation(data[i])
}

// coefficient reads a coefficient, and returns the index after it.
func (p *parser) coefficient(data []byte, i int) (int, *fault) {
	q := &p.linear
	n, end, ok := integer64(data, i)
	if !ok {
		return i, &fault{i, wantNumber, lex.Quote(data[i:]), ""}
	}
	size := max(n, -n)
	if size > MaxWeight-q.sum {
		return i, &fault{i, "coefficients with a sum of at most 9223372036854775807", "a larger sum", ""}
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
	v, last := lex.Number(name, 1, MaxVar)
	switch plain := v > 0 && name[0] == 'x' && last == len(name); {
	case len(name) == 0 || !isLetter(name[0]) || q.numbered && !plain:
		return i, &fault{i, "a variable such as x3 or ~x3", lex.Quote(data[i:]), ""}
	case plain && q.names == nil:
		q.numbered = true
	default:
		v = p.named(string(name))
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

// named returns the number of the variable called name.
func (p *parser) named(name string) int64 {
	q := &p.linear
	if q.names == nil {
		q.names = map[string]int64{}
	}
	if q.names[name] == 0 {
		q.names[name] = int64(len(q.names) + 1)
		if p.o.Names {
			q.nameList = append(q.nameList, Name{len(q.names), name})
		}
	}
	return q.names[name]
}

func isLetter(c byte) bool { return c == '_' || c|0x20-'a' < 26 }

// relate reads a relation, or the k that begins a constraint of KNF, and returns the index after it.
func (p *parser) relate(data []byte, i int) (int, *fault) {
	end := i + 1
	for end < len(data) && isRelation(data[end]) {
		end++
	}
	p.lineStart, p.open = false, true
	switch relation := string(data[i:end]); relation {
	case "=", ">=", "<=", ">", "<", "k":
		p.linear.relation, p.linear.stage = relation, inBound
		return end, nil
	}
	return i, &fault{i, wantRelation, lex.Quote(data[i:]), extension(data[i:])}
}

// bound reads the number after a relation or after k, and returns the index after it. In CNF+, the
// number ends the constraint.
func (p *parser) bound(data []byte, i int) (int, *fault) {
	q := &p.linear
	n, end, ok := integer64(data, i)
	if !ok {
		return i, &fault{i, wantNumber, lex.Quote(data[i:]), ""}
	}
	p.lineStart, q.low, q.high, q.stage = false, n, math.MaxInt64, inSum
	switch q.relation {
	case "=":
		q.high = n
	case "<=":
		q.low, q.high = math.MinInt64, n
	case "<":
		q.low, q.high = math.MinInt64, n-1
	case ">":
		q.low = n + 1
	}
	switch p.header.Format {
	case OPB:
		q.stage = inEnd
	case CNFPlus:
		p.endLinear()
	}
	return end, nil
}

// endLinear ends the unfinished constraint or objective. The objective becomes a soft clause for each term,
// whose weight is the difference that the literal makes to the objective, and the offset: the best value of
// all terms together. Unless a bound is read, the next constraint is a clause.
func (p *parser) endLinear() {
	q, lits := &p.linear, p.out.unfinished()
	if q.objective != 0 {
		p.soft, q.maximize = []SoftClause{}, q.objective < 0
		for i, l := range lits {
			n := q.coefs[i] * q.objective
			if n < 0 {
				q.offset += q.coefs[i]
				n, l = -n, -l
			}
			if n > 0 {
				p.soft = append(p.soft, SoftClause{n, []Lit{-l}})
			}
		}
	} else {
		c := Linear{Lits: append([]Lit{}, lits...), Low: q.low, High: q.high}
		if slices.ContainsFunc(q.coefs, func(n int64) bool { return n != 1 }) {
			c.Coefs = slices.Clone(q.coefs)
		}
		q.list = append(q.list, c)
	}
	q.stage, q.coefs, q.sum, q.objective, q.low, q.high = inSum, q.coefs[:0], 0, 0, 1, math.MaxInt64
	p.open = false
	p.out.drop()
}
