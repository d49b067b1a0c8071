package explain

import (
	"context"
	"errors"
	"fmt"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/mus"
	"queens/dimacs"
)

// An oracle finds minimal sets of constraints and known squares by an incremental solver. Each
// constraint is a group of clauses, and each value of a square is one.
type oracle struct {
	session *mus.Session
	groups  int // number of constraints
}

// stepTicks and conflictTicks limit the work of one question to the solver, to about a quarter of
// a second for a step and a second for a conflict. Beyond them the error is errTooHard.
const (
	stepTicks     = 1 << 22
	conflictTicks = 1 << 24
)

var errTooHard = errors.New("the board takes too much work to explain")

// ask returns the oracle of the board, which is made at the first call.
func (b *board) ask() (*oracle, error) {
	if b.oracle != nil {
		return b.oracle, nil
	}
	f := clauses{Formula: &dimacs.Formula{}}
	f.Vars = b.n
	for k, c := range b.constraints {
		f.group = k + 1
		if c.pairs() {
			for i, s := range c.next {
				for j := range s.all {
					if i < j {
						f.add(-dimacs.Lit(i+1), -dimacs.Lit(j+1))
					}
				}
			}
			continue
		}
		var lits, complements []dimacs.Lit
		for i := range c.squares.all {
			lits, complements = append(lits, dimacs.Lit(i+1)), append(complements, -dimacs.Lit(i+1))
		}
		f.atMost(lits, c.high)
		f.atMost(complements, len(lits)-c.low)
	}
	for i := range b.n {
		for _, value := range [...]int8{1, -1} {
			f.group = b.group(i, value)
			f.add(dimacs.Lit(i+1) * dimacs.Lit(value))
		}
	}
	s, err := mus.New(mus.Problem{Formula: f.Formula, Groups: f.groups}, &engine.Task{Threads: 1})
	if err != nil {
		return nil, err
	}
	b.oracle = &oracle{s, len(b.constraints)}
	return b.oracle, nil
}

// group returns the group of the clause that square i has a value.
func (b *board) group(i int, value int8) int {
	g := len(b.constraints) + 2*i + 1
	if value < 0 {
		g++
	}
	return g
}

// close ends the session of the oracle.
func (b *board) close() {
	if b.oracle != nil {
		b.oracle.session.Close()
	}
}

// clauses is a formula with the groups of its clauses.
type clauses struct {
	*dimacs.Formula
	group  int // of the clauses added next
	groups []int
}

func (f *clauses) add(lits ...dimacs.Lit) {
	f.Add(lits...)
	f.groups = append(f.groups, f.group)
}

// atMost adds clauses that at most k literals are true. For k = 0 or 1 and few literals
// there are no auxiliary variables. Otherwise variable s(i, j) is true if more than j of the first
// i+1 literals are true.
//
// Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.
func (f *clauses) atMost(lits []dimacs.Lit, k int) {
	n := len(lits)
	switch {
	case k >= n:
		return
	case k < 0:
		f.add()
		return
	case k == 0:
		for _, l := range lits {
			f.add(-l)
		}
		return
	case k == n-1:
		all := make([]dimacs.Lit, n)
		for i, l := range lits {
			all[i] = -l
		}
		f.add(all...)
		return
	case k == 1 && n <= 2*MaxN:
		for i, l := range lits {
			for _, m := range lits[:i] {
				f.add(-m, -l)
			}
		}
		return
	}
	first := dimacs.Lit(f.Vars + 1)
	f.Vars += n * k
	s := func(i, j int) dimacs.Lit { return first + dimacs.Lit(i*k+j) }
	for i, l := range lits {
		f.add(-l, s(i, 0))
		if i == 0 {
			continue
		}
		for j := range k {
			f.add(-s(i-1, j), s(i, j))
			if j > 0 {
				f.add(-l, -s(i-1, j-1), s(i, j))
			}
		}
		f.add(-l, -s(i-1, k-1))
	}
}

// A refutation is a minimal set of constraints and known squares that exclude a value of a
// square.
type refutation struct {
	constraints []int // ascending
	known       []int // squares, in reading order
	model       *dimacs.Assignment
}

// refute returns a minimal set of some constraints and the known squares that exclude that square
// i has a value; square i may be -1 for a set without a solution. The result has a model if
// there is no such set. If facts is false, the known squares are not minimized, and not part
// of the result. The result is the cause of ctx if ctx ends, or errTooHard.
func (b *board) refute(ctx context.Context, among []int, i int, value int8, facts bool) (refutation, error) {
	o, err := b.ask()
	if err != nil {
		return refutation{}, err
	}
	q := mus.Query{Among: make([]int, 0, len(among)+len(b.trail)), Ticks: stepTicks}
	if i < 0 {
		q.Ticks = conflictTicks
	}
	for _, k := range among {
		q.Among = append(q.Among, k+1)
	}
	for _, j := range b.trail {
		if facts {
			q.Among = append(q.Among, b.group(j, b.value[j]))
		} else {
			q.Assume = append(q.Assume, dimacs.Lit(j+1)*dimacs.Lit(b.value[j]))
		}
	}
	if i >= 0 {
		q.Assume = append(q.Assume, dimacs.Lit(i+1)*dimacs.Lit(value))
	}
	a, err := o.session.Minimal(ctx, q)
	switch {
	case errors.Is(err, mus.ErrLimit):
		return refutation{}, errTooHard
	case err != nil:
		return refutation{}, fmt.Errorf("explanation: %w", err)
	}
	r := refutation{model: a.Model}
	for _, g := range a.Groups {
		if g <= o.groups {
			r.constraints = append(r.constraints, g-1)
		} else {
			r.known = append(r.known, (g-o.groups-1)/2)
		}
	}
	return r, nil
}
