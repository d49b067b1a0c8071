package command

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// learnNames keeps the names of the variables of q for --names. With --valid, it sets r.names if there are any
// names. With --names, a single model of an OPB consists of the names in the constraints, as in the output of
// other solvers.
func (r *reporter) learnNames(q *question) {
	f := q.Formula
	if r.names = r.names || r.valid && len(f.Names) > 0; !r.names {
		return
	}
	for _, n := range slices.Backward(f.Names) {
		r.named[n.Var] = program.Printable(n.Text)
	}
	if f.Identifiers == nil || r.json || q.kind.lists || q.second != nil {
		return
	}
	r.w = answers.NewSpelled(r.out, func(l dimacs.Lit) string {
		name := "x" + strconv.Itoa(l.Var())
		if len(f.Identifiers) >= l.Var() {
			name = program.Printable(f.Identifiers[l.Var()-1])
		}
		return map[bool]string{true: "-"}[l < 0] + name
	})
}

// namer returns word, or nil without --names.
func (r *reporter) namer() func(l dimacs.Lit) string {
	if !r.names {
		return nil
	}
	return r.word
}

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
	if is && l < 0 {
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
