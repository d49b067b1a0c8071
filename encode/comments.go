package encode

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
	"queens/encode/internal/word"
)

// Keys of comments that are used in several places; see commentKeys.
const (
	keyFamily  = "family"
	keyRegions = "regions"
	keyPiece   = "piece"
	keyPieces  = "pieces"
	sameKind   = " allow-same" // the end of the value of the key pieces with AllowSame
)

// A commentKey describes the comments with one key.
type commentKey struct {
	name  string
	write func(in Instance) iter.Seq[dimacs.Comment]     // yields the comments of an instance
	read  func(p *commentParser, c dimacs.Comment) error // stores the value of c in p.in, or returns a *dimacs.SyntaxError
}

// commentKeys lists the keys of the comments that describe an instance, in the order in which
// Comments writes them.
var commentKeys = []commentKey{
	scalar("board", func(in Instance) string { return in.Board().Size() }, func(in *Instance, text string) error {
		b, err := board.ParseSize(text)
		in.N, in.Columns = b.N, b.Columns
		return err
	}),
	scalar(keyFamily, func(in Instance) string { return when(in.Family != DefaultFamily, in.Family) },
		parsed(ParseFamily, func(in *Instance) *Family { return &in.Family }, "a family of problems that this version knows")),
	scalar(keyPiece, func(in Instance) string { return when(!in.Mixed(), in.PieceText()) }, func(in *Instance, text string) error {
		k, err := ParsePiece(text)
		in.Pieces = []Kind{k}
		return err
	}),
	scalar(keyPieces, func(in Instance) string { return when(in.Mixed(), in.PieceText()+when(in.AllowSame, sameKind)) }, func(in *Instance, text string) (err error) {
		text, in.AllowSame = strings.CutSuffix(text, sameKind)
		in.Pieces, err = ParsePieces(text)
		return err
	}),
	scalar("domination", func(in Instance) string { return when(in.Independent, "independent") },
		oneWord(func(in *Instance, _ int) { in.Independent = true }, "independent")),
	scalar("variant", func(in Instance) string { return in.Variant.String() },
		parsed(board.ParseVariant, func(in *Instance) *board.Variant { return &in.Variant }, "")),
	scalar("form", func(in Instance) string { return cmp.Or(when(in.Minimal, "minimal"), "full") },
		oneWord(func(in *Instance, i int) { in.Minimal = i == 1 }, "full", "minimal")),
	scalar("encoding", func(in Instance) string { return cmp.Or(in.Encoding, atmostone.Default) },
		parsed(parseName, func(in *Instance) *string { return &in.Encoding }, "")),
	scalar("queens", func(in Instance) string {
		return when(in.Queens != nil && *in.Queens != in.Board().Side(), in.QueenCount())
	},
		number("a number of queens", 0, func(in Instance) int { return in.Board().Count() }, func(in *Instance, k int) { in.Queens = unless(in.Board().Side(), k) })),
	scalar("colours", func(in Instance) string {
		return when(in.ColourCount() != in.Board().LongSide() && in.Aim == "", in.ColourCount())
	},
		number("a number of colours", 1, func(in Instance) int { return min(in.Board().Count(), board.MaxVariables/in.Board().Count()) },
			func(in *Instance, k int) { in.Colours = unless(in.Board().LongSide(), k) })),
	scalar("optimum", func(in Instance) string { return string(in.Aim) },
		parsed(ParseAim, func(in *Instance) *Aim { return &in.Aim }, "")),
	scalar("stars", func(in Instance) string { return when(in.Stars > 1, in.Stars) },
		number("a number of stars", 1, func(in Instance) int { return in.N }, func(in *Instance, k int) {
			if in.Stars = k; k == 1 {
				in.Stars = 0 // the canonical form of 1
			}
		})),
	{keyRegions, func(in Instance) iter.Seq[dimacs.Comment] { return regionComments(in.Regions) }, func(p *commentParser, c dimacs.Comment) error {
		p.lastRegions = c
		return parseList(c, parseRegion, p.in.Board(), func(name regionName) int { p.regions = append(p.regions, string(name)); return len(p.regions) })
	}},
	list("placed", func(in Instance) iter.Seq[board.Square] { return slices.Values(in.Placed) }, board.ParseSquare,
		func(in *Instance, s board.Square) int { in.Placed = append(in.Placed, s); return len(in.Placed) }),
	list("blocked", func(in Instance) iter.Seq[board.Square] { return in.Blocked.All() }, board.ParseSquare,
		func(in *Instance, s board.Square) int { in.Blocked.Add(s); return in.Blocked.Len() }),
	list("blocked-diagonals", func(in Instance) iter.Seq[board.Diagonal] { return slices.Values(in.BlockedDiagonals) }, board.ParseDiagonal,
		func(in *Instance, d board.Diagonal) int {
			in.BlockedDiagonals = append(in.BlockedDiagonals, d)
			return len(in.BlockedDiagonals)
		}),
	scalar("shuffle", func(in Instance) string { return pointed(in.Shuffle) },
		parsed(parseSeed, func(in *Instance) **int64 { return &in.Shuffle }, "")),
	scalar("seed", func(in Instance) string { return pointed(in.Seed) },
		parsed(parseSeed, func(in *Instance) **int64 { return &in.Seed }, "")),
	scalar("puzzle", func(in Instance) string { return string(in.Puzzle) },
		parsed(ParsePuzzle, func(in *Instance) *Puzzle { return &in.Puzzle }, "")),
	scalar("symmetry", func(in Instance) string {
		return when(in.SymmetryBroken, "broken")
	}, oneWord(func(in *Instance, _ int) { in.SymmetryBroken = true }, "broken")),
	scalar("transform", func(in Instance) string { return pointed(in.Transform) },
		parsed(func(text string) (*Transform, error) { t, err := ParseTransform(text); return &t, err },
			func(in *Instance) **Transform { return &in.Transform }, "a transform such as xor:2")),
}

// Keys lists the keys that ParseComments reads and Comments writes, in the order of Comments.
var Keys = func() (names []string) {
	for _, k := range commentKeys {
		names = append(names, k.name)
	}
	return names
}()

// scalar returns a key with a single value. The comment is left out if value returns "". The function parse
// stores a value in the instance, or returns a *word.Error. Another comment with the key must have the same
// value as the first.
func scalar(name string, value func(Instance) string, parse func(*Instance, string) error) commentKey {
	return commentKey{name, func(in Instance) iter.Seq[dimacs.Comment] {
		if text := value(in); text != "" {
			return slices.Values([]dimacs.Comment{{Key: name, Value: text}})
		}
		return concat[dimacs.Comment]()
	}, func(p *commentParser, c dimacs.Comment) error {
		if first, again := p.first[name]; !again {
			p.first[name] = c
		} else if first.Value != c.Value {
			return syntaxError(c, 0, fmt.Sprintf("%q as before", word.Clip(first.Value)), c.Value)
		}
		if err := parse(&p.in, c.Value); err != nil {
			return syntaxError(c, 0, expectedBy(err), c.Value)
		}
		return nil
	}}
}

// list returns a key whose comments hold a list, which may be empty. For parse and add see parseList.
func list[T interface{ String() string }](name string, items func(Instance) iter.Seq[T], parse func(string, board.Board) (T, error), add func(*Instance, T) int) commentKey {
	return commentKey{name, func(in Instance) iter.Seq[dimacs.Comment] { return listComments(name, items(in)) }, func(p *commentParser, c dimacs.Comment) error {
		return parseList(c, parse, p.in.Board(), func(item T) int { return add(&p.in, item) })
	}}
}

// when returns the text of value if the condition holds, else "".
func when(condition bool, value any) string {
	if !condition {
		return ""
	}
	return fmt.Sprint(value)
}

// pointed returns the text of the value to which p points, or "" if p is nil.
func pointed[T any](p *T) string {
	if p == nil {
		return ""
	}
	return fmt.Sprint(*p)
}

// number returns a function for scalar that calls store with a number from least to most of the instance, or
// returns a *word.Error. what names the number in errors, as in "a board size".
func number(what string, least int, most func(Instance) int, store func(*Instance, int)) func(*Instance, string) error {
	return func(in *Instance, value string) error {
		n, ok := word.ParseIndex(value)
		if most := most(*in); !ok || n < least || n > most {
			return word.Wrong(fmt.Sprintf("%s from %d to %d", what, least, most), value)
		}
		store(in, n)
		return nil
	}
}

// unless returns a pointer to k, or nil if k is the default.
func unless(byDefault, k int) *int {
	if k == byDefault {
		return nil
	}
	return &k
}

// oneWord returns a function for scalar that calls store with the index of the value in words, or returns a
// *word.Error.
func oneWord(store func(in *Instance, i int), words ...string) func(*Instance, string) error {
	return func(in *Instance, value string) error {
		i := slices.Index(words, value)
		if i < 0 {
			return word.Wrong(strings.Join(words, " or "), value)
		}
		store(in, i)
		return nil
	}
}

// parsed returns a function for scalar that stores the result of parse in the field. If parse fails, the error is a
// *word.Error with the expected text or, if expected is "", the error of parse, which must be a *word.Error.
func parsed[T any](parse func(string) (T, error), field func(*Instance) *T, expected string) func(*Instance, string) error {
	return func(in *Instance, value string) error {
		v, err := parse(value)
		switch {
		case err != nil && expected != "":
			return word.Wrong(expected, value)
		case err != nil:
			return err
		}
		*field(in) = v
		return nil
	}
}

// parseSeed parses a decimal integer of 64 bits. The error is a *word.Error.
func parseSeed(text string) (*int64, error) {
	seed, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		err = word.Wrong("a seed, a whole number of 64 bits", text)
	}
	return &seed, err
}

// parseName parses the name of an encoding: 1 to 32 lower-case letters and dashes. Unknown names are
// accepted, because the board can be decoded without the encoding.
func parseName(text string) (string, error) {
	if text == "" || len(text) > 32 || strings.Trim(text, word.Letters+"-") != "" {
		return "", word.Wrong("the name of an encoding", text)
	}
	return text, nil
}

// maxCommentLine is the largest number of bytes in a comment line, because some proof
// checkers fail on lines of 1024 bytes before the header. Longer lists continue in another
// comment with the same key.
const maxCommentLine = 900

// Comments returns the comments that describe the instance, in the order of Keys. Board,
// variant, form and encoding are always present, the other keys only if their values are
// not the default. A long list is split into several comments with the same key, so that no
// line has more than 900 bytes. The result is empty if N is 0.
func (in Instance) Comments() []dimacs.Comment { return slices.Collect(in.CommentsWithout()) }

// CommentsWithout yields the comments of Comments in the same order, except comments with the given keys. It makes each
// comment when it yields it, so that long lists need little memory.
func (in Instance) CommentsWithout(keys ...string) iter.Seq[dimacs.Comment] {
	var all []iter.Seq[dimacs.Comment]
	for _, k := range commentKeys {
		if in.N > 0 && !slices.Contains(keys, k.name) {
			all = append(all, k.write(in))
		}
	}
	return concat(all...)
}

// listComments yields a list as comments with the key, each with as many items as fit on a line, separated by blanks.
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

// ParseComments returns the instance that comments describe. They may come in any order, a list may span
// several comments, and unknown keys are ignored. Without the key board, the result is the zero Instance,
// because the formula need not be a board and its comments may mean anything. The result may fail Check.
//
// The error is a *dimacs.SyntaxError if a value is malformed, out of range for the board, or contradicts
// other comments. Its position is the line of the wrong comment, and the column of the wrong word or of the
// end of a wrong list. The column of a comment without Comment.Column is as in `c key: value`. Its Name is
// empty; the caller sets it.
func ParseComments(comments []dimacs.Comment) (Instance, error) {
	p := commentParser{first: map[string]dimacs.Comment{}}
	for _, board := range []bool{true, false} { // the other keys need the size
		for _, c := range comments {
			i := slices.IndexFunc(commentKeys, func(k commentKey) bool { return k.name == c.Key })
			if i < 0 || (i == 0) != board {
				continue
			}
			if err := commentKeys[i].read(&p, c); err != nil {
				return Instance{}, err
			}
		}
		if p.in.N == 0 {
			return Instance{}, nil
		}
	}
	if p.in.squareVariables() > board.MaxVariables {
		c := p.first[keyFamily]
		return Instance{}, syntaxError(c, 0, "a family with at most 2^28-1 variables on a board of that size", c.Value)
	}
	one, several := p.first[keyPiece], p.first[keyPieces]
	switch {
	case one.Key != "" && several.Key != "":
		return Instance{}, syntaxError(several, 0, fmt.Sprintf("no comment %q beside %q", keyPieces, keyPiece), several.Value)
	case p.in.Pieces != nil && p.in.Refusal(withPieces) != nil:
		c := cmp.Or(one, several)
		return Instance{}, syntaxError(c, 0, fmt.Sprintf("no piece, because of the family %v", p.in.Family), c.Value)
	}
	if err := p.divide(); err != nil {
		return Instance{}, err
	}
	return p.in, nil
}

// A commentParser builds an instance from its comments.
type commentParser struct {
	in          Instance
	first       map[string]dimacs.Comment // indexed by key: the first comment, except for lists
	regions     []string                  // the names of the regions of the squares, in reading order
	lastRegions dimacs.Comment            // the last comment with the key regions
}

// divide sets the regions of the instance. It returns a *dimacs.SyntaxError if a family without the rule
// Divided has regions, or if a family with this rule has a square without a region or more than MaxRegions regions.
func (p *commentParser) divide() (err error) {
	names := map[string]bool{}
	for _, name := range p.regions {
		names[name] = true
	}
	b, last, divided := p.in.Board(), p.lastRegions, p.in.family().Rule == Divided
	switch {
	case divided && len(p.regions) < b.Count():
		at := cmp.Or(last, p.first[keyFamily])
		return syntaxError(at, len(at.Value), fmt.Sprintf("%d squares with their regions, in comments %q", b.Count(), keyRegions), fmt.Sprint(len(p.regions)))
	case !divided && p.regions != nil:
		return syntaxError(last, 0, "no regions, or the comment `family: regions`", last.Value)
	case divided && len(names) > b.MaxRegions():
		return syntaxError(last, len(last.Value), fmt.Sprintf("at most %d regions, twice as many as rows", b.MaxRegions()), fmt.Sprint(len(names)))
	case divided:
		p.in.Regions, err = board.NewPartition(b, p.regions)
	}
	return err
}

// parseList reads the words of a comment, parses each for the board, and passes the items to add, which returns
// the length of the list afterwards. The errors of parse must be *word.Error. parseList returns a *dimacs.SyntaxError
// if a word is invalid or if there are more items than squares.
func parseList[T any](c dimacs.Comment, parse func(string, board.Board) (T, error), b board.Board, add func(T) int) error {
	end := 0 // of the last word
	for word := range strings.FieldsFuncSeq(c.Value, func(r rune) bool { return r == ' ' || r == '\t' }) {
		offset := end + strings.Index(c.Value[end:], word)
		end = offset + len(word)
		item, err := parse(word, b)
		if err != nil {
			return syntaxError(c, offset, expectedBy(err), word)
		}
		if add(item) > b.Count() {
			return syntaxError(c, offset, fmt.Sprintf("at most %d items", b.Count()), word)
		}
	}
	return nil
}

// syntaxError returns a *dimacs.SyntaxError at a byte offset into the value of c. It quotes found after
// word.Clip, or says "nothing" if found is "".
func syntaxError(c dimacs.Comment, offset int, expected, found string) error {
	quoted := "nothing"
	if found != "" {
		quoted = fmt.Sprintf("%q", word.Clip(found))
	}
	return &dimacs.SyntaxError{
		Line:     c.Line,
		Column:   cmp.Or(c.Column, len("c "+c.Key+": ")+1) + offset,
		Expected: expected,
		Found:    quoted,
	}
}

// A regionName is the name of the region of a square.
type regionName string

func (r regionName) String() string { return string(r) }

// parseRegion parses the name of a region in a comment: one to four ASCII letters or digits. Names of three
// or four characters occur only with more than 702 regions. The error is a *word.Error.
func parseRegion(text string, _ board.Board) (regionName, error) {
	if len(text) > 4 || !word.IsWord(text) {
		return "", word.Wrong("the name of a region, of letters or digits", text)
	}
	return regionName(text), nil
}

// expectedBy returns the expected text of err, which must be or wrap a *word.Error.
func expectedBy(err error) string {
	word, _ := errors.AsType[*word.Error](err)
	return word.Expected
}

// generator names the program that writes files. Its number is incremented whenever the
// same arguments produce other bytes.
const generator = "qgen 8"

// Provenance returns the comments generator and arguments, which reproduce a file, or nil if arguments is nil. The
// arguments of qgen are without leading dashes. If they are too long for a line, they continue in another comment with
// the key arguments.
func Provenance(arguments []string) []dimacs.Comment {
	if arguments == nil {
		return nil
	}
	const key = "arguments"
	cs := []dimacs.Comment{{Key: "generator", Value: generator}}
	text := strings.Join(arguments, " ")
	for room := maxCommentLine - len("c "+key+": "); len(text) > room; {
		end := strings.LastIndexAny(text[:room], ", ") + 1
		if end == 0 {
			end = room
		}
		cs = append(cs, dimacs.Comment{Key: key, Value: strings.TrimSuffix(text[:end], " ")})
		text = text[end:]
	}
	return append(cs, dimacs.Comment{Key: key, Value: text})
}

// regionComments yields the names of the regions of all squares as comments with the key regions. Each
// row begins a new comment. A nil partition yields nothing.
func regionComments(p *board.Partition) iter.Seq[dimacs.Comment] {
	var rows []iter.Seq[dimacs.Comment]
	for row := 1; p != nil && row <= p.Board().N; row++ {
		names := make([]regionName, p.Board().Width())
		for i := range names {
			names[i] = regionName(p.Name(p.Region(board.Square{Row: row, Col: i + 1})))
		}
		rows = append(rows, listComments(keyRegions, slices.Values(names)))
	}
	return concat(rows...)
}
