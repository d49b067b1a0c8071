package dimacs

import (
	"math"
	"slices"

	"queens/dimacs/internal/lex"
)

// A stage is the kind of token that a parser of linear constraints reads next.
type stage int

const (
	inSum    stage = iota // in OPB a coefficient, a relation, or the `;` after an objective; else any token but a bound
	inTerm                // the variable after a coefficient
	inBound               // the number after a relation or, in KNF, after k
	inEnd                 // the `;` after a bound
	inTop                 // the number after `soft:`, or the `;`
	inTopEnd              // the `;` after this number
)

// A linearParser is the part of a parser that reads linear constraints. The literals of the unfinished
// constraint are in parser.out.
type linearParser struct {
	list        []Linear
	stage       stage          // the next token
	coefs       []int64        // of the unfinished constraint; empty in KNF and CNF+
	sum         int64          // of the absolute values of coefs
	relation    string         // of the unfinished constraint: one of = >= <= > < and k
	low, high   int64          // the bounds of the unfinished constraint; at first those of a clause
	objective   int64          // 1 if the unfinished sum is the objective to minimize, -1 to maximize, else 0
	offset      int64          // see Formula.Offset
	maximize    bool           // the objective begins with max:
	numbered    bool           // the first variable has the form x3
	identifiers map[string]int // see Formula.Identifiers; nil before the first name

	factors     []Lit          // of the last term, if it is a product
	definitions []Linear       // of variables; the variable of definition i is MaxVar-i until the end of the text
	products    map[string]Lit // indexed by the text of its literals: the literal of a product
	wbo         bool           // there is a line `soft:`
	weight      int64          // of the unfinished soft constraint, or 0
	top         int64          // the least cost that is too much, or 0
}

const (
	wantNumber     = "an integer from -9223372036854775806 to 9223372036854775806"
	wantSemicolon  = "`;` at the end of the constraint"
	wantConstraint = "a linear constraint"
	wantRelation   = "a coefficient or a relation such as >="
)

// linear reports whether the options accept linear constraints.
func (o *Options) linear() bool { return o.Linear && o.Mode != Strict }

// relate reads the relation at data[i:], or the k that begins a constraint of KNF, stores it in
// p.linear.relation, and returns the index after it. The next token is a bound. A relation other than = >=
// <= > < is a fault.
func (p *parser) relate(data []byte, i int) (int, *fault) {
	p.endTerm()
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

// bound reads the number at data[i:] after a relation or after k, sets the bounds of the unfinished
// constraint, and returns the index after the number. In CNF+, the number ends the constraint; in OPB, a
// `;` must follow; in KNF, the literals follow. Anything but a number that integer64 accepts is a fault.
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

// endLinear ends the unfinished constraint, which it adds to p.linear.list, or the objective. Each term of
// the objective with a coefficient other than 0 becomes a soft clause of one literal in p.soft, whose
// weight is the absolute value of the coefficient. The best value of all terms together becomes
// p.linear.offset. Unless a bound is read, the next constraint is a clause.
func (p *parser) endLinear() {
	p.endTerm()
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
		if q.weight > 0 {
			p.soft = append(p.soft, SoftClause{q.weight, []Lit{q.defineSoft(c)}})
		} else {
			q.list = append(q.list, c)
		}
	}
	q.stage, q.coefs, q.sum, q.objective, q.weight, q.low, q.high = inSum, q.coefs[:0], 0, 0, 0, 1, math.MaxInt64
	p.open = false
	p.out.drop()
}

func isRelation(c byte) bool { return c == '<' || c == '>' || c == '=' }

// integer64 returns the integer at data[i:], which may have a sign, and the index after it. It reports
// whether there is one, with an absolute value below MaxWeight, that ends as endsToken says. Otherwise n
// and end mean nothing. i must be below len(data).
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

// knf parses the token of a KNF or CNF+ at data[i:], and returns the index after it. In a KNF, a
// constraint begins with k and its lower bound: `k 2 1 -2 3 0`. In a CNF+, a relation and the bound end
// a constraint, without a 0: `1 -2 3 >= 2`. All other lines are clauses, as in a CNF.
func (p *parser) knf(data []byte, i int) (int, *fault) {
	switch c := data[i]; {
	case p.linear.stage == inBound:
		return p.bound(data, i)
	case isRelation(c) && p.header.Format == CNFPlus, c == 'k' && p.header.Format == KNF && !p.open &&
		len(p.out.unfinished()) == 0 && lex.IsSpace(data[:i+2][i+1]):
		return p.relate(data, i)
	}
	return p.cnf(data, i)
}
