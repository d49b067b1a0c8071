package encode

import (
	"fmt"
	"iter"
	"math/big"
	"strings"

	"queens/dimacs"
)

// families holds every family; see families.go.
var families []*family

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
	if f == DefaultFamily {
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
	return DefaultFamily, fmt.Errorf("expected %s, found %q", strings.Join(names, ", "), clip(name))
}

// family returns the value of the instance's family, which Check knows.
func (in Instance) family() *family {
	if f := in.Family.value(); f != nil {
		return f
	}
	return families[0]
}

// Constraints yields the constraints of the instance in the order of its file, but for
// numbers of queens, placed and blocked squares, and symmetries.
//
// Those on lines come in the order of Board.Lines. In the full form each row and each
// column holds exactly one queen; in the minimal form each row at most one and each
// column at least one, which makes N queens either way. With another number of queens,
// rows and columns hold at most one in both forms. Diagonals always do.
//
// Constraints that hold anyway, or that an earlier one implies, are left out: at
// most one of a single square, and the column of a board of size 1.
func (in Instance) Constraints() iter.Seq[Constraint] {
	return in.family().constraints(in, listing{})
}

// peaceful reports whether queens must not attack each other.
func (in Instance) peaceful() bool {
	f := in.family()
	return f.peaceful != nil && f.peaceful(in)
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

// at returns the number for boards of size n, 0 if the table does not have it.
func at(table []int, n int) int {
	if n > len(table) {
		return 0
	}
	return table[n-1]
}

// decimalAt is at for numbers in decimal, nil if the table does not have it.
func decimalAt(table []string, n int) *big.Int {
	if n > len(table) {
		return nil
	}
	count, _ := new(big.Int).SetString(table[n-1], 10)
	return count
}
