package command

import (
	"cmp"
	"strconv"
	"strings"

	"queens/cmd/internal/program"
	"queens/dimacs"
)

// name prints the name of a literal if --names is given.
func (r *reporter) name(l dimacs.Lit) {
	if r.names {
		r.w.Name(int(l), r.word(l))
	}
}

// word returns the name of a literal, such as "-Wheel", as --assume takes it. It returns "" if the
// variable has no name.
func (r *reporter) word(l dimacs.Lit) string {
	name, is := r.named[l.Var()]
	if name = program.Printable(name); is && l < 0 {
		name = "-" + name
	}
	return name
}

// inWords returns the clauses of f with the given numbers as texts such as "-Car or Wheel or 7".
// The numbers must ascend; the first clause has the number 1. A literal without a name is a number.
func (r *reporter) inWords(f *dimacs.Formula, numbers []int) (clauses []string) {
	i := 0
	for c := range f.Clauses() {
		if i++; len(clauses) == len(numbers) || i != numbers[len(clauses)] {
			continue
		}
		var words []string
		for _, l := range c {
			words = append(words, cmp.Or(r.word(l), strconv.Itoa(int(l))))
		}
		clauses = append(clauses, strings.Join(words, " or "))
	}
	return clauses
}
