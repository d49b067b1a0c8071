package dimacs

import (
	"fmt"
	"math"
	"slices"

	"queens/dimacs/internal/lex"
)

// define returns the variable that is true if and only if c holds.
func (q *linearParser) define(c Linear) Lit {
	q.definitions = append(q.definitions, c)
	return MaxVar - Lit(len(q.definitions)-1)
}

// endTerm replaces the factors of the last term of a sum by one literal: by the variable of their product, which all
// products of the same factors share, or by the only factor. A product that is always false is removed.
func (p *parser) endTerm() {
	q := &p.linear
	if q.factors == nil {
		return
	}
	slices.Sort(q.factors)
	factors := slices.Compact(q.factors)
	q.factors = nil
	key := fmt.Sprint(factors)
	l, known := q.products[key]
	switch {
	case slices.ContainsFunc(factors, func(l Lit) bool { return slices.Contains(factors, -l) }):
		p.out.long, q.coefs = p.out.long[:len(p.out.long)-1], q.coefs[:len(q.coefs)-1]
		return
	case len(factors) == 1:
		l = factors[0]
	case !known:
		if q.products == nil {
			q.products = map[string]Lit{}
		}
		l = q.define(Linear{Lits: factors, Low: int64(len(factors)), High: math.MaxInt64})
		q.products[key] = l
	}
	p.out.long[len(p.out.long)-1] = l
}

// defineSoft returns a variable that is true if and only if c holds. Each definition has a lower bound only.
func (q *linearParser) defineSoft(c Linear) Lit {
	var bounds []Lit
	if c.Low != math.MinInt64 {
		bounds = append(bounds, q.define(Linear{Lits: c.Lits, Coefs: c.Coefs, Low: c.Low, High: math.MaxInt64}))
	}
	if c.High != math.MaxInt64 {
		coefs := make([]int64, len(c.Lits))
		for i := range coefs {
			coefs[i] = -c.Coef(i)
		}
		bounds = append(bounds, q.define(Linear{Lits: c.Lits, Coefs: coefs, Low: -c.High, High: math.MaxInt64}))
	}
	if len(bounds) == 1 {
		return bounds[0]
	}
	return q.define(Linear{Lits: bounds, Low: 2, High: math.MaxInt64})
}

// softWeight reads the weight of a soft constraint of WBO, as in `[3] +1 x1 >= 1 ;`, whose bracket is data[i], and
// returns the index after it.
//
// Source: the extension WBO of the format OPB; see opb.
func (p *parser) softWeight(data []byte, i int) (int, *fault) {
	w, end := lex.Number(data, i+1, MaxWeight)
	switch {
	case end == i+1 || w < 1 || end == len(data) || data[end] != ']':
		return i, &fault{i, "a weight such as [3]", lex.Quote(data[i:]), ""}
	case w > MaxWeight-p.sum:
		return i, &fault{i, "weights with a sum of at most 9223372036854775807", "a larger sum", ""}
	}
	p.sum, p.linear.weight = p.sum+w, w
	return end + 1, nil
}

// topCost reads the number after `soft:` at data[i:], or the `;`. A cost of this number is too much.
func (p *parser) topCost(data []byte, i int) (int, *fault) {
	q := &p.linear
	if data[i] == ';' {
		q.stage, p.open = inSum, false
		return i + 1, nil
	}
	n, end, ok := integer64(data, i)
	if !ok || n < 1 || q.stage == inTopEnd {
		return i, &fault{i, "a cost from 1 to 9223372036854775806 and `;`", lex.Quote(data[i:]), ""}
	}
	q.top, q.stage = n, inTopEnd
	return end, nil
}

// finishDefinitions numbers the variables of the definitions from f.Vars+1, and adds the bound of the costs to
// f.Linear. It is a fault if there are too many variables. f.Vars must be final.
func (q *linearParser) finishDefinitions(f *Formula) *fault {
	switch {
	case q.definitions == nil:
		return nil
	case len(q.definitions) > MaxVar-f.Vars:
		return &fault{0, "at most 2147483647 variables, with those of products and soft constraints", "more", ""}
	}
	number := func(lits []Lit) {
		for i, l := range lits {
			if k := MaxVar - l.Var(); k < len(q.definitions) {
				lits[i] = l / Lit(l.Var()) * Lit(f.Vars+1+k)
			}
		}
	}
	for _, c := range append(q.definitions, f.Linear...) {
		number(c.Lits)
	}
	for i, c := range q.definitions {
		f.Definitions = append(f.Definitions, Definition{f.Vars + 1 + i, c})
	}
	costs := Linear{Low: math.MinInt64, High: q.top - 1}
	for _, c := range f.Soft {
		number(c.Lits)
		costs.Lits, costs.Coefs = append(costs.Lits, -c.Lits[0]), append(costs.Coefs, c.Weight)
	}
	if q.top > 0 {
		f.Linear = append(f.Linear, costs)
	}
	return nil
}
