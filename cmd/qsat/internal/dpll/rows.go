package dpll

import (
	"context"
	"fmt"
	"sync"

	"queens/dimacs"
)

// Rows are the implications of the binary clauses, in compressed rows: what
// the literal l implies is lits[start[l]:start[l+1]]. A clause (a or b) is
// there twice, as b in the row of not-a and as a in that of not-b. A row is in
// the order of the text.
type rows struct {
	start []int32
	lits  []int32
}

func (r *rows) of(l int32) []int32 { return r.lits[r.start[l]:r.start[l+1]] }

// reach is how many binary clauses, variables or literals in long clauses
// offsets of 31 bits allow.
const reach = 1<<30 - 1

func tooLarge() error {
	return declined(fmt.Sprintf("it has more than %d variables, binary clauses or literals in longer ones", reach))
}

// A rowCount is the first of two steps to the rows: how long each will be. The
// pairs are cut into equal shares. Each share has an array over the literals
// that first counts and is then, summed up over the shares, where the share
// writes in the second step. So the rows are the same for any number of shares,
// and nobody waits for anybody.
type rowCount struct {
	shares [][][]dimacs.Pair // pieces of the pairs, in order
	next   [][]int32         // by share and literal: a number, then a place in the rows
	start  []int32           // the last of next, with a zero before it
	total  int32
	units  []int32 // of clauses (a or a)
}

// piece bounds the pairs between two looks at the context.
const piece = 1 << 16

// countRows counts in up to threads goroutines.
func countRows(ctx context.Context, blocks [][]dimacs.Pair, lits, threads int) (*rowCount, error) {
	pairs := 0
	for _, b := range blocks {
		pairs += len(b)
	}
	if pairs > reach || lits > reach {
		return nil, tooLarge()
	}
	// The arrays of the shares take no more memory than the rows.
	shares := max(1, min(threads, 2*pairs/lits, pairs/piece))
	c := &rowCount{shares: share(blocks, pairs, shares), start: make([]int32, lits+1)}
	for range shares - 1 {
		c.next = append(c.next, make([]int32, lits))
	}
	c.next = append(c.next, c.start[1:])
	units := make([][]int32, shares)
	c.each(ctx, func(i int, p []dimacs.Pair) { units[i] = count(p, c.next[i], units[i]) })
	for _, u := range units {
		c.units = append(c.units, u...)
	}
	c.sum(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return c, nil
}

// share cuts the pairs into n shares of pieces.
func share(blocks [][]dimacs.Pair, pairs, n int) [][][]dimacs.Pair {
	shares := make([][][]dimacs.Pair, n)
	i, size := 0, 0
	for _, b := range blocks {
		for len(b) > 0 {
			k := min(len(b), piece)
			shares[i] = append(shares[i], b[:k])
			b = b[k:]
			if size += k; size*n >= pairs*(i+1) && i < n-1 {
				i++
			}
		}
	}
	return shares
}

// each calls do with the pieces of each share in order, the shares at the same
// time.
func (c *rowCount) each(ctx context.Context, do func(share int, pairs []dimacs.Pair)) {
	var wg sync.WaitGroup
	for i := range c.shares {
		wg.Go(func() {
			for _, p := range c.shares[i] {
				if ctx.Err() != nil {
					return
				}
				do(i, p)
			}
		})
	}
	wg.Wait()
}

// count adds the lengths of the rows of pairs to n and their units to units.
func count(pairs []dimacs.Pair, n []int32, units []int32) []int32 {
	for i := range pairs {
		a, b := index(pairs[i][0]), index(pairs[i][1])
		if a>>1 == b>>1 {
			if a == b {
				units = append(units, a)
			}
			continue
		}
		n[a^1]++
		n[b^1]++
	}
	return units
}

// sum makes places of the lengths.
func (c *rowCount) sum(ctx context.Context) {
	for l := range c.next[0] {
		if l%piece == 0 && ctx.Err() != nil {
			return
		}
		for _, n := range c.next {
			c.total, n[l] = c.total+n[l], c.total
		}
	}
}

// len returns the length of the row of l. It may be asked before fill.
func (c *rowCount) len(l int32) int32 {
	first := c.next[0]
	if int(l)+1 == len(first) {
		return c.total - first[l]
	}
	return first[l+1] - first[l]
}

// fill is the second step. It leaves behind the end of each row, which is the
// start of the next, in the last array.
func (c *rowCount) fill(ctx context.Context) (rows, error) {
	r := rows{start: c.start, lits: make([]int32, c.total)}
	c.each(ctx, func(i int, p []dimacs.Pair) { fill(p, c.next[i], r.lits) })
	if ctx.Err() != nil {
		return rows{}, context.Cause(ctx)
	}
	return r, nil
}

// fill writes pairs to the places next.
func fill(pairs []dimacs.Pair, next, lits []int32) {
	for i := range pairs {
		a, b := index(pairs[i][0]), index(pairs[i][1])
		if a>>1 == b>>1 {
			continue
		}
		k := next[a^1]
		next[a^1] = k + 1
		lits[k] = b
		k = next[b^1]
		next[b^1] = k + 1
		lits[k] = a
	}
}
