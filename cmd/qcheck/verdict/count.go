package verdict

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"queens/cmd/qcheck/cpog"
	"queens/dimacs"
)

// checkCPOG checks a CPOG certificate, and compares the count that it proves with the answer by proveCount:
// the number of models, or the sum of their weights if the formula has weights and is not said to have no
// model. It sets c.Statistics.
//
// The errors come from cpog.Check and, with the name of the certificate, from Graph.Count. Wrong weights of
// the formula are an error, too.
func (c *check) checkCPOG(ctx context.Context, in io.Reader) error {
	q, err := cpog.QuestionOf(c.Formula, c.Project)
	if wrong := (*dimacs.WeightError)(nil); errors.As(err, &wrong) {
		return fmt.Errorf("%s:%d: %s", c.Name, wrong.Line, wrong.Reason)
	}
	if c.Claim == Unsatisfiable { // a sum of weights may be 0 otherwise
		q.Weights = nil
	}
	graph, err := cpog.Check(ctx, c.Formula, in, c.name)
	if err != nil {
		return err
	}
	n, err := graph.Count(ctx, q)
	if err != nil {
		return fmt.Errorf("%s: the certificate is right, but does not prove the count over the projection: %w", c.name, err)
	}
	c.Statistics = []Statistic{lineStatistics(graph.Lines())}
	c.proveCount(n)
	return nil
}

// proveCount sets c.Count to n, which the certificate proves, and c.Projected and c.Weighted. If the answer
// claims another count, it sets c.Fault. The count of an answer UNSATISFIABLE is 0. If c.Claim is Count,
// c.Answer must not be nil.
func (c *check) proveCount(n dimacs.Count) {
	c.Count, c.Projected, c.Weighted = &n, c.Project != nil, c.Formula.Weighted() && c.Claim != Unsatisfiable
	var said dimacs.Count
	var sum *big.Rat
	switch {
	case c.Claim == NoClaim:
		return
	case c.Claim == Count:
		said, sum = c.Answer.CountPower(), c.Answer.WeightedCount()
	}
	if sum == nil && c.Weighted {
		sum = said.Rat()
	}
	switch {
	case sum != nil && sum.Cmp(n.Rat()) != 0:
		c.Fault = Fault{WrongCount, c.name, fmt.Sprintf("it proves the count %s, but the answer says %s", n.Rat().RatString(), sum.RatString())}
	case sum == nil && !equal(n, said):
		c.Fault = Fault{WrongCount, c.name, fmt.Sprintf("it proves the count %v, but the answer says %v", n, said)}
	}
}

// equal reports whether two numbers of models are equal. It does not compute 2^Shift, because an
// answer may claim a number of 2^31 bits.
func equal(a, b dimacs.Count) bool {
	if a.IsZero() || b.IsZero() {
		return a.IsZero() && b.IsZero()
	}
	x, y := a.M.TrailingZeroBits(), b.M.TrailingZeroBits()
	return a.Shift+uint64(x) == b.Shift+uint64(y) && new(big.Int).Rsh(a.M, x).Cmp(new(big.Int).Rsh(b.M, y)) == 0
}

// lineStatistics returns the Statistic with the numbers of lines of certificates.
func lineStatistics(n cpog.Lines) Statistic {
	return statistics("%v products, %v sums, %v clauses asserted, %v deletions",
		"products", n.Products, "sums", n.Sums, "asserted", n.Asserted, "deletions", n.Deleted)
}
