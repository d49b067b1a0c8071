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
// not a proof. If there is no conflict at the end, it returns a FailedError, except in strict mode and with
// c.open. Other errors come from apply and r, or are the cause of the end of the context. It sets c.binary
// and, for failed, c.locations, and counts the steps.
func (c *checker) forwards(r *reader, apply func(*step) error) error {
	wrong, last, s := error(nil), int64(0), step{}
	for {
		if c.Spend(1) {
			return context.Cause(c.Ctx)
		}
		err := r.next(&s)
		c.binary = r.binary
		switch {
		case err == io.EOF && (wrong != nil || c.conflict != 0 || c.Strict || c.open):
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
	for _, x := range c.goals {
		c.mark(x)
	}
	c.hints.marked = c.hints.marked[:0] // goals stay
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

// checkLemma checks a lemma after withdraw has removed it, marks the clauses that it needs, and stores its
// hints. It returns the reason why the lemma does not follow, or "". An unmarked lemma is checked only in
// strict mode. Its assignments are undone. If the context ends, the result has no meaning.
func (c *checker) checkLemma(x ref) (wrong string) {
	if !c.Strict && !c.has(x, marked) {
		return ""
	}
	c.statistics.Checked++
	c.top = len(c.trail)
	defer c.backtrack(c.top)
	switch {
	case c.isDefinition(x) && c.isBlocked(x), c.isRUP(x, none) || (!c.Strict || c.isDefinition(x)) && c.isRAT(x):
		c.hints.end(c, x)
		return ""
	case c.Strict || c.size(x) == 0:
		return "it does not follow by unit propagation (RUP)"
	}
	return fmt.Sprintf("it does not follow by unit propagation (RUP), nor do its resolvents on %d (RAT)", c.name(c.arena[x+first]))
}

// isDefinition reports whether the first variable of a lemma does not belong to the formula. For an empty
// lemma it reports false.
func (c *checker) isDefinition(x ref) bool {
	return c.size(x) > 0 && c.name(c.arena[x+first]).Var() > c.formula.Vars
}

// isBlocked reports whether a lemma, which is not empty, is a blocked clause: all its literals are
// unassigned, and when they are false, all resolvents on its first literal contain a true literal. As in
// isRATOn, only marked clauses count, except in strict mode. This check needs no propagation. It makes the
// check of a clause that defines a new variable as fast as reading the clauses of that variable. If
// isBlocked reports true, the literals stay false. Otherwise the literals are unassigned again, and the
// hints discarded.
//
// Source: O. Kullmann, "On a Generalization of Extended Resolution", Discrete Applied Mathematics 96-97,
// 1999.
func (c *checker) isBlocked(x ref) bool {
	for _, l := range c.clause(x) {
		if c.values[l] != 0 {
			return false
		}
	}
	for _, l := range c.clause(x) {
		c.assign(l^1, 0)
	}
	if c.isRATOn(c.arena[x+first], c.isSatisfied) {
		return true
	}
	c.backtrack(c.top)
	c.hints.begin(0)
	return false
}

// isRAT reports whether a lemma that is not RUP is RAT. Its literals must be false and
// propagated, as isRUP leaves them. It tries the first literal, as the format says, and then the
// others, as drat-trim does; it records the literal that it finds as the first. In strict mode it
// tries only the first. Only resolvents with marked clauses count, except in strict mode, because
// later steps do not need the other clauses. A literal that was assigned before the check is not
// tried. If the first literal was, or if the lemma is empty, isRAT reports false.
func (c *checker) isRAT(x ref) bool {
	begins := c.arena[x+first]
	if c.size(x) == 0 || int(c.positions[begins>>1]) < c.top {
		return false
	}
	if c.isRATOn(begins, c.isRUP) {
		return true
	}
	for _, l := range c.clause(x) {
		if !c.Strict && l != begins && int(c.positions[l>>1]) >= c.top && c.isRATOn(l, c.isRUP) {
			c.arena[x+first] = l
			return true
		}
	}
	return false
}

// noteOccurrences adds a clause to the lists c.occurs of its literals. There must be such lists: c.occurs
// must not be nil.
func (c *checker) noteOccurrences(x ref) {
	c.Spend(c.size(x))
	for _, l := range c.clause(x) {
		c.occurs[l] = append(c.occurs[l], x)
	}
}

// gatherOccurrences makes c.occurs with the existing clauses that are marked, or with all of them, unless it
// has been made. It reports whether the context has ended; then c.occurs is incomplete.
func (c *checker) gatherOccurrences(all bool) (stopped bool) {
	if c.occurs != nil {
		return false
	}
	c.occurs = make([][]ref, len(c.values))
	for x := ref(firstRef); x < c.limit && !c.Spend(1); x = c.next(x) {
		if all || c.has(x, marked) {
			c.noteOccurrences(x)
		}
	}
	return c.Stopped
}

// isRATOn reports whether all resolvents of a lemma on the literal pivot follow, and undoes the assignments
// of each. If so, it counts the lemma as RAT. The function follows checks the resolvent with clause y;
// without is the literal of y to leave out. Only resolvents with marked clauses count, also with clauses
// that become marked meanwhile; in strict mode all clauses count. Earlier hints are discarded. isRATOn
// reports false if the context ends.
func (c *checker) isRATOn(pivot lit, follows func(y ref, without lit) bool) bool {
	if c.gatherOccurrences(c.Strict) {
		return false
	}
	base := len(c.trail)
	c.hints.begin(base)
	for i := 0; i < len(c.occurs[pivot^1]) && !c.Spend(1); i++ {
		y := c.occurs[pivot^1][i]
		if y >= c.limit || c.has(y, gone) {
			continue
		}
		if c.Hints {
			c.hints.chain = append(c.hints.chain, y<<1|1)
		}
		does := follows(y, pivot^1)
		if c.backtrack(base); !does {
			return false
		}
	}
	c.statistics.RAT++
	return !c.Stopped
}
