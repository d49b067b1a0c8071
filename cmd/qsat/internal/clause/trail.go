package clause

// Level returns the decision level: the number of decisions on the trail.
func (d *Database) Level() int { return len(d.starts) }

// Value returns the value of a literal: 1 if it is true, -1 if it is false, 0 if it is
// unassigned.
func (d *Database) Value(l Lit) int8 { return d.Values[l] }

// IsAssigned reports whether a variable has a value.
func (d *Database) IsAssigned(v uint32) bool { return d.Values[Positive(v)] != 0 }

// LevelOf returns the decision level at which the variable of l was assigned. If it is
// unassigned, the result is meaningless.
func (d *Database) LevelOf(l Lit) int { return int(d.states[l.Var()].level) }

// ReasonOf returns the reason of the variable of l, which must be assigned.
func (d *Database) ReasonOf(l Lit) Reason { return d.states[l.Var()].reason }

// Fixed returns the value of l if it was assigned at level 0, and 0 otherwise.
func (d *Database) Fixed(l Lit) int8 {
	if d.LevelOf(l) == 0 {
		return d.Values[l]
	}
	return 0
}

// NumFixed returns the number of literals on the trail before level 1 begins.
func (d *Database) NumFixed() int {
	if d.Level() > 0 {
		return d.LevelStart(1)
	}
	return len(d.Trail)
}

// LevelStart returns the index in Trail at which a level begins. The level must be at
// least 1.
func (d *Database) LevelStart(level int) int { return int(d.starts[level-1]) }

// Decide begins a level with the decision l, which must be unassigned.
func (d *Database) Decide(l Lit) {
	d.BeginLevel()
	d.Assign(l, 0)
}

// BeginLevel begins a level without a decision.
func (d *Database) BeginLevel() { d.starts = append(d.starts, int32(len(d.Trail))) }

// Assign makes l true at the current level. The variable must be unassigned, and the other
// literals of the reason r must be false. The code uses operators instead of Not and Var,
// because Assign is inlined in Propagate, which would have more instructions otherwise.
func (d *Database) Assign(l Lit, r Reason) {
	d.Values[l], d.Values[l^1] = 1, -1
	d.states[l>>1] = state{int32(len(d.starts)), int32(len(d.Trail)), r}
	d.Trail = append(d.Trail, l)
}

// AssignUnit makes l, which must be unassigned, true and marks it as assigned at level 0, whatever
// the current level is. Backtrack still undoes it when it undoes the current level.
func (d *Database) AssignUnit(l Lit) {
	d.Assign(l, 0)
	d.states[l.Var()].level = 0
}

// Backtrack undoes all assignments of levels above level. It does nothing if the current level is
// not above level.
func (d *Database) Backtrack(level int) {
	if level >= len(d.starts) {
		return
	}
	start := int(d.starts[level])
	for _, l := range d.Trail[start:] {
		d.Values[l], d.Values[l.Not()] = 0, 0
	}
	d.Trail = d.Trail[:start]
	d.head = min(d.head, start)
	d.starts = d.starts[:level]
}

// Propagate assigns the literals that follow from the trail by unit propagation without the clause
// Ignored, and adds to Propagations and Ticks. Clauses must be watched. On a conflict Propagate
// stops, sets Falsified, and returns a clause whose literals are all false; the caller must undo
// the current level or refute the clauses. Without a conflict it returns nil. The slice is valid
// until the next call. In each clause the search for a literal that is not false continues where
// the last search ended, because starting anew would pass the same false literals again and again.
//
// Source: I. P. Gent, "Optimal Implementation of Watched Literals and More General Techniques",
// Journal of Artificial Intelligence Research 48, 2013.
func (d *Database) Propagate() []Lit {
	// These slice headers do not change below, but the compiler does not know that.
	values, arena, watches, ignored := d.Values, d.arena, d.watches, d.Ignored
	ticks := int64(0)
	head := d.head
	var falsified []Lit
	for falsified == nil && head < len(d.Trail) {
		l := d.Trail[head] ^ 1 // l became false
		head++
		list := watches[l]
		ticks += 1 + int64(len(list))>>3
		i, j := 0, 0
		for {
			// Keep the watches whose blocking literal is true.
			for i < len(list) && values[list[i].Lit()] > 0 {
				list[j] = list[i]
				i++
				j++
			}
			if i == len(list) {
				break
			}
			w := list[i]
			list[j] = w // keep the watch, unless j is decremented below
			i++
			j++
			blocking := w.Lit()
			if w.IsBinary() {
				if values[blocking] == 0 {
					d.Assign(blocking, BinaryReason(l))
					continue
				}
				d.pair = [2]Lit{blocking, l}
				d.Falsified = 0
				falsified = d.pair[:]
				break
			}
			c := w.Ref()
			ticks++
			if c == ignored {
				continue
			}
			start := int(c) + header
			lits := arena[start : start+int(arena[c])]
			other := lits[0] ^ lits[1] ^ l
			v := values[other]
			if v > 0 {
				list[j-1] = Long(other, c)
				continue
			}
			position := int(arena[c+2])
			k := position
			for k < len(lits) && values[lits[k]] < 0 {
				k++
			}
			if k == len(lits) { // continue at the beginning
				for k = firstPosition; k < position && values[lits[k]] < 0; {
					k++
				}
				if k == position {
					k = len(lits)
				}
			}
			switch {
			case k < len(lits) && values[lits[k]] > 0 && !d.WatchTrue: // make it the blocking literal
				list[j-1], arena[c+2] = Long(lits[k], c), Lit(k)
			case k < len(lits):
				j--
				r := lits[k]
				lits[0], lits[1], lits[k], arena[c+2] = other, r, l, Lit(k)
				watches[r] = append(watches[r], Long(other, c))
				ticks++
			case v < 0:
				d.Falsified = c
				falsified = lits
			default:
				d.Assign(other, LongReason(c))
			}
			if falsified != nil {
				break
			}
		}
		if j < i {
			j += copy(list[j:], list[i:])
			watches[l] = list[:j]
		}
	}
	d.Propagations += int64(head - d.head)
	d.head = head
	d.Ticks += ticks
	return falsified
}

// PropagateUnits propagates at level 0, writes the units to the proof, and calls Refute on a
// conflict. It returns false if the clauses are refuted, also if they were before.
func (d *Database) PropagateUnits() bool {
	if !d.Unsat {
		falsified := d.Propagate()
		if d.logUnits(); falsified != nil {
			d.Refute()
		}
	}
	return !d.Unsat
}
