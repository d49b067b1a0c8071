package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/mus"
	"queens/dimacs"
	"queens/encode/cardinality"
)

// stepTicks and conflictTicks limit the ticks of one question to the solver. They allow about a
// quarter of a second for a step, and a second for a conflict. Beyond them the error is errTooHard.
const (
	stepTicks     = 1 << 22
	conflictTicks = 1 << 24
)

var errTooHard = errors.New("the board takes too much work to explain")

// newOracle returns an incremental solver that finds minimal sets of constraints and known squares. The
// caller must close it. The clauses of constraint k are group k+1 of its formula. Two groups of one
// clause follow for each square: the square holds a queen, and the square is empty. See group. The
// error is the cause of ctx or an error of mus.New.
func (b *grid) newOracle(ctx context.Context) (*mus.Session, error) {
	sink, groups := dimacs.NewCollector(ctx, b.n), []int{}
	f := sink.Formula()
	end := func(group int) {
		for len(groups) < f.NumClauses() {
			groups = append(groups, group)
		}
	}
	for k, c := range b.constraints {
		for i, s := range c.next {
			for j := range s.All() {
				if i < j {
					sink.Binary(-dimacs.Lit(i+1), -dimacs.Lit(j+1))
				}
			}
		}
		var lits, complements []dimacs.Lit
		for i := range c.squares.All() {
			lits, complements = append(lits, dimacs.Lit(i+1)), append(complements, -dimacs.Lit(i+1))
		}
		if c.low == 1 {
			sink.Clause(lits...)
		} else {
			cardinality.AtLeast.Encode(c.low, lits, sink, sink.Fresh)
		}
		if c.high == 1 {
			sink.Pairs(complements)
		} else {
			cardinality.AtMost.Encode(c.high, lits, sink, sink.Fresh)
		}
		end(k + 1)
	}
	for i := range b.n {
		for _, value := range [...]int8{1, -1} {
			sink.Clause(literal(i, value))
			end(b.group(i, value))
		}
	}
	if err := sink.Err(); err != nil {
		return nil, err
	}
	return mus.New(mus.Problem{Formula: f, Groups: groups}, &engine.Task{Threads: 1})
}

// literal returns the literal that is true if square i has the value.
func literal(i int, value int8) dimacs.Lit { return dimacs.Lit(i+1) * dimacs.Lit(value) }

// group returns the group of the clause literal(i, value).
func (b *grid) group(i int, value int8) int {
	return len(b.constraints) + 2*i + 1 + int(max(0, -value))
}

// close ends the oracle, if there is one.
func (b *grid) close() {
	if b.oracle != nil {
		b.oracle.Close()
	}
}

// A refutation is a minimal set of constraints and known squares that have no solution, if need be with
// an assumption, or a model.
type refutation struct {
	constraints []int              // indices of constraints, ascending
	known       set                // known squares; empty if they were not minimized
	model       *dimacs.Assignment // a solution; then the sets are empty; nil if the sets have no solution
}

// refute returns a refutation of the assumption that square i has a value, 1 or -1, or a model in which
// it has. If i is -1, there is no assumption. refute uses the constraints of among, by index, or all
// constraints if among is nil, and the known squares on them. If facts is true, it minimizes the known
// squares, too. Otherwise it uses all of them, and the result has no known squares. The error is
// errTooHard if the solver takes more than stepTicks, or more than conflictTicks without an assumption.
// Other errors are errors of newOracle, or wrap errors of the solver, such as the cause of ctx. The
// first call sets b.oracle.
func (b *grid) refute(ctx context.Context, among []int, i int, value int8, facts bool) (refutation, error) {
	if b.oracle == nil {
		var err error
		if b.oracle, err = b.newOracle(ctx); err != nil {
			return refutation{}, err
		}
	}
	q := mus.Query{Among: []int{}, Ticks: conflictTicks}
	if i >= 0 {
		q.Assume, q.Ticks = append(q.Assume, literal(i, value)), stepTicks
	}
	scope := b.newSet()
	for k, c := range b.constraints {
		if among == nil || slices.Contains(among, k) {
			q.Among = append(q.Among, k+1)
			scope.Or(c.squares)
		}
	}
	for _, j := range b.trail {
		if !scope.Has(j) {
			continue
		}
		if facts {
			q.Among = append(q.Among, b.group(j, b.value[j]))
		} else {
			q.Assume = append(q.Assume, literal(j, b.value[j]))
		}
	}
	a, err := b.oracle.Minimal(ctx, q)
	switch {
	case errors.Is(err, mus.ErrLimit):
		return refutation{}, errTooHard
	case err != nil:
		return refutation{}, fmt.Errorf("explanation: %w", err)
	}
	r := refutation{known: b.newSet(), model: a.Model}
	for _, g := range a.Groups {
		if squares := g - len(b.constraints); squares <= 0 {
			r.constraints = append(r.constraints, g-1)
		} else {
			r.known.Add((squares - 1) / 2)
		}
	}
	return r, nil
}
