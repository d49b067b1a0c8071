// Package formula contains the flags of programs that read a formula: --strict and --relaxed for the
// syntax, --project, --assume and --ignore-objective for the question, --timeout and --memory for the limits.
package formula

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"queens/cmd/internal/input"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// Flags holds the values of the flags. The zero value means that no flag is given.
type Flags struct {
	Project []Range      // the value of --project; nil without the flag. Names count as 0 until Resolve
	Assume  []dimacs.Lit // the values of --assume, set by Resolve
	Squares Squares      // for words that name squares of a board; nil if no word does

	assumed         []string      // the values of the flags of Assumed
	assumedBy       string        // the name of the last of these flags, such as "--assume"
	projected       string        // the last value of --project
	timeout         time.Duration // 0 means no limit
	Memory          int64         // in bytes; 0 means no limit
	Relaxed         bool          // --relaxed
	strict          bool
	ignoreObjective bool
}

// About returns the flags --project and --assume with the given usages, in which `LIST` and `LITS` are
// their values, and --ignore-objective. The values are lists of words; see Vocabulary.
func (f *Flags) About(project, assume string) []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "project", Usage: project, Value: program.Func(f.setProject)},
		&cli.GenericFlag{Name: "assume", Usage: assume, Value: f.Assumed("--assume")},
		&cli.BoolFlag{Name: "ignore-objective", Usage: "leave out the soft clauses of a WCNF, or the objective of an OPB, and take only its hard part", Destination: &f.ignoreObjective},
	}
}

// Limits returns the flags --timeout and --memory.
func (f *Flags) Limits() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "timeout", Aliases: []string{"t"}, Usage: "stop after `TIME`, in seconds or as in 1m30s", Value: program.Duration(&f.timeout)},
		&cli.GenericFlag{Name: "memory", Usage: "stop when `SIZE` of memory is in use, as in 500M or 2G", Value: size(&f.Memory, leastMemory)},
	}
}

// Syntax returns the flags --strict and --relaxed.
func (f *Flags) Syntax() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "strict", Usage: "accept only the CNF that every solver reads", Destination: &f.strict},
		&cli.BoolFlag{Name: "relaxed", Usage: "accept wrong numbers in the header, +1, and a last clause without 0", Destination: &f.Relaxed},
	}
}

// MemoryFlag is the name of the memory limit in messages.
const MemoryFlag = "--memory"

// NoTimeout is a time limit that no run reaches.
const NoTimeout time.Duration = math.MaxInt64

// ErrTimeout is the cause of a context that ended because of --timeout.
var ErrTimeout = errors.New("out of time")

// Within returns a context that ends when a limit of --timeout or --memory is reached. Its cause is then
// ErrTimeout or a *memory.ExceededError. Without these flags, it returns ctx. The limits hold until release
// is called, which must be called.
func (f *Flags) Within(ctx context.Context) (_ context.Context, release func()) {
	cancel, free := func() {}, func() {}
	if f.timeout > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, f.timeout, ErrTimeout)
	}
	if f.Memory > 0 {
		ctx, free = memory.Within(ctx, f.Memory, MemoryFlag)
	}
	return ctx, func() { free(); cancel() }
}

// OneSyntax is the rule about the flags of Syntax.
var OneSyntax = program.Rule{Flags: "strict", Excludes: "relaxed"}

// Read reads the formula in the file called name, or in standard input if name is "" or "-", and prints
// its warnings. --strict and --relaxed replace o.Mode. With --ignore-objective, the formula has no soft
// clauses and no objective. An error in a projection is deferred to Projection. Read also calls Resolve
// and returns its errors. If --project or --assume contain words
// that are no numbers, Read reads the names of the formula, as with o.Names. The second result is the name
// for messages. Other errors come from input.Open and dimacs.ReadFormula; Read adds
// a hint at --relaxed if that would accept the text.
func (f *Flags) Read(ctx context.Context, call *program.Invocation, name string, o dimacs.Options) (*dimacs.Formula, string, error) {
	switch {
	case f.strict:
		o.Mode = dimacs.Strict
	case f.Relaxed:
		o.Mode = dimacs.Relaxed
	}
	call.Await(name, "a formula in DIMACS CNF")
	file, err := input.Open(ctx, name, call.Stdin)
	if errors.Is(err, fs.ErrNotExist) && strings.Trim(name, "0123456789") == "" {
		err = fmt.Errorf("%w (to solve the board of size %s, run 'qgen %[2]s | qsat')", err, name)
	}
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	o.Name, o.DeferProjection = file.Name, true
	for _, list := range append(f.assumed, f.projected) {
		o.Names = o.Names || slices.ContainsFunc(split(list), func(w string) bool { return !isNumber(w) })
	}
	formula, err := dimacs.ReadFormula(ctx, file.Reader, o)
	if wrong, is := errors.AsType[*dimacs.SyntaxError](err); is && wrong.Relaxed {
		wrong.Hint = "try '--relaxed'"
	}
	if err != nil {
		return nil, "", err
	}
	for _, w := range formula.Warnings {
		call.Notice("warning: %v", w)
	}
	if f.ignoreObjective {
		formula.Soft, formula.Offset, formula.Maximize = nil, 0, false
	}
	return formula, file.Name, f.Resolve(formula, file.Name)
}

// Resolve sets Assume and Project from the flags, whose values may name squares and variables that the
// formula describes. The errors come from Vocabulary, or from a variable of Assume that the formula does
// not have. They begin with name. Resolve may be called once.
func (f *Flags) Resolve(formula *dimacs.Formula, name string) (err error) {
	v, flag := NewVocabulary(formula, f.Squares), "--project"
	if f.projected != "" {
		f.Project, err = v.ranges(f.projected)
	}
	for i := 0; i < len(f.assumed) && err == nil; i++ {
		var lits []dimacs.Lit
		flag = f.assumedBy
		lits, err = v.Literals(f.assumed[i])
		f.Assume = append(f.Assume, lits...)
	}
	if e, is := errors.AsType[*dimacs.SyntaxError](err); is { // in a comment that describes the board
		e.Name = name
		return e
	} else if err != nil {
		return fmt.Errorf("%s: %s: %w", name, flag, err)
	}
	for _, l := range f.Assume {
		if l.Var() > formula.Vars {
			return fmt.Errorf("%s: there is no variable %d to assume: the largest is %d", name, l.Var(), formula.Vars)
		}
	}
	return nil
}

// WarnOfDoubts prints f.Doubts as warnings: comments that may be meant as a projection or a
// weight. Programs call it if the answer depends on projections or weights.
func WarnOfDoubts(call *program.Invocation, f *dimacs.Formula) {
	for _, d := range f.Doubts {
		call.Notice("warning: %v", d)
	}
}

// Projects reports whether there is a projection, by --project or in the formula.
func (f *Flags) Projects(formula *dimacs.Formula) bool {
	return f.Project != nil || formula.Projection != nil
}

// Projection returns the variables to project on in ascending order, each once. The variables of --project
// take precedence over the projection of the formula, which takes precedence over the variables that are
// not auxiliary. Projection returns nil if the list would contain all variables of a formula that has any,
// and an empty list for a projection on no variable. If --project names an auxiliary variable, or a
// variable that the formula does not have, it returns an error that begins with name. Without --project,
// it returns formula.ProjectionError if that is not nil. Resolve must have been called.
func (f *Flags) Projection(formula *dimacs.Formula, name string) ([]int, error) {
	spans, n := joined(f.Project)
	if n > 0 && spans[len(spans)-1].last > formula.Inputs() {
		return nil, fmt.Errorf("%s: there is no variable %d to project on: the largest is %d", name, spans[len(spans)-1].last, formula.Inputs())
	}
	if f.Project == nil {
		if formula.ProjectionError != nil {
			return nil, formula.ProjectionError
		}
		n = len(formula.Projection)
	}
	switch {
	case n == formula.Vars && n > 0, !f.Projects(formula) && formula.Auxiliary == 0:
		return nil, nil
	case !f.Projects(formula):
		spans = []Range{{1, formula.Inputs()}}
	case f.Project == nil:
		list := slices.Clone(formula.Projection)
		slices.Sort(list)
		return list, nil
	}
	list := make([]int, 0, n)
	for _, p := range spans {
		for v := p.first; v <= p.last; v++ {
			list = append(list, v)
		}
	}
	return list, nil
}

// A Range is a range of variables, first and last included.
type Range struct{ first, last int }

// joined returns new ranges of the same variables in ascending order, with overlapping and adjacent ranges
// joined, and the number of variables in them.
func joined(ranges []Range) (list []Range, variables int) {
	for _, p := range slices.SortedFunc(slices.Values(ranges), func(a, b Range) int { return a.first - b.first }) {
		if n := len(list); n > 0 && p.first <= list[n-1].last+1 {
			variables += max(p.last-list[n-1].last, 0)
			list[n-1].last = max(list[n-1].last, p.last)
			continue
		}
		list = append(list, p)
		variables += p.last - p.first + 1
	}
	return list, variables
}

// setProject stores a value of --project, which replaces earlier values, and checks its numbers. An empty
// list is an error. In f.Project, the variables of names are 0 until Resolve.
func (f *Flags) setProject(value string) (err error) {
	f.projected = value
	if f.Project, err = (*Vocabulary)(nil).ranges(value); err == nil && f.Project == nil {
		err = fmt.Errorf("expected variables such as 1-64,80, found %q", value)
	}
	return err
}

// Assumed returns the Value of a flag whose values are lists of assumptions: --assume, or another flag with the
// given name. The flag appends each value to f.assumed. A wrong number is an error.
func (f *Flags) Assumed(flag string) *program.Value {
	return program.Func(func(value string) error {
		f.assumed, f.assumedBy = append(f.assumed, value), flag
		_, err := (*Vocabulary)(nil).Literals(value)
		return err
	})
}

// leastMemory is the smallest limit that --memory accepts, in bytes. Programs use 25 MB before
// they read anything.
const leastMemory = 64 << 20

// Size returns a Value that stores a size of memory of at least 1 MB in *to, in bytes. The size is an
// integer number of bytes, or of a unit K, M, G or T, in either case, which are powers of 1024.
func Size(to *int64) *program.Value { return size(to, 1<<20) }

// size is like Size for at least the given number of bytes.
func size(to *int64, least int64) *program.Value {
	return program.Parsed(to, func(value string) (int64, error) { return parseSize(value, least) })
}

// parseSize returns the number of bytes in value: an integer, perhaps with a unit K, M, G or T in either
// case, which are powers of 1024. If value has another form, or if the number is less than least or too
// large for an int64, it returns 0 and an error that says which sizes are expected.
func parseSize(value string, least int64) (int64, error) {
	number, unit := value, int64(1)
	if n := len(value); n > 0 {
		if i := strings.IndexByte("KMGT", value[n-1]&^0x20); i >= 0 {
			number, unit = value[:n-1], 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < least/unit || n > math.MaxInt64/unit || n*unit < least {
		return 0, fmt.Errorf("expected a size from %dM to %dT, such as 2G, found %s", least>>20, int64(math.MaxInt64>>40), program.Found(value))
	}
	return n * unit, nil
}

// A Vocabulary finds the variables that the words of a list name. Blanks separate the words. A word is
// a number, a square of a board such as a1, or the name of a variable, in this order of precedence.
// Between numbers and squares there may be commas instead of blanks. A minus negates a word. If the
// whole list is a name, such as "York ham", it is one word, unless all its words are numbers or have the
// form of squares. A nil Vocabulary checks numbers before the formula is known: each word that is no
// number has the literal 0.
type Vocabulary struct {
	square func(name string) (dimacs.Lit, error) // as the result of Squares; nil if no word is a square
	vars   map[string][]int                      // indexed by name: its variables, in any order, perhaps repeated
	linear bool                                  // x5 is another name of variable 5, as in OPB, unless a variable is called x5
}

// Squares returns a function for names of squares, such as "a1" or "2:3". Its result is the literal that
// is true if and only if the square holds a queen, or 0 and nil if the comments of f describe no board. It
// is an error if the board has no such square or literal, or if a comment is wrong (a *dimacs.SyntaxError).
type Squares func(f *dimacs.Formula) func(name string) (dimacs.Lit, error)

// NewVocabulary returns the Vocabulary of f, for the names in f.Names. No word is a square if squares is nil.
func NewVocabulary(f *dimacs.Formula, squares Squares) *Vocabulary {
	v := &Vocabulary{vars: map[string][]int{}, linear: f.Linear != nil}
	if squares != nil {
		v.square = squares(f)
	}
	for _, n := range f.Names {
		v.vars[n.Text] = append(v.vars[n.Text], n.Var)
	}
	return v
}

// Literals returns the literals of the words in a list, in its order. It does not compare numbers with the
// number of variables. The number 0, the number of a variable above dimacs.MaxVar and a range are errors.
// Unless v is nil, a word that is no number, square or name of a single variable is an error, too. An
// error in a comment that describes the board is a *dimacs.SyntaxError without a name.
func (v *Vocabulary) Literals(list string) (lits []dimacs.Lit, err error) {
	for _, w := range v.split(list) {
		l, err := v.literal(w)
		if isNumber(w) {
			l, err = program.ParseInteger[dimacs.Lit](w, -dimacs.MaxVar, dimacs.MaxVar)
			if err == nil && l == 0 {
				err = errors.New("expected a literal, found 0")
			}
		}
		if err != nil {
			return nil, err
		}
		lits = append(lits, l)
	}
	return lits, nil
}

// ranges returns the variables of the words in a list, in its order, as ranges. The list may contain ranges
// such as 1-64. The errors are as for Literals, except that a range must ascend, and that a negative number
// is an error, too. A minus before a name is ignored.
func (v *Vocabulary) ranges(list string) (ranges []Range, err error) {
	for _, w := range v.split(list) {
		l, err := v.literal(w)
		first, last := l.Var(), l.Var()
		if from, to, ranged := strings.Cut(w, "-"); isNumber(w) {
			first, err = program.ParseInteger(from, 1, dimacs.MaxVar)
			if last = first; err == nil && ranged {
				last, err = program.ParseInteger(to, first, dimacs.MaxVar)
			}
		}
		if err != nil {
			return nil, err
		}
		ranges = append(ranges, Range{first, last})
	}
	return ranges, nil
}

// split returns the words of a list. If the whole list is a name, perhaps after a minus, it is the only word,
// without blanks at its ends, unless all words that the function split returns are plain. Otherwise these are
// the words.
func (v *Vocabulary) split(list string) []string {
	words, whole := split(list), strings.TrimSpace(list)
	if v != nil && v.vars[strings.TrimPrefix(whole, "-")] != nil && !plain(words) {
		return []string{whole}
	}
	return words
}

// literal returns the literal of a word that is a square or the name of one variable, perhaps after a minus.
// It returns 0 for a number, or if v is nil. Any other word is an error, as is an error of v.square.
func (v *Vocabulary) literal(word string) (l dimacs.Lit, err error) {
	if v == nil || isNumber(word) {
		return 0, nil
	}
	name, negated := strings.CutPrefix(word, "-")
	if v.square != nil && square().MatchString(name) {
		l, err = v.square(name)
	}
	vars := slices.Compact(slices.Sorted(slices.Values(v.vars[name])))
	if n, err := program.ParseInteger(strings.TrimPrefix(name, "x"), 1, dimacs.MaxVar); len(vars) == 0 && v.linear && err == nil {
		vars = []int{n}
	}
	switch {
	case l != 0 || err != nil:
	case len(vars) == 1:
		l = dimacs.Lit(vars[0])
	case len(vars) == 0:
		err = fmt.Errorf("expected numbers, squares or names separated by blanks, found %s: the comments of the formula describe no such square or name", program.Found(word))
	default:
		list := strings.Trim(fmt.Sprint(vars[:min(len(vars), 10)]), "[]")
		err = fmt.Errorf("expected the name of one variable, found %s: %d variables have it, such as %s", program.Found(word), len(vars), list)
	}
	if negated {
		l = -l
	}
	return l, err
}

// square returns a regular expression that matches names that may be squares.
var square = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[a-z]{1,5}[0-9]{1,9}|[0-9]{1,9}:[0-9]{1,9})$`)
})

// isNumber reports whether a word can only be a literal or a range, because it has only digits and signs.
func isNumber(word string) bool { return strings.Trim(word, "+-0123456789") == "" }

// plain reports whether all words are numbers or may be squares, perhaps after a minus.
func plain(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) && !square().MatchString(strings.TrimPrefix(w, "-")) })
}

// split returns the words between the blanks, tabs and line ends of a list. It also splits a word at commas,
// without empty pieces, if all pieces are numbers or may be squares.
func split(list string) (words []string) {
	for _, word := range strings.FieldsFunc(list, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' }) {
		pieces := strings.FieldsFunc(word, func(c rune) bool { return c == ',' })
		if !plain(pieces) {
			pieces = []string{word}
		}
		words = append(words, pieces...)
	}
	return words
}
