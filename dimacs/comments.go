package dimacs

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"queens/dimacs/internal/lex"
)

// A Comment is a comment line of the form `c key: value`. The programs of this project describe
// an instance in such comments.
type Comment struct {
	Key    string // without the colon
	Value  string // without surrounding blanks
	Line   int    // 1-based line in the text, 0 if it was not read from one
	Column int    // 1-based column of Value, in bytes, or 0
}

// endlessComment returns the fault for a chunk that is Endless.
func endlessComment() *fault { return &fault{0, "a comment of less than 256 MB", "a longer one", ""} }

// comments collects the content of comments: the comments with a wanted key, the projection,
// the weights, and the kind of counting.
type comments struct {
	o            *Options
	kept         []Comment
	keptBytes    int // size of the comments and of the values of weights
	show, ind    variables
	countType    string
	weights      []Weight
	weightValues map[string]*big.Rat // indexed by text: the last values of weights
	doubts       []*SyntaxError
	lines        []CommentLine
	names        []Name
}

// maxDoubts is the largest number of doubts that are kept; further ones are dropped.
const maxDoubts = 8

// asComment is the hint of a fault that is not an error: the line counts as an ordinary comment, and
// the fault becomes a doubt, which is only a warning.
const asComment = "the line is taken for a comment"

// A remark is a comment: its text, which begins with c or an asterisk, or the line of a weight, which begins with w;
// its position, and the number of clauses that end before it, or -1 before the header. In parsed.remarks, both count
// from the start of the chunk.
type remark struct {
	text   []byte
	at     position
	before int
}

// add reads a comment. Calls must go through the comments of a text in order. A second `c p show`, a
// number out of range, an exponent with too many digits, and more than CommentBytesMax bytes of kept
// comments and weights give a *SyntaxError. For a fault with the hint asComment, add returns nil; the
// first maxDoubts of these become doubts.
func (c *comments) add(r remark) error {
	f := c.read(r)
	if c.keptBytes > lex.CommentBytesMax {
		f = &fault{0, fmt.Sprintf("at most %d MB of comments", lex.CommentBytesMax>>20), "more", ""}
	}
	if f == nil {
		return nil
	}
	e := position{r.at.line, r.at.column + f.offset}.error(c.o.Name, f)
	if f.hint != asComment {
		return e
	}
	if len(c.doubts) < maxDoubts {
		c.doubts = append(c.doubts, e)
	}
	return nil
}

// read does the work of add, except for CommentBytesMax and doubts. It returns nil or a fault, whose
// offset counts in r.text.
func (c *comments) read(r remark) *fault {
	line := r.text[1:]
	if r.text[0] == 'w' {
		return c.readWeightLine(r)
	}
	if c.o.Lines {
		text := string(bytes.TrimRight(line, "\r"))
		c.lines = append(c.lines, CommentLine{text, r.before, r.at.line + 1})
		c.keptBytes += len(text) + 64
	}
	if rest, ok := after(line, "p", "show"); ok {
		return c.show.add(r, len(r.text)-len(rest), true)
	}
	if rest, ok := after(line, "ind"); ok {
		return c.ind.add(r, len(r.text)-len(rest), false)
	}
	if rest, ok := after(line, "t"); ok { // any other text is an ordinary comment
		if t := string(bytes.TrimSpace(rest)); slices.Contains([]string{"mc", "pmc", "wmc", "pwmc"}, t) {
			c.countType = t
		}
		return nil
	}
	if rest, ok := after(line, "p", "weight"); ok {
		return c.readWeight(r, len(r.text)-len(rest))
	}
	if rest, ok := after(line, "weights"); ok && weightForm().Match((&words{data: rest, end: len(rest)}).next()) {
		return c.readWeightList(r, len(r.text)-len(rest))
	}
	if f := elsewhere(r.text); f != nil {
		return f
	}
	if c.o.Names {
		c.readName(line)
	}
	c.readKey(line, r.at)
	return nil
}

// elsewhere returns a fault with the hint asComment if the comment data, which begins with c, is a factor other than 1
// of a count, which a simplifier such as arjun writes. Otherwise it returns nil.
func elsewhere(data []byte) *fault {
	words := &words{data: data, i: 1, end: len(data)}
	if rest, is := after(data[1:], "MUST", "MULTIPLY", "BY"); is {
		words.i = len(data) - len(rest)
		if factor := words.next(); string(factor) != "1" {
			return &fault{words.start, "a count without a factor", lex.Found(factor), asComment}
		}
	}
	return nil
}

// readKey keeps a comment " key: value", without its c, if the key is wanted: if Options.Keys contains it or,
// if that is nil, if it is a single word. The value begins after the first colon. The position at belongs to
// the c.
func (c *comments) readKey(line []byte, at position) {
	word, rest, ok := bytes.Cut(line, []byte(":"))
	if !ok || len(word) < 2 || word[0] != ' ' {
		return
	}
	key, value := string(word[1:]), string(bytes.TrimSpace(rest))
	isWord := !strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r == 0x7f })
	if slices.Contains(c.o.Keys, key) || c.o.Keys == nil && isWord {
		column := at.column + len("c") + len(line) - len(bytes.TrimLeft(rest, " \t"))
		c.kept = append(c.kept, Comment{key, value, at.line + 1, column + 1})
		c.keptBytes += len(value) + 64
	}
}

// projection returns the variables of `c p show` or, if there is no such line, of `c ind`.
func (c *comments) projection() *variables {
	if c.show.given {
		return &c.show
	}
	return &c.ind
}

// warnings returns the doubts, and a warning if `c p show` and `c ind` list different
// variables.
func (c *comments) warnings() []*SyntaxError {
	sorted := func(v *variables) []int { return slices.Sorted(slices.Values(v.list)) }
	if c.show.given && c.ind.given && !slices.Equal(sorted(&c.show), sorted(&c.ind)) {
		f := &fault{0, "the variables of `c p show`", "others in `c ind`", "`c p show` takes precedence"}
		return append(c.doubts, c.ind.at.error(c.o.Name, f))
	}
	return c.doubts
}

// A Name is the name of a variable.
type Name struct {
	Var  int    // from 1; it may exceed Formula.Vars
	Text string // not empty, without blanks around it; it may hold any byte but a newline
}

// readName keeps the name in a comment " 3 Wheel", " 3$ Wheel", " varname 3 Wheel" or " variable 3: Wheel", without its
// c, and ignores other comments. Feature models contain the first two forms, where $ marks a variable that a program
// has added. CNFgen writes the third, and the annotations of package encode have the fourth. A clause such as " 3 -4 0"
// is no name.
func (c *comments) readName(line []byte) {
	line = bytes.TrimRight(line, " \t\r")
	w := words{data: line, end: len(line)}
	number, marked := w.next(), true
	switch string(number) {
	case "variable":
		number, marked = bytes.CutSuffix(w.next(), []byte(":"))
	case "varname":
		number = w.next()
	default:
		number = bytes.TrimSuffix(number, []byte("$"))
	}
	text := bytes.TrimLeft(line[w.i:], " \t")
	v := (&words{data: number, end: len(number)}).count("", MaxVar)
	if v == 0 || !marked || len(text) == 0 || !lex.IsBlank(line[0]) {
		return
	}
	ends := text[len(text)-1] == '0' && lex.IsBlank(line[len(line)-2])
	if clause := ends && len(bytes.Trim(text, "-0123456789 \t")) == 0; !clause {
		c.names = append(c.names, Name{int(v), string(text)})
		c.keptBytes += len(text) + 64
	}
}

// variables is a list of variables from comments of one kind: `c p show` or `c ind`.
type variables struct {
	given   bool       // there is such a comment
	at      position   // of the comment with the largest variable, or of the first comment
	largest int        // the largest variable in list, or 0
	list    []int      // the variables in the order of the text, each once; nil unless given
	seen    Assignment // the variables in list are true
}

const wantVariable = "a variable or 0"

// add adds the variables of a comment, which follow at r.text[i:]. It returns nil, or the fault of
// readVariables. A line with a fault adds nothing. If once is set, a second comment is a fault.
//
// A variable is kept once. So the memory depends on the number of different variables and not on the length
// of the text.
func (v *variables) add(r remark, i int, once bool) *fault {
	if f := readVariables(r.text, i, func(int) {}); f != nil {
		return f
	}
	switch {
	case v.given && once:
		return &fault{0, "one `c p show`", "a second one", ""}
	case !v.given:
		v.given, v.at, v.list = true, r.at, []int{}
	}
	return readVariables(r.text, i, func(value int) {
		if value > v.largest {
			v.largest, v.at = value, r.at
		}
		if !v.seen.Value(value) {
			v.seen.Set(value, true)
			v.list = append(v.list, value)
		}
	})
}

// readVariables calls use with each variable in data[i:], up to the first fault, which it returns, or the
// end of the list, a 0. A line that does not follow the grammar gives a fault with the hint asComment. A
// variable above MaxVar gives another fault.
func readVariables(data []byte, i int, use func(int)) *fault {
	for {
		for i < len(data) && lex.IsBlank(data[i]) {
			i++
		}
		value, end := lex.Number(data, i, MaxVar)
		switch {
		case i == len(data):
			return &fault{i, wantVariable, "end of line", asComment}
		case end == i || end < len(data) && !lex.IsBlank(data[end]):
			return &fault{i, wantVariable, lex.Quote(data[i:]), asComment}
		case value < 0:
			return &fault{i, "a variable of at most " + itoa(MaxVar), lex.Quote(data[i:]), ""}
		case value == 0:
			f := trailing(data, end, len(data))
			if f != nil {
				f.hint = asComment
			}
			return f
		}
		use(int(value))
		i = end
	}
}
