// Package clause is the clause core that conflict-driven search, simplification
// and what cover makes its sets of have in common. It owns the
// clauses of a formula, the watch lists and the trail of assigned literals, in
// flat arrays that the garbage collector need not look into.
//
// A Database is made from a formula by Load: variables that occur are numbered
// from 1 in the order of their names, repeated literals and tautologies are
// dropped, and units are propagated. A clause of two literals lives in the watch
// lists of both and nowhere else, but while clauses are not watched; a longer one
// lies in one array, a header before its literals, of which the first two are watched.
//
// Invariants between calls of Propagate, at every decision level:
//   - Values, states and Trail say the same.
//   - A watched literal is false only if the other one or the blocking one is true, or if the
//     literal that made it false has not been propagated.
//   - A literal that a clause has implied is one of the two that are watched.
//
// dpll has arrays of its own, as it must build the implications of ten million
// binary clauses faster than they can be normalised here.
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

// A Ref says where in the arena a clause begins.
type Ref uint32

// A Watch is an entry of a watch list: another literal of the clause, the
// blocking literal, in the lower half, and in the upper half where the clause is if
// it has other literals, and two marks.
type Watch uint64

const (
	binary    Watch = 1 << 63 // a clause of two literals
	redundant Watch = 1 << 62 // one that was learned
	firstRef        = 2       // 0 is no clause, without flags
)

// Long returns the entry of a longer clause.
func Long(blocking Lit, c Ref) Watch { return Watch(c)<<32 | Watch(blocking) }

// Binary returns the entry of a clause of two literals, with the other one.
func Binary(other Lit, learned bool) Watch {
	if learned {
		return binary | redundant | Watch(other)
	}
	return binary | Watch(other)
}

// Lit returns the blocking literal, of a binary clause the other one.
func (w Watch) Lit() Lit { return Lit(uint32(w)) }

// IsBinary reports whether the clause has two literals.
func (w Watch) IsBinary() bool { return w&binary != 0 }

// IsLearned reports whether a binary clause was learned.
func (w Watch) IsLearned() bool { return w&redundant != 0 }

// Ref returns where a clause is that lies in the arena.
func (w Watch) Ref() Ref { return Ref(w &^ (binary | redundant) >> 32) }

// A Reason says why a literal is true: 0 for a decision or a unit, the other
// literal of a binary clause, or a longer clause.
type Reason uint32

// BinaryReason returns the reason that is a binary clause with the other literal.
func BinaryReason(other Lit) Reason { return Reason(other)<<1 | 1 }

// LongReason returns the reason that is a clause of three literals or more.
func LongReason(c Ref) Reason { return Reason(c) << 1 }

// IsBinary reports whether the reason is a clause of two literals.
func (r Reason) IsBinary() bool { return r&1 != 0 }

// Other returns the other literal of a binary clause.
func (r Reason) Other() Lit { return Lit(r >> 1) }

// Ref returns where a longer clause is.
func (r Reason) Ref() Ref { return Ref(r >> 1) }

// A state says when and why a variable was assigned.
type state struct {
	level    int32
	position int32 // in the trail
	reason   Reason
}

// A Database holds the clauses of a formula and an assignment.
type Database struct {
	Vars int // number of variables
	*Numbering
	// Unsat says that the clauses were refuted at level 0.
	Unsat bool
	// Unwatched says that clauses are not watched and all of them are in the arena:
	// Rewatch has to come before Propagate.
	Unwatched bool

	arena   []Lit
	clauses []Ref     // the clauses in the arena, ascending, with garbage until Collect
	watches [][]Watch // by literal: the clauses that watch it
	wasted  int       // words of the arena in garbage

	Values []int8  // by literal: 1 true, -1 false, 0 unassigned
	states []state // by variable, if it is assigned
	Trail  []Lit   // true literals in the order of assignment
	starts []int32 // of each level but 0 in the trail
	head   int     // how many of the trail are propagated

	// Ignored is a clause that Propagate does not look at; 0 for none.
	Ignored Ref
	// WatchTrue lets Propagate watch a true literal of a clause in place of a false one, which
	// is visited less often then. Otherwise it only remembers the true one, which is cheaper
	// where most of the trail is taken back and assigned again.
	WatchTrue bool
	// Falsified is the clause that Propagate found false, 0 if it is binary.
	Falsified Ref
	pair      [2]Lit // the binary one

	Propagations int64
	// Ticks counts the cache lines that propagation has read, about: a measure
	// of time that is the same in every run.
	Ticks int64

	proof     Proof   // nil if none is wanted
	logged    int     // how much of the trail of level 0 the proof has as units
	shortened [][]Lit // clauses that the formula has with repeated literals
	proved    []dimacs.Lit
	kept      []Lit // scratch
	Err       error // the first that the proof returned, or ErrTooLarge
}

// The header of a clause is three words: its size, its flags, and where behind the two watched
// ones Propagate has found the last literal that was not false.
const (
	header        = 3
	firstPosition = 2
)

// Flags of a clause. The glue lies above them, and above that the activity.
const (
	Garbage   = 1 << iota // to be dropped by Collect
	Learned               // redundant: implied by the others
	Vivified              // since it was learned or changed
	usedOnce              // by the analysis of conflicts since the last reduction
	usedTwice             // or longer ago
	Added                 // since the last round of subsumption
	usedShift = 3
	usedBits  = usedOnce | usedTwice
	glueShift = 8
	maxGlue   = 1<<12 - 1
)

// The activity of a learned clause grows by a step with each use, and fades when learned
// clauses are dropped.
const (
	activityShift = 20
	activityStep  = 1 << 4
	maxActivity   = 1<<12 - 1
)

// Size returns the number of literals of a clause.
func (d *Database) Size(c Ref) int { return int(d.arena[c]) }

// Lits returns the literals of a clause, which may be permuted when it is not
// watched.
func (d *Database) Lits(c Ref) []Lit {
	start := int(c) + header
	return d.arena[start : start+int(d.arena[c])]
}

// Has reports whether a clause has a flag.
func (d *Database) Has(c Ref, flag Lit) bool { return d.arena[c+1]&flag != 0 }

// IsOriginal reports whether c refers to a clause in the arena that is neither learned nor garbage.
// Any number is allowed.
func (d *Database) IsOriginal(c Ref) bool {
	_, found := slices.BinarySearch(d.clauses, c)
	return found && !d.Has(c, Learned|Garbage)
}

// Set sets flags of a clause.
func (d *Database) Set(c Ref, flags Lit) { d.arena[c+1] |= flags }

// Clear clears flags of a clause.
func (d *Database) Clear(c Ref, flags Lit) { d.arena[c+1] &^= flags }

// Glue returns the glue of a learned clause: on how many levels its literals
// were when it was learned, or fewer since.
//
// Source: G. Audemard and L. Simon, "Predicting Learnt Clauses Quality in Modern
// SAT Solvers", IJCAI 2009.
func (d *Database) Glue(c Ref) int { return int(d.arena[c+1] >> glueShift & maxGlue) }

// SetGlue sets the glue of a clause, as far as there is room for it.
func (d *Database) SetGlue(c Ref, glue int) {
	d.arena[c+1] = d.arena[c+1]&^(maxGlue<<glueShift) | Lit(min(glue, maxGlue))<<glueShift
}

func (d *Database) activity(c Ref) Lit { return d.arena[c+1] >> activityShift }

func (d *Database) setActivity(c Ref, activity Lit) {
	d.arena[c+1] = d.arena[c+1]&(1<<activityShift-1) | min(activity, maxActivity)<<activityShift
}

// Use notes that a clause was used, for the next n of up to two calls of Unuse.
func (d *Database) Use(c Ref, n Lit) {
	flags := d.arena[c+1]
	d.arena[c+1] = flags&^usedBits | max(flags&usedBits, n<<usedShift)
}

// Unuse returns for how many calls the use of a clause counts, this one
// included.
func (d *Database) Unuse(c Ref) int {
	uses := d.arena[c+1] & usedBits >> usedShift
	if uses > 0 {
		d.arena[c+1] -= usedOnce
	}
	return int(uses)
}

// Words returns how long the arena is, and Room how many more words it can take.
func (d *Database) Words() int { return len(d.arena) }
func (d *Database) Room() int  { return maxArena - len(d.arena) }

// Flags returns all flags of a clause, its glue and its activity.
func (d *Database) Flags(c Ref) Lit { return d.arena[c+1] }

// Inherit gives a clause the flags and activity of another one that it is a part of, and the
// glue as far as it can have that.
func (d *Database) Inherit(c, from Ref) {
	d.arena[c+1] = d.arena[from+1]
	d.SetGlue(c, min(d.Glue(c), d.Size(c)-1))
}

// NumLits is the length of an array by literal.
func (d *Database) NumLits() int { return len(d.Values) }

// Literals yields all literals.
func (d *Database) Literals(yield func(Lit) bool) {
	for l := Positive(1); int(l) < len(d.Values) && yield(l); l++ {
	}
}

// Variables yields all variables.
func (d *Database) Variables(yield func(uint32) bool) {
	for v := uint32(1); int(v) <= d.Vars && yield(v); v++ {
	}
}

// Watching returns the clauses that watch a literal, binary ones with the other literal;
// while they are connected, those in which it occurs.
func (d *Database) Watching(l Lit) []Watch { return d.watches[l] }

// NumWatches returns how many entries all watch lists have.
func (d *Database) NumWatches() (n int) {
	for _, list := range d.watches {
		n += len(list)
	}
	return n
}

// NumLong returns how many clauses of three literals and more there are.
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

// Add adds a clause without watches.
func (d *Database) Add(lits []Lit, flags Lit) Ref {
	c := Ref(len(d.arena))
	d.arena = append(d.arena, Lit(len(lits)), flags, firstPosition)
	d.arena = append(d.arena, lits...)
	d.clauses = append(d.clauses, c)
	return c
}

// AddWatched adds a clause of two literals or more, and watches the first two. It was
// learned if it has a glue, which is not 0 then, and counts as used. What is returned is
// the reason that the clause is for its first literal. A binary one is not added again.
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

// AddBinary adds a clause of two literals, that may be there already, and watches both.
func (d *Database) AddBinary(a, b Lit, learned bool) {
	d.watches[a] = append(d.watches[a], Binary(b, learned))
	d.watches[b] = append(d.watches[b], Binary(a, learned))
}

// RemoveWatched removes a clause that is watched and the reason of no literal.
func (d *Database) RemoveWatched(c Ref) {
	for _, l := range d.Lits(c)[:2] {
		d.Unlink(l, c)
	}
	d.Remove(c)
}

// Unlink takes a longer clause from the list of a literal.
func (d *Database) Unlink(l Lit, c Ref) {
	d.watches[l] = slices.DeleteFunc(d.watches[l], func(w Watch) bool { return w.Ref() == c })
}

// watch watches the first two literals of a longer clause.
func (d *Database) watch(c Ref) {
	a, b := d.arena[c+header], d.arena[c+header+1]
	d.watches[a] = append(d.watches[a], Long(b, c))
	d.watches[b] = append(d.watches[b], Long(a, c))
}

// Clone returns a copy of d, at level 0, that shares nothing that changes.
func (d *Database) Clone() *Database {
	e := *d
	e.arena, e.clauses = slices.Clone(d.arena), slices.Clone(d.clauses)
	e.Values, e.states = slices.Clone(d.Values), slices.Clone(d.states)
	e.Trail = append(make([]Lit, 0, d.Vars), d.Trail...)
	e.starts, e.proved, e.kept = nil, nil, nil
	e.watches = slices.Clone(d.watches)
	e.layOut(make([]int32, len(d.watches)))
	return &e
}
