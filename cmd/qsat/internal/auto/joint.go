package auto

import (
	"sync"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A jointProof is one that several engines write at the same time: what one derives
// does no harm to the others. Nothing follows the empty clause of the first.
type jointProof struct {
	to      clause.Proof
	mu      sync.Mutex
	refuted bool
}

func (p *jointProof) Add(lits []dimacs.Lit) error { return p.write(p.to.Add, lits) }

func (p *jointProof) Delete(lits []dimacs.Lit) error { return p.write(p.to.Delete, lits) }

func (p *jointProof) write(line func([]dimacs.Lit) error, lits []dimacs.Lit) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.refuted {
		return nil
	}
	p.refuted = len(lits) == 0
	return line(lits)
}

// A learnedProof leaves out the deletions of clauses that it did not add, which others
// may need.
type learnedProof struct {
	*jointProof
	added map[uint64]int // clauses that were not deleted, by their hash
}

func (p *learnedProof) Add(lits []dimacs.Lit) error {
	p.added[hash(lits)]++
	return p.jointProof.Add(lits)
}

func (p *learnedProof) Delete(lits []dimacs.Lit) error {
	h := hash(lits)
	switch p.added[h] {
	case 0:
		return nil
	case 1:
		delete(p.added, h)
	default:
		p.added[h]--
	}
	return p.jointProof.Delete(lits)
}

// hash returns the same number for any order of the literals.
func hash(lits []dimacs.Lit) (h uint64) {
	for _, l := range lits {
		x := uint64(uint32(l)) * 0x9e3779b97f4a7c15
		x = (x ^ x>>32) * 0xbf58476d1ce4e5b9
		h += x ^ x>>29
	}
	return h
}
