package drat

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"queens/dimacs"
)

// An lratChecker holds the clauses that are there at one line of an LRAT proof. It shares
// their arena and assignments with the checker of DRAT, but propagates nothing that a hint
// does not name.
type lratChecker struct {
	*checker
	reader  reader
	last    int           // number of a clause
	refs    []ref         // of the formula's clauses and the lemmas, ascending
	numbers []int         // of the lemmas
	having  map[lit][]ref // clauses by literal; nil before the first RAT
	line    struct {      // being checked
		number  int
		deletes bool
		clause  []dimacs.Lit
		hints   []int // or the numbers of clauses to delete
	}
}

// CheckLRAT checks an LRAT proof in its text form: each lemma has to follow by unit
// propagation in the clauses that its hints name, in their order, or be RAT on its first
// literal by those of each resolvent. The errors are those of Check.
func CheckLRAT(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) (Counts, error) {
	c := &lratChecker{checker: newChecker(f, o), reader: reader{r: r, name: o.Name}}
	defer context.AfterFunc(ctx, func() { c.stopped.Store(true) })()
	err := c.check()
	if err == errStopped || err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return c.counts, err
}

// check checks each line up to the empty clause, and reads on to the end.
func (c *lratChecker) check() error {
	for clause := range c.formula.Clauses() {
		if err := c.append(clause); err != nil {
			return err
		}
		c.counts.Clauses++
	}
	c.last = c.counts.Clauses
	done, wrong := false, error(nil)
	for n := 0; ; n++ {
		if n&(poll-1) == 0 && c.stopped.Load() {
			return errStopped
		}
		at, err := c.next()
		switch {
		case err == io.EOF && (done || wrong != nil):
			return wrong
		case err == io.EOF:
			return &FailedError{c.Name, "at its end", c.counts.Steps + 1, nil, "the empty clause was not derived"}
		case err != nil:
			return err
		case done || wrong != nil:
			continue
		}
		c.counts.Steps++
		reason, err := c.step()
		if err != nil {
			return err
		}
		var clause []dimacs.Lit
		if !c.line.deletes {
			clause = append([]dimacs.Lit{}, c.line.clause...)
			done = reason == "" && len(clause) == 0
		}
		if reason != "" {
			wrong = &FailedError{c.Name, fmt.Sprintf("line %d", at), c.counts.Steps, clause, reason}
		}
	}
}

// append adds a clause.
func (c *lratChecker) append(clause []dimacs.Lit) error {
	c.read(clause)
	defer c.release()
	x, err := c.keep()
	c.refs = append(c.refs, x)
	if c.having != nil {
		c.note(x)
	}
	return err
}

func (c *lratChecker) note(x ref) {
	for _, l := range c.clause(x) {
		c.having[l] = append(c.having[l], x)
	}
}

// next reads a line and returns where it is.
func (c *lratChecker) next() (at int64, err error) {
	r, l := &c.reader, &c.line
	if r.buf == nil {
		r.open()
	}
	l.deletes, l.clause, l.hints = false, l.clause[:0], l.hints[:0]
	b := r.begin()
	if b < 0 {
		return 0, r.ended(io.EOF)
	}
	at = r.line
	column := int(r.before+int64(r.i)-r.lineStart) + 1
	number, err := r.literal(b)
	if l.number = int(number); err == nil && number <= 0 {
		err = &dimacs.SyntaxError{Name: r.name, Line: int(at), Column: column, Expected: "the number of a clause", Found: strconv.Itoa(l.number)}
	}
	if err != nil {
		return 0, r.ended(err)
	}
	if b = r.blanks(); b == 'd' {
		r.i++
		l.deletes = true
	}
	for lits := !l.deletes; ; {
		if b = r.blanks(); b < 0 {
			return 0, r.ended(errCut)
		}
		n, err := r.literal(b)
		switch {
		case err != nil:
			return 0, r.ended(err)
		case n == 0 && !lits:
			return at, nil
		case n == 0:
			lits = false
		case lits:
			l.clause = append(l.clause, n)
		default:
			l.hints = append(l.hints, int(n))
		}
	}
}

// step applies the line, or says what is wrong with it.
func (c *lratChecker) step() (wrong string, err error) {
	if c.line.deletes {
		for _, n := range c.line.hints {
			x := c.find(n)
			if x == 0 {
				return fmt.Sprintf("there is no clause %d to delete", n), nil
			}
			c.arena[x] |= gone
		}
		return "", nil
	}
	c.counts.Lemmas++
	c.counts.Checked++
	if c.line.number <= c.last {
		return fmt.Sprintf("its number is %d, that of a clause before it %d", c.line.number, c.last), nil
	}
	c.last = c.line.number
	c.read(c.line.clause)
	wrong = c.follows(c.line.hints)
	c.release()
	c.backtrack(0)
	if wrong == "" {
		c.numbers = append(c.numbers, c.last)
		err = c.append(c.line.clause)
	}
	return wrong, err
}

// find returns the clause of that number, 0 if it is not there.
func (c *lratChecker) find(number int) ref {
	i, ok := number-1, 0 < number && number <= c.counts.Clauses
	if !ok {
		i, ok = slices.BinarySearch(c.numbers, number)
		i += c.counts.Clauses
	}
	if !ok || c.has(c.refs[i], gone) {
		return 0
	}
	return c.refs[i]
}

// follows says why the clause of read does not follow by hints, empty if it does.
func (c *lratChecker) follows(hints []int) (wrong string) {
	for _, l := range c.lits {
		if c.values[l] > 0 {
			return "" // a tautology
		}
		c.assign(l^1, 0)
	}
	n := slices.IndexFunc(hints, func(h int) bool { return h < 0 })
	if n < 0 {
		n = len(hints)
	}
	wrong = c.conflict(hints[:n])
	if wrong != noConflict || len(c.lits) == 0 {
		return wrong
	}
	if reason := c.isRAT(c.lits[0], hints[n:]); reason == "" || n < len(hints) {
		c.counts.RAT++
		return reason
	}
	return wrong
}

const noConflict = "its hints end in no conflict"

// conflict says why unit propagation along hints does not end in a conflict.
func (c *lratChecker) conflict(hints []int) (wrong string) {
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
func (c *lratChecker) isRAT(pivot lit, hints []int) (wrong string) {
	if c.having == nil {
		c.having = map[lit][]ref{}
		for _, x := range c.refs {
			c.note(x)
		}
	}
	own := map[ref][]int{}
	for len(hints) > 0 {
		n := 1
		for n < len(hints) && hints[n] > 0 {
			n++
		}
		own[c.find(-hints[0])] = hints[1:n:n]
		hints = hints[n:]
	}
	base := len(c.trail)
	for _, x := range c.having[pivot^1] {
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
			wrong = c.conflict(hints)
		}
		if c.backtrack(base); wrong != "" {
			return fmt.Sprintf("its resolvent with %v: %s", c.named(x), wrong)
		}
	}
	return ""
}
