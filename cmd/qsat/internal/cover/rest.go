package cover

// A rest is the clauses that an instance has no place for. They are looked at
// once the chosen literals are known: the rest holds if the variables outside
// the instance have values that satisfy it.
type rest struct {
	clauses [][]int32
	value   []int8
	trail   []int32
}

// addRest takes in the clauses of other shapes.
func (p *problem) addRest(other [][]int32, a aim) error {
	if len(other) == 0 {
		return nil
	}
	for _, hit := range p.in.hits {
		if len(hit) == 0 {
			return declined("a literal in other clauses is in none that offers a choice")
		}
	}
	inside := make([]bool, len(p.form.Names)+1)
	for _, k := range p.in.lits {
		inside[max(k, -k)] = true
	}
	projected := p.projected()
	for _, c := range other {
		for _, k := range c {
			if v := max(k, -k); a != oneModel && projected[v] && !inside[v] {
				return declined("a variable to be counted is in no clause that offers a choice")
			}
		}
	}
	p.in.rest = &rest{clauses: other, value: make([]int8, len(p.form.Names)+1)}
	return nil
}

// holds reports whether the rest can be satisfied when of the literals in all
// exactly those chosen are true; chosen marks them by number. The values it finds
// are in r.value until the next call.
func (r *rest) holds(lits []int32, chosen []uint64) bool {
	clear(r.value)
	for i, k := range lits {
		if chosen[i>>6]>>(i&63)&1 == 0 {
			k = -k
		}
		r.assign(k)
	}
	r.trail = r.trail[:0]
	return r.search()
}

// assign makes a literal true.
func (r *rest) assign(k int32) {
	if k > 0 {
		r.value[k] = 1
	} else {
		r.value[-k] = -1
	}
	r.trail = append(r.trail, k)
}

// search finds values for what is open: the simplest search there is, as
// little is left to it.
func (r *rest) search() bool {
	start := len(r.trail)
	open, ok := r.propagate()
	if ok && open == 0 {
		return true
	}
	if ok {
		for _, k := range []int32{open, -open} {
			mark := len(r.trail)
			r.assign(k)
			if r.search() {
				return true
			}
			r.undo(mark)
		}
	}
	r.undo(start)
	return false
}

// undo takes assignments back.
func (r *rest) undo(mark int) {
	for _, k := range r.trail[mark:] {
		r.value[max(k, -k)] = 0
	}
	r.trail = r.trail[:mark]
}

// propagate assigns what follows and returns a literal of a clause that is
// not satisfied yet, 0 if there is none, and false if a clause is falsified.
func (r *rest) propagate() (open int32, ok bool) {
	for changed := true; changed; {
		changed, open = false, 0
		for _, c := range r.clauses {
			k, n := r.look(c)
			switch {
			case n < 0:
			case n == 0:
				return 0, false
			case n == 1:
				r.assign(k)
				changed = true
			default:
				open = k
			}
		}
	}
	return open, true
}

// look returns an open literal of c and how many there are, -1 if c is
// satisfied.
func (r *rest) look(c []int32) (open int32, n int) {
	for _, k := range c {
		v := r.value[max(k, -k)]
		if k < 0 {
			v = -v
		}
		switch v {
		case 1:
			return 0, -1
		case 0:
			open = k
			n++
		}
	}
	return open, n
}
