package explain

import (
	"context"
	"math/bits"
)

// mostCounted is the largest number of ranks, columns or regions that a step counts
// together.
const mostCounted = 5

// counted looks for constraints of one class, such as regions, whose unknown squares lie in
// constraints of another class, such as columns, that have no more room than the queens they
// need. Then those columns have no queen outside of the regions. It calls found with the
// constraints and the squares to cross, until found returns true. The sets get larger. They
// begin with three regions, because smaller sets have at most four constraints.
func (b *board) counted(ctx context.Context, found func(of []int, crosses set) bool) error {
	for size := 3; size <= mostCounted; size++ {
		for i, givers := range b.classes {
			for j, takers := range b.classes {
				if i == j {
					continue
				}
				if err := context.Cause(ctx); err != nil {
					return err
				}
				c := counting{b: b, givers: givers, takers: takers, meets: b.meets(givers, takers), found: found}
				if c.choose(0, size, 0, 0) {
					return nil
				}
			}
		}
	}
	return nil
}

// A counting is the search for givers with their unknown squares in as many takers.
type counting struct {
	b              *board
	givers, takers []int
	meets          []uint64 // indexed like givers: bit j means that it shares an unknown square with taker j
	chosen         []int
	found          func(of []int, crosses set) bool
}

// meets returns for each giver the takers that share an unknown square with it. A class has at
// most MaxN constraints.
func (b *board) meets(givers, takers []int) []uint64 {
	all := make([]uint64, len(givers))
	for i, g := range givers {
		for j, t := range takers {
			for w, u := range b.unknown {
				if b.constraints[g].squares[w]&b.constraints[t].squares[w]&u != 0 {
					all[i] |= 1 << j
				}
			}
		}
	}
	return all
}

// choose adds left givers from index from on. The chosen ones need queens in the takers of
// within.
func (c *counting) choose(from, left int, within uint64, need int) bool {
	if left == 0 {
		return c.check(within, need)
	}
	for i := from; i < len(c.givers); i++ {
		n := c.b.need(c.givers[i])
		if n <= 0 {
			continue
		}
		c.chosen = append(c.chosen, c.givers[i])
		if c.choose(i+1, left-1, within|c.meets[i], need+n) {
			return true
		}
		c.chosen = c.chosen[:len(c.chosen)-1]
	}
	return false
}

// check reports the chosen givers if the takers have room for their queens only.
func (c *counting) check(within uint64, need int) bool {
	room := 0
	for w := within; w != 0; w &= w - 1 {
		room += c.b.room(c.takers[bits.TrailingZeros64(w)])
		if room > need {
			return false
		}
	}
	of, crosses := append([]int{}, c.chosen...), c.b.newSet()
	for w := within; w != 0; w &= w - 1 {
		t := c.takers[bits.TrailingZeros64(w)]
		of = append(of, t)
		for w := range crosses {
			crosses[w] |= c.b.constraints[t].squares[w] & c.b.unknown[w]
		}
	}
	for _, g := range c.chosen {
		for w := range crosses {
			crosses[w] &^= c.b.constraints[g].squares[w]
		}
	}
	return !crosses.empty() && c.found(of, crosses)
}
