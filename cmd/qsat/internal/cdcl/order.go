package cdcl

// A queue keeps the variables in the order in which they were last bumped. The
// decision in focused mode is the last one that is unassigned.
//
// Source: A. Biere and A. Fröhlich, "Evaluating CDCL Variable Scoring Schemes",
// SAT 2015.
type queue struct {
	prev, next  []uint32 // by variable; 0 ends the list
	stamp       []int64  // by variable: when it was bumped
	first, last uint32
	search      uint32 // no variable after this one is unassigned
	stamps      int64
}

func newQueue(vars int) queue {
	return queue{prev: make([]uint32, vars+1), next: make([]uint32, vars+1), stamp: make([]int64, vars+1)}
}

// push adds a variable at the end.
func (q *queue) push(v uint32) {
	q.prev[v], q.next[v] = q.last, 0
	if q.last != 0 {
		q.next[q.last] = v
	} else {
		q.first = v
	}
	q.last = v
	q.stamps++
	q.stamp[v] = q.stamps
}

// remove takes a variable out.
func (q *queue) remove(v uint32) {
	if p := q.prev[v]; p != 0 {
		q.next[p] = q.next[v]
	} else {
		q.first = q.next[v]
	}
	if n := q.next[v]; n != 0 {
		q.prev[n] = q.prev[v]
	} else {
		q.last = q.prev[v]
	}
	if q.search == v {
		q.search = q.prev[v]
		if q.search == 0 {
			q.search = q.last
		}
	}
}

// bump moves a variable to the end.
func (q *queue) bump(v uint32, unassigned bool) {
	if q.next[v] == 0 {
		return
	}
	q.remove(v)
	q.push(v)
	if unassigned {
		q.search = v
	}
}

// A heap keeps variables by score, the highest first.
//
// Source: N. Eén and N. Sörensson, "An Extensible SAT-solver", SAT 2003, for the
// scores, which grow in place of decaying.
type heap struct {
	score []float64 // by variable
	at    []int32   // by variable: where in list, from 1; 0 if it is not there
	list  []uint32
	inc   float64
}

func newHeap(vars int) heap {
	return heap{score: make([]float64, vars+1), at: make([]int32, vars+1), inc: 1}
}

// before reports whether a is to come before b.
func (h *heap) before(a, b uint32) bool {
	return h.score[a] > h.score[b] || h.score[a] == h.score[b] && a < b
}

// push adds a variable that is not there.
func (h *heap) push(v uint32) {
	if h.at[v] == 0 {
		h.list = append(h.list, v)
		h.at[v] = int32(len(h.list))
		h.up(v)
	}
}

// pop removes the first variable.
func (h *heap) pop() {
	v, last := h.list[0], h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.at[v] = 0
	if v != last {
		h.list[0], h.at[last] = last, 1
		h.down(last)
	}
}

func (h *heap) up(v uint32) {
	i := int(h.at[v]) - 1
	for i > 0 {
		parent := (i - 1) / 2
		p := h.list[parent]
		if !h.before(v, p) {
			break
		}
		h.list[i], h.at[p] = p, int32(i+1)
		i = parent
	}
	h.list[i], h.at[v] = v, int32(i+1)
}

func (h *heap) down(v uint32) {
	i := int(h.at[v]) - 1
	for {
		child := 2*i + 1
		if child >= len(h.list) {
			break
		}
		if child+1 < len(h.list) && h.before(h.list[child+1], h.list[child]) {
			child++
		}
		c := h.list[child]
		if !h.before(c, v) {
			break
		}
		h.list[i], h.at[c] = c, int32(i+1)
		i = child
	}
	h.list[i], h.at[v] = v, int32(i+1)
}

const maxScore = 1e150

// bump raises the score of a variable.
func (h *heap) bump(v uint32) {
	if h.score[v] += h.inc; h.score[v] > maxScore {
		for i := range h.score {
			h.score[i] /= maxScore
		}
		h.inc /= maxScore
	}
	if h.at[v] != 0 {
		h.up(v)
	}
}
