package drat

import (
	"context"
	"fmt"
	"io"
	"slices"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// An lratChecker holds the clauses that exist at one line of an LRAT proof. It uses the arena and
// the assignments of checker, but propagates only along hints. In the arena, the link of a clause
// is the last round that visited it.
type lratChecker struct {
	*checker
	last    int64   // the number of the last clause
	refs    []ref   // the clauses of the formula and the lemmas, also deleted ones, ascending
	numbers []int64 // the numbers of the lemmas, ascending
	// Rounds number the calls of conflictBy. A clause that was visited in this round, or in the
	// first round of the same lemma, is satisfied. A repeated hint at it is skipped, so that the
	// time for a step does not grow with repetitions.
	round, firstRound uint32
}

// CheckLRAT checks an LRAT proof, in text or in the binary form, to the first empty lemma, which it must
// contain unless o.Strict is set; it reads the rest, too. Each lemma must be a tautology, follow by unit
// propagation along its hints in their order, or be RAT on its first literal by the hints for each
// resolvent. The statistics have no Used and Ignored. After an error they say how far the check came. It
// returns the same errors as Check.
func CheckLRAT(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) (Statistics, error) {
	c := &lratChecker{}
	var err error
	if c.checker, err = load(ctx, f, o, func(_ *checker, x ref) { c.refs = append(c.refs, x) }); err != nil {
		return Statistics{}, err
	}
	c.last = int64(c.statistics.Clauses)
	err = c.forwards(newReader(ctx, r, o.Name, true), c.step)
	return c.statistics, err
}

// step applies a line of the proof. It returns a FailedError for a lemma that does not follow, or for the
// deletion of a clause that does not exist, and ErrTooLarge. An empty lemma that follows sets c.conflict.
// If the context ends, the result has no meaning.
func (c *lratChecker) step(s *step) error {
	if s.deletes {
		for _, n := range s.hints {
			if c.Spend(1) {
				return nil
			}
			x := c.find(n)
			if x == 0 {
				return c.failed(c.statistics.Steps, nil, fmt.Sprintf("there is no clause %d to delete", n))
			}
			c.arena[x] |= gone
		}
		return nil
	}
	c.statistics.Lemmas++
	c.statistics.Checked++
	c.read(s.lits)
	defer c.release()
	if wrong := c.follows(s); wrong != "" {
		return c.failed(c.statistics.Steps, append([]dimacs.Lit{}, s.lits...), wrong)
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

// find returns the clause with the given number, or 0 if there is no such clause or it has been
// deleted. The clauses of the formula have the numbers from 1 to c.statistics.Clauses; c.numbers
// holds the numbers of the lemmas.
func (c *lratChecker) find(number int64) ref {
	i, ok := int(number)-1, 0 < number && number <= int64(c.statistics.Clauses)
	if !ok {
		i, ok = slices.BinarySearch(c.numbers, number)
		i += c.statistics.Clauses
	}
	if !ok || c.has(c.refs[i], gone) {
		return 0
	}
	return c.refs[i]
}

// follows checks that c.lits follows by the hints of s or is RAT by them, and that s.number exceeds the
// numbers of earlier clauses. A tautology follows without hints. It returns the reason why not, or "". It
// counts RAT lemmas, and undoes its assignments. If the context ends, the result has no meaning.
func (c *lratChecker) follows(s *step) (wrong string) {
	if s.number <= c.last {
		return fmt.Sprintf("its number is %d: expected more than %d, the number of a clause before it", s.number, c.last)
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
		c.statistics.RAT++
		return reason
	}
	return wrong
}

// untilCandidate splits hints before the first negative hint, the number of a clause to form a
// resolvent with. If there is no negative hint, from is empty.
func untilCandidate(hints []int64) (before, from []int64) {
	n := slices.IndexFunc(hints, func(h int64) bool { return h < 0 })
	if n < 0 {
		n = len(hints)
	}
	return hints[:n], hints[n:]
}

// noConflict is the reason that a lemma does not follow if its hints lead to no conflict, or if the
// context has ended.
const noConflict = "its hints do not lead to a conflict"

// nextRound starts a new round and returns its number. After the last number it starts again at 1
// and resets all links.
func (c *lratChecker) nextRound() uint32 {
	if c.round++; c.round == 0 {
		for _, x := range c.refs {
			c.arena[x+link] = 0
		}
		c.round = 1
	}
	return c.round
}

// conflictBy propagates along hints, which must lead to a conflict. It returns the reason why they do not,
// or "". A hint is skipped if this round or the first round of the lemma has visited its clause. Otherwise
// the clause must have at most one literal that is not false; it is read up to the second. The hints after
// the conflict are not read. The caller starts the round and undoes the assignments.
func (c *lratChecker) conflictBy(hints []int64) (wrong string) {
	for _, h := range hints {
		x := c.find(h)
		if x == 0 {
			return fmt.Sprintf("its hints name clause %d, which does not exist", h)
		}
		if visited := c.arena[x+link]; visited == c.round || visited == c.firstRound {
			if c.Spend(1) {
				return noConflict
			}
			continue
		}
		c.arena[x+link] = c.round
		unit, n := lit(0), 0
		for i, l := range c.clause(x) {
			if i%certificate.PollEvery == 0 && c.Spend(min(certificate.PollEvery, c.size(x)-i)) {
				return noConflict
			}
			if c.values[l] < 0 {
				continue
			}
			unit = l
			if n++; n > 1 {
				return fmt.Sprintf("clause %d of its hints has two or more literals that are not false", h)
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

// isRAT checks that all resolvents of c.lits on pivot follow by hints, after the complements of c.lits were
// made true. The list is empty or begins with a negative hint. For each clause with the complement of
// pivot, it must contain the negated number, and then the numbers of the clauses from which the resolvent
// follows. isRAT returns the reason why not, or "". It undoes the assignments of the resolvents.
func (c *lratChecker) isRAT(pivot lit, hints []int64) (wrong string) {
	if c.gatherOccurrences(true) {
		return noConflict
	}
	own := map[ref][]int64{}
	for len(hints) > 0 {
		if c.Spend(1) {
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
			return fmt.Sprintf("there are no hints for its resolvent with %s", clauseText(c.named(x)))
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

// resolventBy checks that the resolvent of c.lits with clause x on pivot follows by hints, or contains a
// true literal. It returns the reason why not, or "". The caller undoes its assignments.
func (c *lratChecker) resolventBy(x ref, pivot lit, hints []int64) (wrong string) {
	for i, l := range c.clause(x) {
		switch {
		case i%certificate.PollEvery == 0 && c.Spend(min(certificate.PollEvery, c.size(x)-i)):
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
