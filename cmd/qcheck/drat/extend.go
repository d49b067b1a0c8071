package drat

import (
	"context"

	"queens/dimacs"
)

// An Extender extends assignments to variables of a formula by unit propagation.
type Extender struct{ c *checker }

// NewExtender returns an Extender for f. Its error is ErrTooLarge or the cause of the end of ctx.
func NewExtender(ctx context.Context, f *dimacs.Formula) (*Extender, error) {
	c, err := load(ctx, f, Options{}, (*checker).enter)
	if err != nil {
		return nil, err
	}
	c.top = len(c.trail)
	return &Extender{c}, nil
}

// Extend propagates the literals lits, which must not contradict each other. If there is no conflict, it
// sets them in a, with all literals that they or the unit clauses of the formula imply, and returns nil.
// Otherwise it returns a clause that is false under all these literals, in a new slice, and leaves a
// unchanged. If the context of NewExtender ends, some literals may be missing.
func (e *Extender) Extend(lits []dimacs.Lit, a *dimacs.Assignment) (falsified []dimacs.Lit) {
	c := e.c
	if c.conflict != 0 {
		return c.named(c.conflict)
	}
	defer c.backtrack(c.top)
	c.read(lits)
	c.release()
	for _, l := range c.lits {
		if c.values[l] < 0 {
			return c.named(c.reasons[l>>1])
		}
		if c.values[l] == 0 {
			c.assign(l, 0)
		}
	}
	if conflict := c.propagate(); conflict != 0 {
		return c.named(conflict)
	}
	for _, l := range c.trail {
		a.SetLit(c.name(l))
	}
	return nil
}
