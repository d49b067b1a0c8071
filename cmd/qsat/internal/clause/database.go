// Package clause is the clause database that conflict-driven search, simplification and
// the engine cover share. It owns the clauses of a formula, the watch lists and the trail
// of assigned literals, in flat arrays without pointers for the garbage collector.
//
// Load makes a Database from a formula. It numbers the variables that occur from 1, in the
// order of their names, drops repeated literals and tautologies, and propagates units. A
// binary clause is stored only in the watch lists of its two literals, except while
// clauses are not watched. A longer clause is stored in one array, the arena, as a header
// and its literals. Its first two literals are watched.
//
// Invariants between calls of Propagate, at every decision level:
//
//   - Values, states and Trail describe the same assignment.
//   - A watched literal is false only if the other watched literal or the blocking
//     literal is true, or if the complement of the false literal has not been
//     propagated.
//   - A literal that a clause implies is one of its two watched literals.
//
// The engine dpll has arrays of its own, because it must build the implications of ten
// million binary clauses faster than this package can normalise them.
//
// Sources: M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang and S. Malik,
// "Chaff: Engineering an Efficient SAT Solver", DAC 2001, for watches; N. Sörensson
// and N. Eén, "MiniSat 2.1 and MiniSat++ 1.0", SAT Race 2008, for blocking literals;
// A. Biere, "PicoSAT Essentials", JSAT 4, 2008, for binary clauses in watch lists.
package clause

import (
	"slices"

	"queens/dimacs"
)

// A Ref is the index of a clause in the arena. Collect changes it; 0 means no clause.
type Ref uint32

// A Watch is an entry of a watch list or occurrence list. The lower half is the blocking literal,
// which is another literal of the clause; in an occurrence list it is the signature of the clause.
// The upper half is the Ref of the clause and two flags. The Ref of a binary clause is 0, except in
// the occurrence lists of Connect.
type Watch uint64

const (
	binary    Watch = 1 << 63 // the clause has two literals
	redundant Watch = 1 << 62 // the binary clause was learned
	firstRef        = 2       // the first Ref; Ref 0 means no clause, and its flags are 0
)

// Long returns the entry of a clause of three or more literals.
func Long(blocking Lit, c Ref) Watch { return Watch(c)<<32 | Watch(blocking) }

// Binary returns the entry of a binary clause in the list of one literal; other is the
// other literal.
func Binary(other Lit, learned bool) Watch {
	if learned {
		return binary | redundant | Watch(other)
	}
	return binary | Watch(other)
}

// Lit returns the blocking literal; in a binary clause that is the other literal.
func (w Watch) Lit() Lit { return Lit(uint32(w)) }

func (w Watch) IsBinary() bool { return w&binary != 0 }

// IsLearned reports whether the clause is a learned binary clause.
func (w Watch) IsLearned() bool { return w&redundant != 0 }

// Ref returns the Ref of the clause. It is 0 for a binary clause in a watch list.
func (w Watch) Ref() Ref { return Ref(w &^ (binary | redundant) >> 32) }

// A Reason is the clause that implied a literal: 0 for a decision or a unit, the other
// literal of a binary clause, or the Ref of a longer clause.
type Reason uint32

// BinaryReason returns the reason of a literal that a binary clause implied; other is the
// false literal of the clause.
func BinaryReason(other Lit) Reason { return Reason(other)<<1 | 1 }

// LongReason returns the reason of a literal that clause c, of three or more literals,
// implied.
func LongReason(c Ref) Reason { return Reason(c) << 1 }

func (r Reason) IsBinary() bool { return r&1 != 0 }

// Other returns the false literal of a binary reason.
func (r Reason) Other() Lit { return Lit(r >> 1) }

// Ref returns the clause of a long reason.
func (r Reason) Ref() Ref { return Ref(r >> 1) }

// A state is the level, the trail position and the reason of an assigned variable.
type state struct {
	level    int32
	position int32 // index in Trail
	reason   Reason
}

// A Database holds the clauses of a formula and an assignment.
type Database struct {
	Vars       int // the number of variables, numbered from 1
	*Numbering     // the names of the variables; Load and New set it
	// Unsat means that the clauses were refuted at level 0.
	Unsat bool
	// Unwatched means that no clause is watched, and that all clauses are in the arena unless
	// Unwatch has failed. Rewatch must be called before Propagate.
	Unwatched bool

	arena   []Lit
	clauses []Ref     // the clauses in the arena, ascending, including garbage
	watches [][]Watch // indexed by literal: the clauses that watch it, or its occurrence list while clauses are connected
	wasted  int       // number of words of garbage in the arena

	Values []int8  // indexed by literal: 1 true, -1 false, 0 unassigned
	states []state // indexed by variable; meaningless if it is unassigned
	Trail  []Lit   // the true literals in order of assignment
	starts []int32 // starts[i] is the index in Trail at which level i+1 begins
	head   int     // number of literals of Trail that are propagated

	// Ignored is a clause that Propagate skips, or 0.
	Ignored Ref
	// WatchTrue chooses how Propagate treats a clause with a true literal that is not watched.
	// If it is set, the true literal is watched instead of the false one, and the clause is
	// visited less often. Otherwise the true literal becomes the blocking literal, which is
	// cheaper if most of the trail is often undone and assigned again.
	WatchTrue bool
	// Falsified is the clause that Propagate or Strengthen returned last, or 0 if it was binary.
	Falsified Ref
	pair      [2]Lit // buffer for a falsified binary clause

	// Propagations is the number of literals propagated.
	Propagations int64
	// Ticks is the number of ticks that propagation has taken. A tick is a measure of time that is
	// the same in every run: about the time to read a cache line that is not in the cache.
	Ticks int64

	proof     Proof        // nil: no proof
	logged    int          // number of literals of Trail at level 0 that logUnits has looked at
	shortened [][]Lit      // the clauses that had repeated literals, each literal once
	proved    []dimacs.Lit // buffer of prove
	kept      []Lit        // buffer of clean, Strengthen and Load
	Err       error        // the first error of the proof, or ErrTooLarge
}

// The header of a clause has three words: its size, its flags, and a position from which
// Propagate searches for a literal that is not false; it is at least firstPosition.
const (
	header        = 3
	firstPosition = 2
)

// Flags of a clause, in the lowest bits of the second word. The glue is above the flags, and the
// activity above the glue.
const (
	Garbage   = 1 << iota // removed; Collect frees it
	Learned               // redundant: implied by the original clauses
	Vivified              // vivified since it was learned or changed
	usedOnce              // lower bit of a counter of uses: see NoteUse
	usedTwice             // upper bit of that counter
	Added                 // new since the last round of subsumption
	usedShift = 3
	usedBits  = usedOnce | usedTwice
	glueShift = 8
	maxGlue   = 1<<12 - 1
)

// The activity of a learned clause grows by activityStep with each use, up to maxActivity,
// and falls when DropLearned is called without tiers.
const (
	activityShift = 20
	activityStep  = 1 << 4
	maxActivity   = 1<<12 - 1
)

// Size returns the number of literals of a clause.
func (d *Database) Size(c Ref) int { return int(d.arena[c]) }

// Lits returns the literals of c. The slice aliases the arena. The caller may permute it
// if c is not watched.
func (d *Database) Lits(c Ref) []Lit {
	start := int(c) + header
	return d.arena[start : start+int(d.arena[c])]
}

// Has reports whether c has any of the flags in flag.
func (d *Database) Has(c Ref, flag Lit) bool { return d.arena[c+1]&flag != 0 }

// IsOriginal reports whether c refers to a clause in the arena that is neither learned nor garbage.
// The argument may be any number, such as a Ref from before Collect.
func (d *Database) IsOriginal(c Ref) bool {
	_, found := slices.BinarySearch(d.clauses, c)
	return found && !d.Has(c, Learned|Garbage)
}

// Set sets flags of c.
func (d *Database) Set(c Ref, flags Lit) { d.arena[c+1] |= flags }

// Clear clears flags of c.
func (d *Database) Clear(c Ref, flags Lit) { d.arena[c+1] &^= flags }

// Glue returns the glue of a clause, by which DropLearned chooses: small is good. AddWatched sets
// it, for a clause of Derive to the number of decision levels of its literals below the conflict.
// NoteUse and Replace may lower it. It is 0 for a clause that was not learned.
//
// Source: G. Audemard and L. Simon, "Predicting Learnt Clauses Quality in Modern SAT Solvers",
// IJCAI 2009.
func (d *Database) Glue(c Ref) int { return int(d.arena[c+1] >> glueShift & maxGlue) }

// SetGlue sets the glue of c; a glue above maxGlue becomes maxGlue.
func (d *Database) SetGlue(c Ref, glue int) {
	d.arena[c+1] = d.arena[c+1]&^(maxGlue<<glueShift) | Lit(min(glue, maxGlue))<<glueShift
}

// Words returns the length of the arena in words; Room returns the number of words by
// which it may still grow.
func (d *Database) Words() int { return len(d.arena) }
func (d *Database) Room() int  { return maxArena - len(d.arena) }

// Flags returns the whole second word of c: flags, glue and activity.
func (d *Database) Flags(c Ref) Lit { return d.arena[c+1] }

// Inherit copies flags, glue and activity from the clause from to c, and limits the glue to the
// size of c minus 1.
func (d *Database) Inherit(c, from Ref) {
	d.arena[c+1] = d.arena[from+1]
	d.SetGlue(c, min(d.Glue(c), d.Size(c)-1))
}

// NumLits returns the length of a slice that is indexed by literal.
func (d *Database) NumLits() int { return len(d.Values) }

// Literals yields all literals in ascending order.
func (d *Database) Literals(yield func(Lit) bool) {
	for l := Positive(1); int(l) < len(d.Values) && yield(l); l++ {
	}
}

// Variables yields all variables in ascending order.
func (d *Database) Variables(yield func(uint32) bool) {
	for v := uint32(1); int(v) <= d.Vars && yield(v); v++ {
	}
}

// All yields the clauses in the arena, without garbage and without clauses that the loop adds. It
// stops as soon as the formula is refuted. The loop must not call Collect.
func (d *Database) All(yield func(Ref) bool) {
	for _, c := range d.clauses {
		if d.Unsat || !d.Has(c, Garbage) && !yield(c) {
			return
		}
	}
}

// Watching returns the watch list of l. While clauses are connected (see Connect), it is
// the occurrence list of l, with garbage.
func (d *Database) Watching(l Lit) []Watch { return d.watches[l] }

// NumWatches returns the total length of the watch lists.
func (d *Database) NumWatches() (n int) {
	for _, list := range d.watches {
		n += len(list)
	}
	return n
}

// NumLong returns the number of clauses in the arena that were not learned, and the number of
// learned ones there, both without garbage.
func (d *Database) NumLong() (irredundant, learned int) {
	for _, c := range d.clauses {
		switch {
		case d.Has(c, Garbage):
		case d.Has(c, Learned):
			learned++
		default:
			irredundant++
		}
	}
	return irredundant, learned
}

// Add adds a clause to the arena, without watches and without a line in the proof, and returns its
// Ref. It copies lits, and does not check Room. The argument flags is the second word of the
// header: flags, glue and activity.
func (d *Database) Add(lits []Lit, flags Lit) Ref {
	c := Ref(len(d.arena))
	d.arena = append(d.arena, Lit(len(lits)), flags, firstPosition)
	d.arena = append(d.arena, lits...)
	d.clauses = append(d.clauses, c)
	return c
}

// AddWatched adds a clause of two or more literals, watches the first two, and returns the clause
// as the reason of its first literal. The first two literals must satisfy the invariants of the
// package. It writes nothing to the proof. If glue > 0, the clause is learned. A clause of three or
// more literals has the flag Added; if it is learned, its glue is at most len(lits)-1, and it
// counts as used for the next two calls of Unuse. A binary clause is not added if it exists
// already, unless the existing one is learned and the new one is not.
func (d *Database) AddWatched(lits []Lit, glue int) Reason {
	learned := glue > 0
	if len(lits) == 2 {
		list := d.watches[lits[0]]
		if !slices.Contains(list, Binary(lits[1], false)) && !(learned && slices.Contains(list, Binary(lits[1], true))) {
			d.AddBinary(lits[0], lits[1], learned)
		}
		return BinaryReason(lits[1])
	}
	flags := Lit(Added)
	if learned {
		flags |= Learned | usedTwice | Lit(min(glue, len(lits)-1, maxGlue))<<glueShift | activityStep<<activityShift
	}
	c := d.Add(lits, flags)
	d.watch(c)
	return LongReason(c)
}

// AddBinary adds the clause {a, b} to the watch lists of a and b, even if it exists
// already.
func (d *Database) AddBinary(a, b Lit, learned bool) {
	d.watches[a] = append(d.watches[a], Binary(b, learned))
	d.watches[b] = append(d.watches[b], Binary(a, learned))
}

// RemoveBinary removes all copies of the clause {a, b} that were not learned from the watch lists
// of a and b, and writes the deletion of each to the proof. The clause must not be the reason of a
// literal.
func (d *Database) RemoveBinary(a, b Lit) {
	d.watches[a] = slices.DeleteFunc(d.watches[a], func(w Watch) bool { return w == Binary(b, false) })
	d.watches[b] = slices.DeleteFunc(d.watches[b], func(w Watch) bool {
		if w != Binary(a, false) {
			return false
		}
		d.ProveDelete(a, b)
		return true
	})
}

// RemoveWatched turns c into garbage, writes its deletion to the proof, and removes its watches.
// The clause must be watched and must not be the reason of a literal.
func (d *Database) RemoveWatched(c Ref) {
	for _, l := range d.Lits(c)[:2] {
		d.Unlink(l, c)
	}
	d.Remove(c)
}

// Unlink removes the entry of clause c, which has three or more literals, from the list of l.
func (d *Database) Unlink(l Lit, c Ref) {
	d.watches[l] = slices.DeleteFunc(d.watches[l], func(w Watch) bool { return w.Ref() == c })
}

// watch watches the first two literals of c, a clause in the arena.
func (d *Database) watch(c Ref) {
	a, b := d.arena[c+header], d.arena[c+header+1]
	d.watches[a] = append(d.watches[a], Long(b, c))
	d.watches[b] = append(d.watches[b], Long(a, c))
}

// Reset removes all clauses and assignments. The variables, the allocations, Propagations and Ticks
// stay. Clauses must be watched, Ignored must be 0, and there must be no proof.
func (d *Database) Reset() {
	d.Backtrack(0)
	for _, l := range d.Trail {
		d.Values[l], d.Values[l.Not()] = 0, 0
	}
	for l := range d.watches {
		d.watches[l] = d.watches[l][:0]
	}
	d.Trail, d.head, d.Unsat = d.Trail[:0], 0, false
	d.arena, d.clauses, d.wasted = d.arena[:firstRef], d.clauses[:0], 0
}

// Clone returns a copy of d, which must be at level 0. The two share no data that changes, with two
// exceptions: both write to the same proof, if there is one, and Extend changes the numbering
// of both.
func (d *Database) Clone() *Database {
	e := *d
	e.arena = append(make([]Lit, 0, cap(d.arena)), d.arena...) // room for learned clauses; unused pages take no memory
	e.clauses = append(make([]Ref, 0, cap(d.clauses)), d.clauses...)
	e.Values, e.states = slices.Clone(d.Values), slices.Clone(d.states)
	e.Trail = append(make([]Lit, 0, d.Vars), d.Trail...)
	e.starts, e.proved, e.kept = nil, nil, nil
	e.layOut(make([]int32, len(d.watches)))
	return &e
}
