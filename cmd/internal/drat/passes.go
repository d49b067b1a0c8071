package drat

import (
	"encoding/binary"
	"fmt"
	"io"

	"queens/dimacs"
)

func newChecker(f *dimacs.Formula, o Options) *checker {
	return &checker{formula: f, Options: o, arena: make([]uint32, firstRef), numbering: newNumbering(f)}
}

// poll is how many clauses are read or checked between looks at the time.
const poll = 1 << 8

// forwards adds the clauses of the formula, and then those of the proof until unit
// propagation ends in a conflict or a step is wrong. It reads on to the end, as a proof that
// was cut off is none.
func (c *checker) forwards(r *reader) error {
	if err := c.load(); err != nil {
		return err
	}
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
			return &FailedError{c.Name, "at its end", len(c.steps) + 1, nil, "the empty clause was not derived"}
		case err != nil:
			return err
		case wrong == nil && c.conflict == 0:
			c.locations = binary.AppendUvarint(c.locations, uint64(s.location-last))
			last = s.location
			wrong = c.step(&s)
		}
	}
}

// load adds the clauses of the formula.
func (c *checker) load() error {
	for clause := range c.formula.Clauses() {
		if c.counts.Clauses++; c.counts.Clauses&(poll-1) == 0 && c.stopped.Load() {
			return errStopped
		}
		c.read(clause)
		x, err := c.add()
		if err != nil {
			return err
		}
		if c.release(); c.conflict == 0 {
			c.attach(x)
		}
	}
	return nil
}

// step applies a step of the proof.
func (c *checker) step(s *step) error {
	c.read(s.lits)
	defer c.release()
	if c.counts.Steps++; s.deletes {
		return c.delete()
	}
	c.counts.Lemmas++
	x, err := c.add()
	if err != nil {
		return err
	}
	c.steps = append(c.steps, x<<1)
	if c.attach(x); c.conflict == x {
		return c.failed(len(c.steps)-1, "it is false already, but unit propagation ends in no conflict")
	}
	return nil
}

// delete deletes the clause of read, or ignores that.
func (c *checker) delete() error {
	c.steps = append(c.steps, 0)
	at := c.find()
	if at < 0 {
		if c.Strict {
			return c.failed(len(c.steps)-1, "there is no such clause to delete")
		}
		c.counts.Ignored++
		return nil
	}
	x := c.index.table[at].ref
	c.index.remove(at)
	if len(c.lits) < 2 || c.isReason(x) {
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

// isReason reports whether a clause has implied a literal.
func (c *checker) isReason(x ref) bool {
	lits := c.clause(x)
	for _, l := range lits[:min(2, len(lits))] {
		if c.values[l] > 0 && c.reasons[l>>1] == x {
			return true
		}
	}
	return false
}

// attach watches a clause that was added, and propagates what it implies.
func (c *checker) attach(x ref) {
	n, satisfied := c.arrange(x)
	if c.size(x) >= 2 {
		c.watch(x)
	}
	switch {
	case n == 0:
		c.conflict = x
	case n == 1 && !satisfied:
		c.assign(c.clause(x)[0], x)
		c.conflict = c.propagate()
	}
}

// arrange moves the literals that are not false to the front, behind them the one that
// became false last, as that is the first to be unassigned again. It returns how many
// are not false, and whether one of them is true.
func (c *checker) arrange(x ref) (n int, satisfied bool) {
	lits := c.clause(x)
	for i, l := range lits {
		if c.values[l] >= 0 {
			satisfied = satisfied || c.values[l] > 0
			lits[i], lits[n] = lits[n], l
			n++
		}
	}
	for i := n + 1; i < len(lits) && n < 2; i++ {
		if c.positions[lits[i]>>1] > c.positions[lits[n]>>1] {
			lits[i], lits[n] = lits[n], lits[i]
		}
	}
	return n, satisfied
}

// sweep drops the watches of clauses that are not there.
func (c *checker) sweep() {
	c.stale = 0
	for l, list := range c.watches[0] {
		n := 0
		for _, w := range list {
			if c.arena[w.ref>>1]&gone == 0 {
				list[n] = w
				n++
			}
		}
		c.watches[0][l] = list[:n]
	}
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
	for i := len(c.steps) - 1; i >= 0; i-- {
		x := c.steps[i] >> 1
		switch {
		case x == 0:
		case c.steps[i]&1 != 0:
			c.arena[x] &^= gone
			c.arrange(x)
			c.watch(x)
		default:
			if err := c.checkLemma(i, x); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkLemma takes a lemma away and checks it if it is marked.
func (c *checker) checkLemma(i int, x ref) error {
	c.limit = x
	if c.isReason(x) {
		l := c.clause(x)[0]
		if c.reasons[l>>1] != x {
			l = c.clause(x)[1]
		}
		c.backtrack(int(c.positions[l>>1]))
	}
	if !c.Strict && !c.has(x, marked) {
		return nil
	}
	c.counts.Checked++
	holds := c.isRUP(x)
	if !holds && (!c.Strict || c.isDefinition(x)) && !c.stopped.Load() {
		holds = c.isRAT(x)
	}
	if holds {
		c.hints.end(c, x)
	}
	c.backtrack(c.top)
	switch {
	case c.stopped.Load():
		return errStopped
	case holds:
		return nil
	case c.Strict || c.size(x) == 0:
		return c.failed(i, "it does not follow by unit propagation (RUP)")
	}
	return c.failed(i, fmt.Sprintf("it does not follow by unit propagation (RUP), nor do its resolvents on %d (RAT)", c.numbering.name(c.arena[x+1])))
}

// isDefinition reports whether the first variable of a lemma is none of the formula.
func (c *checker) isDefinition(x ref) bool {
	return c.size(x) > 0 && c.numbering.name(c.arena[x+1]).Var() > c.formula.Vars
}

// isRUP reports whether a clause follows by reverse unit propagation. It leaves its
// literals false.
func (c *checker) isRUP(x ref) bool {
	c.top = len(c.trail)
	c.hints.begin(0)
	for _, l := range c.clause(x) {
		switch c.values[l] {
		case 1:
			c.needLiteral(l)
			return true
		case 0:
			c.assign(l^1, 0)
		}
	}
	conflict := c.propagate()
	if conflict != 0 {
		c.need(conflict)
	}
	return conflict != 0
}

// failed returns the error for the i-th step, from 0.
func (c *checker) failed(i int, reason string) error {
	location, locations := uint64(0), c.locations
	for range i + 1 {
		distance, n := binary.Uvarint(locations)
		location, locations = location+distance, locations[n:]
	}
	e := &FailedError{Name: c.Name, Location: fmt.Sprintf("line %d", location), Step: i + 1, Reason: reason}
	if c.binary {
		e.Location = fmt.Sprintf("byte %d", location)
	}
	if x := c.steps[i] >> 1; x != 0 {
		e.Clause = c.named(x)
	} else {
		for _, l := range c.lits {
			e.Clause = append(e.Clause, c.numbering.name(l))
		}
	}
	return e
}
