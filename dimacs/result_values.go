package dimacs

// resultValues remembers the values of a model whose variables do not ascend.
// Variables up to a small multiple of the number of literals read have a place
// in an array, the others in a map, so that memory follows what occurs and not
// the numbers that occur. An entry of the array counts only if it holds the
// stamp of the model; there is nothing to clear between models.
type resultValues struct {
	stamp  uint32 // even; a variable set to true is marked stamp, to false stamp+1
	dense  []uint32
	sparse map[int]bool
}

// reset forgets all values.
func (s *resultValues) reset() {
	s.stamp += 2
	if s.stamp == 0 {
		clear(s.dense)
		s.stamp = 2
	}
	if len(s.sparse) > 0 {
		s.sparse = nil
	}
}

// add sets the variable of l so that l holds. It reports whether the variable
// had a value before, and whether that value agrees. The size is the number of
// literals read.
func (s *resultValues) add(l Lit, size int) (had, agrees bool) {
	v := l.Var()
	if v >= len(s.dense) && v <= 4*size+1024 {
		s.grow(v)
	}
	if v >= len(s.dense) {
		was, had := s.sparse[v]
		if s.sparse == nil {
			s.sparse = make(map[int]bool)
		}
		if !had {
			s.sparse[v] = l > 0
		}
		return had, was == (l > 0)
	}
	mark := s.stamp
	if l < 0 {
		mark++
	}
	was := s.dense[v]
	if was&^1 != s.stamp {
		s.dense[v] = mark
		return false, false
	}
	return true, was == mark
}

// grow makes room for variable v in the array and moves there what the map
// held for those it now covers.
func (s *resultValues) grow(v int) {
	s.dense = append(s.dense, make([]uint32, 2*v-len(s.dense)+1)...)
	for v, value := range s.sparse {
		if v < len(s.dense) {
			delete(s.sparse, v)
			s.dense[v] = s.stamp
			if !value {
				s.dense[v]++
			}
		}
	}
}

// addUnordered adds a literal whose variable is not beyond those before it. It
// reports false if the complement is in the model. A literal that is there
// already is not added again.
func (r *ResultReader) addUnordered(l Lit) bool {
	if !r.unordered {
		if v := l.Var(); v == r.last && r.model[len(r.model)-1] == l {
			return true
		}
		r.unordered = true
		r.seen.reset()
		for _, m := range r.model {
			r.seen.add(m, len(r.model))
		}
	}
	had, agrees := r.seen.add(l, len(r.model))
	if !had {
		r.model = append(r.model, l)
	}
	return !had || agrees
}
