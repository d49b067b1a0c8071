package dnnf

import (
	"slices"

	"queens/cmd/qsat/internal/clause"
)

// A prover propagates the units of clauses, and explains what that has found by the clauses
// that it took, in their order. Clauses are numbered from 0.
type prover struct {
	lits    []clause.Lit
	starts  []uint32 // by clause, and where the last one ends
	watches [][]watch
	values  []int8  // by literal
	reasons []int32 // by variable: a clause, or assumed
	levels  []int32 // by variable
	trail   []clause.Lit
	begins  []int32 // of each level but 0 in the trail
	head    int
	refuted int32 // a clause that is false at level 0, or none

	marks   []uint32 // by variable
	round   uint32
	pending int // marked literals of the levels that are explained
	from    int32
	// What an explanation has found, for the time until the next one.
	steps []int32      // clauses
	used  []clause.Lit // assumed, or true at a lower level
	units []clause.Lit // true at level 0
}

// A watch is a clause and one of its other literals.
type watch struct {
	clause   int32
	blocking clause.Lit
}

const (
	assumed = -1 // no reason
	none    = -1 // no clause
)

func newProver(vars int) prover {
	return prover{
		starts: make([]uint32, 1), watches: make([][]watch, 2*vars+2), values: make([]int8, 2*vars+2),
		reasons: make([]int32, vars+1), levels: make([]int32, vars+1), marks: make([]uint32, vars+1), refuted: none,
	}
}

func (p *prover) clause(i int32) []clause.Lit { return p.lits[p.starts[i]:p.starts[i+1]] }
func (p *prover) level() int32                { return int32(len(p.begins)) }

// add adds a clause without a literal twice, and returns its number. What it implies now is
// assigned.
func (p *prover) add(lits []clause.Lit) int32 {
	i := int32(len(p.starts) - 1)
	p.lits = append(p.lits, lits...)
	p.starts = append(p.starts, uint32(len(p.lits)))
	lits = p.clause(i)
	for k := range min(2, len(lits)) { // those to watch: not false, or else of the highest levels
		best := k
		for j := k + 1; j < len(lits); j++ {
			if p.rank(lits[j]) > p.rank(lits[best]) {
				best = j
			}
		}
		lits[k], lits[best] = lits[best], lits[k]
	}
	if len(lits) > 1 {
		p.watches[lits[0]] = append(p.watches[lits[0]], watch{i, lits[1]})
		p.watches[lits[1]] = append(p.watches[lits[1]], watch{i, lits[0]})
	}
	switch {
	case len(lits) == 0 || p.values[lits[0]] < 0:
		if p.level() == 0 && p.refuted == none {
			p.refuted = i
		}
	case p.values[lits[0]] == 0 && (len(lits) == 1 || p.values[lits[1]] < 0):
		p.assign(lits[0], i)
	}
	return i
}

// rank orders literals by how long they are not false.
func (p *prover) rank(l clause.Lit) int32 {
	if p.values[l] >= 0 {
		return 1<<30 + int32(p.values[l])
	}
	return p.levels[l.Var()]
}

func (p *prover) assign(l clause.Lit, reason int32) {
	p.values[l], p.values[l.Not()] = 1, -1
	p.reasons[l.Var()], p.levels[l.Var()] = reason, p.level()
	p.trail = append(p.trail, l)
}

// assume begins a level, with a literal that is not assigned if there is one.
func (p *prover) assume(lits ...clause.Lit) {
	p.begins = append(p.begins, int32(len(p.trail)))
	for _, l := range lits {
		p.assign(l, assumed)
	}
}

// backtrack takes back all levels above one.
func (p *prover) backtrack(level int32) {
	if level >= p.level() {
		return
	}
	for _, l := range p.trail[p.begins[level]:] {
		p.values[l], p.values[l.Not()] = 0, 0
	}
	p.trail, p.begins = p.trail[:p.begins[level]], p.begins[:level]
	p.head = min(p.head, len(p.trail))
}

// propagate assigns what clauses imply, and returns one that is false, or none.
func (p *prover) propagate() int32 {
	for ; p.head < len(p.trail); p.head++ {
		falsified := p.trail[p.head].Not()
		list := p.watches[falsified]
		kept := list[:0]
		for n, w := range list {
			if p.values[w.blocking] > 0 {
				kept = append(kept, w)
				continue
			}
			lits := p.clause(w.clause)
			if lits[0] == falsified {
				lits[0], lits[1] = lits[1], lits[0]
			}
			w.blocking = lits[0]
			i := 2
			if p.values[lits[0]] <= 0 {
				for i < len(lits) && p.values[lits[i]] < 0 {
					i++
				}
			}
			switch {
			case p.values[lits[0]] > 0:
				kept = append(kept, w)
			case i < len(lits):
				lits[1], lits[i] = lits[i], lits[1]
				p.watches[lits[1]] = append(p.watches[lits[1]], w)
			case p.values[lits[0]] == 0:
				p.assign(lits[0], w.clause)
				kept = append(kept, w)
			default:
				p.watches[falsified] = append(kept, list[n:]...)
				return w.clause
			}
		}
		p.watches[falsified] = kept
	}
	return none
}

// explain begins an explanation by the levels from one on: need is called for true literals,
// and trace finds how they came about.
func (p *prover) explain(from int32) {
	p.round++
	p.from, p.pending = from, 0
	p.steps, p.used, p.units = p.steps[:0], p.used[:0], p.units[:0]
}

func (p *prover) need(l clause.Lit) {
	v := l.Var()
	switch {
	case p.marks[v] == p.round:
		return
	case p.levels[v] == 0:
		p.units = append(p.units, l)
	case p.levels[v] < p.from:
		p.used = append(p.used, l)
	default:
		p.pending++
	}
	p.marks[v] = p.round
}

// needFalse needs the literals of a clause to be false, but for one.
func (p *prover) needFalse(i int32, but clause.Lit) {
	for _, l := range p.clause(i) {
		if l != but {
			p.need(l.Not())
		}
	}
}

func (p *prover) trace() {
	for i := len(p.trail) - 1; p.pending > 0; i-- {
		l := p.trail[i]
		if p.marks[l.Var()] != p.round {
			continue
		}
		p.pending--
		if r := p.reasons[l.Var()]; r == assumed {
			p.used = append(p.used, l)
		} else {
			p.steps = append(p.steps, r)
			p.needFalse(r, l)
		}
	}
	slices.Reverse(p.steps)
}

// refute propagates the negation of a clause at level 0, explains why that fails, and
// returns a clause that is false then, or none, and those of the literals that were needed.
func (p *prover) refute(lits []clause.Lit) (int32, []clause.Lit) {
	conflict, implied := int32(none), clause.Lit(0)
	p.assume()
	for _, l := range lits {
		if p.values[l] > 0 {
			if r := p.reasons[l.Var()]; p.levels[l.Var()] > 0 && r != assumed {
				conflict, implied = r, l
			}
			break
		}
		if p.values[l] == 0 {
			p.assign(l.Not(), assumed)
			if conflict = p.propagate(); conflict != none {
				break
			}
		}
	}
	if conflict != none {
		p.explain(1)
		p.needFalse(conflict, implied)
		p.trace()
	}
	p.backtrack(0)
	lits = negated(p.used)
	if implied != 0 {
		lits = append(lits, implied)
	}
	return conflict, lits
}
