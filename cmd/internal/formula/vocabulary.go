package formula

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"queens/cmd/internal/program"
	"queens/dimacs"
)

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
	number := strings.TrimPrefix(name, "x")
	if n, err := program.ParseInteger(number, 1, dimacs.MaxVar); len(vars) == 0 && v.linear && err == nil {
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
