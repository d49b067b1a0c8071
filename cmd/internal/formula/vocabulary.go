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
// Between numbers and squares there may be commas instead of blanks. A minus negates a word. If a word
// is none of these, the whole list may be a name that contains blanks.
type Vocabulary struct {
	formula *dimacs.Formula
	squares Squares
	vars    map[string][]int // indexed by name: its variables, in any order and number
}

// Squares returns the literals that are true if and only if squares such as "a1" or "2:3" hold a
// queen; a minus before a square negates its literal. It returns nil if the comments of f describe no
// board.
type Squares func(f *dimacs.Formula, squares []string) ([]dimacs.Lit, error)

// NewVocabulary returns the Vocabulary of f, with f.Names. No word is a square if squares is nil.
func NewVocabulary(f *dimacs.Formula, squares Squares) *Vocabulary {
	v := &Vocabulary{f, squares, map[string][]int{}}
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
	lits, err := v.find(words)
	if err != nil {
		l, unknown := v.named(strings.TrimSpace(list))
		if unknown == nil {
			named(l)
			return nil
		}
		return err
	}
	for _, w := range words {
		if !isNumber(w) {
			named(lits[w])
		} else if err := number(w); err != nil {
			return err
		}
	}
	return nil
}

// find returns the literals of squares and names, indexed by word, or nil if v is nil.
func (v *Vocabulary) find(words []string) (map[string]dimacs.Lit, error) {
	if v == nil {
		return nil, nil
	}
	lits := map[string]dimacs.Lit{}
	squares := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !square().MatchString(w) })
	if v.squares != nil && len(squares) > 0 {
		found, err := v.squares(v.formula, squares)
		if err != nil {
			return nil, err
		}
		for i, l := range found {
			lits[squares[i]] = l
		}
	}
	for _, w := range words {
		if _, is := lits[w]; !is && !isNumber(w) {
			l, err := v.named(w)
			if err != nil {
				return nil, err
			}
			lits[w] = l
		}
	}
	return lits, nil
}

// named returns the literal of a name, which a minus negates.
func (v *Vocabulary) named(word string) (dimacs.Lit, error) {
	name, negated := strings.CutPrefix(word, "-")
	vars := slices.Compact(slices.Sorted(slices.Values(v.vars[name])))
	switch {
	case len(vars) == 0:
		return 0, fmt.Errorf("expected numbers, squares or names separated by blanks, found %s: the comments of the formula describe no such square or name", program.Found(word))
	case len(vars) > 1:
		const most = 10 // numbers in the message
		list := strings.Trim(fmt.Sprint(vars[:min(len(vars), most)]), "[]")
		return 0, fmt.Errorf("expected the name of one variable, found %s: %d variables have it, such as %s", program.Found(word), len(vars), list)
	case negated:
		return -dimacs.Lit(vars[0]), nil
	}
	return dimacs.Lit(vars[0]), nil
}

// square matches words that may name a square.
var square = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-?(?:[a-z]{1,5}[0-9]{1,9}|[0-9]{1,9}:[0-9]{1,9})$`)
})

// isNumber reports whether a word can only be a literal or a range.
func isNumber(word string) bool { return strings.Trim(word, "+-0123456789") == "" }

// split returns the words of a list.
func split(list string) (words []string) {
	for word := range strings.FieldsFuncSeq(list, func(c rune) bool { return c == ' ' || c == '\t' || c == '\n' }) {
		parts := strings.FieldsFunc(word, func(c rune) bool { return c == ',' })
		if slices.ContainsFunc(parts, func(p string) bool { return !isNumber(p) && !square().MatchString(p) }) {
			parts = []string{word}
		}
		words = append(words, parts...)
	}
	return words
}
