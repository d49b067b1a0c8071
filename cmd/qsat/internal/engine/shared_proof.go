package engine

import (
	"hash/maphash"
	"sync"

	"queens/dimacs"
	"queens/dimacs/proof"
)

// A jointProof is a proof to which several engines may write, even concurrently, because a clause
// that one engine derives does not harm the others. It drops all lines after the empty clause: an
// engine may still write deletions after another one has refuted the formula.
type jointProof struct {
	to    proof.Sink
	mu    sync.Mutex
	ended bool
}

// Add writes a derived clause.
func (p *jointProof) Add(clause []dimacs.Lit) error { return p.write(p.to.Add, clause, true) }

// Delete writes a deletion.
func (p *jointProof) Delete(clause []dimacs.Lit) error { return p.write(p.to.Delete, clause, false) }

// write calls line with the clause, unless the proof has ended. An empty derived clause ends it.
func (p *jointProof) write(line func([]dimacs.Lit) error, clause []dimacs.Lit, derived bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return nil
	}
	p.ended = derived && len(clause) == 0
	return line(clause)
}

// A ProofShare is one engine's access to a proof that several engines write to. It drops
// deletions of clauses that this engine did not add, because other engines may need them.
type ProofShare struct {
	to    proof.Sink
	added map[uint64]int // indexed by hash: the number of clauses added and not deleted; after a collision, a wrong deletion may pass
	seed  maphash.Seed
}

// NewProofShare returns a share of the proof to.
func NewProofShare(to proof.Sink) *ProofShare {
	return &ProofShare{to: to, added: map[uint64]int{}, seed: maphash.MakeSeed()}
}

// Add writes a derived clause.
func (p *ProofShare) Add(clause []dimacs.Lit) error {
	p.added[p.hash(clause)]++
	return p.to.Add(clause)
}

// Delete writes the deletion of a clause that this engine has added, in any order of its literals, more
// often than deleted. It drops any other deletion.
func (p *ProofShare) Delete(clause []dimacs.Lit) error {
	h := p.hash(clause)
	if p.added[h] == 0 {
		return nil
	}
	if p.added[h]--; p.added[h] == 0 {
		delete(p.added, h)
	}
	return p.to.Delete(clause)
}

// hash returns a hash of a clause that does not depend on the order of its literals.
func (p *ProofShare) hash(clause []dimacs.Lit) (h uint64) {
	for _, l := range clause {
		h += maphash.Comparable(p.seed, l)
	}
	return h
}
