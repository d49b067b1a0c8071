package encode

import (
	"fmt"
	"iter"
	"math/big"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// A Family is a kind of problem on a board, by its name; the zero value is Queens.
type Family string

// DefaultFamily is that of an Instance that names none.
const DefaultFamily = Queens

// families lists all of them. A new one is a file of its own, named after it, with its
// name and its value, and an entry here. (As families use functions that look for theirs
// here, a list set at its declaration would be a cycle.)
var families []*family

func init() { families = []*family{&queens, &colouring, &domination, &armies, &superqueens, &dominoes} }

// Families returns every family; the first is the default.
func Families() (list []Family) {
	for _, f := range families {
		list = append(list, f.is)
	}
	return list
}

// A family says all that is particular about its instances: their variables, their
// constraints, what makes no sense in them, and what is known of them. Clauses, their
// numbers and the constraints of other formats follow; placed and blocked squares and
// numbers of queens are the same for all. What is nil is as that of the queens.
type family struct {
	is      Family
	about   string // what it asks for, in a few words
	sources string // of known numbers
	// piece names what the variables of a layer, from 0, stand for. Each layer has N*N
	// variables, one for each square, after those of the layers before it.
	piece  func(layer int) piece
	layers func(in Instance) int
	// variables is the number of those of the board where they are not those of layers,
	// variable tells of each, and emptied are those that are false where squares stay empty.
	variables func(in Instance) int
	variable  func(in Instance, v int) variable
	emptied   func(in Instance) (count int, vars iter.Seq[dimacs.Lit])
	notes     func(in Instance) iter.Seq[string]
	// peaceful says that queens do not attack each other: lines hold at most one.
	peaceful func(in Instance) bool
	knights  bool // they attack as knights, too
	// uncounted says that a number of queens is not asked for.
	uncounted   bool
	constraints func(in Instance, how listing) iter.Seq[Constraint]
	// pieces is the number of true variables of the board in a model.
	pieces func(in Instance) int
	// known is what theorems and tables know if no square is placed or blocked, and what
	// has no solution all the same.
	known func(in Instance) (dimacs.Status, *big.Int)
	// refused tells why a feature makes no sense.
	refused func(in Instance) map[feature]string
}

// A piece is what a square may hold.
type piece struct{ there, absent string }

func queen(int) piece { return piece{"a queen", "no queen"} }

// A variable of the board is told in words, and at its place, with an identifier for that.
type variable struct{ there, absent, place, identifier string }

// A feature of an instance or of its file is what a family may refuse.
type feature int

const (
	withEncoding feature = iota
	withMinimal
	withQueens
	withColours
	withIndependence
	withTorus
	withPlaced
	withBlocked
	withBlockedDiagonals
	withSymmetryBroken
	withTranslations
	inLP
	inMiniZinc
)

// String returns the name that ParseFamily reads.
func (f Family) String() string {
	if f == Queens {
		return "queens"
	}
	return string(f)
}

// About says in a few words what the family asks for.
func (f Family) About() string { return f.value().about }

// Sources says where numbers that are known of the family come from.
func (f Family) Sources() string { return f.value().sources }

// value returns what the package knows of the family, nil if there is none of that name.
func (f Family) value() *family {
	for _, v := range families {
		if v.is == f {
			return v
		}
	}
	return nil
}

// ParseFamily returns the family of that name.
func ParseFamily(name string) (Family, error) {
	var names []string
	for _, f := range families {
		if f.is.String() == name {
			return f.is, nil
		}
		names = append(names, f.is.String())
	}
	return Queens, fmt.Errorf("expected %s, found %q", strings.Join(names, ", "), clip(name))
}

// family returns the value of the instance's family, which Check knows.
func (in Instance) family() *family {
	if f := in.Family.value(); f != nil {
		return f
	}
	return families[0]
}

// Layers returns how many kinds of pieces a square may hold.
func (in Instance) Layers() int {
	if f := in.family(); f.layers != nil {
		return f.layers(in)
	}
	return 1
}

// peaceful reports whether queens must not attack each other.
func (in Instance) peaceful() bool {
	f := in.family()
	return f.peaceful != nil && f.peaceful(in)
}

// variable tells of one of the board.
func (in Instance) variable(v int) variable {
	if f := in.family(); f.variable != nil {
		return f.variable(in, v)
	}
	s, _ := in.Board().SquareOf((v-1)%(in.N*in.N) + 1)
	p, where := in.family().piece((v-1)/(in.N*in.N)), fmt.Sprintf(" in row %d, column %d (%s)", s.Row, s.Col, s.Algebraic(in.N))
	return variable{p.there + where, p.absent + where, fmt.Sprintf("square: row %d, column %d", s.Row, s.Col), fmt.Sprintf("%d_%d", s.Row, s.Col)}
}

// emptied returns the variables that are false as squares stay empty, and their number.
func (in Instance) emptied() (count int, vars iter.Seq[dimacs.Lit]) {
	if f := in.family(); f.emptied != nil {
		return f.emptied(in)
	}
	empty := in.empty()
	return empty.count() * in.Layers(), in.onLayers(empty.vars())
}

// layerNotes tells what the true variables of the first layers are.
func (in Instance) layerNotes() iter.Seq[string] {
	return func(yield func(string) bool) {
		f, squares := in.family(), in.N*in.N
		for layer := range min(2, in.Layers()) {
			first := layer * squares
			if !yield(fmt.Sprintf("%s: the true ones among variables %d to %d are the squares with %s", f.about, first+1, first+squares, f.piece(layer).there)) {
				return
			}
		}
	}
}

// checkFamily returns an error if the instance asks for what its family has no use for.
func (in Instance) checkFamily() error {
	f := in.Family.value()
	if f == nil {
		return fmt.Errorf("there is no family %q", clip(string(in.Family)))
	}
	if in.Colours != nil && (*in.Colours < 1 || *in.Colours > in.N*in.N) {
		return fmt.Errorf("number of colours is %d: expected 1 to %d, as there are so many squares", *in.Colours, in.N*in.N)
	}
	if in.squareVariables() > MaxVariables {
		return fmt.Errorf("board size is %d: the family %v has %d variables on such a board, more than 2^28-1", in.N, f.is, in.squareVariables())
	}
	refused := f.refused(in)
	for what, uses := range []bool{
		withEncoding:         in.Encoding != "" && in.Encoding != atmostone.Default,
		withMinimal:          in.Minimal,
		withQueens:           in.Queens != nil,
		withColours:          in.Colours != nil,
		withIndependence:     in.Independent,
		withTorus:            in.Variant == Torus,
		withPlaced:           len(in.Placed) > 0,
		withBlocked:          in.Blocked.Len() > 0,
		withBlockedDiagonals: len(in.BlockedDiagonals) > 0,
		withSymmetryBroken:   in.SymmetryBroken,
		withTranslations:     in.Translations,
	} {
		if reason := refused[feature(what)]; uses && reason != "" {
			return fmt.Errorf("family %v: %s", f.is, reason)
		}
	}
	return nil
}

// Reasons that several families have.
const (
	noColours      = "queens have no colours, only a colouring has"
	noIndependence = "independence is a property of domination alone"
	noMinimal      = "there is one form, nothing in it is redundant"
	noEncoding     = "an encoding says that at most one queen is on a line, which no constraint does"
	noLP           = "the format lp maximises queens that do not attack each other"
	noMiniZinc     = "the format mzn has one variable for each row, the column of its queen"
)
