package encode

import (
	"strconv"
	"strings"

	"queens/dimacs"
)

// The keys of the comments by which programs tell each other about an
// instance, in the order in which they are written.
const (
	keyBoard            = "board"             // N
	keyVariant          = "variant"           // regular, torus
	keyForm             = "form"              // full, minimal
	keyEncoding         = "encoding"          // pairwise, ..
	keyQueens           = "queens"            // a number, if not N
	keyPlaced           = "placed"            // squares: 1:5 2:3
	keyBlocked          = "blocked"           // squares
	keyBlockedDiagonals = "blocked-diagonals" // diagonals: s7 d-2
	keyShuffle          = "shuffle"           // a seed
	keySeed             = "seed"              // a seed
	keySymmetry         = "symmetry"          // broken
)

// Keys lists the keys that ParseComments reads and Comments writes.
var Keys = []string{keyBoard, keyVariant, keyForm, keyEncoding, keyQueens, keyPlaced, keyBlocked,
	keyBlockedDiagonals, keyShuffle, keySeed, keySymmetry}

const (
	formFull       = "full"
	formMinimal    = "minimal"
	symmetryBroken = "broken"
)

// maxCommentLine is the longest comment line that Comments asks for: some
// proof checkers break on lines of 1024 bytes before the header.
const maxCommentLine = 900

// Comments returns the instance as comments, in the order of Keys: board,
// variant, form and encoding always, the others where they are not the
// default. Lists go over several comments of the same key, none of which
// makes a line of more than 900 bytes. An Instance with N = 0 has none.
func (in Instance) Comments() []dimacs.Comment {
	if in.N == 0 {
		return nil
	}
	form, encoding := formFull, in.Encoding
	if in.Minimal {
		form = formMinimal
	}
	if encoding == "" {
		encoding = DefaultEncoding
	}
	cs := []dimacs.Comment{
		{Key: keyBoard, Value: strconv.Itoa(in.N)},
		{Key: keyVariant, Value: in.Variant.String()},
		{Key: keyForm, Value: form},
		{Key: keyEncoding, Value: encoding},
	}
	if in.QueenCount() != in.N {
		cs = append(cs, dimacs.Comment{Key: keyQueens, Value: strconv.Itoa(*in.Queens)})
	}
	cs = appendList(cs, keyPlaced, in.Placed)
	cs = appendList(cs, keyBlocked, in.Blocked)
	cs = appendList(cs, keyBlockedDiagonals, in.BlockedDiagonals)
	cs = appendSeed(cs, keyShuffle, in.Shuffle)
	cs = appendSeed(cs, keySeed, in.Seed)
	if in.SymmetryBroken {
		cs = append(cs, dimacs.Comment{Key: keySymmetry, Value: symmetryBroken})
	}
	return cs
}

// appendList appends one comment per line's worth of items.
func appendList[T interface{ String() string }](cs []dimacs.Comment, key string, items []T) []dimacs.Comment {
	room := maxCommentLine - len("c "+key+":")
	var line strings.Builder
	for _, item := range items {
		text := item.String()
		if line.Len() > 0 && line.Len()+len(text)+2 > room {
			cs = append(cs, dimacs.Comment{Key: key, Value: line.String()})
			line.Reset()
		}
		if line.Len() > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(text)
	}
	if line.Len() > 0 {
		cs = append(cs, dimacs.Comment{Key: key, Value: line.String()})
	}
	return cs
}

func appendSeed(cs []dimacs.Comment, key string, seed *int64) []dimacs.Comment {
	if seed == nil {
		return cs
	}
	return append(cs, dimacs.Comment{Key: key, Value: strconv.FormatInt(*seed, 10)})
}
