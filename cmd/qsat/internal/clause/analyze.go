package clause

// An Analysis derives clauses from conflicts of a database.
type Analysis struct {
	*Database
	Derived       []Lit         // the clause that Derive derived last
	Analyzed      []uint32      // variables met in the current analysis, until Unmark
	Subsumed      Ref           // a reason that Derived subsumes, found by Derive, or 0
	Strengthening Strengthening // found by Derive; its Clause is 0 if Derive found none

	Strengthens bool // Derive stops at a clause to strengthen
	Shrinks     bool // Derive also shrinks the clause; see shrink

	marks      []uint8     // indexed by variable: seen, removable, poison, shrinkable
	levelMarks []levelMark // indexed by level
	levels     []int32     // levels of literals of Derived, except the level of the conflict
	round      int64       // number of calls of Derive
	minimized  []uint32    // variables that implied has marked
	shrinking  []uint32    // variables marked shrinkable
	glueMarks  []int64     // indexed by level: the last round of NoteUse that met it
	glueRound  int64       // number of rounds of NoteUse
	other      [1]Lit      // buffer for the literal of a binary reason
}

// Marks of a variable during the analysis of a conflict.
const (
	seen       = 1 << iota // met: in Derived, or resolved away
	removable              // implied by other literals of Derived
	poison                 // implied did not find that
	shrinkable             // met by levelUIP
)

// A levelMark holds facts about a decision level during an analysis.
type levelMark struct {
	round  int64 // the analysis that set the other fields
	first  int32 // smallest trail position of its literals in Derived
	number int32 // number of its literals in Derived
}

// NewAnalysis returns an analysis of conflicts of d.
func NewAnalysis(d *Database) Analysis {
	n := d.Vars + 2
	return Analysis{Database: d, marks: make([]uint8, n), levelMarks: make([]levelMark, n), glueMarks: make([]int64, n)}
}

// AddVariables calls Database.AddVariables, and makes room in the analysis.
func (a *Analysis) AddVariables() {
	a.Database.AddVariables()
	n := a.Vars + 2
	a.marks, a.levelMarks, a.glueMarks = Grown(a.marks, n), Grown(a.levelMarks, n), Grown(a.glueMarks, n)
}

// Derive derives a clause from the conflict on falsified, whose literals are all false. The
// argument falsified must be the last result of Propagate or Strengthen. At least one of its
// literals must be assigned at the given level, which is above 0, and none at a higher level. The
// result is the clause of the first unique implication point (UIP), minimized and, if Shrinks is
// set, shrunk.
//
// Derive stores the clause in Derived. Derived[0] is the complement of the UIP, Derived[1] the
// literal assigned last among the rest. The result implied is the level of Derived[1], where the
// clause implies Derived[0]; it is 0 for a unit. The result glue is the number of decision levels
// of the clause before minimization, without the given level and level 0. Derive also sets Subsumed
// and Analyzed, and calls NoteUse for each clause of the derivation. The caller must call Unmark
// afterwards.
//
// If Strengthens is set, Derive stops at a resolvent that is its last reason without the implied
// literal and without literals of level 0, unless it is the clause of the UIP. The resolvent has
// two or more literals. It then sets Strengthening, empties Derived and returns 0, 0. The caller
// must call Unmark and Strengthen, and call Derive again with the clause that Strengthen returns.
//
// Source: J. P. Marques-Silva and K. A. Sakallah, "GRASP: A New Search Algorithm for
// Satisfiability", ICCAD 1996.
func (a *Analysis) Derive(falsified []Lit, level int) (implied, glue int) {
	a.Derived, a.Subsumed, a.Strengthening = append(a.Derived[:0], 0), 0, Strengthening{}
	a.round++
	current := int32(level)
	unresolved := 0 // seen literals of the current level, not yet resolved away
	at := len(a.Trail)
	var uip Lit
	for r, lits := LongReason(a.Falsified), falsified; ; lits = a.Reasons(r) {
		a.NoteUse(r)
		size := 0
		for _, l := range lits {
			if l != uip {
				unresolved += a.visit(l, current)
				if a.LevelOf(l) > 0 {
					size++
				}
			}
		}
		if uip != 0 && size > 1 && len(a.Derived)-1+unresolved == size { // the resolvent is the reason without uip
			if unresolved == 1 {
				a.Subsumed = r.Ref()
			} else if a.Strengthens {
				a.Strengthening, a.Derived = Strengthening{r.Ref(), uip}, a.Derived[:0]
				return 0, 0
			}
		}
		for at--; a.marks[a.Trail[at].Var()]&seen == 0; at-- {
		}
		uip = a.Trail[at]
		if unresolved--; unresolved == 0 {
			break
		}
		r = a.ReasonOf(uip)
	}
	a.Derived[0] = uip.Not()
	glue = len(a.levels)
	if a.minimize(); a.Shrinks {
		a.shrink()
	}
	if len(a.Derived) > 1 {
		implied = a.LevelOf(a.Derived[1])
	}
	return implied, glue
}

// Reasons returns the literals of r, which must not be 0. If r is a binary clause, the implied
// literal is left out; a longer clause is returned whole and aliases the arena. The slice is valid
// until the next call.
func (a *Analysis) Reasons(r Reason) []Lit {
	if r.IsBinary() {
		a.other[0] = r.Other()
		return a.other[:]
	}
	return a.Lits(r.Ref())
}

// meet marks the variable of l as seen, appends it to Analyzed and returns true. If the variable is
// seen already or was assigned at level 0, meet does nothing and returns false.
func (a *Analysis) meet(l Lit) bool {
	v := l.Var()
	if a.marks[v]&seen != 0 || a.states[v].level == 0 {
		return false
	}
	a.marks[v] |= seen
	a.Analyzed = append(a.Analyzed, v)
	return true
}

// visit calls meet for the false literal l. If meet returns false, visit returns 0. If l is of the
// level current, visit returns 1, because l is one more literal to resolve. Otherwise l is of a
// lower level: visit appends it to Derived, updates levels and levelMarks, and returns 0.
func (a *Analysis) visit(l Lit, current int32) int {
	if !a.meet(l) {
		return 0
	}
	state := &a.states[l.Var()]
	if state.level == current {
		return 1
	}
	a.Derived = append(a.Derived, l)
	m := &a.levelMarks[state.level]
	if m.round != a.round {
		*m = levelMark{round: a.round, first: 1<<31 - 1}
		a.levels = append(a.levels, state.level)
	}
	m.number++
	m.first = min(m.first, state.position)
	return 0
}

// Unmark ends an analysis: it clears all marks and Analyzed. Derived stays.
func (a *Analysis) Unmark() {
	for _, v := range a.Analyzed {
		a.marks[v] = 0
	}
	for _, v := range a.minimized {
		a.marks[v] = 0
	}
	a.Analyzed, a.minimized, a.levels = a.Analyzed[:0], a.minimized[:0], a.levels[:0]
}

// AnalyzeReasons adds to Analyzed the variables in the reasons of the literals of Derived, except
// variables that it contains already or that were assigned at level 0. It must be called between
// Derive and Unmark.
func (a *Analysis) AnalyzeReasons() {
	for _, l := range a.Derived {
		if r := a.ReasonOf(l); r != 0 {
			for _, k := range a.Reasons(r) {
				a.meet(k)
			}
		}
	}
}

// TraceDecisions appends to c the complements of the decisions from which the values of lits
// follow, the last decision first, and returns c. All lits must be assigned, whether true or false.
// Literals of level 0 need no decision. No analysis may be open; TraceDecisions ends with Unmark.
func (a *Analysis) TraceDecisions(c []Lit, lits ...Lit) []Lit {
	unresolved := 0
	meet := func(lits []Lit) {
		for _, l := range lits {
			if a.meet(l) {
				unresolved++
			}
		}
	}
	meet(lits)
	for at := len(a.Trail) - 1; unresolved > 0; at-- {
		l := a.Trail[at]
		if a.marks[l.Var()] == 0 {
			continue
		}
		unresolved--
		if r := a.ReasonOf(l); r == 0 {
			c = append(c, l.Not())
		} else {
			meet(a.Reasons(r))
		}
	}
	a.Unmark()
	return c
}

// A Strengthening is the removal of a literal from a clause of three or more literals. The clause
// has implied the literal, and follows without it.
type Strengthening struct {
	Clause Ref
	Lit    Lit
}

// Strengthen removes w.Lit from w.Clause, also in the proof. Derive must have set w at the current
// level. Strengthen returns the rest of the clause, which is false, as Propagate returns a
// falsified clause: the slice is valid until the next call, and Falsified is set. If three or more
// literals remain, the clause gets the flag Added and loses Vivified. The current level must be
// undone before the next propagation, because w.Lit has lost its reason.
//
// Example: the literals a and b are false, so the clause {a, b, c} implies c. If the conflict
// clause is {a, b, -c}, the resolvent of the two is {a, b}, and the first clause does not need c.
//
// Source: H. Han and F. Somenzi, "On-the-Fly Clause Improvement", SAT 2009.
func (d *Database) Strengthen(w Strengthening) (falsified []Lit) {
	lits := d.Lits(w.Clause)
	d.Unlink(lits[0], w.Clause)
	d.Unlink(lits[1], w.Clause)
	d.kept = d.kept[:0]
	watched := 0 // kept[:watched] are literals of the current level, to watch; Derive guarantees two
	for _, l := range lits {
		if l == w.Lit {
			continue
		}
		d.kept = append(d.kept, l)
		if last := len(d.kept) - 1; watched < 2 && d.LevelOf(l) == d.Level() {
			d.kept[watched], d.kept[last] = l, d.kept[watched]
			watched++
		}
	}
	if d.Replace(w.Clause, d.kept); len(d.kept) == 2 {
		d.Falsified, d.pair = 0, [2]Lit(d.kept)
		return d.pair[:]
	}
	d.Falsified = w.Clause
	d.Set(w.Clause, Added)
	d.Clear(w.Clause, Vivified)
	d.watch(w.Clause)
	return d.Lits(w.Clause)
}
