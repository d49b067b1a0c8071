// Package priority provides a priority queue of small positive integers.
package priority

// A Queue is a priority queue of numbers, such as variables. The number of highest priority comes
// first; among equal priorities, the lowest number.
type Queue[P int64 | float64] struct {
	Priority []P      // indexed by number, in the queue or not; Update keeps the queue in order
	at       []int32  // indexed by number: 1 + its index in list, or 0 if it is not in the queue
	list     []uint32 // the children of list[i] are list[2i+1] and list[2i+2]
}

// NewQueue returns an empty queue for the numbers from 1 to n, all of priority 0.
func NewQueue[P int64 | float64](n int) Queue[P] {
	return Queue[P]{Priority: make([]P, n+1), at: make([]int32, n+1)}
}

// Grow adds the numbers up to n, with priority 0. They are not in the queue.
func (q *Queue[P]) Grow(n int) {
	added := n + 1 - len(q.at)
	q.Priority, q.at = append(q.Priority, make([]P, added)...), append(q.at, make([]int32, added)...)
}

// Len returns the number of members.
func (q *Queue[P]) Len() int { return len(q.list) }

// Has reports whether v is a member.
func (q *Queue[P]) Has(v uint32) bool { return q.at[v] != 0 }

// Before reports whether a comes before b in the order of the queue.
func (q *Queue[P]) Before(a, b uint32) bool {
	return q.Priority[a] > q.Priority[b] || q.Priority[a] == q.Priority[b] && a < b
}

// First returns the first number. The queue must not be empty.
func (q *Queue[P]) First() uint32 { return q.list[0] }

// Push adds v, unless it is in the queue.
func (q *Queue[P]) Push(v uint32) {
	if q.at[v] == 0 {
		q.list = append(q.list, v)
		q.up(len(q.list)-1, v)
	}
}

// Pop removes the first number and returns it. The queue must not be empty.
func (q *Queue[P]) Pop() uint32 {
	v, last := q.list[0], q.list[len(q.list)-1]
	q.list, q.at[v] = q.list[:len(q.list)-1], 0
	if v != last {
		q.down(0, last)
	}
	return v
}

// Update sets the priority of v to p, and moves v if it is in the queue.
func (q *Queue[P]) Update(v uint32, p P) {
	rises := p > q.Priority[v]
	q.Priority[v] = p
	if i := int(q.at[v]) - 1; i >= 0 && rises {
		q.up(i, v)
	} else if i >= 0 {
		q.down(i, v)
	}
}

// up puts v at its place at or before index i, and moves the members on the path from i to that
// place back to make room. It overwrites list[i] and updates at.
func (q *Queue[P]) up(i int, v uint32) {
	for i > 0 && q.Before(v, q.list[(i-1)/2]) {
		parent := q.list[(i-1)/2]
		q.list[i], q.at[parent] = parent, int32(i+1)
		i = (i - 1) / 2
	}
	q.list[i], q.at[v] = v, int32(i+1)
}

// down puts v at its place at or below index i in the tree, and moves the members on the path up to
// make room. It overwrites list[i] and updates at.
func (q *Queue[P]) down(i int, v uint32) {
	for 2*i+1 < len(q.list) {
		child := 2*i + 1
		if child+1 < len(q.list) && q.Before(q.list[child+1], q.list[child]) {
			child++
		}
		c := q.list[child]
		if !q.Before(c, v) {
			break
		}
		q.list[i], q.at[c] = c, int32(i+1)
		i = child
	}
	q.list[i], q.at[v] = v, int32(i+1)
}
