package drat

import (
	"context"
	"fmt"
	"io"
	"slices"

	"queens/dimacs"
)

// An lratChecker holds the clauses that are there at one line of an LRAT proof. It shares
// their arena and assignments with the checker of DRAT, but propagates nothing that a hint
// does not name.
type lratChecker struct {
	*checker
	last    dimacs.Lit   // number of a clause
	refs    []ref        // of the formula's clauses and the lemmas, ascending
	numbers []dimacs.Lit // of the lemmas
}

// CheckLRAT checks an LRAT proof in its text form: each lemma has to follow by unit
// propagation in the clauses that its hints name, in their order, or be RAT on its first
// literal by those of each resolvent. The errors are those of Check.
func CheckLRAT(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) (Counts, error) {
	c := &lratChecker{}
	var err error
	if c.checker, err = load(ctx, f, o, func(_ *checker, x ref) { c.refs = append(c.refs, x) }); err != nil {
		return Counts{}, err
	}
	c.last = dimacs.Lit(c.counts.Clauses)
	err = c.forwards(&reader{r: r, name: o.Name, lrat: true}, c.step)
	return c.counts, err
}

// step applies a line. An empty clause that follows is the conflict.
func (c *lratChecker) step(s *step) error {
	if s.deletes {
		for _, n := range s.hints {
			x := c.find(n)
			if x == 0 {
				return c.failed(c.counts.Steps, nil, fmt.Sprintf("there is no clause %d to delete", n))
			}
			c.arena[x] |= gone
		}
		return nil
	}
	c.counts.Lemmas++
	c.counts.Checked++
	c.read(s.lits)
	defer c.release()
	if wrong := c.follows(s); wrong != "" {
		return c.failed(c.counts.Steps, append([]dimacs.Lit{}, s.lits...), wrong)
	}
	x, err := c.add()
	if err != nil {
		return err
	}
	c.last, c.numbers, c.refs = s.number, append(c.numbers, s.number), append(c.refs, x)
	if c.occurs != nil {
		c.noteOccurrences(x)
	}
	if len(s.lits) == 0 {
		c.conflict = x
	}
	return nil
}

// find returns the clause of that number, 0 if it is not there.
func (c *lratChecker) find(number dimacs.Lit) ref {
	i, ok := int(number)-1, 0 < number && int(number) <= c.counts.Clauses
	if !ok {
		i, ok = slices.BinarySearch(c.numbers, number)
		i += c.counts.Clauses
	}
	if !ok || c.has(c.refs[i], gone) {
		return 0
	}
	return c.refs[i]
}

// follows says why the clause of read does not follow by its hints, empty if it does.
func (c *lratChecker) follows(s *step) (wrong string) {
	if s.number <= c.last {
		return fmt.Sprintf("its number is %d, that of a clause before it %d", s.number, c.last)
	}
	defer c.backtrack(0)
	for _, l := range c.lits {
		if c.values[l] > 0 {
			return "" // a tautology
		}
		c.assign(l^1, 0)
	}
	hints, resolvents := untilCandidate(s.hints)
	wrong = c.conflictBy(hints)
	if wrong != noConflict || len(c.lits) == 0 {
		return wrong
	}
	if reason := c.isRAT(c.lits[0], resolvents); reason == "" || len(resolvents) > 0 {
		c.counts.RAT++
		return reason
	}
	return wrong
}

// untilCandidate cuts hints before the first that is negative, which names a clause that a
// resolvent is formed with.
func untilCandidate(hints []dimacs.Lit) (before, from []dimacs.Lit) {
	n := slices.IndexFunc(hints, func(h dimacs.Lit) bool { return h < 0 })
	if n < 0 {
		n = len(hints)
	}
	return hints[:n], hints[n:]
}

const noConflict = "its hints end in no conflict"

// conflictBy says why unit propagation along hints does not end in a conflict.
func (c *lratChecker) conflictBy(hints []dimacs.Lit) (wrong string) {
	for _, h := range hints {
		x := c.find(h)
		if x == 0 {
			return fmt.Sprintf("there is no clause %d", h)
		}
		unit, n := lit(0), 0
		for _, l := range c.clause(x) {
			if c.values[l] >= 0 {
				unit = l
				n++
			}
		}
		switch {
		case n == 0:
			return ""
		case n > 1:
			return fmt.Sprintf("clause %d of its hints is no unit", h)
		case c.values[unit] == 0:
			c.assign(unit, x)
		}
	}
	return noConflict
}

// isRAT says why not all resolvents on a literal follow by hints: for each clause that it is
// formed with, its number, negative, and those that its resolvent follows from.
func (c *lratChecker) isRAT(pivot lit, hints []dimacs.Lit) (wrong string) {
	if c.occurs == nil {
		c.occurs = make([][]ref, len(c.values))
		for _, x := range c.refs {
			c.noteOccurrences(x)
		}
	}
	own := map[ref][]dimacs.Lit{}
	for len(hints) > 0 {
		x := c.find(-hints[0])
		own[x], hints = untilCandidate(hints[1:])
	}
	base := len(c.trail)
	for _, x := range c.occurs[pivot^1] {
		if c.has(x, gone) {
			continue
		}
		hints, ok := own[x]
		if !ok {
			return fmt.Sprintf("no hints say why its resolvent with %v follows", c.named(x))
		}
		satisfied := false
		for _, l := range c.clause(x) {
			if l != pivot^1 && c.values[l] > 0 {
				satisfied = true
			} else if c.values[l] == 0 {
				c.assign(l^1, 0)
			}
		}
		if !satisfied {
			wrong = c.conflictBy(hints)
		}
		if c.backtrack(base); wrong != "" {
			return fmt.Sprintf("its resolvent with %v: %s", c.named(x), wrong)
		}
	}
	return ""
}
