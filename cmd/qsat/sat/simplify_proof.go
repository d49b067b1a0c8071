package sat

import (
	"encoding/binary"
	"maps"
	"slices"

	"queens/dimacs"
	"queens/dimacs/proof"
)

// A liveProof passes the steps of a proof on, and knows which clauses they leave.
type liveProof struct {
	to   proof.Sink
	live map[string]int // the number of copies of each clause, by its key
}

// newLiveProof returns a liveProof that begins with the clauses of f.
func newLiveProof(to proof.Sink, f *dimacs.Formula) *liveProof {
	p := &liveProof{to, make(map[string]int, f.NumClauses())}
	for c := range f.Clauses() {
		p.live[keyOf(c)]++
	}
	return p
}

// keyOf returns the literals of a clause in ascending order, four bytes each.
func keyOf(c []dimacs.Lit) string {
	var key []byte
	for _, l := range slices.Sorted(slices.Values(c)) {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}

func (p *liveProof) Add(c []dimacs.Lit) error {
	p.live[keyOf(c)]++
	return p.to.Add(c)
}

func (p *liveProof) Delete(c []dimacs.Lit) error {
	p.live[keyOf(c)]--
	return p.to.Delete(c)
}

// finish adds the clauses of f that are missing, which follow by unit propagation, and deletes all other clauses except
// units.
func (p *liveProof) finish(f *dimacs.Formula) error {
	for c := range f.Clauses() {
		key := keyOf(c)
		if p.live[key]--; p.live[key] < 0 {
			p.live[key] = 0
			if err := p.to.Add(c); err != nil {
				return err
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(p.live)) {
		var c []dimacs.Lit
		for i := 0; i < len(key); i += 4 {
			c = append(c, dimacs.Lit(binary.LittleEndian.Uint32([]byte(key[i:]))))
		}
		for range p.live[key] {
			if len(c) < 2 {
				break
			}
			if err := p.to.Delete(c); err != nil {
				return err
			}
		}
	}
	return nil
}
