// Package propagate does unit propagation with decision levels, for the checker of parts and for programs
// that choose literals themselves.
package propagate

import (
	"fmt"

	"queens/dimacs"
)

// A Propagator holds clauses and an assignment, and extends the assignment by unit
// propagation. Decision levels undo assignments:
//
//	p.Begin()                         // level 1
//	p.Assume(3)                       // 3 becomes true
//	if c := p.Propagate(); c >= 0 {   // clause c is falsified
//		fmt.Println(p.Clause(c))
//	}
//	p.Backtrack(0)                    // 3 and its implications are unassigned again
//
// A clause may be added at any level. If it is unit or falsified at a lower level, too, Backtrack
// to that level forgets the implied literal or the conflict: backtrack first, then add the clause.
//
// Every clause watches two of its literals. Only a clause with a watch that becomes false can
// be unit, so that propagation visits no other clause and Backtrack no clause at all. A watch
// also holds one more literal of the clause; if that is true, propagation does not look at the
// clause.
//
// Sources: M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang and S. Malik, "Chaff: Engineering
// an Efficient SAT Solver", DAC 2001; G. Chu, A. Harwood and P. J. Stuckey, "Cache Conscious
// Data Structures for Boolean Satisfiability Solvers", JSAT 2009.
type Propagator struct {
	vars    int
	lits    []dimacs.Lit // of all clauses; the first two literals of a clause are its watches
	starts  []int        // indexed by clause: its first literal in lits; one more element for the end
	watches [][]watch    // indexed by literal, as index does
	values  []int8       // indexed by literal: 1 true, -1 false, 0 unassigned
	added   []int32      // indexed by literal: 1 + the last clause with it
	reasons []int32      // indexed by assigned variable: the clause that implied it, or -1
	levels  []int32      // indexed by assigned variable: its decision level

	trail    []dimacs.Lit
	head     int     // the index in trail of the first literal that is not propagated
	conflict int     // a falsified clause, or -1
	begins   []begin // indexed by decision level - 1
}

// A watch is an entry in the list of a literal: a clause that watches it, and another literal
// of the clause.
type watch struct {
	clause int32
	other  dimacs.Lit
}

// A begin is the state of a Propagator before a decision level.
type begin struct{ trail, head, conflict int }

// New returns a Propagator without clauses for the variables 1 to vars.
func New(vars int) *Propagator {
	return &Propagator{
		vars: vars, lits: []dimacs.Lit{}, starts: make([]int, 1), conflict: -1,
		watches: make([][]watch, 2*vars+1), values: make([]int8, 2*vars+1), added: make([]int32, 2*vars+1),
		reasons: make([]int32, vars+1), levels: make([]int32, vars+1),
	}
}

// index returns the position of a literal in the arrays that are indexed by literal.
func (p *Propagator) index(l dimacs.Lit) int { return p.vars + int(l) }

// Add adds a clause and returns its number: the clauses have the numbers 0, 1, 2 and so on. A literal
// that is in the clause twice is added once. If the clause is unit, its literal is assigned at the
// current level. If it is falsified, Propagate returns it, unless there is an earlier conflict. Add
// panics, and then changes nothing, if a literal is 0 or its variable exceeds the number given to New.
func (p *Propagator) Add(clause ...dimacs.Lit) int {
	for _, l := range clause {
		p.check(l)
	}
	n := len(p.starts) - 1
	for _, l := range clause {
		if k := p.index(l); p.added[k] != int32(n+1) {
			p.added[k] = int32(n + 1)
			p.lits = append(p.lits, l)
		}
	}
	p.starts = append(p.starts, len(p.lits))
	lits := p.Clause(n)
	for k := range min(2, len(lits)) {
		best := k
		for j := k + 1; j < len(lits); j++ {
			if p.rank(lits[j]) > p.rank(lits[best]) {
				best = j
			}
		}
		lits[k], lits[best] = lits[best], lits[k]
	}
	if len(lits) > 1 {
		p.watch(lits[0], watch{int32(n), lits[1]})
		p.watch(lits[1], watch{int32(n), lits[0]})
	}
	switch {
	case len(lits) == 0 || p.Value(lits[0]) < 0:
		if p.conflict < 0 {
			p.conflict = n
		}
	case p.Value(lits[0]) == 0 && (len(lits) == 1 || p.Value(lits[1]) < 0):
		p.assign(lits[0], int32(n))
	}
	return n
}

// check panics unless l is a literal of a variable from 1 to vars.
func (p *Propagator) check(l dimacs.Lit) {
	if v := l.Var(); v < 1 || v > p.vars {
		panic(fmt.Sprintf("dimacs: literal %d in a Propagator with variables 1 to %d", l, p.vars))
	}
}

// rank returns the rank of l: the level of a false literal, which is lower than the rank of an unassigned
// literal, which is lower than the rank of a true literal. A new clause watches two literals of highest
// rank. So backtracking unassigns the false watches before other false literals.
func (p *Propagator) rank(l dimacs.Lit) int32 {
	if v := p.Value(l); v >= 0 {
		return 1<<30 + int32(v)
	}
	return p.levels[l.Var()]
}

func (p *Propagator) watch(l dimacs.Lit, w watch) {
	k := p.index(l)
	p.watches[k] = append(p.watches[k], w)
}

// Clause returns the literals of clause n. Their order changes during propagation. The slice is valid
// until the next call of Add, and must not be changed.
func (p *Propagator) Clause(n int) []dimacs.Lit { return p.lits[p.starts[n]:p.starts[n+1]] }

// Value returns 1 if l is true, -1 if it is false and 0 if it is unassigned.
func (p *Propagator) Value(l dimacs.Lit) int8 { return p.values[p.index(l)] }

// Reason returns the number of the clause that implied the variable of l, or -1 if l or its
// complement was assumed. The variable must be assigned.
func (p *Propagator) Reason(l dimacs.Lit) int { return int(p.reasons[l.Var()]) }

// LevelOf returns the decision level at which the variable of l was assigned. The variable must
// be assigned.
func (p *Propagator) LevelOf(l dimacs.Lit) int { return int(p.levels[l.Var()]) }

// Level returns the current decision level, which is 0 before the first call of Begin.
func (p *Propagator) Level() int { return len(p.begins) }

// Trail returns the true literals in the order of their assignment. The slice is valid until
// the next call of another method, and must not be changed.
func (p *Propagator) Trail() []dimacs.Lit { return p.trail }

// Begin begins a decision level.
func (p *Propagator) Begin() {
	p.begins = append(p.begins, begin{len(p.trail), p.head, p.conflict})
}

// Backtrack undoes all assignments and conflicts of the levels above the given level, at least 0, which
// becomes the current level. It does nothing if there is no higher level.
func (p *Propagator) Backtrack(level int) {
	if level >= p.Level() {
		return
	}
	b := p.begins[level]
	for _, l := range p.trail[b.trail:] {
		p.values[p.index(l)], p.values[p.index(-l)] = 0, 0
	}
	p.trail, p.head, p.conflict, p.begins = p.trail[:b.trail], b.head, b.conflict, p.begins[:level]
}

// Assume makes l true at the current level, unless it has a value already. It returns false if l is false,
// and true otherwise. It panics as Add does.
func (p *Propagator) Assume(l dimacs.Lit) bool {
	p.check(l)
	if p.Value(l) == 0 {
		p.assign(l, -1)
	}
	return p.Value(l) > 0
}

func (p *Propagator) assign(l dimacs.Lit, reason int32) {
	p.values[p.index(l)], p.values[p.index(-l)] = 1, -1
	p.reasons[l.Var()], p.levels[l.Var()] = reason, int32(p.Level())
	p.trail = append(p.trail, l)
}

// Propagate assigns the literals of unit clauses until there are none, at the current level. It returns
// -1, or the number of a falsified clause. After a conflict it returns the same clause until Backtrack
// ends the level at which the conflict was found.
func (p *Propagator) Propagate() (conflict int) {
	for ; p.conflict < 0 && p.head < len(p.trail); p.head++ {
		p.visit(-p.trail[p.head])
	}
	return p.conflict
}

// visit propagates the literal falsified, which has become false. It looks at the clauses that watch it,
// except those whose other watch, or whose watch.other, is true. If such a clause has a third literal that
// is not false, the clause watches that literal from then on. Otherwise, if the other watch is unassigned,
// visit assigns it. If it is false, visit stores the clause in p.conflict and stops.
func (p *Propagator) visit(falsified dimacs.Lit) {
	list := p.watches[p.index(falsified)]
	kept := list[:0]
	for n, w := range list {
		if p.Value(w.other) > 0 {
			kept = append(kept, w)
			continue
		}
		lits := p.Clause(int(w.clause))
		if lits[0] == falsified {
			lits[0], lits[1] = lits[1], lits[0]
		}
		w.other = lits[0]
		next := 2 // the literal to watch from now on
		if p.Value(lits[0]) <= 0 {
			for next < len(lits) && p.Value(lits[next]) < 0 {
				next++
			}
		}
		switch {
		case p.Value(lits[0]) > 0:
			kept = append(kept, w)
		case next < len(lits):
			lits[1], lits[next] = lits[next], lits[1]
			p.watch(lits[1], w)
		case p.Value(lits[0]) == 0:
			p.assign(lits[0], w.clause)
			kept = append(kept, w)
		default:
			p.conflict = int(w.clause)
			p.watches[p.index(falsified)] = append(kept, list[n:]...)
			return
		}
	}
	p.watches[p.index(falsified)] = kept
}
