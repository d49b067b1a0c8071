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
	ends  []int // of each line in lits; of a deletion the complement
}

// Add keeps a clause that was derived. It returns ErrFull beyond the limit.
func (p *HeldProof) Add(clause []dimacs.Lit) error {
	if len(p.lits)+len(p.ends)+len(clause) >= p.Limit {
		return ErrFull
	}
	p.lits = append(p.lits, clause...)
	p.ends = append(p.ends, len(p.lits))
	return nil
}

// Delete keeps that a clause is no longer used. It returns ErrFull beyond the limit.
func (p *HeldProof) Delete(clause []dimacs.Lit) error {
	err := p.Add(clause)
	if err == nil {
		p.ends[len(p.ends)-1] ^= -1
	}
	return err
}

// Forward writes all lines to another proof and returns its first error.
func (p *HeldProof) Forward(to Proof) error {
	start := 0
	for _, end := range p.ends {
		write := to.Add
		if end < 0 {
			write, end = to.Delete, ^end
		}
		if err := write(p.lits[start:end]); err != nil {
			return err
		}
		start = end
	}
	return nil
}
