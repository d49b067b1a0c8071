package draw

import (
	"queens/encode"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// SymbolSide is the side of the square that a Symbol is drawn in.
const SymbolSide = 100

// A Symbol is the look of a piece. Its outlines are SVG path data in a square of side SymbolSide. They
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

// Symbols lists the symbols that replace a queen or any other piece. The first is the default: it keeps the figures
// of other pieces.
var Symbols = []*Symbol{
	newSymbol("queen", "the figure of the piece: a crown, in text Q or ♛, for a queen", queenBody, queenDetail),
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

// figures holds the figures of pieces, indexed by encode.Piece.Letter.
var figures = map[string]*Symbol{
	"Q": Symbols[0], "P": newSymbol("piece", "", dotBody, ""),
	"R": newSymbol("rook", "", rookBody+foot, rookDetail+footDetail), "C": newSymbol("chancellor", "", rookBody+foot, letterN+footDetail),
	"B": newSymbol("bishop", "", bishopBody+foot, bishopDetail+footDetail), "A": newSymbol("archbishop", "", bishopBody+foot, letterN+footDetail),
	"K": newSymbol("king", "", kingBody+foot, kingDetail+footDetail), "M": newSymbol("amazon", "", queenBody+shield, letterN+footDetail),
	"N": newSymbol("knight", "", knightBody+foot, knightDetail+footDetail),
}

// FigureOf returns s or, if s is the default, the figure of the pieces in a layer of an instance.
func (s *Symbol) FigureOf(in *encode.Instance, layer int) *Symbol {
	k := in.KindAt(layer)
	if s != Symbols[0] || k == nil {
		return s
	}
	return figures[k.Letter]
}

// textOf returns the text for a piece with a letter and a chess symbol, in a format in which a queen is Q, ♛, ♕ or \symqueen. If
// s is not the default, the text does not depend on the piece.
func (s *Symbol) textOf(queen, letter, symbol string) string {
	switch {
	case s != Symbols[0]:
		return s.text.Replace(queen)
	case queen == "Q":
		return letter
	case queen == "♛" || queen == "♕" || queen == `\symqueen`:
		return symbol
	}
	return queen
}

// The outlines of the symbols. The queen has a crown of five points with pearls, and a foot. A fairy piece that
// also moves like a knight has the body of a piece of chess with the letter N.
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
		"C68 70 32 70 23 74Z" + foot
	foot        = "M23 76C32 72 68 72 77 76L78 84C80 86 82 88 82 91C82 93 81 94 79 94L21 94C19 94 18 93 18 91C18 88 20 86 22 84Z"
	queenDetail = "" +
		"M24.5 68C34 64.5 66 64.5 75.5 68L74.7 70.6C66 67.4 34 67.4 25.3 70.6Z" + footDetail
	footDetail = "M24 82C34 78.6 66 78.6 76 82L76.4 84.6C66 81.4 34 81.4 23.6 84.6Z"
	rookBody   = "M23 14L36 14L36 22L44 22L44 14L56 14L56 22L64 22L64 14L77 14L77 32L69 39L69 65L77 74C68 70 32 70 23 74L31 65L31 39L23 32Z"
	rookDetail = "M29 34L71 34L68.5 36.6L31.5 36.6Z" + "M31 63.5C40 61 60 61 69 63.5L69 66.1C60 63.6 40 63.6 31 66.1Z"
	bishopBody = "" +
		"M43.5 13.5C43.5 9.9 46.4 7 50 7C53.6 7 56.5 9.9 56.5 13.5C56.5 17.1 53.6 20 50 20C46.4 20 43.5 17.1 43.5 13.5Z" + // ball
		"M50 19C64 28 73 39 73 51C73 58 70 62 66 65L77 74C68 70 32 70 23 74L34 65C30 62 27 58 27 51C27 39 36 28 50 19Z"
	bishopDetail = "M47.5 33L52.5 33L52.5 41L60.5 41L60.5 46L52.5 46L52.5 56L47.5 56L47.5 46L39.5 46L39.5 41L47.5 41Z" +
		"M34 62.5C42 60.5 58 60.5 66 62.5L66 65.1C58 63.1 42 63.1 34 65.1Z"
	kingBody = "" +
		"M47 5L53 5L53 11L60 11L60 17L53 17L53 30L47 30L47 17L40 17L40 11L47 11Z" + // cross
		"M50 36C54 28 61 25 69 25C83 25 93 36 91 48C89 58 79 63 77 74C68 70 32 70 23 74C21 63 11 58 9 48C7 36 17 25 31 25C39 25 46 28 50 36Z"
	kingDetail   = "M50 64L47.8 64L47.8 42C44 32 38 30.5 31 30.5C20 30.5 13.5 38.5 15 47C16.5 54 24 58 26.5 66C23 57 13 55 12 47C10.5 37 19 28 31 28C40 28 47 32 50 40C53 32 60 28 69 28C81 28 89.5 37 88 47C87 55 77 57 73.5 66C76 58 83.5 54 85 47C86.5 38.5 80 30.5 69 30.5C62 30.5 56 32 52.2 42L52.2 64Z"
	knightBody   = "M78 74C68 70 40 70 26 74C27 62 40 56 46 45C40 50 34 51 30 57C26 62 20 63 15 57C11 52 14 47 18 41C22 35 26 24 33 18L33 6L43 14L48 6L53 15C72 20 80 44 78 74Z"
	knightDetail = "M31 32C31 30 32.5 28.5 34.5 28.5C36.5 28.5 38 30 38 32C38 34 36.5 35.5 34.5 35.5C32.5 35.5 31 34 31 32Z" +
		"M19 51C19 49.6 20 48.5 21.5 48.5C23 48.5 24 49.6 24 51C24 52.4 23 53.5 21.5 53.5C20 53.5 19 52.4 19 51Z" +
		"M58 22C68 30 73 46 72 66L69 66C70 48 66 33 56 25Z"
	shield   = "M28 54C28 42 38 34 50 34C62 34 72 42 72 54C72 66 62 74 50 74C38 74 28 66 28 54Z"
	letterN  = "M38 40L44.5 40L55.5 56.5L55.5 40L62 40L62 66L55.5 66L44.5 49.5L44.5 66L38 66Z"
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
