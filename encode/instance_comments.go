package encode

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
)

// The keys of the comments that describe an instance, in the order in which Comments writes
// them.
const (
	keyBoard            = "board"             // N
	keyFamily           = "family"            // a family such as colouring, if not queens
	keyDomination       = "domination"        // "independent", if queens that dominate must not attack
	keyVariant          = "variant"           // regular, torus
	keyForm             = "form"              // full, minimal
	keyEncoding         = "encoding"          // the name of an at-most-one encoding
	keyQueens           = "queens"            // the number of queens, for armies of each colour, if not N
	keyColours          = "colours"           // the number of colours, if not N
	keyOptimum          = "optimum"           // minimum or maximum
	keyStars            = "stars"             // the number of queens in each row, column and region, if not 1
	keyRegions          = "regions"           // the names of the regions of the squares, in reading order
	keyPlaced           = "placed"            // squares: 1:5 2:3
	keyBlocked          = "blocked"           // squares
	keyBlockedDiagonals = "blocked-diagonals" // diagonals: s7 d-2
	keyShuffle          = "shuffle"           // the seed of the shuffle
	keySeed             = "seed"              // the seed of the random choices
	keyPuzzle           = "puzzle"            // solvable, unique, easy, medium or hard
	keySymmetry         = "symmetry"          // broken, or broken with translations
	keyTransform        = "transform"         // xor:2
)

// Keys lists the keys that ParseComments reads and Comments writes, in the order of
// Comments.
var Keys = []string{keyBoard, keyFamily, keyDomination, keyVariant, keyForm, keyEncoding, keyQueens, keyColours, keyOptimum, keyStars, keyRegions, keyPlaced, keyBlocked,
	keyBlockedDiagonals, keyShuffle, keySeed, keyPuzzle, keySymmetry, keyTransform}

const (
	formFull       = "full"
	formMinimal    = "minimal"
	symmetryBroken = "broken"
	torusBroken    = "broken with translations"
	independent    = "independent"
)

// maxCommentLine is the largest number of bytes in a comment line, because some proof
// checkers fail on lines of 1024 bytes before the header. Longer lists continue in another
// comment with the same key.
const maxCommentLine = 900

// Comments returns the comments that describe the instance, in the order of Keys. Board,
// variant, form and encoding are always present, the other keys only if their values are
// not the default. A long list is split into several comments with the same key, so that no
// line has more than 900 bytes. The result is empty if N is 0.
func (in Instance) Comments() []dimacs.Comment { return slices.Collect(in.comments()) }

// comments yields the comments that Comments returns, without holding long lists in memory.
func (in Instance) comments() iter.Seq[dimacs.Comment] {
	before, after := in.scalarComments()
	return concat(slices.Values(before), in.Regions.comments(),
		listComments(keyPlaced, slices.Values(in.Placed)),
		listComments(keyBlocked, in.Blocked.All()),
		listComments(keyBlockedDiagonals, slices.Values(in.BlockedDiagonals)), slices.Values(after))
}

// scalarComments returns the comments that precede the lists of squares and diagonals, and
// the comments that follow them. Both are nil if N is 0.
func (in Instance) scalarComments() (before, after []dimacs.Comment) {
	if in.N == 0 {
		return nil, nil
	}
	form, encoding := formFull, in.Encoding
	if in.Minimal {
		form = formMinimal
	}
	if encoding == "" {
		encoding = atmostone.Default
	}
	cs := &before
	add := func(present bool, key, value string) {
		if present {
			*cs = append(*cs, dimacs.Comment{Key: key, Value: value})
		}
	}
	add(true, keyBoard, strconv.Itoa(in.N))
	add(in.Family != DefaultFamily, keyFamily, in.Family.String())
	add(in.Independent, keyDomination, independent)
	add(true, keyVariant, in.Variant.String())
	add(true, keyForm, form)
	add(true, keyEncoding, encoding)
	add(in.Queens != nil && *in.Queens != in.N, keyQueens, strconv.Itoa(in.QueenCount()))
	add(in.ColourCount() != in.N && in.Aim == "", keyColours, strconv.Itoa(in.ColourCount()))
	add(in.Aim != "", keyOptimum, string(in.Aim))
	add(in.StarCount() > 1, keyStars, strconv.Itoa(in.Stars))
	cs = &after
	addSeed := func(key string, seed *int64) {
		if seed != nil {
			add(true, key, strconv.FormatInt(*seed, 10))
		}
	}
	addSeed(keyShuffle, in.Shuffle)
	addSeed(keySeed, in.Seed)
	add(in.Puzzle != "", keyPuzzle, string(in.Puzzle))
	add(in.SymmetryBroken && !in.Translations, keySymmetry, symmetryBroken)
	add(in.SymmetryBroken && in.Translations, keySymmetry, torusBroken)
	if in.Transform != nil {
		add(true, keyTransform, in.Transform.String())
	}
	return before, after
}

// listComments yields a list as comments, each with as many items as fit on a line.
func listComments[T interface{ String() string }](key string, items iter.Seq[T]) iter.Seq[dimacs.Comment] {
	return func(yield func(dimacs.Comment) bool) {
		room := maxCommentLine - len("c "+key+":")
		var line []byte
		for item := range items {
			text := item.String()
			if len(line) > 0 && len(line)+len(text)+2 > room {
				if !yield(dimacs.Comment{Key: key, Value: string(line)}) {
					return
				}
				line = line[:0]
			}
			if len(line) > 0 {
				line = append(line, ' ')
			}
			line = append(line, text...)
		}
		if len(line) > 0 {
			yield(dimacs.Comment{Key: key, Value: string(line)})
		}
	}
}

// ParseComments returns the instance that comments describe. They may come in any order, a
// list may span several comments, and unknown keys are ignored. Without the key board, the
// result is the zero Instance, because the formula need not be a board and its comments may
// mean anything. The result may fail Check.
//
// If a value is malformed, out of range for the board, or contradicts an earlier comment
// with the same key, the error is a *dimacs.SyntaxError. Its position is the line of the
// comment and the column of the wrong word in a comment written as `c key: value`. Its Name
// is empty; the caller sets it.
func ParseComments(comments []dimacs.Comment) (Instance, error) {
	p := commentParser{first: map[string]string{}}
	for _, c := range comments {
		if c.Key == keyBoard {
			if err := p.read(c); err != nil {
				return Instance{}, err
			}
		}
	}
	if p.in.N == 0 {
		return Instance{}, nil
	}
	for _, c := range comments {
		if c.Key == keyBoard {
			continue
		}
		if err := p.read(c); err != nil {
			return Instance{}, err
		}
	}
	for _, c := range comments {
		if c.Key == keyFamily && p.in.squareVariables() > MaxVariables {
			return Instance{}, syntaxError(c, 0, "a family with at most 2^28-1 variables on a board of that size", c.Value)
		}
	}
	if err := p.divide(); err != nil {
		return Instance{}, err
	}
	return p.in, nil
}

// A commentParser builds an instance from its comments.
type commentParser struct {
	in                Instance
	first             map[string]string // indexed by key: the first value, except for lists
	cells             []string          // the names of the regions of the squares, in reading order
	lastCells, family dimacs.Comment    // the last comments with the keys regions and family
}

// divide sets the regions of the instance from the cells. It returns an error if a family other
// than Regions has cells, if a square has no cell, or if there are more than 2N regions.
func (p *commentParser) divide() (err error) {
	names := map[string]bool{}
	for _, name := range p.cells {
		names[name] = true
	}
	n, last := p.in.N, p.lastCells
	switch {
	case p.in.Family == Regions && len(p.cells) < n*n:
		at := cmp.Or(last, p.family)
		return syntaxError(at, len(at.Value), fmt.Sprintf("%d squares with their regions, in comments %q", n*n, keyRegions), fmt.Sprint(len(p.cells)))
	case p.in.Family != Regions && p.cells != nil:
		return syntaxError(last, 0, "no regions, or the comment `family: regions`", last.Value)
	case p.in.Family == Regions && len(names) > 2*n:
		return syntaxError(last, len(last.Value), fmt.Sprintf("at most %d regions, twice as many as rows", 2*n), fmt.Sprint(len(names)))
	case p.in.Family == Regions:
		p.in.Regions, err = NewPartition(n, p.cells)
	}
	return err
}

// read adds one comment to the instance. Unless the key is board, N must be set.
func (p *commentParser) read(c dimacs.Comment) error {
	switch c.Key {
	case keyRegions:
		p.lastCells = c
		return parseList(c, readRegion, p.in.N, func(name regionName) int { p.cells = append(p.cells, string(name)); return len(p.cells) })
	case keyPlaced:
		return parseList(c, readSquare, p.in.N, func(s Square) int { p.in.Placed = append(p.in.Placed, s); return len(p.in.Placed) })
	case keyBlocked:
		return parseList(c, readSquare, p.in.N, func(s Square) int { p.in.Blocked.Add(s); return p.in.Blocked.Len() })
	case keyBlockedDiagonals:
		return parseList(c, readDiagonal, p.in.N, func(d Diagonal) int {
			p.in.BlockedDiagonals = append(p.in.BlockedDiagonals, d)
			return len(p.in.BlockedDiagonals)
		})
	}
	parse, known := scalars[c.Key]
	if !known {
		return nil
	}
	if first, again := p.first[c.Key]; again && first != c.Value {
		return syntaxError(c, 0, fmt.Sprintf("%q as before", clip(first)), c.Value)
	}
	if p.first[c.Key] = c.Value; c.Key == keyFamily {
		p.family = c
	}
	if expected := parse(&p.in, c.Value); expected != "" {
		return syntaxError(c, 0, expected, c.Value)
	}
	return nil
}

// scalars holds a function for each key with a single value. The function stores the value
// in the instance and returns "", or returns a description of the expected value if the
// value is invalid.
var scalars = map[string]func(in *Instance, value string) string{
	keyBoard: func(in *Instance, value string) string {
		n, ok := parseIndex(value)
		if !ok || n < 1 || n > MaxN {
			return fmt.Sprintf("a board size from 1 to %d", MaxN)
		}
		in.N = n
		return ""
	},
	keyFamily: parsed(ParseFamily, func(in *Instance) *Family { return &in.Family }, "a family of problems that this version knows"),
	keyDomination: func(in *Instance, value string) string {
		if value != independent {
			return independent
		}
		in.Independent = true
		return ""
	},
	keyColours: func(in *Instance, value string) string {
		k, ok := parseIndex(value)
		if most := min(in.N*in.N, MaxVariables/(in.N*in.N)); !ok || k < 1 || k > most {
			return fmt.Sprintf("a number of colours from 1 to %d", most)
		}
		if in.Colours = &k; k == in.N {
			in.Colours = nil
		}
		return ""
	},
	keyStars: func(in *Instance, value string) string {
		k, ok := parseIndex(value)
		if !ok || k < 1 || k > in.N {
			return fmt.Sprintf("a number of stars from 1 to %d", in.N)
		}
		if in.Stars = k; k == 1 {
			in.Stars = 0 // the canonical form of 1
		}
		return ""
	},
	keyVariant: parsed(ParseVariant, func(in *Instance) *Variant { return &in.Variant }, "regular or torus"),
	keyForm: func(in *Instance, value string) string {
		if value != formFull && value != formMinimal {
			return "full or minimal"
		}
		in.Minimal = value == formMinimal
		return ""
	},
	keyEncoding: func(in *Instance, value string) string {
		if !isName(value) {
			return "the name of an encoding"
		}
		in.Encoding = value
		return ""
	},
	keyQueens: func(in *Instance, value string) string {
		k, ok := parseIndex(value)
		if !ok || k > in.N*in.N {
			return fmt.Sprintf("a number of queens from 0 to %d", in.N*in.N)
		}
		if in.Queens = &k; k == in.N {
			in.Queens = nil // nil is the canonical form of N
		}
		return ""
	},
	keyOptimum: parsed(ParseAim, func(in *Instance) *Aim { return &in.Aim }, "minimum or maximum"),
	keyShuffle: parsed(parseSeed, func(in *Instance) **int64 { return &in.Shuffle }, "a seed, a whole number of 64 bits"),
	keySeed:    parsed(parseSeed, func(in *Instance) **int64 { return &in.Seed }, "a seed, a whole number of 64 bits"),
	keyPuzzle:  parsed(ParsePuzzle, func(in *Instance) *Puzzle { return &in.Puzzle }, "solvable, unique, easy, medium or hard"),
	keySymmetry: func(in *Instance, value string) string {
		if value != symmetryBroken && value != torusBroken {
			return symmetryBroken + " or " + torusBroken
		}
		in.SymmetryBroken, in.Translations = true, value == torusBroken
		return ""
	},
	keyTransform: parsed(func(text string) (*Transform, error) { t, err := ParseTransform(text); return &t, err },
		func(in *Instance) **Transform { return &in.Transform }, "a transform such as xor:2"),
}

// parsed returns a function for scalars: it stores the result of parse in the field, or
// returns expected if parse fails.
func parsed[T any](parse func(string) (T, error), field func(*Instance) *T, expected string) func(*Instance, string) string {
	return func(in *Instance, value string) string {
		v, err := parse(value)
		if err != nil {
			return expected
		}
		*field(in) = v
		return ""
	}
}

func parseSeed(text string) (*int64, error) {
	seed, err := strconv.ParseInt(text, 10, 64)
	return &seed, err
}

// isName reports whether value has the form of an encoding's name: 1 to 32 lower-case
// letters and dashes. Unknown names are accepted, because the board can be decoded without
// the encoding.
func isName(value string) bool {
	return value != "" && len(value) <= 32 && strings.Trim(value, letters+"-") == ""
}

// parseList reads the words of a comment and passes the items to add, which returns the
// length of the list afterwards. It returns an error if a word is invalid or the list
// becomes longer than the number of squares.
func parseList[T any](c dimacs.Comment, read func(string, int) (T, string), n int, add func(T) int) error {
	rest, offset := c.Value, 0
	for {
		blanks := len(rest) - len(strings.TrimLeft(rest, " \t"))
		rest, offset = rest[blanks:], offset+blanks
		if rest == "" {
			return nil
		}
		word := rest
		if end := strings.IndexAny(rest, " \t"); end >= 0 {
			word = rest[:end]
		}
		item, expected := read(word, n)
		if expected != "" {
			return syntaxError(c, offset, expected, word)
		}
		if add(item) > n*n {
			return syntaxError(c, offset, fmt.Sprintf("at most %d items", n*n), word)
		}
		rest, offset = rest[len(word):], offset+len(word)
	}
}

// syntaxError returns an error at a byte offset into the value of c.
func syntaxError(c dimacs.Comment, offset int, expected, found string) error {
	quoted := "nothing"
	if found != "" {
		quoted = fmt.Sprintf("%q", clip(found))
	}
	return &dimacs.SyntaxError{
		Line:     c.Line,
		Column:   len("c "+c.Key+": ") + offset + 1,
		Expected: expected,
		Found:    quoted,
	}
}
