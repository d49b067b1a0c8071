package encode

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"queens/dimacs"
	"queens/encode/board"
	"queens/encode/internal/word"
)

// An Instance is a problem on a board: everything that the comments at the head of a file
// describe. For every field but N, the zero value is the default.
type Instance struct {
	N                int              // number of rows of the board
	Columns          int              // number of columns; 0 means N, as on every square board
	Family           Family           // kind of problem
	Variant          board.Variant    // course of the diagonals
	Pieces           []Kind           // one kind of piece, or a mixture of several; nil means the pieces of the family
	AllowSame        bool             // in a mixture, pieces of the same kind may attack each other
	Minimal          bool             // without redundant constraints
	Encoding         string           // of at-most-one constraints; "" is atmostone.Default
	Queens           *int             // number of queens, for armies of each colour; nil means the default
	Colours          *int             // number of colours; nil means the default
	Aim              Aim              // look for the least or greatest number of queens or colours
	Regions          *board.Partition // regions of a family with the rule Divided; nil for other families
	Stars            int              // queens in each row, column and region; 0 means 1
	Independent      bool             // in a domination, no queen attacks another
	Placed           []board.Square   // squares that hold a queen
	Blocked          board.Squares    // squares that stay empty
	BlockedDiagonals []board.Diagonal // diagonals that stay empty
	Shuffle          *int64           // seed of the shuffle; nil if not shuffled
	Seed             *int64           // seed of the random choices; nil if there were no such choices
	Puzzle           Puzzle           // kind of puzzle that the placed queens make; "" if no puzzle
	SymmetryBroken   bool             // only one solution of each class under Symmetries is kept
	Transform        *Transform       // function that replaces each variable; nil if not transformed
}

// A Family is the name of a kind of problem on a board. The zero value is Queens.
type Family string

// DefaultFamily is the family of an Instance whose Family is empty.
const DefaultFamily Family = ""

// A Puzzle is a kind of puzzle that the placed queens of an instance make. The zero value
// means no puzzle; the instance may then have no solution.
type Puzzle string

// A Solvable puzzle has at least one solution. The other puzzles have exactly one solution. If package puzzle drew
// their queens, no drawn queen can be removed: there would be several solutions or a higher difficulty. Easy, Medium
// and Hard are grades of puzzle.Sample.Grade.
const (
	Solvable Puzzle = "solvable"
	Unique   Puzzle = "unique"
	Easy     Puzzle = "easy"
	Medium   Puzzle = "medium"
	Hard     Puzzle = "hard"
)

// Difficulties returns the puzzles that have a difficulty, in ascending order: Easy,
// Medium, Hard.
func Difficulties() []Puzzle { return []Puzzle{Easy, Medium, Hard} }

// ParsePuzzle returns the puzzle called name. The error lists the valid names.
func ParsePuzzle(name string) (Puzzle, error) {
	all := append([]Puzzle{Solvable, Unique}, Difficulties()...)
	if p := Puzzle(name); slices.Contains(all, p) {
		return p, nil
	}
	return "", word.Wrong("solvable, unique, easy, medium or hard", name)
}

// Board returns the board of the instance.
func (in Instance) Board() board.Board {
	return board.Board{N: in.N, Columns: in.Columns, Variant: in.Variant, Moves: in.Moves(0)}
}

// QueenCount returns the number of pieces of a solution; for armies, the pieces of each
// colour, and for a mixture the pieces of all kinds. The default is the smaller of the numbers of rows and columns,
// times StarCount. With an aim, it
// returns this default, although the solution determines the number.
func (in Instance) QueenCount() int {
	if in.Queens != nil {
		return *in.Queens
	}
	if in.Mixed() {
		n := 0
		for _, k := range in.Pieces {
			n += k.Count
		}
		return n
	}
	return in.Board().Side() * in.StarCount()
}

// StarCount returns the number of queens in each row, column and region of a family with
// the rule Divided; the default is 1.
func (in Instance) StarCount() int { return max(1, in.Stars) }

// ColourCount returns the number of colours; the default is the larger of the numbers of rows and
// columns. With an aim, it is a number of colours that suffices; see enoughColours.
func (in Instance) ColourCount() int {
	if in.Aim != "" {
		return in.enoughColours()
	}
	if in.Colours != nil {
		return *in.Colours
	}
	return in.Board().LongSide()
}

// single reports whether the board is one square with a queen on it.
func (in Instance) single() bool {
	return in.Board().Count() == 1 && in.QueenCount() == 1 && in.Aim == ""
}

// placed returns the variables of the placed squares in reading order, without repetitions, or nil.
func (in Instance) placed() []dimacs.Lit {
	var vars []dimacs.Lit
	for _, s := range in.Placed {
		vars = append(vars, in.Board().Var(s))
	}
	return distinct(vars)
}

// Plain returns the instance in the full pairwise form, with broken symmetries, shuffle and
// transform removed.
func (in Instance) Plain() Instance {
	in.Minimal, in.Encoding, in.SymmetryBroken, in.Shuffle, in.Transform = false, "", false, nil, nil
	return in
}

// squareVariables returns the number of variables of the board before a transform. They
// come before the auxiliary variables.
func (in Instance) squareVariables() int {
	if f := in.family(); f.variables != nil {
		return f.variables(in)
	}
	return in.Board().Count() * in.Layers()
}

// Layers returns the number of kinds of pieces that a square may hold: the number of kinds of a mixture or of Pieces of the family,
// such as 2 for armies, 4 for dominoes and 1 for queens, or ColourCount for a colouring.
func (in Instance) Layers() int {
	if in.Mixed() {
		return len(in.Pieces)
	}
	if pieces := in.family().Pieces; pieces != nil {
		return len(pieces)
	}
	return in.ColourCount()
}

// onLayer shifts the variables of squares to a layer; layers count from 0.
func (in Instance) onLayer(layer int, vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	squares := in.Board().Count()
	return mapped(vars, func(v dimacs.Lit) dimacs.Lit { return v + dimacs.Lit(layer*squares) })
}

// onLayers yields the variables of the squares in every layer, in order.
func (in Instance) onLayers(vars iter.Seq[dimacs.Lit]) iter.Seq[dimacs.Lit] {
	var layers []iter.Seq[dimacs.Lit]
	for layer := range in.Layers() {
		layers = append(layers, in.onLayer(layer, vars))
	}
	return concat(layers...)
}

// BoardVariables returns the number of variables of the board, after a transform if there
// is one. They come before the auxiliary variables.
func (in Instance) BoardVariables() int {
	if in.Transform == nil {
		return in.squareVariables()
	}
	return in.squareVariables() * in.Transform.K
}

// variable describes variable v of the board, before a transform and a shuffle.
func (in Instance) variable(v int) variable {
	if f := in.family(); f.variable != nil {
		return f.variable(in, v)
	}
	squares := in.Board().Count()
	s, _ := in.Board().SquareOf((v-1)%squares + 1)
	p, where := in.piece((v-1)/squares), " on "+s.Algebraic(in.N)
	return variable{p.ifTrue + where, p.ifFalse + where, "square " + s.Algebraic(in.N), fmt.Sprintf("%d_%d", s.Row, s.Col)}
}

// excluded returns the variables that are false because a square stays empty, and their number.
func (in Instance) excluded() (count int, vars iter.Seq[dimacs.Lit]) {
	if f := in.family(); f.excluded != nil {
		return f.excluded(in)
	}
	empty := in.Empty()
	return empty.Len() * in.Layers(), in.onLayers(mapped(empty.All(), in.Board().Var))
}

// ModelCount returns the number of models, counted on the variables of the board, for a number of solutions:
// a transform multiplies it by the number of preimages of each solution. Without a transform, it returns
// boards.
func (in Instance) ModelCount(boards *big.Int) *big.Int {
	if in.Transform == nil || boards.Sign() == 0 {
		return boards
	}
	yes, no := in.Transform.preimages()
	pieces := in.QueenCount()
	if f := in.family(); f.trueVariables != nil {
		pieces = f.trueVariables(in)
	}
	count := new(big.Int).Exp(big.NewInt(yes), big.NewInt(int64(pieces)), nil)
	count.Mul(count, new(big.Int).Exp(big.NewInt(no), big.NewInt(int64(in.squareVariables()-pieces)), nil))
	return count.Mul(count, boards)
}

// about returns the description of a solution, such as "knights that do not attack each other".
func (in Instance) about() string {
	about, rule := in.family().About, in.family().Rule
	switch {
	case in.Pieces == nil:
		return about
	case rule == Coloured:
		return "a colour for each square; no " + in.Noun() + " moves between squares of a colour"
	case in.AllowSame:
		return "pieces that attack no piece of another kind"
	case rule == Peaceful:
		return in.Noun() + "s that do not attack each other"
	}
	return strings.ReplaceAll(about, "queens", in.Noun()+"s")
}

// layerNotes returns a comment for each of the first two layers that gives the range of its
// variables and the piece that a true variable means.
func (in Instance) layerNotes() (notes []string) {
	squares := in.Board().Count()
	for layer := range min(2, in.Layers()) {
		first := layer * squares
		notes = append(notes, fmt.Sprintf("%s: the true ones among variables %d to %d are the squares with %s", in.about(), first+1, first+squares, in.piece(layer).ifTrue))
	}
	return notes
}

// Literal returns a function that returns the literal of a square. The literal is true in a model of the
// instance's formula if and only if the square holds a piece. The argument vars is the number of variables of
// the formula. The function returns an error if the square is not on the board.
//
// Literal returns an error if a square may hold several kinds of pieces, if a transform replaces a square by
// several variables, or if vars contradicts the instance: it is too small or, for a shuffled instance, not
// exactly the number of variables. It also returns the error of Renaming.
func (in Instance) Literal(vars int) (func(board.Square) (dimacs.Lit, error), error) {
	switch {
	case in.Layers() > 1 || in.family().variables != nil:
		what := "the family " + in.Family.String()
		if in.Mixed() {
			what = "a mixture"
		}
		return nil, fmt.Errorf("a square of %s may hold several kinds of pieces", what)
	case in.Transform != nil && in.Transform.K > 1:
		return nil, fmt.Errorf("under the transform %v, no literal says that a square holds a queen", in.Transform)
	case in.BoardVariables() > vars:
		return nil, fmt.Errorf("the board has %d variables, but the formula has only %d", in.BoardVariables(), vars)
	}
	if in.Shuffle != nil {
		if size, err := in.Size(); err == nil && size.Variables != vars {
			return nil, errors.New("the formula is shuffled, but does not have the variables that its comments describe")
		}
	}
	renaming, err := in.Renaming()
	if err != nil {
		return nil, err
	}
	return func(s board.Square) (dimacs.Lit, error) {
		if !in.Board().Holds(s) {
			return 0, fmt.Errorf("%v is not a square of a board of size %s", s, in.Board().Size())
		}
		l := in.Board().Var(s)
		if in.Transform != nil { // flip
			l = -l
		}
		if renaming != nil {
			l = renaming.Shuffled(l)
		}
		return l, nil
	}, nil
}

// Sorted returns the instance with new, sorted lists without repetitions: squares in
// reading order, rising diagonals before falling ones. The set of blocked squares is shared
// with in.
func (in Instance) Sorted() Instance {
	in.Placed = sortedSquares(in.Placed)
	diagonals := slices.Clone(in.BlockedDiagonals)
	slices.SortFunc(diagonals, func(a, b board.Diagonal) int {
		switch {
		case a.Rising == b.Rising:
			return a.Index - b.Index
		case a.Rising:
			return -1
		}
		return 1
	})
	in.BlockedDiagonals = slices.Compact(diagonals)
	return in
}

// sortedSquares returns a sorted copy without repetitions.
func sortedSquares(squares []board.Square) []board.Square {
	squares = slices.Clone(squares)
	slices.SortFunc(squares, board.Square.Compare)
	return slices.Compact(squares)
}

// Meanings yields a text for each variable of the board, in the order of the variables before a shuffle, such as
// "variable 1: a queen on a8". The prefix precedes the number, as in "variable x1". With a renaming, the number is the
// number after the shuffle, and the text says what the true variable means there; renaming may be nil. The texts are
// wrong under a transform.
func (in Instance) Meanings(prefix string, renaming *Shuffle) iter.Seq[string] {
	return mapped(board.VariablesTo(in.squareVariables()), func(l dimacs.Lit) string {
		described := in.variable(l.Var())
		what := described.ifTrue
		if renaming != nil {
			l = renaming.Shuffled(l)
		}
		if l < 0 {
			l, what = -l, described.ifFalse
		}
		return fmt.Sprintf("variable %s%d: %s", prefix, l, what)
	})
}
