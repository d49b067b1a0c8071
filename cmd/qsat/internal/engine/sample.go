package engine

import (
	"context"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"queens/cmd/qsat/internal/clause"
	"queens/dimacs"
)

// A Sampler draws models.
type Sampler interface {
	// Sample calls found with k models, or none if there are none. Each is drawn from all that
	// differ on the projection, whatever the others are: one is as likely as another, or has
	// the likelihood that is its share of all weights, none of which is negative. The seed
	// chooses them. The assignment is valid during the call. Again says that found was called
	// with it before, and that it has the same values.
	Sample(ctx context.Context, t *Task, k int64, found func(a *dimacs.Assignment, again bool) error) error
}

// Sample asks an engine for k models, which it checks. It declines if e does not draw any.
func Sample(ctx context.Context, e Engine, t *Task, k int64, found func(*dimacs.Assignment) error) error {
	s, is := e.(Sampler)
	if !is {
		return &DeclinedError{e.Name(), "it does not draw samples"}
	}
	checker := checker{task: t}
	return s.Sample(ctx, t, k, func(a *dimacs.Assignment, again bool) error {
		if !again {
			if err := checker.check(a); err != nil {
				return err
			}
		}
		return found(a)
	})
}

// Dice are where random numbers come from, exactly: they are made of bits that are as likely to
// be 0 as 1, which a seed chooses.
type Dice struct {
	source *rand.ChaCha8
	bits   uint64 // that were not used,
	left   int    // so many
}

// NewDice returns the dice of a seed.
func NewDice(seed int64) *Dice {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], uint64(seed))
	return &Dice{source: rand.NewChaCha8(key)}
}

// Word returns 64 random bits.
func (d *Dice) Word() uint64 { return d.source.Uint64() }

// Below returns a number from 0 to n-1, which is not negative: numbers of as many bits are
// drawn until one is below n.
func (d *Dice) Below(n uint64) uint64 {
	for shift := bits.LeadingZeros64(n - 1); ; {
		if x := d.Word() >> shift; x < n {
			return x
		}
	}
}

// Flip returns true as often as false.
func (d *Dice) Flip() bool {
	if d.left == 0 {
		d.bits, d.left = d.Word(), 64
	}
	d.left--
	return d.bits>>d.left&1 != 0
}

// Free are variables that may have any value, as ranges of them, ascending.
type Free [][2]int

// Free returns those of the projection that clauses which have been propagated do not constrain;
// fewer once ctx has ended.
func (t *Problem) Free(ctx context.Context, d *clause.Database) (free Free) {
	constrained := d.Constrained()
	for i := range t.NumProjected() {
		if clause.Ended(ctx, i) {
			break
		}
		switch v, last := t.Projected(i), len(free)-1; {
		case constrained[d.Var(v)]:
		case last >= 0 && free[last][1] == v-1:
			free[last][1] = v
		default:
			free = append(free, [2]int{v, v})
		}
	}
	return free
}

// Flip gives the variables random values, some of them once ctx has ended.
func (f Free) Flip(ctx context.Context, d *Dice, a *dimacs.Assignment) {
	for _, r := range f {
		for v := r[0]; v <= r[1] && !clause.Ended(ctx, v); v++ {
			a.Set(v, d.Flip())
		}
	}
}
