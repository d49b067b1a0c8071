package drat

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

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

// WriteLRAT writes the needed part of the proof in the LRAT format. Each lemma has a number, which is above
// the numbers of the clauses of the formula and ascends, and hints: the clauses that imply it, in the order
// of propagation. Deletions remove clauses that are not needed any more. Check must have been called with
// Options.Hints, and have found a refutation. The Refutation must not be used afterwards. The error is an
// error of w.
//
// A needed clause of the formula that contains a literal twice is first derived without the repetition,
// because lrat-check of drat-trim accepts a hint as a unit clause only if exactly one literal is left.
//
// Source: L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt Jr., M. Kaufmann, P. Schneider-Kamp, "Efficient
// Certified RAT Verification", CADE 2017.
func (r *Refutation) WriteLRAT(w io.Writer) error {
	out := &lratWriter{checker: r.c, w: bufio.NewWriterSize(w, 1<<16)}
	out.write()
	return out.w.Flush()
}

// write writes the lines of WriteLRAT, and returns the last number that a clause has or may have.
func (o *lratWriter) write() (last int) {
	c, n := o.checker, o.statistics.Clauses
	var unused, repetitive []ref
	for x, clause := range c.given() {
		if !c.has(x, marked) {
			unused = append(unused, x)
		} else if len(clause) > c.size(x) {
			repetitive = append(repetitive, x)
		}
	}
	last = c.numberClauses(len(repetitive))
	o.deletions(n, unused)
	for i, x := range repetitive {
		o.lemma(n+1+i, c.clause(x), x<<1)
	}
	o.deletions(n+len(repetitive), repetitive)
	for i, x := range repetitive {
		c.arena[x+first] = uint32(n + 1 + i)
	}
	for _, line := range slices.Backward(c.hints.lines) {
		c.sortCandidates(line.chain)
		if line.lemma == 0 {
			o.lemma(last+1, nil, line.chain...)
			continue
		}
		number := int(c.arena[line.lemma+first])
		o.lemma(number, c.clause(line.lemma), line.chain...)
		o.deletions(number, line.freed)
	}
	return last
}

// Join writes a refutation of f in LRAT to w, and checks it. The DRAT proof step derives the clauses of g from f and
// deletes all other clauses except units. The LRAT proof rest, in text or in the binary form, refutes g, which has the
// variables of f. Join numbers the clauses of rest anew. The options are for the check. The errors are those of
// CheckLRAT and of w.
func Join(ctx context.Context, f *dimacs.Formula, step io.Reader, g *dimacs.Formula, rest io.Reader, o Options, w io.Writer) error {
	joined, to := io.Pipe()
	ended := make(chan bool)
	go func() {
		to.CloseWithError(join(ctx, f, step, g, newReader(ctx, rest, o.Name, true), io.MultiWriter(w, to)))
		close(ended)
	}()
	_, err := CheckLRAT(ctx, f, joined, o)
	joined.Close()
	<-ended
	return err
}

// join writes the proof of Join without a check.
func join(ctx context.Context, f *dimacs.Formula, derivation io.Reader, g *dimacs.Formula, rest *reader, w io.Writer) error {
	c, err := load(ctx, f, Options{Name: "step", Hints: true}, (*checker).enter)
	if err != nil {
		return err
	}
	c.open = true
	if err = c.forwards(newReader(ctx, derivation, c.Name, false), c.step); err != nil {
		return err
	}
	for clause := range g.Clauses() {
		if c.conflict != 0 {
			break
		}
		c.read(clause)
		x := *c.find()
		if c.release(); x == 0 {
			return FailedError("the simplification does not derive " + clauseText(clause))
		}
		c.goals = append(c.goals, x)
	}
	if err = c.backwards(); err != nil {
		return err
	}
	out := &lratWriter{checker: c, w: bufio.NewWriterSize(w, 1<<16)}
	last := out.write()
	if c.conflict != 0 {
		return out.w.Flush()
	}
	for i, x := range c.goals { // clause i of g gets the number last+i
		out.lemma(last+1+i, c.clause(x), x<<1)
	}
	number := last + len(c.goals)
	slices.Sort(c.goals)
	out.deletions(number, slices.Compact(c.goals))
	for s := (step{}); ; {
		err := rest.next(&s)
		if err == io.EOF {
			return out.w.Flush()
		} else if err != nil {
			return err
		}
		if !s.deletes {
			number = last + int(s.number)
		}
		if out.number(number); s.deletes {
			out.buf = append(out.buf, "d "...)
		} else {
			for _, l := range append(s.lits, 0) {
				out.number(int(l))
			}
		}
		for _, h := range s.hints {
			if h < 0 {
				h -= 2 * int64(last) // the sum below is -(-h + last)
			}
			out.number(int(h) + last)
		}
		out.end()
	}
}

// numberClauses numbers all clauses from 1 in the order of the arena, and leaves skip numbers free between
// the formula and the lemmas. It returns the last number that is used or left free. In each clause, it
// moves the literal in the header to the front, and replaces it in the header by the number.
func (c *checker) numberClauses(skip int) int {
	n := 0
	for x, i := ref(firstRef), 0; int(x) < len(c.arena); x, i = c.next(x), i+1 {
		if n++; i == c.statistics.Clauses {
			n += skip
		}
		if lits := c.clause(x); len(lits) > 0 {
			i := slices.Index(lits, c.arena[x+first])
			lits[0], lits[i] = lits[i], lits[0]
		}
		c.arena[x+first] = uint32(n)
	}
	return max(n, c.statistics.Clauses+skip)
}

// sortCandidates sorts the hints of a RAT lemma in place by resolvent, in ascending order of the numbers of
// the clauses that the resolvents are formed with. Hints before the resolvents stay first. numberClauses
// must have numbered the clauses. The hints of other lemmas stay unchanged.
func (c *checker) sortCandidates(chain []uint32) {
	isCandidate := func(h uint32) bool { return h&1 != 0 }
	if !slices.ContainsFunc(chain, isCandidate) {
		return
	}
	var groups [][]uint32 // the first group holds the hints before the resolvents
	for list := chain; len(list) > 0; {
		n := 1 + slices.IndexFunc(list[1:], isCandidate)
		if n == 0 { // this is the last group
			n = len(list)
		}
		groups = append(groups, list[:n])
		list = list[n:]
	}
	slices.SortStableFunc(groups, func(a, b []uint32) int {
		return cmp.Compare(c.arena[a[0]>>1+first]*(a[0]&1), c.arena[b[0]>>1+first]*(b[0]&1))
	})
	copy(chain, slices.Concat(groups...))
}

// An lratWriter writes lines of LRAT.
type lratWriter struct {
	*checker
	w   *bufio.Writer // keeps the first error
	buf []byte        // the line that is being written
}

// number appends a number and a blank to the line.
func (o *lratWriter) number(n int) { o.buf = append(strconv.AppendInt(o.buf, int64(n), 10), ' ') }

// end writes the line with a 0 at its end.
func (o *lratWriter) end() {
	o.w.Write(append(o.buf, "0\n"...)) // Flush returns the error
	o.buf = o.buf[:0]
}

// lemma writes a line with a clause, its number and its hints, which are as in hints.chain.
func (o *lratWriter) lemma(number int, lits []lit, chain ...uint32) {
	o.number(number)
	for _, l := range lits {
		o.number(int(o.name(l)))
	}
	o.number(0)
	for _, h := range chain {
		o.number(int(o.arena[h>>1+first]) * (1 - 2*int(h&1)))
	}
	o.end()
}

// deletions writes the deletion of clauses after the line with the number after. It writes nothing
// if there are no clauses.
func (o *lratWriter) deletions(after int, clauses []ref) {
	if len(clauses) == 0 {
		return
	}
	o.number(after)
	o.buf = append(o.buf, "d "...)
	for _, x := range clauses {
		o.number(int(o.arena[x+first]))
	}
	o.end()
}

// A hints value collects hints during the second pass. A hint is twice the reference of a clause,
// plus 1 for a clause with which a resolvent is formed.
type hints struct {
	lines  []hintLine // from the conflict back to the first lemma
	base   int        // the length of the trail before the resolvents
	basis  []uint32   // indices in the trail, below base, of literals whose reasons are hints
	chain  []uint32   // all other hints, in their order; they come after the hints of basis
	marked []ref      // clauses marked since the last hintLine; the next one frees them
}

// A hintLine holds the hints of a lemma, or of the final conflict if lemma is 0. The clauses
// freed became marked by it: after this line of the LRAT proof they are not needed.
type hintLine struct {
	lemma        ref
	chain, freed []uint32
}

// begin discards the hints so far and sets base, the length of the trail before the resolvents.
func (h *hints) begin(base int) { h.base, h.basis, h.chain = base, h.basis[:0], h.chain[:0] }

// collect adds the reasons of c.seenVars to the hints, in the order of the trail, and sorts c.seenVars.
// Variables below base go to basis, and the reasons of the others to chain.
func (h *hints) collect(c *checker) {
	slices.SortFunc(c.seenVars, func(a, b uint32) int { return int(c.positions[a]) - int(c.positions[b]) })
	for _, v := range c.seenVars {
		if p := c.positions[v]; int(p) < h.base {
			h.basis = append(h.basis, p)
		} else {
			h.chain = append(h.chain, c.reasons[v]<<1)
		}
	}
}

// end stores the collected hints of the lemma x, or of the conflict if x is 0, in a hintLine, and
// discards them. It does nothing without Options.Hints.
func (h *hints) end(c *checker, x ref) {
	if !c.Hints {
		return
	}
	slices.Sort(h.basis)
	var chain []uint32
	for _, p := range slices.Compact(h.basis) {
		chain = append(chain, c.reasons[c.trail[p]>>1]<<1)
	}
	h.lines = append(h.lines, hintLine{x, append(chain, h.chain...), slices.Clone(h.marked)})
	h.marked = h.marked[:0]
	h.begin(0)
}
