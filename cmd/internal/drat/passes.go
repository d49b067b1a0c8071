package drat

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"queens/dimacs"
)

func newChecker(f *dimacs.Formula, o Options) *checker {
	return &checker{formula: f, Options: o, arena: make([]uint32, firstRef), numbering: newNumbering(f)}
}

// poll is how many clauses are read or checked between looks at the time.
const poll = 1 << 8

// within calls check, which the end of ctx stops.
func (c *checker) within(ctx context.Context, check func() error) error {
	defer context.AfterFunc(ctx, func() { c.stopped.Store(true) })()
	err := check()
	if err == errStopped || err != nil && errors.Is(err, ctx.Err()) {
		return context.Cause(ctx)
	}
	return err
}

// load adds the clauses of the formula.
func (c *checker) load(add func() (ref, error)) error {
	for clause := range c.formula.Clauses() {
		if c.counts.Clauses++; c.counts.Clauses&(poll-1) == 0 && c.stopped.Load() {
			return errStopped
		}
		c.read(clause)
		if _, err := add(); err != nil {
			return err
		}
		c.release()
	}
	return nil
}

// forwards applies the steps of a proof until there is a conflict or one is wrong. It reads
// on to the end, as a proof that was cut off is none.
func (c *checker) forwards(r *reader, apply func(*step) error) error {
	wrong, last, s := error(nil), int64(0), step{}
	for n := 0; ; n++ {
		if n&(poll-1) == 0 && c.stopped.Load() {
			return errStopped
		}
		err := r.next(&s)
		c.binary = r.binary
		switch {
		case err == io.EOF && (wrong != nil || c.conflict != 0 || c.Strict):
			return wrong
		case err == io.EOF:
			return &FailedError{c.Name, "at its end", c.counts.Steps + 1, nil, "the empty clause was not derived"}
		case err != nil:
			return err
		case wrong == nil && c.conflict == 0:
			c.counts.Steps++
			c.locations = binary.AppendUvarint(c.locations, uint64(s.location-last))
			last = s.location
			wrong = apply(&s)
		}
	}
}

// step applies a step of a proof in DRAT.
func (c *checker) step(s *step) error {
	c.read(s.lits)
	defer c.release()
	if s.deletes {
		return c.delete()
	}
	c.counts.Lemmas++
	x, err := c.add()
	c.steps = append(c.steps, x<<1)
	if err == nil && c.conflict == x {
		err = c.failed(c.counts.Steps, c.named(x), "it is false already, but unit propagation ends in no conflict")
	}
	return err
}

// delete deletes the clause of read, or ignores that.
func (c *checker) delete() error {
	c.steps = append(c.steps, 0)
	at := c.find()
	if at < 0 {
		if c.Strict {
			return c.failed(len(c.steps), c.inText(c.lits), "there is no such clause to delete")
		}
		c.counts.Ignored++
		return nil
	}
	x := c.index.table[at].ref
	c.index.remove(at)
	if _, isReason := c.implied(x); isReason || len(c.lits) < 2 {
		c.counts.Ignored++
		return nil
	}
	c.steps[len(c.steps)-1] = x<<1 | 1
	c.arena[x] |= gone
	if c.stale += 2; c.stale > 2*c.index.used+poll {
		c.sweep()
	}
	return nil
}

// backwards undoes the steps from the last on and checks the lemmas that are marked.
func (c *checker) backwards() error {
	c.sweep()
	c.index = index{}
	c.top = len(c.trail)
	if c.conflict != 0 {
		c.need(c.conflict)
		c.hints.end(c, 0)
	}
	for i := len(c.steps); i > 0; i-- {
		x := c.steps[i-1] >> 1
		switch {
		case x == 0:
		case c.steps[i-1]&1 != 0:
			c.restore(x)
		default:
			c.withdraw(x)
			if wrong := c.checkLemma(x); c.stopped.Load() {
				return errStopped
			} else if wrong != "" {
				return c.failed(i, c.named(x), wrong)
			}
		}
	}
	return nil
}

// failed returns the error for the n-th step.
func (c *checker) failed(n int, clause []dimacs.Lit, reason string) error {
	at, locations := uint64(0), c.locations
	for range n {
		distance, size := binary.Uvarint(locations)
		at, locations = at+distance, locations[size:]
	}
	location := fmt.Sprintf("line %d", at)
	if c.binary {
		location = fmt.Sprintf("byte %d", at)
	}
	return &FailedError{c.Name, location, n, clause, reason}
}
