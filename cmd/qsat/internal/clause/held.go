package clause

import (
	"errors"

	"queens/dimacs"
)

// ErrFull is the error of a HeldProof that has reached its limit.
var ErrFull = errors.New("the proof has become too long to be held")

// A HeldProof keeps the lines of a proof that may come to nothing, until they are
// forwarded to another one.
type HeldProof struct {
	Limit int // on the literals and lines that are kept
	lits  []dimacs.Lit
	lines []heldLine
}

// A heldLine is a line whose literals end there.
type heldLine struct {
	end     int
	deletes bool
}

// Add keeps a clause that was derived. It returns ErrFull beyond the limit.
func (p *HeldProof) Add(clause []dimacs.Lit) error { return p.hold(clause, false) }

// Delete keeps that a clause is no longer used. It returns ErrFull beyond the limit.
func (p *HeldProof) Delete(clause []dimacs.Lit) error { return p.hold(clause, true) }

func (p *HeldProof) hold(clause []dimacs.Lit, deletes bool) error {
	if len(p.lits)+len(p.lines)+len(clause) >= p.Limit {
		return ErrFull
	}
	p.lits = append(p.lits, clause...)
	p.lines = append(p.lines, heldLine{len(p.lits), deletes})
	return nil
}

// Forward writes all lines to another proof and returns its first error.
func (p *HeldProof) Forward(to Proof) error {
	start := 0
	for _, l := range p.lines {
		write := to.Add
		if l.deletes {
			write = to.Delete
		}
		if err := write(p.lits[start:l.end]); err != nil {
			return err
		}
		start = l.end
	}
	return nil
}
