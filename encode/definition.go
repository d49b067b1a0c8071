package encode

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"queens/encode/board"
	"queens/encode/internal/word"
)

// A Definition describes a family as data. Packages encode and decode, the explanations and the scripts of
// pages interpret it by its Rule. Nothing compares the names of families.
type Definition struct {
	Name  Family   `json:"-"`
	Also  []string `json:"-"`     // names that players use; an error suggests the family instead
	Label string   `json:"label"` // the name on a page, such as "Star Battle"
	About string   `json:"-"`     // a short description of a solution, such as "queens that do not attack each other"
	Rule  Rule     `json:"rule"`
	// Pieces is indexed by layer; layers count from 0. With the rule Coloured it is nil, because the
	// layers are the colours.
	Pieces []Piece `json:"pieces,omitempty"`
	Noun   string  `json:"-"` // the name of a piece in titles, such as "superqueen"
	board.Moves
	// Refused maps each feature that makes no sense to the reason that an error message gives.
	Refused map[Feature]string `json:"-"`
	// NoDefault says why an instance must set the number of queens. It is "" if the default, N, makes sense.
	NoDefault string   `json:"-"`
	Usual     Quotient `json:"usual,omitzero"`    // the number of queens that a page proposes; the zero value means the default
	Largest   int      `json:"largest,omitempty"` // the largest size of a board that a page edits; 0 means 30
}

// A Rule says which boards are solutions.
type Rule string

const (
	Peaceful   Rule = "peaceful"   // no piece attacks another
	Dominating Rule = "dominating" // pieces attack each empty square; if Independent, no piece attacks another
	Opposed    Rule = "opposed"    // no piece attacks a piece of the other layer; both layers have equally many
	Coloured   Rule = "coloured"   // each square has one piece, and no piece attacks a piece of the same layer
	Tiled      Rule = "tiled"      // dominoes cover each square once
	Divided    Rule = "divided"    // each row, column and region holds Stars pieces, and no piece attacks another
)

// A Quotient is the number (Squares*S + Rows*N + Plus) / Divisor, rounded down, for a board of S squares whose shorter
// side is N.
type Quotient struct {
	Squares int `json:"squares,omitempty"`
	Rows    int `json:"rows,omitempty"`
	Plus    int `json:"plus,omitempty"`
	Divisor int `json:"divisor"`
}

// A Feature is an option of an instance or of its file that a family may refuse: a field of Instance, such
// as Placed, or the name of a format.
type Feature string

const (
	withEncoding         Feature = "Encoding"
	withMinimal          Feature = "Minimal"
	withQueens           Feature = "Queens"
	withColours          Feature = "Colours"
	withIndependence     Feature = "Independent"
	withTorus            Feature = "Variant"
	withPlaced           Feature = "Placed"
	withBlocked          Feature = "Blocked"
	withBlockedDiagonals Feature = "BlockedDiagonals"
	withSymmetryBroken   Feature = "SymmetryBroken"
	withRegions          Feature = "Regions"
	withStars            Feature = "Stars"
	withAim              Feature = "Aim"
	withPieces           Feature = "Pieces"
	inLP                 Feature = "lp"
	inMiniZinc           Feature = "mzn"
)

// Features lists the features that a family may refuse.
var Features = []Feature{withEncoding, withMinimal, withQueens, withColours, withIndependence, withTorus, withPlaced, withBlocked,
	withBlockedDiagonals, withSymmetryBroken, withRegions, withStars, withAim, withPieces, inLP, inMiniZinc}

// ruled maps each feature of a single rule to this rule, and to the end of the reason why other families
// refuse it.
var ruled = map[Feature]struct {
	rule   Rule
	reason string
}{
	withColours:      {Coloured, "has colours: expected no number of colours"},
	withIndependence: {Dominating, "has independent queens: expected no independent queens"},
	withRegions:      {Divided, "has regions: expected none"},
	withStars:        {Divided, "has stars: expected no number of stars"},
}

// Refuses returns the reason why the family refuses a feature, for an error message, or "".
func (d *Definition) Refuses(option Feature) string {
	if own, found := ruled[option]; found && own.rule != d.Rule {
		return fmt.Sprintf("only the family %s %s", familiesOf(own.rule), own.reason)
	}
	if option == withPieces && (d.Rule == Tiled || len(d.Leaps) > 0) {
		return "it has no other pieces: expected neither a piece nor a mixture"
	}
	if option == withAim && d.Aim() == "" {
		return "it has no optimum: expected neither a minimum nor a maximum"
	}
	return d.Refused[option]
}

// Aim returns the aim of the optimisation problem of the family, or "" if it has none.
func (d *Definition) Aim() Aim { return interpretations[d.Rule].aim }

// Register adds a family. It must be called before other functions, such as in an init function of a
// test. Pieces that are nil become the pieces of the first family with the same rule. A feature that this
// first family refuses is refused, too, unless d.Refused maps it to "". With the rules Opposed,
// Coloured, Tiled and Divided, d has the moves of the first family, and d.Moves must be empty.
//
// Register returns an error if the name is taken or not a word of lower-case letters, if there is no
// such rule, if d has moves although its rule forbids it, if a rotation or reflection does not map the moves to
// themselves, or unless Like is a word of lower-case letters with Leaps, and "" without Leaps.
func Register(d Definition) error {
	i := slices.IndexFunc(families, func(f *family) bool { return f.Rule == d.Rule })
	switch {
	case d.Name == "" || strings.Trim(string(d.Name), word.Letters) != "":
		return word.Wrong("the name of a family in lower-case letters", string(d.Name))
	case d.Name.lookup() != nil || d.Name == Family(Queens.String()):
		return fmt.Errorf("there is a family %v already", d.Name)
	case i < 0:
		return word.Wrong("the rule of a family", string(d.Rule))
	case d.Rule != Peaceful && d.Rule != Dominating && len(d.Lines)+len(d.Leaps) > 0:
		return fmt.Errorf("family %v: its rule has moves of its own: expected no moves", d.Name)
	case !d.Symmetric():
		return fmt.Errorf("family %v: expected moves that rotations and reflections map to themselves", d.Name)
	case (d.Like == "") != (d.Leaps == nil) || strings.Trim(d.Like, word.Letters) != "":
		return fmt.Errorf("family %v: expected Like, a word of lower-case letters, with Leaps", d.Name)
	}
	first := families[i]
	if d.Pieces == nil {
		d.Pieces = first.Pieces
	}
	if d.Rule != Peaceful && d.Rule != Dominating {
		d.Moves = first.Moves
	}
	refused := map[Feature]string{}
	maps.Copy(refused, first.Refused)
	maps.Copy(refused, d.Refused)
	d.Refused = refused
	families = append(families, &family{Definition: d, interpretation: interpretations[d.Rule]})
	return nil
}
