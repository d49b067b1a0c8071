package workbench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens/cmd/internal/input"
	qgen "queens/cmd/qgen/command"
	"queens/decode"
	"queens/decode/page"
	"queens/decode/read"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/board"
	"queens/encode/format"
)

// maxText is the largest number of bytes of a formula in a reply.
const maxText = 400_000

// boardArguments returns the arguments of qgen for the settings. It is an error if a setting is no allowed flag of
// qgen, if n or columns is no number, or if regions are malformed.
func boardArguments(settings Flags) ([]string, error) {
	flags := maps.Clone(settings)
	delete(flags, "n")
	delete(flags, "columns")
	if rows, is := flags["regions"].(string); is && rows != "" && !board.IsLink(rows) { // else qgen may read the name of a file
		regions, err := board.ParsePartition(rows, "the regions", true)
		if err != nil {
			return nil, err
		}
		flags["regions"] = regions.String()
	}
	args, err := flags.arguments("qgen")
	if err != nil {
		return nil, err
	}
	size := ""
	for _, name := range []string{"n", "columns"} {
		switch n := settings[name].(type) {
		case nil: // the regions have a size, or the board is square
		case int, float64:
			size = strings.TrimPrefix(fmt.Sprint(size, "x", n), "x")
		default:
			return nil, fmt.Errorf("setting %s: expected the size of a board", name)
		}
	}
	if size != "" {
		args = append(args, size)
	}
	return args, nil
}

// writeFormula runs qgen with the settings. It returns the formula with annotations, the shell command that
// writes it without annotations, and a notice: the first line of the messages of qgen, without the prefix of
// notices about regions, or "". The error is an error of boardArguments or of qgen.
func (b *Bench) writeFormula(settings Flags) (text []byte, shell, note string, err error) {
	args, err := boardArguments(settings)
	if err != nil {
		return nil, "", "", err
	}
	r, err := b.run("qgen", append([]string{"--annotate"}, args...), nil, "")
	note, _, _ = strings.Cut(strings.TrimPrefix(r.messages, "qgen: --regions: "), "\n")
	return []byte(r.out), command(append([]string{"qgen"}, args...)...), note, err
}

// makeProblem makes the formula of the settings the current formula, as open does, and sets command and note.
// The errors are the errors of writeFormula and open.
func (b *Bench) makeProblem(q Request, r Reply) error {
	text, shell, note, err := b.writeFormula(q.Settings)
	if err != nil {
		return err
	}
	r["command"], r["note"] = shell, note
	return b.open(text, "the formula", r)
}

// openFile opens the text of the request by its kind. A link to puzz.link and the regions of a board get makeProblem; so
// does any text that the page has from a field for links. A text that
// isFormula accepts, a file with the suffix of a formula, and any text if there is no current formula get
// open. Another text is a proof or certificate for the current formula: qcheck checks it, and add sets its
// result. It is an error if qcheck fails, or if the text is compressed; the page decompresses gzip before.
func (b *Bench) openFile(q Request, r Reply) error {
	if compression := input.Compression([]byte(q.Text)); compression != "" {
		return fmt.Errorf("%s: compressed by %s, which the page cannot read: expected gzip or no compression", q.Name, compression)
	}
	switch {
	case board.IsLink(q.Text) || isRegions(q.Text):
		return b.makeProblem(Request{Settings: Flags{"family": "regions", "regions": strings.TrimSpace(q.Text), "allow-conflict": true}}, r)
	case q.Name == "the link":
		return fmt.Errorf("%s: expected one that this page has copied, one to a Star Battle of puzz.link, or regions such as AAB/ABB/CCC", q.Name)
	case b.formula == nil || isFormula(q.Text) || slices.Contains([]string{".cnf", ".wcnf", ".gcnf", ".knf", ".opb"}, filepath.Ext(q.Name)):
		return b.open([]byte(q.Text), q.Name, r)
	}
	name := filepath.Join(b.Dir, "certificate")
	if err := os.WriteFile(name, []byte(q.Text), 0o600); err != nil {
		return err
	}
	defer os.Remove(name)
	printed, err := b.run("qcheck", []string{"-", name}, b.formula, b.name)
	called := strings.NewReplacer(name, q.Name).Replace
	printed.out, printed.messages = called(printed.out), called(printed.messages)
	operand := q.Name
	if strings.HasPrefix(operand, "-") {
		operand = "./" + operand // so that it is not a flag
	}
	r.add(printed, "qcheck", "-", operand)
	if err != nil {
		err = errors.New(called(err.Error()))
	}
	return err
}

// add sets output, messages and code to the result of a program, and command to its words.
func (r Reply) add(printed result, words ...string) {
	r["output"], r["messages"], r["code"], r["command"] = printed.out, printed.messages, printed.code, command(words...)
}

// isFormula reports whether a text is a formula and not a proof or certificate. It looks at the first line
// that is neither blank nor a comment of DIMACS or OPB. The first word of this line must be p, h, min: or
// max:, or the line must be a constraint of OPB: begin with a sign or digit and contain an equals sign.
func isFormula(text string) bool {
	for line := range strings.Lines(text) {
		word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "c" || word == "" || word[0] == '*':
		default:
			return word == "p" || word == "h" || word == "min:" || word == "max:" || strings.Contains("+-0123456789", word[:1]) && strings.Contains(line, "=")
		}
	}
	return false
}

// rowPattern matches a row of regions that is not a comment, a header or a clause of DIMACS.
var rowPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9A-Za-z][\w., \t]*$`) })

// isRegions reports whether a text is meant as the regions of a board, which board.ParsePartition reads, and not as a
// formula, a proof or a link: an array of arrays; a word of N*N letters; or at least two rows of cells. The rows are as
// many as the columns if blanks separate the cells, and then do not end with 0, as a clause does.
func isRegions(text string) bool {
	text = strings.TrimSpace(text)
	if isFormula(text) {
		return false
	}
	if first, rest, _ := strings.Cut(text, "["); strings.HasPrefix(strings.TrimSpace(rest), "[") && !strings.Contains(first, "]") {
		return true
	}
	rows := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '/' })
	if len(rows) == 1 && !strings.ContainsAny(text, " \t") {
		rows = strings.Split(text, ",")
	}
	if len(rows) == 1 {
		n := int(math.Sqrt(float64(len(text))))
		return n >= 4 && n*n == len(text) && strings.Trim(strings.ToUpper(text), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	}
	return text != "" && !slices.ContainsFunc(rows, func(row string) bool {
		row = strings.TrimSpace(row)
		cells := strings.FieldsFunc(row, func(r rune) bool { return strings.ContainsRune(" \t,", r) })
		isRow := rowPattern().MatchString(row) && (len(cells) == 1 || len(cells) == len(rows) && cells[len(cells)-1] != "0" && cells[0] != "c" && cells[0] != "p")
		return row != "" && !isRow
	})
}

// inLetters returns regions with the names A, B and so on, unless all their names are capital letters.
func inLetters(p *board.Partition) *board.Partition {
	var names []string
	for s := range p.Board().Squares() {
		names = append(names, p.Name(p.Region(s)))
	}
	if strings.Trim(strings.Join(names, ""), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !slices.ContainsFunc(names, func(name string) bool { return len(name) > 1 }) {
		return p
	}
	for i, name := range names {
		names[i] = "region " + name // NewPartition replaces such a long name
	}
	p, _ = board.NewPartition(p.Board(), names)
	return p
}

// open makes text the current formula, which messages call name. It keeps text. It sets text, cut, vars and
// clauses of r, and for a formula of a board settings and board. After an error in the text, the current
// formula stays.
func (b *Bench) open(text []byte, name string, r Reply) error {
	f, err := dimacs.ReadFormula(background, bytes.NewReader(text), dimacs.Options{Name: name, Keys: encode.Keys, Soft: true, Linear: true, Groups: bytes.Contains(text, []byte("p gcnf"))})
	if err != nil {
		return err
	}
	board, err := read.Options{Formula: f, FormulaName: name}.Instance()
	if err != nil {
		return err
	}
	b.formula, b.name, b.problem, b.board = text, name, f, board
	r["vars"], r["clauses"], r["cut"] = f.Vars, f.NumClauses()+len(f.Soft)+len(f.Linear), len(text) > maxText
	r["text"] = strings.ToValidUTF8(string(text[:min(len(text), maxText)]), "\ufffd")
	if board == nil {
		return nil
	}
	r["settings"] = settingsOf(board)
	return r.show(decode.NewPuzzle(board, 0))
}

// show sets board to a puzzle with its steps, in JSON.
func (r Reply) show(p *decode.Placement) error {
	text, err := page.PuzzleJSON(p)
	r["board"] = json.RawMessage(text)
	return err
}

// settingsOf returns the settings that make an instance again, without its shuffle and transform, and without
// allow-conflict. Random squares and regions become given ones. Rows of regions are separated by slashes, and their
// names are letters.
func settingsOf(in *encode.Instance) Flags {
	flags := Flags{"n": in.N, "break-symmetry": in.SymmetryBroken}
	if in.Columns > 0 {
		flags["columns"] = in.Columns
	}
	for _, word := range qgen.BoardArguments(format.File{Instance: *in, Format: format.DefaultFormat}, *in) {
		name, value, has := strings.Cut(word, "=")
		switch {
		case !has:
			flags[name] = true
		case name == "regions":
			flags[name] = strings.ReplaceAll(inLetters(in.Regions).String(), ",", "/")
		case name == "place" || name == "block" || name == "block-diagonals":
			var list []any
			for word := range strings.SplitSeq(value, ",") {
				if square, err := board.ParseSquare(word, in.Board()); err == nil {
					word = square.Algebraic(in.N)
				}
				list = append(list, word)
			}
			flags[name] = list
		default:
			flags[name] = value
			if number, err := strconv.Atoi(value); err == nil {
				flags[name] = number
			}
		}
	}
	return flags
}

// instance returns the instance of the settings and the text of its formula. If settings is nil, these are
// the board of the current formula and its text. It is an error if the formula describes no board. Other
// errors are the errors of writeFormula and open. The current formula does not change.
func (b *Bench) instance(settings Flags) (*encode.Instance, []byte, error) {
	other := Bench{formula: b.formula, board: b.board}
	if settings != nil {
		text, _, _, err := b.writeFormula(settings)
		if err == nil {
			err = other.open(text, "the formula", Reply{})
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if other.board == nil {
		return nil, nil, errors.New("the formula describes no board")
	}
	return other.board, other.formula, nil
}
