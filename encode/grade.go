package encode

import (
	"context"
	"slices"

	"queens/dimacs"
)

// A grader solves an instance in the full pairwise form by unit propagation, with placed
// queens that change from one time to the next.
type grader struct {
	board   Board
	squares int            // number of variables of the board
	clauses [][]dimacs.Lit // of three literals and more, and units
	implied [][]dimacs.Lit // slot of a literal -> literals of binary clauses with its complement
	within  [][]int        // slot of a literal -> clauses with its complement
	value   []int8         // variable -> 1 if it is true, -1 if it is false
	trail   []dimacs.Lit   // true literals in order
}

// grader returns one for the instance without its placed queens.
func (in Instance) grader(ctx context.Context) (*grader, error) {
	in.Placed = nil
	f, err := in.plain().Formula(ctx)
	if err != nil {
		return nil, err
	}
	g := &grader{board: in.Board(), squares: in.squareVariables(), value: make([]int8, f.Vars+1)}
	g.implied, g.within = make([][]dimacs.Lit, 2*f.Vars+2), make([][]int, 2*f.Vars+2)
	for clause := range f.Clauses() {
		if len(clause) == 2 {
			a, b := clause[0], clause[1]
			g.implied[slot(a.Neg())] = append(g.implied[slot(a.Neg())], b)
			g.implied[slot(b.Neg())] = append(g.implied[slot(b.Neg())], a)
			continue
		}
		for _, l := range clause {
			g.within[slot(l.Neg())] = append(g.within[slot(l.Neg())], len(g.clauses))
		}
		g.clauses = append(g.clauses, slices.Clone(clause))
	}
	return g, nil
}

// slot numbers literals from 2.
func slot(l dimacs.Lit) int {
	if l < 0 {
		return 2*l.Var() + 1
	}
	return 2 * l.Var()
}

// solves reports whether, with these queens placed, unit propagation gives each square a
// value; with trying, each literal may also be tried for a moment, and is false if that
// leads to a conflict.
func (g *grader) solves(placed []Square, trying bool) bool {
	g.undo(0)
	for _, clause := range g.clauses {
		if len(clause) == 1 && !g.assign(clause[0]) {
			return false
		}
	}
	for _, s := range placed {
		if !g.assign(g.board.Var(s)) {
			return false
		}
	}
	for refuted := trying; refuted && !g.complete(); {
		refuted = false
		for v := 1; v < len(g.value); v++ {
			for _, l := range [...]dimacs.Lit{dimacs.Lit(v), dimacs.Lit(-v)} {
				if g.value[v] != 0 || g.possible(l) {
					continue
				}
				if refuted = true; !g.assign(l.Neg()) {
					return false
				}
			}
		}
	}
	return g.complete()
}

// complete reports whether each square has a value.
func (g *grader) complete() bool { return !slices.Contains(g.value[1:g.squares+1], 0) }

// possible reports whether the literal leads to no conflict, and forgets it again.
func (g *grader) possible(l dimacs.Lit) bool {
	before := len(g.trail)
	defer g.undo(before)
	return g.assign(l)
}

// undo leaves so many literals true.
func (g *grader) undo(n int) {
	for _, l := range g.trail[n:] {
		g.value[l.Var()] = 0
	}
	g.trail = g.trail[:n]
}

// assign makes the literal true, and all that follows by unit propagation. It reports
// whether there is no conflict.
func (g *grader) assign(l dimacs.Lit) bool {
	next := len(g.trail)
	if !g.set(l) {
		return false
	}
	for ; next < len(g.trail); next++ {
		l := g.trail[next]
		for _, m := range g.implied[slot(l)] {
			if !g.set(m) {
				return false
			}
		}
		for _, c := range g.within[slot(l)] {
			if last, open := g.last(g.clauses[c]); !open && !g.set(last) {
				return false
			}
		}
	}
	return true
}

// set reports whether the literal is true now.
func (g *grader) set(l dimacs.Lit) bool {
	if g.holds(l) == 0 {
		g.trail = append(g.trail, l)
		g.value[l.Var()] = 1
		if l < 0 {
			g.value[l.Var()] = -1
		}
	}
	return g.holds(l) > 0
}

// holds returns 1 if the literal is true, -1 if it is false and 0 otherwise.
func (g *grader) holds(l dimacs.Lit) int8 {
	if l < 0 {
		return -g.value[l.Var()]
	}
	return g.value[l.Var()]
}

// last returns a literal of the clause that has to be true, one that is false if all are,
// or that the clause is still open: it has a true literal, or two without a value.
func (g *grader) last(clause []dimacs.Lit) (l dimacs.Lit, open bool) {
	l = clause[0]
	free := 0
	for _, m := range clause {
		switch g.holds(m) {
		case 1:
			return 0, true
		case 0:
			l = m
			free++
		}
	}
	return l, free > 1
}
