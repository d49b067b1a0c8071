package clause

// A Heap is a priority queue of variables. The variable of highest priority comes first;
// among equal priorities, the one with the lowest number.
type Heap[P int64 | float64] struct {
	Priority []P      // indexed by variable, in the heap or not; set by Update
	at       []int32  // indexed by variable: 1 + its index in list, or 0 if it is not in the heap
	list     []uint32 // the children of list[i] are list[2i+1] and list[2i+2]
}

// NewHeap returns an empty heap for the variables from 1 to vars, all of priority 0.
func NewHeap[P int64 | float64](vars int) Heap[P] {
	return Heap[P]{Priority: make([]P, vars+1), at: make([]int32, vars+1)}
}

// Len returns the number of variables in the heap.
func (h *Heap[P]) Len() int { return len(h.list) }

// Has reports whether a variable is in the heap.
func (h *Heap[P]) Has(v uint32) bool { return h.at[v] != 0 }

// Before reports whether a comes before b in the order of the heap.
func (h *Heap[P]) Before(a, b uint32) bool {
	return h.Priority[a] > h.Priority[b] || h.Priority[a] == h.Priority[b] && a < b
}

// First returns the first variable. The heap must not be empty.
func (h *Heap[P]) First() uint32 { return h.list[0] }

// Push adds v, unless it is in the heap.
func (h *Heap[P]) Push(v uint32) {
	if h.at[v] == 0 {
		h.list = append(h.list, v)
		h.up(len(h.list)-1, v)
	}
}

// Pop removes the first variable and returns it. The heap must not be empty.
func (h *Heap[P]) Pop() uint32 {
	v, last := h.list[0], h.list[len(h.list)-1]
	h.list, h.at[v] = h.list[:len(h.list)-1], 0
	if v != last {
		h.down(0, last)
	}
	return v
}

// Update sets the priority of v, and moves v if it is in the heap.
func (h *Heap[P]) Update(v uint32, p P) {
	rises := p > h.Priority[v]
	h.Priority[v] = p
	if i := int(h.at[v]) - 1; i >= 0 && rises {
		h.up(i, v)
	} else if i >= 0 {
		h.down(i, v)
	}
}

// up moves v from index i towards the front to its place.
func (h *Heap[P]) up(i int, v uint32) {
	for i > 0 && h.Before(v, h.list[(i-1)/2]) {
		parent := h.list[(i-1)/2]
		h.list[i], h.at[parent] = parent, int32(i+1)
		i = (i - 1) / 2
	}
	h.list[i], h.at[v] = v, int32(i+1)
}

// down moves v from index i towards the end to its place.
func (h *Heap[P]) down(i int, v uint32) {
	for 2*i+1 < len(h.list) {
		child := 2*i + 1
		if child+1 < len(h.list) && h.Before(h.list[child+1], h.list[child]) {
			child++
		}
		c := h.list[child]
		if !h.Before(c, v) {
			break
		}
		h.list[i], h.at[c] = c, int32(i+1)
		i = child
	}
	h.list[i], h.at[v] = v, int32(i+1)
}
