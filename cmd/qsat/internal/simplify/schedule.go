package simplify

// A schedule is a heap of variables, the cheapest first.
type schedule struct {
	costs []int64  // by variable, of those in the list
	at    []int32  // by variable: where in the list, from 1; 0 if it is not there
	list  []uint32 // parents before children
}

func newSchedule(vars int) schedule {
	return schedule{costs: make([]int64, vars+1), at: make([]int32, vars+1)}
}

// before reports whether a is to come before b.
func (h *schedule) before(a, b uint32) bool {
	return h.costs[a] < h.costs[b] || h.costs[a] == h.costs[b] && a < b
}

// push adds a variable, unless it is there.
func (h *schedule) push(v uint32, cost int64) {
	if h.at[v] == 0 {
		h.costs[v] = cost
		h.list = append(h.list, v)
		h.up(len(h.list)-1, v)
	}
}

// update changes the cost of a variable if it is there.
func (h *schedule) update(v uint32, cost int64) {
	if len(h.list) == 0 || h.at[v] == 0 || h.costs[v] == cost {
		return
	}
	rises := cost < h.costs[v]
	h.costs[v] = cost
	if i := int(h.at[v]) - 1; rises {
		h.up(i, v)
	} else {
		h.down(i, v)
	}
}

// pop removes the first variable and returns it.
func (h *schedule) pop() uint32 {
	v, last := h.list[0], h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.at[v] = 0
	if v != last {
		h.down(0, last)
	}
	return v
}

// clear removes all variables.
func (h *schedule) clear() {
	for _, v := range h.list {
		h.at[v] = 0
	}
	h.list = h.list[:0]
}

// up puts a variable where i is, or nearer to the front.
func (h *schedule) up(i int, v uint32) {
	for i > 0 && h.before(v, h.list[(i-1)/2]) {
		parent := h.list[(i-1)/2]
		h.list[i], h.at[parent] = parent, int32(i+1)
		i = (i - 1) / 2
	}
	h.list[i], h.at[v] = v, int32(i+1)
}

// down puts a variable where i is, or farther from the front.
func (h *schedule) down(i int, v uint32) {
	for 2*i+1 < len(h.list) {
		child := 2*i + 1
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
