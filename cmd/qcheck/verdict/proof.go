package verdict

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/big"

	"queens/cmd/qcheck/drat"
	"queens/dimacs"
	"queens/dimacs/result"
)

// checkLRAT checks a refutation of c.formula in LRAT. Also after an error, it sets c.Statistics to the
// numbers of clauses, steps, lemmas and RAT lemmas. The errors come from drat.CheckLRAT.
func (c *check) checkLRAT(ctx context.Context, in io.Reader) error {
	n, err := drat.CheckLRAT(ctx, c.formula, in, drat.Options{Name: c.name})
	c.Statistics = []Statistic{statistics("%v clauses, %v steps, %v lemmas, %v by RAT",
		"clauses", n.Clauses, "steps", n.Steps, "lemmas", n.Lemmas, "rat", n.RAT)}
	return err
}

// checkDRAT checks a refutation of c.formula in DRAT, or the proof of a backbone, and sets c.Statistics. It
// also writes the clauses that it uses to c.Used, and the proof in LRAT to c.LRAT, unless these are nil,
// which they must be for a backbone. After an error, it sets no statistics, but c.Hint if isModel holds.
// The errors come from drat.Check, checkBackbone and the writers.
func (c *check) checkDRAT(ctx context.Context, in io.Reader) error {
	r, err := drat.Check(ctx, c.formula, in, drat.Options{Name: c.name, Hints: c.LRAT != nil, Strict: c.Claim == Backbone})
	if err == nil && c.Claim == Backbone {
		err = c.checkBackbone(r)
	}
	if err == nil && c.Used != nil {
		err = writeUsed(ctx, c.Used, c.formula.Vars, r)
	}
	if err == nil && c.LRAT != nil {
		err = r.WriteLRAT(c.LRAT)
	}
	if err != nil {
		if c.isModel(ctx) {
			c.Hint = c.name + ": it is a model of the formula: try --as model"
		}
		return err
	}
	n := r.Statistics()
	c.Statistics = []Statistic{
		statistics("%v of %v clauses used", "used", n.Used, "clauses", n.Clauses),
		statistics("%v steps, %v of %v lemmas checked, %v by RAT, %v deletions ignored",
			"steps", n.Steps, "checked", n.Checked, "lemmas", n.Lemmas, "rat", n.RAT, "ignored", n.Ignored),
	}
	return nil
}

// writeUsed writes a formula with the given number of variables and the clauses that a refutation
// needs. The error is an error of out, or the cause of ctx.
func writeUsed(ctx context.Context, out io.Writer, vars int, r *drat.Refutation) error {
	w := dimacs.NewWriter(out)
	w.Header(vars, int64(r.Statistics().Used))
	for c := range r.Used() {
		w.Clause(c...)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return w.Flush()
}

// checkBackbone returns a drat.FailedError if the proof r refutes the formula, or if a literal of
// the backbone in the answer is no unit clause of the formula or of r, or has a variable that the
// formula does not have. Otherwise it returns nil. c.Answer must not be nil. All steps of r were checked as
// with drat.Options.Strict, so no step loses a model.
func (c *check) checkBackbone(r *drat.Refutation) error {
	if r.Refuted() {
		return drat.FailedError(c.name + ": it refutes the formula, which has no backbone then")
	}
	units := map[dimacs.Lit]bool{}
	for l := range r.Units() {
		units[l] = l.Var() <= c.Formula.Vars
	}
	lits, _ := c.Answer.Backbone()
	for _, l := range lits {
		if !units[l] {
			return drat.FailedError(fmt.Sprintf("%s: it has no clause %d 0 about a variable of the formula", c.name, l))
		}
	}
	return nil
}

// isModel reports whether a certificate that was taken for a proof consists of models of the formula, at
// least one. It reports false if the certificate must prove a claim or is binary, if c.head is not the
// whole certificate, if the projection is not known, or if ctx has ended.
func (c *check) isModel(ctx context.Context) bool {
	if c.Claim != NoClaim || ctx.Err() != nil || len(c.head) == 0 || len(c.head) == drat.HeadSize || drat.IsBinary(c.head) || c.ProjectError != nil {
		return false
	}
	q := Question{Formula: c.Formula, Project: c.Project, Answer: result.NewReader(bytes.NewReader(c.head), c.name)}
	v, err := Check(ctx, q)
	return err == nil && v.Wrong() == "" && q.Answer.Models() > 0
}

// counterLimit is the largest number of variables of a counter. If more are needed, adders bound
// the cost.
const counterLimit = 1 << 18

// cheaper returns a formula that has a model if and only if f has a model that costs less than cost, which
// is at least 0. f must have soft clauses, and no offset. The section "Optima" in the manual of qsat
// describes the clauses of the result. Their order matters, because LRAT numbers them. This code shares
// nothing with qsat, so that it finds mistakes of qsat.
func cheaper(f *dimacs.Formula, cost *big.Int) *dimacs.Formula {
	if cost.Sign() == 0 {
		return f.Hard([]dimacs.Lit{})
	}
	e := &encoder{next: f.Vars + 1}
	divisor := new(big.Int)
	for _, c := range f.Soft {
		divisor.GCD(nil, nil, divisor, big.NewInt(c.Weight))
	}
	bound := new(big.Int).Sub(cost, big.NewInt(1))
	bound.Div(bound, divisor)
	sum, same := new(big.Int), true
	var violated []dimacs.Lit
	var weights []*big.Int
	for _, c := range f.Soft {
		if len(c.Lits) == 1 {
			violated = append(violated, -c.Lits[0])
		} else {
			p := e.variable()
			violated = append(violated, p)
			e.clause(append([]dimacs.Lit{p}, c.Lits...)...)
		}
		w := new(big.Int).Div(big.NewInt(c.Weight), divisor)
		weights = append(weights, w)
		sum.Add(sum, w)
		same = same && w.IsInt64() && w.Int64() == 1
	}
	if bound.Cmp(sum) < 0 {
		k, n := bound.Int64(), int64(len(violated))
		if same && k*(n-k) <= counterLimit {
			e.counter(int(k), violated)
		} else {
			e.adders(violated, weights, bound)
		}
	}
	g := f.Hard(e.clauses...)
	g.Vars = max(g.Vars, e.next-1)
	return g
}

// An encoder collects clauses. The field next is the next new variable.
type encoder struct {
	next    int
	clauses [][]dimacs.Lit
}

// variable returns a new variable.
func (e *encoder) variable() dimacs.Lit {
	e.next++
	return dimacs.Lit(e.next - 1)
}

// clause adds a clause.
func (e *encoder) clause(lits ...dimacs.Lit) { e.clauses = append(e.clauses, lits) }

// A place is a pair (i, j) of the counter.
type place struct{ i, j int }

// counter adds clauses for the constraint that at most k literals are true, where k is less than
// their number. The variable of place (i, j) is true if and only if at least j of the first i
// literals are true. It exists for i < n and max(1, k-n+i+1) <= j <= min(i, k).
func (e *encoder) counter(k int, lits []dimacs.Lit) {
	n := len(lits)
	atLeast := map[place]dimacs.Lit{}
	for i := 1; i <= n; i++ {
		l := lits[i-1]
		if full, is := atLeast[place{i - 1, k}]; is {
			e.clause(-l, -full)
		} else if k == 0 {
			e.clause(-l)
		}
		for j := max(1, k-n+i+1); i < n && j <= min(i, k); j++ {
			v := e.variable()
			atLeast[place{i, j}] = v
			if fewer, is := atLeast[place{i - 1, j - 1}]; is {
				e.clause(-l, -fewer, v)
				e.clause(-v, fewer)
			} else {
				e.clause(-l, v)
			}
			if already, is := atLeast[place{i - 1, j}]; is {
				e.clause(-already, v)
				e.clause(-v, l, already)
			} else {
				e.clause(-v, l)
			}
		}
	}
}

// adders adds clauses for the constraint that the sum of the weights of the true literals is at most bound.
// The weights, indexed like lits, are positive. It adds up binary numbers: columns[i] holds the literals
// that count 2^i, and digits replaces three or two of them by one, with a carry in the next column.
func (e *encoder) adders(lits []dimacs.Lit, weights []*big.Int, bound *big.Int) {
	var columns [][]dimacs.Lit
	add := func(bit int, l dimacs.Lit) {
		for len(columns) <= bit {
			columns = append(columns, nil)
		}
		columns[bit] = append(columns[bit], l)
	}
	for i, l := range lits {
		for bit := range weights[i].BitLen() {
			if weights[i].Bit(bit) == 1 {
				add(bit, l)
			}
		}
	}
	for i := 0; i < len(columns); i++ {
		for len(columns[i]) > 1 {
			n := min(3, len(columns[i]))
			in := columns[i][:n]
			sum, carry := e.variable(), e.variable()
			e.digits(in, sum, carry)
			columns[i] = append(columns[i][n:], sum)
			add(i+1, carry)
		}
	}
	// A number exceeds the bound if and only if, at some bit that is 1 in the number and 0 in the
	// bound, all higher bits that are 1 in the bound are 1 in the number.
next:
	for i, list := range columns {
		if len(list) == 0 || bound.Bit(i) == 1 {
			continue
		}
		clause := []dimacs.Lit{-list[0]}
		for k := i + 1; k < max(len(columns), bound.BitLen()); k++ {
			switch {
			case bound.Bit(k) == 0:
			case k >= len(columns) || len(columns[k]) == 0:
				continue next
			default:
				clause = append(clause, -columns[k][0])
			}
		}
		e.clause(clause...)
	}
}

// digits defines sum and carry as the binary digits of the number of true literals among two or
// three. First it adds a clause about sum for each assignment, in the order of binary numbers whose
// highest bit is the first literal. Then each two true literals imply carry. Finally, two false
// literals of three, or one false literal of two, imply the complement of carry.
func (e *encoder) digits(in []dimacs.Lit, sum, carry dimacs.Lit) {
	n := len(in)
	for values := range 1 << n {
		parity := -sum
		var clause []dimacs.Lit // false under this assignment only
		for i, l := range in {
			if values>>(n-1-i)&1 == 1 {
				parity, l = -parity, -l
			}
			clause = append(clause, l)
		}
		e.clause(append(clause, parity)...)
	}
	pairs := func(sign dimacs.Lit) {
		for i := range in {
			for _, l := range in[i+1:] {
				e.clause(-sign*in[i], -sign*l, sign*carry)
			}
		}
	}
	if pairs(1); n == 3 {
		pairs(-1)
		return
	}
	e.clause(in[0], -carry)
	e.clause(in[1], -carry)
}
