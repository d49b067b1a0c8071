package clause

import (
	"cmp"
	"slices"
)

// Glue up to which learned clauses are worth keeping for good, and for a while.
const (
	Tier1 = 2
	Tier2 = 6
)

// An Analysis derives clauses from conflicts of a database.
type Analysis struct {
	*Database
	Derived      []Lit           // the clause that was derived last
	Analyzed     []uint32        // the variables that were met, until Unmark
	Strengthened []strengthening // clauses that Derive has found to be too long
	Subsumed     Ref             // by the learned clause; 0 for none

	marks      []uint8     // by variable
	levelMarks []levelMark // by level
	levels     []int32     // of the learned clause
	round      int64
	minimized  []uint32
	glueMarks  []int64 // by level
	glueRound  int64
	other      [1]Lit // of a binary reason
}

// A strengthening is a clause that follows without one of its literals.
//
// Source: H. Han and F. Somenzi, "On-the-Fly Clause Improvement", SAT 2009.
type strengthening struct {
	Clause Ref
	Lit    Lit
}

// Marks of a variable during the analysis of a conflict.
const (
	seen      = 1 << iota // in the clause that is being derived, or resolved away
	removable             // implied by others of the clause
	poison                // not implied by them
)

// A levelMark is what analysis knows of a level.
type levelMark struct {
	round  int64 // of analysis in which it was met
	first  int32 // where in the trail its first literal of the clause is
	number int32 // of its literals in the clause
}

// NewAnalysis returns the analysis of conflicts of a database.
func NewAnalysis(d *Database) Analysis {
	n := d.Vars + 2
	return Analysis{Database: d, marks: make([]uint8, n), levelMarks: make([]levelMark, n), glueMarks: make([]int64, n)}
}

// Derive derives a clause from a false one, of which a literal is of the level given
// and none of a higher one: the first unique implication point, minimized. It leaves
// the clause in Derived, the literal to be implied first and one of the highest level
// among the others second, and returns the level at which it implies that, and its glue.
// Unmark has to follow.
//
// Source: J. P. Marques-Silva and K. A. Sakallah, "GRASP: A New Search Algorithm
// for Satisfiability", ICCAD 1996.
func (a *Analysis) Derive(falsified []Lit, level int) (implied, glue int) {
	a.Derived, a.Strengthened, a.Subsumed = append(a.Derived[:0], 0), a.Strengthened[:0], 0
	a.round++
	current := int32(level)
	unresolved := 0 // literals of the current level
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
			if c := r.Ref(); unresolved > 1 {
				a.Strengthened = append(a.Strengthened, strengthening{c, uip})
			} else {
				a.Subsumed = c
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
	if a.minimize(1); len(a.Derived) > 1 {
		implied = a.LevelOf(a.Derived[1])
	}
	return implied, glue
}

// Reasons returns the literals of a reason, with or without the one that it implies.
// They are valid until the next call.
func (a *Analysis) Reasons(r Reason) []Lit {
	if r.IsBinary() {
		a.other[0] = r.Other()
		return a.other[:]
	}
	return a.Lits(r.Ref())
}

// meet marks the variable of a literal. It returns false if that was met before, or is of
// level 0.
func (a *Analysis) meet(l Lit) bool {
	v := l.Var()
	if a.marks[v]&seen != 0 || a.states[v].level == 0 {
		return false
	}
	a.marks[v] |= seen
	a.Analyzed = append(a.Analyzed, v)
	return true
}

// visit meets a false literal and returns 1 if it is of the current level.
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

// NoteUse notes that a reason was used, if it is a longer learned clause, and on how
// many levels it is if they are fewer now.
func (a *Analysis) NoteUse(r Reason) {
	c := r.Ref()
	if r.IsBinary() || !a.Has(c, Learned) {
		return
	}
	glue := a.Glue(c)
	if glue > Tier1 {
		glue = a.glueOf(a.Lits(c), glue)
		a.SetGlue(c, glue)
	}
	a.setActivity(c, a.activity(c)+activityStep)
	if glue <= Tier2 {
		a.Use(c, 2)
	} else {
		a.Use(c, 1)
	}
}

// DropLearned drops a share of the learned clauses that were of no use lately, the
// worst first, and collects garbage as Collect does. With tiers those of a high glue are the
// worst, and those whose glue is low are not dropped. Without, which is for a search that goes
// through all models, they are the long ones that are rarely used.
//
// Source: G. Audemard and L. Simon, "Predicting Learnt Clauses Quality in Modern
// SAT Solvers", IJCAI 2009; the tiers of C. Oh, SAT 2015; N. Eén and N. Sörensson, "An
// Extensible SAT-solver", SAT 2003, for the activity.
func (d *Database) DropLearned(share float64, tiers bool) {
	var candidates []Ref
	for c := range d.All {
		if !d.Has(c, Learned) {
			continue
		}
		used := d.Unuse(c)
		if glue := d.Glue(c); tiers && (glue <= Tier1 || glue <= Tier2 && used > 0) || d.isReason(c) {
			continue
		}
		if !tiers {
			d.setActivity(c, d.activity(c)*3/4)
		}
		candidates = append(candidates, c)
	}
	order := d.compareGlue
	if !tiers {
		order = d.compareActivity
	}
	slices.SortFunc(candidates, func(a, b Ref) int {
		return cmp.Or(order(a, b), cmp.Compare(d.Size(b), d.Size(a)), cmp.Compare(a, b))
	})
	for _, c := range candidates[:int(share*float64(len(candidates)))] {
		d.Remove(c)
	}
	d.Collect()
}

func (d *Database) compareGlue(a, b Ref) int { return cmp.Compare(d.Glue(b), d.Glue(a)) }

// compareActivity compares how much activity there is for the square of the size.
func (d *Database) compareActivity(a, b Ref) int {
	m, n := uint64(d.Size(a)), uint64(d.Size(b))
	return cmp.Compare(uint64(d.activity(a))*n*n, uint64(d.activity(b))*m*m)
}

// isReason reports whether a clause has implied one of its watched literals.
func (d *Database) isReason(c Ref) bool {
	return slices.ContainsFunc(d.Lits(c)[:2], func(l Lit) bool {
		return d.Values[l] > 0 && d.ReasonOf(l) == LongReason(c)
	})
}

// glueOf returns on how many levels literals are, up to most.
func (a *Analysis) glueOf(lits []Lit, most int) int {
	a.glueRound++
	n := 0
	for _, l := range lits {
		level := a.LevelOf(l)
		if a.glueMarks[level] != a.glueRound {
			a.glueMarks[level] = a.glueRound
			if n++; n >= most {
				break
			}
		}
	}
	return n
}

// Unmark ends the analysis of a conflict.
func (a *Analysis) Unmark() {
	for _, v := range a.Analyzed {
		a.marks[v] = 0
	}
	for _, v := range a.minimized {
		a.marks[v] = 0
	}
	a.Analyzed, a.minimized, a.levels = a.Analyzed[:0], a.minimized[:0], a.levels[:0]
}

// AnalyzeReasons adds to the variables that were met those of the reasons of the
// literals of the derived clause.
func (a *Analysis) AnalyzeReasons() {
	for _, l := range a.Derived {
		if r := a.ReasonOf(l); r != 0 {
			for _, k := range a.Reasons(r) {
				a.meet(k)
			}
		}
	}
}

// TraceDecisions appends to a clause the complements of the decisions that have led to the
// values of some literals, the last one first.
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
