package command

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// learnNames keeps the names of the variables of q for --names, and makes the answer name literals. With --valid,
// it sets r.names if there are any names. With --names, a single model of an OPB consists of the names in the
// constraints, as in the output of other solvers.
func (r *reporter) learnNames(q *question) {
	f := q.Formula
	if r.names = r.names || r.valid && len(f.Names) > 0; !r.names {
		return
	}
	for _, n := range slices.Backward(f.Names) {
		r.named[n.Var] = program.Printable(n.Text)
	}
	if r.w.SetNames(r.word, nil); f.Identifiers == nil || q.kind.lists || q.second != nil {
		return
	}
	r.w.SetNames(r.word, func(l dimacs.Lit) string {
		if len(f.Identifiers) >= l.Var() {
			return r.word(l)
		}
		return map[bool]string{true: "-"}[l < 0] + "x" + strconv.Itoa(l.Var())
	})
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

// inWords returns a clause as a text such as "-Car or Wheel or 7". A literal without a name is a number.
func (r *reporter) inWords(clause []dimacs.Lit) string {
	words := lists.Map(clause, func(l dimacs.Lit) string { return cmp.Or(r.word(l), strconv.Itoa(int(l))) })
	return strings.Join(words, " or ")
}
