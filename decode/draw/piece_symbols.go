package draw

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// SymbolSide is the side of the square that a Symbol is drawn in.
const SymbolSide = 100

// A Symbol is the look of a queen. Its outlines are SVG path data in a square of side SymbolSide. They
// use only the absolute commands M, L, C and Z, which parsePath parses. The detail is painted over the
// body.
type Symbol struct {
	Name         string            // as on the command line
	About        string            // a description for the help
	text         *strings.Replacer // replaces Q and * in text, the chess symbols, and the symbol and the package of LaTeX
	Body, Detail string            // the outlines
	// Outlines returns the body and the detail as paths. A path may be empty.
	Outlines func() (body, detail []Segment)
}

// Symbols lists all symbols; the first is the default.
var Symbols = []*Symbol{
	newSymbol("queen", "a crown, in text Q or ♛", queenBody, queenDetail),
	newSymbol("star", "a star, in text * or ★; attacked squares are +", starBody, "", "Q", "*", "*", "+", "♛", "★", "♕", "☆", `\symqueen`, `$\bigstar$`, "chessboard", "amssymb"),
	newSymbol("dot", "a dot, in text O or ●", dotBody, "", "Q", "O", "♛", "●", "♕", "○", `\symqueen`, `$\bullet$`),
}

// newSymbol returns a symbol. The pairs are texts for a queen, for an attacked square or for the package of
// LaTeX, each with its replacement.
func newSymbol(name, about, body, detail string, pairs ...string) *Symbol {
	return &Symbol{name, about, strings.NewReplacer(pairs...), body, detail,
		sync.OnceValues(func() (_, _ []Segment) { return parsePath(body), parsePath(detail) })}
}

// SymbolByName returns the symbol called name, or nil.
func SymbolByName(name string) *Symbol {
	if i := slices.IndexFunc(Symbols, func(s *Symbol) bool { return s.Name == name }); i >= 0 {
		return Symbols[i]
	}
	return nil
}

// The outlines of the symbols. The queen has a crown of five points with pearls, and a foot.
const (
	queenBody = "" +
		// pearls
		"M5 31C5 27 8 24 12 24C16 24 19 27 19 31C19 35 16 38 12 38C8 38 5 35 5 31Z" +
		"M24 20C24 16 27 13 31 13C35 13 38 16 38 20C38 24 35 27 31 27C27 27 24 24 24 20Z" +
		"M43 15C43 11 46 8 50 8C54 8 57 11 57 15C57 19 54 22 50 22C46 22 43 19 43 15Z" +
		"M62 20C62 16 65 13 69 13C73 13 76 16 76 20C76 24 73 27 69 27C65 27 62 24 62 20Z" +
		"M81 31C81 27 84 24 88 24C92 24 95 27 95 31C95 35 92 38 88 38C84 38 81 35 81 31Z" +
		// crown
		"M23 74L10 34L14 33L31 54L29 23L33 23L43 51L48 18L52 18L57 51L67 23L71 23L69 54L86 33L90 34L77 74" +
		"C68 70 32 70 23 74Z" +
		// foot
		"M23 76C32 72 68 72 77 76L78 84C80 86 82 88 82 91C82 93 81 94 79 94L21 94C19 94 18 93 18 91C18 88 20 86 22 84Z"
	queenDetail = "" +
		"M24.5 68C34 64.5 66 64.5 75.5 68L74.7 70.6C66 67.4 34 67.4 25.3 70.6Z" +
		"M24 82C34 78.6 66 78.6 76 82L76.4 84.6C66 81.4 34 81.4 23.6 84.6Z"
	starBody = "M50 7L61.9 36.6L93.7 38.8L69.2 59.3L77 90.2L50 73.2L23 90.2L30.8 59.3L6.3 38.8L38.1 36.6Z"
	dotBody  = "M16 50C16 31.2 31.2 16 50 16C68.8 16 84 31.2 84 50C84 68.8 68.8 84 50 84C31.2 84 16 68.8 16 50Z"
)

// parsePath parses the data of a path, which must be valid and use only the commands M, L, C and Z. It returns nil
// for empty data.
func parsePath(data string) (path []Segment) {
	for data != "" {
		s := Segment{Command: data[0]}
		end := 1 + strings.IndexAny(data[1:]+"Z", "MLCZ")
		for i, word := range strings.Fields(data[1:end]) {
			to := &s.Points[i/2].X
			if i%2 == 1 {
				to = &s.Points[i/2].Y
			}
			*to, _ = strconv.ParseFloat(word, 64)
		}
		path, data = append(path, s), data[end:]
	}
	return path
}
