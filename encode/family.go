package encode

import (
	"fmt"
	"iter"
	"strings"
)

// A Family is a problem about queens on a board.
type Family int

const (
	Queens      Family = iota // queens that do not attack each other
	Colouring                 // squares that attack each other have different colours
	Domination                // queens that attack every empty square
	Armies                    // two armies that do not attack each other
	Superqueens               // queens that move as knights, too
)

// Families returns every family. A new one is a file of its own, named after it, that
// declares its rules, with a case in Instance.rules.
func Families() []Family { return []Family{Queens, Colouring, Domination, Armies, Superqueens} }

// String returns the name that ParseFamily reads.
func (f Family) String() string { return Instance{N: 1, Family: f}.rules().name }

// About says in a few words what the family asks for.
func (f Family) About() string { return Instance{N: 1, Family: f}.rules().about }

// ParseFamily returns the family of that name.
func ParseFamily(name string) (Family, error) {
	var names []string
	for _, f := range Families() {
		if f.String() == name {
			return f, nil
		}
		names = append(names, f.String())
	}
	return 0, fmt.Errorf("expected %s, found %q", strings.Join(names, ", "), clip(name))
}

// rules are what a family says about an instance: its variables, its constraints, and
// what makes no sense in it. Clauses, their numbers and the constraints of other formats
// follow from these; placed and blocked squares and numbers of queens are the same for
// all.
type rules struct {
	name, about string
	// piece names what the variables of a layer, from 0, stand for. Each layer has N*N
	// variables, one for each square, after those of the layers before it.
	piece func(layer int) piece
	// peaceful says that queens do not attack each other: lines hold at most one.
	peaceful bool
	// constraints yields them; maximise leaves out that lines hold a queen.
	constraints func(maximise bool) iter.Seq[Constraint]
	// tallies counts the constraints without going through them.
	tallies func(maximise bool) []tally
	// symmetryGroups returns the clauses that keep one solution of each class.
	symmetryGroups func() []group
	// queens is the number of true variables of the board in a model.
	queens int
	// refused tells why a feature makes no sense.
	refused map[feature]string
}

// A piece is what a square may hold.
type piece struct{ there, absent string }

func queen(int) piece { return piece{"a queen", "no queen"} }

// A feature of an instance or of its file is what a family may refuse.
type feature int

const (
	withEncoding feature = iota
	withMinimal
	withQueens
	withColours
	withIndependence
	withPlaced
	withBlocked
	inLP
	inMiniZinc
)

// rules returns those of the instance's family.
func (in Instance) rules() rules {
	switch in.Family {
	case Colouring:
		return in.colouring()
	case Domination:
		return in.domination()
	case Armies:
		return in.armies()
	case Superqueens:
		return in.superqueens()
	}
	return in.queens()
}

// Layers returns how many variables each square has: what it may hold.
func (in Instance) Layers() int {
	switch in.Family {
	case Colouring:
		return in.ColourCount()
	case Armies:
		return 2
	}
	return 1
}

// checkFamily returns an error if the instance asks for what its family has no use for.
func (in Instance) checkFamily() error {
	if in.Family < Queens || in.Family > Superqueens {
		return fmt.Errorf("there is no family %d", int(in.Family))
	}
	if in.Colours != nil && (*in.Colours < 1 || *in.Colours > in.N*in.N) {
		return fmt.Errorf("number of colours is %d: expected 1 to %d, as there are so many squares", *in.Colours, in.N*in.N)
	}
	r := in.rules()
	if in.Layers() > in.mostLayers() {
		return fmt.Errorf("board size is %d: the family %s has %d variables for each square, and so more than 2^28-1", in.N, r.name, in.Layers())
	}
	for what, uses := range []bool{
		withEncoding:     in.Encoding != "" && in.Encoding != DefaultEncoding,
		withMinimal:      in.Minimal,
		withQueens:       in.Queens != nil,
		withColours:      in.Colours != nil,
		withIndependence: in.Independent,
		withPlaced:       len(in.Placed) > 0,
		withBlocked:      in.Blocked.Len()+len(in.BlockedDiagonals) > 0,
	} {
		if reason := r.refused[feature(what)]; uses && reason != "" {
			return fmt.Errorf("family %s: %s", r.name, reason)
		}
	}
	return nil
}

// mostLayers returns how many layers of variables a board of this size may have.
func (in Instance) mostLayers() int { return MaxVariables / (in.N * in.N) }

// Reasons that several families have.
const (
	noColours      = "queens have no colours, only a colouring has"
	noIndependence = "independence is a property of domination alone"
	noMinimal      = "there is one form, nothing in it is redundant"
	noEncoding     = "an encoding says that at most one queen is on a line, which no constraint does"
	noLP           = "the format lp maximises queens that do not attack each other"
	noMiniZinc     = "the format mzn has one variable for each row, the column of its queen"
)

// concat yields the constraints of one after those of the other.
func concat(seqs ...iter.Seq[Constraint]) iter.Seq[Constraint] {
	return func(yield func(Constraint) bool) {
		for _, seq := range seqs {
			for c := range seq {
				if !yield(c) {
					return
				}
			}
		}
	}
}
