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
// whole list is a name, such as "York ham", it is one word.
type Vocabulary struct {
	square func(name string) (dimacs.Lit, error) // nil if no word is a square
	vars   map[string][]int                      // indexed by name: its variables, in any order and number
	linear bool                                  // x5 is another name of variable 5, as in OPB
}

// Squares returns a function for names of squares, such as "a1" or "2:3". Its result is the literal that
// is true if and only if the square holds a queen, or 0 if the comments of f describe no board.
type Squares func(f *dimacs.Formula) func(name string) (dimacs.Lit, error)

// NewVocabulary returns the Vocabulary of f, with f.Names. No word is a square if squares is nil.
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

// Literals returns the literals of a list. It does not compare numbers with f.Vars. An error in a
// comment that describes the board is a *dimacs.SyntaxError without a name.
func (v *Vocabulary) Literals(list string) (lits []dimacs.Lit, err error) {
	add := func(l dimacs.Lit) { lits = append(lits, l) }
	return lits, v.each(list, add, func(word string) error {
		l, err := program.ParseInteger[dimacs.Lit](word, -dimacs.MaxVar, dimacs.MaxVar)
		if err == nil && l == 0 {
			err = errors.New("expected a literal, found 0")
		}
		add(l)
		return err
	})
}

// ranges returns the ranges of variables in a list, which may contain ranges such as 1-64.
func (v *Vocabulary) ranges(list string) (ranges []Range, err error) {
	return ranges, v.each(list, func(l dimacs.Lit) { ranges = append(ranges, Range{l.Var(), l.Var()}) }, func(word string) error {
		from, to, ranged := strings.Cut(word, "-")
		first, err := program.ParseInteger(from, 1, dimacs.MaxVar)
		last := first
		if err == nil && ranged {
			last, err = program.ParseInteger(to, first, dimacs.MaxVar)
		}
		ranges = append(ranges, Range{first, last})
		return err
	})
}

// each calls number for each word of a list that consists of digits and signs, and named with the
// literal of each other word. It returns the first error of number. If v is nil, the literals are 0.
func (v *Vocabulary) each(list string, named func(dimacs.Lit), number func(word string) error) error {
	words := split(list)
	whole := strings.TrimSpace(list)
	if v != nil && v.vars[strings.TrimPrefix(whole, "-")] != nil && !plain(words) {
		words = []string{whole}
	}
	for _, w := range words {
		var err error
		if isNumber(w) {
			err = number(w)
		} else {
			var l dimacs.Lit
			l, err = v.literal(w)
			named(l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// literal returns the literal of a square or a name.
func (v *Vocabulary) literal(word string) (l dimacs.Lit, err error) {
	if v == nil {
		return 0, nil
	}
	name, negated := strings.CutPrefix(word, "-")
	if v.square != nil && square().MatchString(name) {
		l, err = v.square(name)
	}
	vars := slices.Compact(slices.Sorted(slices.Values(v.vars[name])))
	number, is := strings.CutPrefix(name, "x")
	if n, err := program.ParseInteger(number, 1, dimacs.MaxVar); len(vars) == 0 && v.linear && is && err == nil {
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

// square matches names that may be squares.
var square = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[a-z]{1,5}[0-9]{1,9}|[0-9]{1,9}:[0-9]{1,9})$`)
})

// isNumber reports whether a word can only be a literal or a range.
func isNumber(word string) bool { return strings.Trim(word, "+-0123456789") == "" }

// plain reports whether all words are numbers or may be squares.
func plain(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !isNumber(w) && !square().MatchString(strings.TrimPrefix(w, "-")) })
}

// split returns the words of a list.
func split(list string) (words []string) {
	for _, word := range strings.FieldsFunc(list, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' }) {
		if parts := strings.FieldsFunc(word, func(c rune) bool { return c == ',' }); plain(parts) {
			words = append(words, parts...)
		} else {
			words = append(words, word)
		}
	}
	return words
}
