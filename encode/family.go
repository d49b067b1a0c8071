package encode

import (
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/board"
	"queens/encode/internal/word"
)

// families lists all families; the first is the default. It is set in init.
var families []*family

// Families returns the names of all families; the first is the default.
func Families() (list []Family) {
	for _, f := range families {
		list = append(list, f.Name)
	}
	return list
}

// familiesOf returns the names of the families with a rule, joined by "or".
func familiesOf(r Rule) string {
	var names []string
	for _, f := range families {
		if f.Rule == r {
			names = append(names, f.Name.String())
		}
	}
	return strings.Join(names, " or ")
}

// A family is a Definition with the code that interprets it, and with the known solution counts.
type family struct {
	Definition
	*interpretation
	// knownSolutions returns the status and the number of solutions for an instance without
	// placed or blocked squares, according to theorems and tables. The number is nil if it is
	// not known. The status Unsatisfiable must hold with placed or blocked squares, too. A nil
	// function means that nothing is known.
	knownSolutions func(in Instance) (dimacs.Status, *big.Int)
}

// An interpretation holds the code for a rule: the variables and the constraints of an instance. The rest
// of the package derives the clauses, the size of the formula and the other file formats from them. The
// code for placed squares, blocked squares and the number of queens is shared by all rules.
//
// The comment of a function gives its default if it may be nil. All other functions must be set.
type interpretation struct {
	// variables returns the number of variables of the board, without auxiliary variables;
	// nil means one for each square in each layer. Unless it is set, the variables of a layer follow those of
	// the layer before it, in the reading order of the squares.
	variables func(in Instance) int
	// variable describes variable v; nil means a description made from the piece.
	variable func(in Instance, v int) variable
	// excluded yields the variables that are false because a square stays empty, and returns
	// their number; nil means the variables of the empty squares in all layers. A square
	// stays empty if it or its diagonal is blocked, or if the number of queens is 0.
	excluded func(in Instance) (count int, vars iter.Seq[dimacs.Lit])
	// notes returns the comments that explain the variables to a reader of the file; nil means
	// layerNotes.
	notes func(in Instance) []string
	// conflict returns an error for a contradiction among the placed and blocked squares; nil
	// means attack and blockedLine.
	conflict func(in Instance) error
	// noQueenCount means that there is no constraint on the number of queens.
	noQueenCount bool
	// constraints yields the constraints on lines and squares. If maximise is set, lines need not hold a
	// queen, because the number of queens is the objective.
	constraints func(in Instance, maximise bool) iter.Seq[Constraint]
	// trueVariables returns the number of variables of the board that are true in a model; nil
	// means QueenCount.
	trueVariables func(in Instance) int
	// aim and optimum describe the optimisation problem; "" and nil if there is none.
	aim     Aim
	optimum func(in Instance) optimum
}

// A pieceNames holds the words for a true and a false variable of a layer, such as "a
// queen" and "no queen".
type pieceNames struct{ ifTrue, ifFalse string }

// piece returns the names of the pieces of a layer, from 0.
func (in Instance) piece(layer int) pieceNames {
	if in.family().Pieces == nil {
		return pieceNames{fmt.Sprintf("colour %d", layer+1), fmt.Sprintf("not colour %d", layer+1)}
	}
	name := in.PieceAt(layer).Name
	return pieceNames{WithArticle(name), "no " + name}
}

// A variable describes a variable of the board, for example on a board of size 8:
//
//	ifTrue      "a queen on b8", if the variable is true
//	ifFalse     "no queen on b8", if it is false
//	place       "square b8", in the comments of linear constraints
//	identifier  "1_2", in the names of linear constraints
type variable struct{ ifTrue, ifFalse, place, identifier string }

// A RefusedError is the error of an option that makes no sense for the family of an instance, or whose value does
// not suit the board.
type RefusedError struct {
	Family Family
	Option string // a field of Instance, such as Placed, or the name of a format
	Reason string
}

func (e *RefusedError) Error() string { return fmt.Sprintf("family %v: %s", e.Family, e.Reason) }

// Refusal returns a *RefusedError if the family of the instance refuses the option, or nil. Mixtures and pieces that do
// not attack along rows have no minimal form. Independent queens permit an encoding and the minimal form, because
// their lines hold at most one queen.
func (in Instance) Refusal(option Feature) error {
	f := in.family()
	reason := f.Refuses(option)
	switch {
	case reason != "":
	case option == inMiniZinc && (!in.LikeQueens() || in.Columns > 0):
		reason = noMiniZinc
	case option == withMinimal && in.Pieces != nil && (in.Mixed() || !slices.Contains(in.Moves(0).Lines, board.Row)):
		reason = "mixtures and pieces that do not attack along rows have only one form: expected no minimal form"
	case !in.Mixed():
	case option == withPieces && f.Rule != Peaceful:
		reason = "its pieces are of one kind: expected no mixture"
	case option == withPlaced:
		reason = "a placed piece belongs to no kind of the mixture: expected none placed"
	case option == withQueens || option == withAim:
		reason = "the mixture has a number of pieces of each kind: expected no other number, and no maximum"
	}
	if reason == "" || in.Independent && f.Rule == Dominating && (option == withEncoding || option == withMinimal) {
		return nil
	}
	return &RefusedError{in.Family, string(option), reason}
}

// String returns the name that ParseFamily accepts.
func (f Family) String() string {
	if f == DefaultFamily {
		return "queens"
	}
	return string(f)
}

// Definition returns the data of the family, or of the default family if there is no family f. The caller
// must not change it.
func (f Family) Definition() *Definition { return &f.orDefault().Definition }

// lookup returns the family called f, or nil.
func (f Family) lookup() *family {
	for _, v := range families {
		if v.Name == f {
			return v
		}
	}
	return nil
}

// ParseFamily returns the family called name. For another name it returns a *word.Error that lists the valid
// names.
func ParseFamily(name string) (Family, error) {
	var names []string
	for _, f := range families {
		if f.Name.String() == name {
			return f.Name, nil
		}
		names = append(names, f.Name.String())
	}
	return DefaultFamily, word.Wrong(strings.Join(names, ", "), name)
}

// orDefault returns the family called f, or the default if the name is unknown; Check reports that error.
func (f Family) orDefault() *family {
	if found := f.lookup(); found != nil {
		return found
	}
	return families[0]
}

// family returns the family of the instance.
func (in Instance) family() *family { return in.Family.orDefault() }

// Constraints yields the constraints of the instance in the order of its file, without the constraints for
// the number of queens, for placed and blocked squares, and for symmetries.
//
// In a family with the rule Peaceful, the constraints on lines come in the order of Board.Lines, and then the
// constraints on leaps. If pieces attack along rows, every line of the shorter side holds exactly one queen
// in the full form, and every line of the longer side at most one. In the minimal form of a square board every
// row holds at most one and every column at least one, which makes N queens, too. If the number of queens is
// not the default or there is an aim, rows and columns hold at most one queen in both forms. Diagonals in which pieces attack always hold at most one.
//
// Redundant constraints are left out: at most one queen on a line of one square and, in the full form, the
// column of a board of size 1.
func (in Instance) Constraints() iter.Seq[Constraint] {
	return in.family().constraints(in, false)
}

// nonAttacking reports whether there is one kind of pieces and none attacks another, so that a line holds at most one.
func (in Instance) nonAttacking() bool {
	return in.family().Rule == Peaceful && !in.Mixed() || in.Independent
}

// onePerRow reports whether each row and each column holds at most one queen, because queens attack along them.
func (in Instance) onePerRow() bool {
	return in.nonAttacking() && slices.Contains(in.Moves(0).Lines, board.Row)
}

// Reasons for refusing a feature that several families share.
const (
	noMinimal  = "it has only one form, without redundant constraints: expected no minimal form"
	noEncoding = "its lines may hold several queens: expected no encoding"
	noLP       = "the format lp maximises the number of queens that do not attack each other: expected another format"
	noMiniZinc = "the format mzn has one variable for each row of a square board, the column of its queen: expected another format"
)

// at returns entry n, from 1, of a table that starts with N = 1, or 0 beyond its end.
func at(table []int, n int) int {
	if n > len(table) {
		return 0
	}
	return table[n-1]
}

// decimalAt returns entry n of a table of decimal numbers that starts with entry 1, or nil
// beyond its end.
func decimalAt(table []string, n int) *big.Int {
	if n > len(table) {
		return nil
	}
	count, _ := new(big.Int).SetString(table[n-1], 10)
	return count
}

// Known returns the status of the instance and its number of solutions, as far as theorems, tables, Conflict
// and the kind of its puzzle determine them. A solution is a board, whatever the number of models. The number
// is nil if it is not known, and 0 if the status is Unsatisfiable. With an aim, Known returns Unknown and
// nil. The instance must pass Check.
func (in Instance) Known() (dimacs.Status, *big.Int) {
	status, count := dimacs.Unknown, (*big.Int)(nil)
	if known := in.family().knownSolutions; in.Pieces != nil || in.Columns > 0 && in.family().Rule != Tiled {
		status, count = in.knownPieces()
	} else if known != nil {
		status, count = known(in)
	}
	switch {
	case in.Aim != "":
		return dimacs.Unknown, nil
	case status == dimacs.Unsatisfiable || in.Conflict() != nil:
		return dimacs.Unsatisfiable, new(big.Int)
	case in.Puzzle == Solvable:
		return dimacs.Satisfiable, nil
	case in.Puzzle != "":
		return dimacs.Satisfiable, big.NewInt(1)
	case len(in.Placed)+in.Blocked.Len()+len(in.BlockedDiagonals) > 0:
		return dimacs.Unknown, nil
	}
	return status, count
}

// interpretations holds the code of each rule. It is set in init.
var interpretations map[Rule]*interpretation

// To add a family with a rule that exists, write a file such as domination.go that declares its
// Family constant and its family value, and add the value to the list. A new rule also needs an
// interpretation. Both are set in init because their functions look up families, so an initializer would be
// an initialization cycle.
func init() {
	interpretations = map[Rule]*interpretation{Peaceful: &peaceful, Dominating: &dominating, Opposed: &opposed,
		Coloured: &coloured, Tiled: &tiled, Divided: &divided}
	families = []*family{&queens, &colouring, &domination, &armies, &superqueens, &dominoes, &regions}
	for _, f := range families {
		f.interpretation = interpretations[f.Rule]
	}
}
