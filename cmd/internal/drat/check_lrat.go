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
// does not name. In the arena the link of a clause is the last round that has visited it.
type lratChecker struct {
	*checker
	last    int64   // number of a clause
	refs    []ref   // of the formula's clauses and the lemmas, ascending
	numbers []int64 // of the lemmas
	// Rounds number the calls of conflictBy. A clause that was visited in a round, or in the
	// first round of the same lemma, is satisfied: further hints at it are passed over, so
	// that a step takes no longer because it repeats a hint.
	round, firstRound uint32
}

// CheckLRAT checks an LRAT proof, in text or in the binary form: each lemma has to follow by
// unit propagation in the clauses that its hints name, in their order, or be RAT on its first
// literal by the hints of each resolvent. It returns the same errors as Check.
func CheckLRAT(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) (Counts, error) {
	c := &lratChecker{}
	var err error
	if c.checker, err = load(ctx, f, o, func(_ *checker, x ref) { c.refs = append(c.refs, x) }); err != nil {
		return Counts{}, err
	}
	c.last = int64(c.counts.Clauses)
	err = c.forwards(&reader{ctx: ctx, r: r, name: o.Name, lrat: true}, c.step)
	return c.counts, err
}

// step applies a line. An empty clause that follows is the conflict.
func (c *lratChecker) step(s *step) error {
	if s.deletes {
		for _, n := range s.hints {
			if c.spend(1) {
				return nil
			}
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
func (c *lratChecker) find(number int64) ref {
	i, ok := int(number)-1, 0 < number && number <= int64(c.counts.Clauses)
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
	c.firstRound = c.nextRound()
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
func untilCandidate(hints []int64) (before, from []int64) {
	n := slices.IndexFunc(hints, func(h int64) bool { return h < 0 })
	if n < 0 {
		n = len(hints)
	}
	return hints[:n], hints[n:]
}

const noConflict = "its hints end in no conflict"

// nextRound begins a round. When the numbers run out, no clause counts as visited.
func (c *lratChecker) nextRound() uint32 {
	if c.round++; c.round == 0 {
		for _, x := range c.refs {
			c.arena[x+link] = 0
		}
		c.round = 1
	}
	return c.round
}

// conflictBy says why unit propagation along hints does not end in a conflict. It visits a
// clause until it has met two literals that are not false.
func (c *lratChecker) conflictBy(hints []int64) (wrong string) {
	for _, h := range hints {
		x := c.find(h)
		if x == 0 {
			return fmt.Sprintf("there is no clause %d", h)
		}
		if visited := c.arena[x+link]; visited == c.round || visited == c.firstRound {
			if c.spend(1) {
				return noConflict
			}
			continue
		}
		c.arena[x+link] = c.round
		unit, n := lit(0), 0
		for i, l := range c.clause(x) {
			if i%lookEvery == 0 && c.spend(min(lookEvery, c.size(x)-i)) {
				return noConflict
			}
			if c.values[l] < 0 {
				continue
			}
			unit = l
			if n++; n > 1 {
				return fmt.Sprintf("clause %d of its hints is no unit", h)
			}
		}
		switch {
		case n == 0:
			return ""
		case c.values[unit] == 0:
			c.assign(unit, x)
		}
	}
	return noConflict
}

// isRAT says why not all resolvents on a literal follow by hints: for each clause that it is
// formed with, its number, negative, and those that its resolvent follows from.
func (c *lratChecker) isRAT(pivot lit, hints []int64) (wrong string) {
	if c.occurs == nil {
		c.occurs = make([][]ref, len(c.values))
		for _, x := range c.refs {
			if c.spend(c.size(x)) {
				return noConflict
			}
			c.noteOccurrences(x)
		}
	}
	own := map[ref][]int64{}
	for len(hints) > 0 {
		if c.spend(1) {
			return noConflict
		}
		x := c.find(-hints[0])
		own[x], hints = untilCandidate(hints[1:])
	}
	c.occurs[pivot^1] = slices.DeleteFunc(c.occurs[pivot^1], func(x ref) bool { return c.has(x, gone) })
	base := len(c.trail)
	for _, x := range c.occurs[pivot^1] {
		hints, ok := own[x]
		if !ok {
			return fmt.Sprintf("no hints say why its resolvent with %s follows", clauseText(c.named(x)))
		}
		if wrong = c.resolventBy(x, pivot, hints); wrong != "" {
			wrong = fmt.Sprintf("its resolvent with %s: %s", clauseText(c.named(x)), wrong)
		}
		if c.backtrack(base); wrong != "" {
			return wrong
		}
	}
	return ""
}

// resolventBy says why the resolvent on pivot with clause x does not follow by hints.
func (c *lratChecker) resolventBy(x ref, pivot lit, hints []int64) (wrong string) {
	for i, l := range c.clause(x) {
		switch {
		case i%lookEvery == 0 && c.spend(min(lookEvery, c.size(x)-i)):
			return noConflict
		case l != pivot^1 && c.values[l] > 0:
			return ""
		case c.values[l] == 0:
			c.assign(l^1, 0)
		}
	}
	c.nextRound()
	return c.conflictBy(hints)
}
