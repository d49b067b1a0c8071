package drat

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// load returns a checker whose arena contains the clauses of the formula. It calls use with each
// clause, whose literals are c.lits then. Its error is ErrTooLarge or the cause of the end of ctx.
func load(ctx context.Context, f *dimacs.Formula, o Options, use func(*checker, ref)) (*checker, error) {
	c := &checker{Work: certificate.Work{Ctx: ctx}, formula: f, Options: o, arena: make([]uint32, firstRef), Numbering: certificate.NewNumbering(f), index: make([]ref, 1<<6), seed: rand.Uint64()}
	for clause := range f.Clauses() {
		c.statistics.Clauses++
		c.read(clause)
		x, err := c.add()
		if err != nil {
			return nil, err
		}
		if use(c, x); c.Spend(1) {
			return nil, context.Cause(ctx)
		}
		c.release()
	}
	return c, nil
}

// forwards makes the first pass: it calls apply for the steps of a proof up to the first conflict or the
// first error of apply, the first wrong step. It reads the rest as well, because a proof that is cut off is
// not a proof. If there is no conflict at the end, it returns a FailedError, except in strict mode. Other
// errors come from apply and r, or are the cause of the end of the context. It sets c.binary and, for
// failed, c.locations, and counts the steps.
func (c *checker) forwards(r *reader, apply func(*step) error) error {
	wrong, last, s := error(nil), int64(0), step{}
	for {
		if c.Spend(1) {
			return context.Cause(c.Ctx)
		}
		err := r.next(&s)
		c.binary = r.binary
		switch {
		case err == io.EOF && (wrong != nil || c.conflict != 0 || c.Strict):
			return wrong
		case err == io.EOF:
			return c.failedAt("at its end", c.statistics.Steps+1, nil, "the empty clause was not derived")
		case err != nil:
			return err
		case wrong == nil && c.conflict == 0:
			c.statistics.Steps++
			c.locations = binary.AppendUvarint(c.locations, uint64(s.location-last))
			last = s.location
			if wrong = apply(&s); c.Stopped {
				return context.Cause(c.Ctx)
			}
		}
	}
}

// step applies a step of a DRAT proof, and appends it to c.steps. It returns ErrTooLarge, the error of
// delete, or a FailedError for a lemma that is empty or false under the literals that unit propagation
// implies.
func (c *checker) step(s *step) error {
	c.read(s.lits)
	defer c.release()
	if s.deletes {
		return c.delete()
	}
	c.statistics.Lemmas++
	x, err := c.add()
	c.steps = append(c.steps, x<<1)
	if err != nil {
		return err
	}
	if c.enter(x); c.conflict == x {
		return c.failed(c.statistics.Steps, c.named(x), "unit propagation makes all its literals false, but does not lead to a conflict without it")
	}
	return nil
}

// delete deletes the clause c.lits, whose literals must be marked in c.isIn, and appends the step to
// c.steps. If there is no such clause, the deletion is a FailedError in strict mode and ignored otherwise.
// The deletion is also ignored if the clause has less than two literals or is the reason of a literal: then
// it stays in force, but leaves the index, so that its next deletion finds no such clause.
func (c *checker) delete() error {
	c.steps = append(c.steps, 0)
	at := c.find()
	x := *at
	if x == 0 {
		if c.Strict {
			return c.failed(len(c.steps), c.inText(c.lits), "there is no such clause to delete")
		}
		c.statistics.Ignored++
		return nil
	}
	*at = c.arena[x+link]
	c.entered--
	if _, isReason := c.implied(x); isReason || len(c.lits) < 2 {
		c.statistics.Ignored++
		return nil
	}
	c.steps[len(c.steps)-1] = x<<1 | 1
	c.arena[x] |= gone
	if c.stale += 2; c.stale > 2*c.entered+len(c.values) {
		c.purge()
	}
	return nil
}

// backwards makes the second pass: it undoes the steps from the last to the first and checks the marked
// lemmas, in strict mode all lemmas. At the first lemma that does not follow, it stops and returns a
// FailedError. Another error is the cause of the end of the context. The index is empty afterwards.
func (c *checker) backwards() error {
	c.purge()
	c.index = nil
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
			if c.restore(x); c.Spend(c.size(x)) {
				return context.Cause(c.Ctx)
			}
		default:
			c.withdraw(x)
			if wrong := c.checkLemma(x); c.Ctx.Err() != nil {
				return context.Cause(c.Ctx)
			} else if wrong != "" {
				return c.failed(i, c.named(x), wrong)
			}
		}
	}
	return nil
}

// failed returns the FailedError for step n, counted from 1 and at most the number of steps in c.locations.
// Its text gives the place and the number of the step, the clause, unless it is nil, and the reason.
func (c *checker) failed(n int, clause []dimacs.Lit, reason string) error {
	at, locations := uint64(0), c.locations
	for range n {
		distance, size := binary.Uvarint(locations)
		at, locations = at+distance, locations[size:]
	}
	unit := "line"
	if c.binary {
		unit = "byte"
	}
	return c.failedAt(fmt.Sprintf("%s %d", unit, at), n, clause, reason)
}

// failedAt is failed with the location of step n in the proof, such as "line 3". The step need not be in
// c.locations.
func (c *checker) failedAt(location string, n int, clause []dimacs.Lit, reason string) error {
	if clause != nil {
		reason = clauseText(clause) + ": " + reason
	}
	return FailedError(fmt.Sprintf("%s: %s, step %d: %s", cmp.Or(c.Options.Name, certificate.Unnamed), location, n, reason))
}

// maxShown is the number of literals that a message shows of a longer clause.
const maxShown = 100

// clauseText returns a clause in the text form, such as "1 -2 0". Of a clause of more than maxShown
// literals, it shows only the first maxShown, and the number of literals instead of the 0.
func clauseText(clause []dimacs.Lit) string {
	end := " 0"
	if n := len(clause); n > maxShown {
		clause, end = clause[:maxShown], fmt.Sprintf(" .. (%d literals)", n)
	}
	return strings.TrimSpace(strings.Trim(fmt.Sprint(clause), "[]") + end)
}
