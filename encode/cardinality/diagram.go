package cardinality

import (
	"cmp"
	"math"
	"slices"

	"queens/dimacs"
)

// A node is true if the literals from one index on reach a bound. If the literal at this index is true,
// the node has the value of the node high, otherwise of the node low.
type node struct{ lit, high, low int } // the index of the literal, and the indices of two nodes

const never, always = 0, 1 // the indices of the nodes false and true, which have no variables

// An interval holds the bounds from..to, which the same assignments reach, and the index of their node.
type interval struct {
	from, to int64
	node     int
}

// A diagram is a decision diagram of a sum.
type diagram struct {
	*sum
	rest  []int64      // the result of sum.rest
	nodes []node       // the nodes that a node refers to come before it
	known [][]interval // indexed by literal: the intervals so far, ascending
	limit int          // the largest number of nodes
}

// diagram adds the clauses of a decision diagram for s, whose need is above 0, and reports whether it
// did. It adds no clause if there is no room for all nodes. In both cases it subtracts the nodes that it
// has made from the room.
func (e *encoder) diagram(s *sum) bool {
	limit := min(e.room/roomShare, maxNodes)
	if len(s.lits) > limit {
		return false
	}
	d := &diagram{s, s.rest(), make([]node, 2), make([][]interval, len(s.lits)), limit}
	root := d.reach(0, s.need)
	if e.room -= len(d.nodes); len(d.nodes) > limit {
		return false
	}
	vars := append(make([]dimacs.Lit, 2), e.fresh(len(d.nodes)-2)...)
	for i, v := range vars[2:] {
		n := d.nodes[i+2]
		l, high, low := s.lits[n.lit], vars[n.high], vars[n.low]
		if n.high != always {
			e.sink.Binary(-v, high)
			e.sink.Clause(v, -l, -high)
		} else {
			e.sink.Binary(v, -l)
		}
		if n.low != never {
			e.sink.Binary(v, -low)
			e.sink.Clause(-v, l, low)
		} else {
			e.sink.Binary(-v, l)
		}
	}
	e.sink.Clause(vars[root.node])
	return true
}

// reach returns the interval of bounds that contains need, for the literals from index i on. It adds the
// nodes that are still missing. If there are more nodes than the limit afterwards, the result is wrong.
func (d *diagram) reach(i int, need int64) interval {
	switch {
	case need <= 0:
		return interval{math.MinInt64, 0, always}
	case need > d.rest[i] || len(d.nodes) > d.limit:
		return interval{d.rest[i] + 1, math.MaxInt64, never}
	}
	at, _ := slices.BinarySearchFunc(d.known[i], need, func(v interval, need int64) int { return cmp.Compare(v.to, need) })
	if at < len(d.known[i]) && d.known[i][at].from <= need {
		return d.known[i][at]
	}
	w := d.weights[i]
	high, low := d.reach(i+1, need-w), d.reach(i+1, need)
	v := interval{max(high.from+w, low.from), min(min(high.to, math.MaxInt64-w)+w, low.to), len(d.nodes)}
	d.nodes = append(d.nodes, node{i, high.node, low.node})
	d.known[i] = slices.Insert(d.known[i], at, v)
	return v
}
