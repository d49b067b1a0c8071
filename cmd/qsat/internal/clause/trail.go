package clause

import "slices"

// Level returns the decision level: the number of decisions on the trail.
func (d *Database) Level() int { return len(d.starts) }

// Value returns the value of a literal: 1 if it is true, -1 if it is false, 0 if it is
// unassigned.
func (d *Database) Value(l Lit) int8 { return d.Values[l] }

// IsAssigned reports whether a variable has a value.
func (d *Database) IsAssigned(v uint32) bool { return d.Values[Positive(v)] != 0 }

// LevelOf returns the level at which the variable of a literal was assigned.
func (d *Database) LevelOf(l Lit) int { return int(d.states[l.Var()].level) }

// ReasonOf returns why the variable of a literal was assigned.
func (d *Database) ReasonOf(l Lit) Reason { return d.states[l.Var()].reason }

// Fixed returns the value of a literal at level 0.
func (d *Database) Fixed(l Lit) int8 {
	if d.LevelOf(l) == 0 {
		return d.Values[l]
	}
	return 0
}

// NumFixed returns how many literals are true at level 0.
func (d *Database) NumFixed() int {
	if d.Level() > 0 {
		return d.LevelStart(1)
	}
	return len(d.Trail)
}

// LevelStart returns where in the trail a level from 1 on begins.
func (d *Database) LevelStart(level int) int { return int(d.starts[level-1]) }

// Decide begins a level with a literal that is unassigned.
func (d *Database) Decide(l Lit) {
	d.BeginLevel()
	d.Assign(l, 0)
}

// BeginLevel begins a level without a literal.
func (d *Database) BeginLevel() { d.starts = append(d.starts, int32(len(d.Trail))) }

// Assign makes a literal true whose variable is unassigned, by a reason whose other
// literals are false.
func (d *Database) Assign(l Lit, r Reason) {
	d.Values[l], d.Values[l.Not()] = 1, -1
	d.states[l.Var()] = state{int32(len(d.starts)), int32(len(d.Trail)), r}
	d.Trail = append(d.Trail, l)
}

// AssignUnit makes a literal true that holds at level 0, but is not there to stay: a level
// above may take it back.
func (d *Database) AssignUnit(l Lit) {
	d.Assign(l, 0)
	d.states[l.Var()].level = 0
}

// Backtrack takes back all levels above level.
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

// Propagate assigns what follows from the trail by unit propagation. It returns
// a clause all of whose literals are false, or nil; the slice is valid until the
// next call.
func (d *Database) Propagate() []Lit {
	for at := -1; ; {
		falsified, full, next := d.propagate(at)
		if full == 0 {
			return falsified
		}
		d.watches[full] = slices.Grow(d.watches[full], 1)
		at = next
	}
}

// propagate is Propagate, from the watch at of the next literal on if that is not -1, but stops
// where a list of watches is full: that of the literal it returns, with where to go on. As it
// calls nothing, its variables stay in registers.
func (d *Database) propagate(at int) (falsified []Lit, full Lit, next int) {
	values, arena, watches, ignored := d.Values, d.arena, d.watches, d.Ignored
	trail, states, level := d.Trail, d.states, int32(len(d.starts))
	ticks, head := d.Ticks, d.head
	for falsified == nil && full == 0 && head < len(trail) {
		l := trail[head] ^ 1 // became false
		head++
		list := watches[l]
		if at < 0 {
			ticks += 1 + int64(len(list))>>3
			at = 0
		}
		i, j := at, at
		at = -1
		for {
			for i < len(list) && values[list[i].Lit()] > 0 {
				list[j] = list[i]
				i++
				j++
			}
			if i >= len(list) {
				break
			}
			w := list[i]
			list[j] = w // it stays, unless j is taken back
			i++
			j++
			implied := w.Lit()
			v := values[implied]
			reason := BinaryReason(l)
			if w.IsBinary() {
				if v < 0 {
					d.pair = [2]Lit{implied, l}
					d.Falsified = 0
					falsified = d.pair[:]
					break
				}
			} else {
				c := w.Ref()
				ticks++
				if c == ignored {
					continue
				}
				start := int(c) + header
				lits := arena[start : start+int(arena[c])]
				implied = lits[0] ^ lits[1] ^ l
				v = values[implied]
				if v > 0 {
					list[j-1] = Long(implied, c)
					continue
				}
				k := 2
				for k < len(lits) && values[lits[k]] < 0 {
					k++
				}
				if k < len(lits) {
					r := lits[k]
					if values[r] > 0 && !d.WatchTrue { // remember it
						list[j-1] = Long(r, c)
						continue
					}
					n := len(watches[r])
					if n == cap(watches[r]) {
						full, next = r, j-1
						ticks--
						head--
						break
					}
					watches[r] = watches[r][:n+1]
					watches[r][n] = Long(implied, c)
					j--
					lits[0], lits[1], lits[k] = implied, r, l
					ticks++
					continue
				}
				if v < 0 {
					d.Falsified = c
					falsified = lits
					break
				}
				reason = LongReason(c)
			}
			// as Assign does
			values[implied], values[implied^1] = 1, -1
			n := len(trail)
			states[implied>>1] = state{level, int32(n), reason}
			trail = trail[:n+1]
			trail[n] = implied
		}
		if j < i {
			n := j + len(list) - i
			copy(list[j:], list[i:])
			watches[l] = watches[l][:n]
		}
	}
	d.Trail = trail
	d.Propagations += int64(head - d.head)
	d.head, d.Ticks = head, ticks
	return falsified, full, next
}

// PropagateUnits propagates at level 0 and notes a refutation.
func (d *Database) PropagateUnits() bool {
	if !d.Unsat {
		falsified := d.Propagate()
		if d.logUnits(); falsified != nil {
			d.Refute()
		}
	}
	return !d.Unsat
}
