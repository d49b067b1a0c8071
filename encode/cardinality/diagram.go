package cardinality

import (
	"cmp"
	"math"
	"slices"

	"queens/dimacs"
)

// A node of a diagram stands for: the literals from a position on reach a bound. It is high if the
// literal is true, and low if it is false.
type node struct{ lit, high, low int } // the index of a literal, and of two nodes

const never, always = 0, 1 // the first nodes, without variables

// An interval holds bounds that the same assignments reach.
type interval struct {
	from, to int64
	node     int
}

// A diagram is a decision diagram of a sum.
type diagram struct {
	*sum
	rest  []int64
	nodes []node       // the nodes that a node refers to come before it
	known [][]interval // indexed by literal, ascending
	limit int          // the largest number of nodes
}

// diagram adds the clauses of a decision diagram for s, unless it needs too many nodes. It reports whether
// it has added them, and subtracts the number of nodes from room.
func (s *sum) diagram(room *int, sink dimacs.Sink, fresh dimacs.Fresh) bool {
	d := &diagram{s, s.rest(), make([]node, 2), make([][]interval, len(s.lits)), *room / roomShare}
	if len(s.lits) > d.limit {
		return false
	}
	root, ok := d.reach(0, s.need)
	if *room -= len(d.nodes); !ok {
		return false
	}
	vars := append(make([]dimacs.Lit, 2), fresh(len(d.nodes)-2)...)
	for i, v := range vars[2:] {
		n := d.nodes[i+2]
		l, high, low := s.lits[n.lit], vars[n.high], vars[n.low]
		if n.high != always {
			sink.Binary(-v, high)
			sink.Clause(v, -l, -high)
		} else {
			sink.Binary(v, -l)
		}
		if n.low != never {
			sink.Binary(v, -low)
			sink.Clause(-v, l, low)
		} else {
			sink.Binary(-v, l)
		}
	}
	sink.Clause(vars[root.node])
	return true
}

// reach returns the interval of bounds that the same assignments of the literals from i on reach as
// need, with its node. It reports false if there are too many nodes.
func (d *diagram) reach(i int, need int64) (interval, bool) {
	switch {
	case need <= 0:
		return interval{math.MinInt64, 0, always}, true
	case need > d.rest[i]:
		return interval{d.rest[i] + 1, math.MaxInt64, never}, true
	case len(d.nodes) > d.limit:
		return interval{}, false
	}
	at, found := slices.BinarySearchFunc(d.known[i], need, func(v interval, need int64) int {
		if v.from <= need && need <= v.to {
			return 0
		}
		return cmp.Compare(v.from, need)
	})
	if found {
		return d.known[i][at], true
	}
	w := d.weights[i]
	high, ok := d.reach(i+1, need-w)
	low, ok2 := d.reach(i+1, need)
	v := interval{max(high.from+w, low.from), min(min(high.to, math.MaxInt64-w)+w, low.to), len(d.nodes)}
	d.nodes = append(d.nodes, node{i, high.node, low.node})
	d.known[i] = slices.Insert(d.known[i], at, v)
	return v, ok && ok2
}
