package cover

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// A problem is a formula that has become an instance.
type problem struct {
	task       *engine.Task
	clauses    *clause.Database     // at level 0; the task's own unless some are changed
	simplifier *simplify.Simplifier // nil if no variables were to be eliminated
	values     []int8               // by literal; scratch of the simplifier
	projected  []bool               // by variable: it is in the projection
	in         *instance            // nil if the clauses are refuted without one
	// projection holds the options in the projection, if models may agree on all of
	// them and differ elsewhere; else nil.
	projection bitset.Set[int]
	nodes      uint64       // of all searches
	rejected   int64        // arguments that the checker rejected
	excluded   []clause.Lit // scratch of exclude
}

// A goal is what a problem is to find, which says what variables have to stay.
type goal int

const (
	oneModel   goal = iota // those that are chosen or not
	allModels              // those of the projection, and only those
	projection             // both
)

const (
	// maxClauses bounds the formulas that are looked at.
	maxClauses = 1 << 20
	// eliminationGrowth and eliminationRoom bound the literals in the clauses
	// by those there were, so that what elimination would blow up is left
	// alone. The product encoding of a line of 64 grows by a factor of 12. It does so
	// by pairs: in other clauses literals may grow by as many as there were, and an
	// eighth of the room.
	eliminationGrowth = 16
	eliminationRoom   = 1 << 15
	// eliminationPairs bounds the resolutions for one variable.
	eliminationPairs = 1 << 14
	// eliminationWidth bounds the length of a resolvent.
	eliminationWidth = 4096
	// otherClauses is the share of the clauses that may be of other shapes, one for
	// so many that are not.
	otherClauses = 4
)

const noChoice = "no clause offers a choice among literals that exclude others"

func declined(reason string) error {
	return &engine.DeclinedError{Engine: Name, Reason: reason}
}

// newProblem makes the formula of a task a problem. It declines formulas of which
// that cannot be made, and returns the cause when ctx ends.
func newProblem(ctx context.Context, t *engine.Task, g goal) (*problem, error) {
	if t.Formula.NumClauses() > maxClauses {
		return nil, declined("it has too many clauses")
	}
	d, err := t.Clauses()
	if err != nil {
		return nil, err
	}
	p := &problem{task: t, clauses: d, projected: make([]bool, d.Vars+1)}
	if t.Proof != nil {
		p.clauses = d.Clone()
		p.clauses.SetProof(t.Proof)
	}
	if d.Unsat {
		return p, p.clauses.Err
	}
	for v := 1; v <= d.Vars; v++ {
		p.projected[v] = t.IsProjected(int(d.Names[v]))
	}
	if err = p.eliminate(ctx, g); err == nil && !p.clauses.Unsat {
		err = p.shape(g)
	}
	var declined *engine.DeclinedError
	if g == allModels && t.Project != nil && errors.As(err, &declined) {
		return newProblem(ctx, t, projection)
	}
	return p, err
}

// eliminate removes the variables that the goal does not need by resolution, as far as
// the bounds allow. Among binary clauses this is the closure of the implication
// graph, so an at-most-one constraint comes back as the pairs that it stands for,
// whatever auxiliary variables it was encoded with. It returns the cause when ctx
// ends.
func (p *problem) eliminate(ctx context.Context, g goal) error {
	eliminated, err := p.unneeded(g)
	if err != nil || eliminated == nil {
		return err
	}
	literals, binary, long := 0, 0, 0
	for c := range p.clauses.Unsatisfied {
		literals += len(c)
		switch {
		case !slices.ContainsFunc(c, func(l clause.Lit) bool { return eliminated[l.Var()] }):
		case len(c) == 2:
			binary++
		default:
			long++
		}
	}
	if g == oneModel && long > binary {
		return declined("most clauses of the variables that are no choices have more than two literals")
	}
	if p.task.Proof == nil {
		p.clauses = p.clauses.Clone()
	}
	p.simplifier, p.values = simplify.New(p.clauses), make([]int8, p.clauses.NumLits())
	return p.simplifier.Eliminate(ctx, simplify.Bounds{
		Growth: -1, Pairs: eliminationPairs, Width: eliminationWidth,
		Literals: eliminationGrowth*literals + eliminationRoom, Long: literals + eliminationRoom/8,
		Keep: func(v uint32) bool { return !eliminated[v] },
	})
}

// unneeded returns by variable whether it is to be eliminated, nil if none is. It
// declines what is not worth that.
func (p *problem) unneeded(g goal) (eliminated []bool, err error) {
	binary, long := p.occurrences()
	choices := clause.LikelyChoices(binary)
	isChoice := p.ofChoices(choices, binary)
	eliminated = make([]bool, p.clauses.Vars+1)
	count := func() (eliminations, options int) {
		for v := range p.clauses.Variables {
			l := clause.Positive(v)
			n := l.Not()
			eliminated[v] = false
			switch {
			case binary[l]+binary[n]+long[l]+long[n] == 0:
			case g != allModels && isChoice[v] || g != oneModel && p.projected[v]:
				options++
			default:
				eliminated[v] = true
				eliminations++
			}
		}
		return eliminations, options
	}
	offered := false
	eliminations, options := count()
	if options <= maxOptions {
		if choices, offered = p.offered(choices); offered {
			isChoice = p.ofChoices(choices, binary)
		}
		eliminations, options = count()
	}
	switch {
	case options > maxOptions:
		return nil, declined("it has too many literals to choose from")
	case eliminations == 0:
		return nil, nil
	case !offered:
		return nil, declined(noChoice)
	}
	return eliminated, nil
}

// ofChoices returns by variable whether it has a choice or is in no binary clause, of which there
// are so many of each literal.
func (p *problem) ofChoices(choices clause.Choices, binary []int32) []bool {
	vars := make([]bool, p.clauses.Vars+1)
	for l := range p.clauses.Literals {
		vars[l.Var()] = vars[l.Var()] || choices.Has(l) || binary[l]+binary[l.Not()] == 0
	}
	return vars
}

// offered returns the choices that clauses offer, and whether there is such a clause: elimination
// makes none.
func (p *problem) offered(choices clause.Choices) (_ clause.Choices, some bool) {
	for range 2 { // a corner of a board is the first in both of its lines
		if choices, some = choices.Offered(p.clauses.Unsatisfied); !some {
			break
		}
	}
	return choices, some
}

// occurrences returns, by literal, in how many binary clauses and longer ones it is.
func (p *problem) occurrences() (binary, long []int32) {
	binary, long = make([]int32, p.clauses.NumLits()), make([]int32, p.clauses.NumLits())
	for c := range p.clauses.Unsatisfied {
		n := long
		if len(c) == 2 {
			n = binary
		}
		for _, l := range c {
			n[l]++
		}
	}
	return binary, long
}

// shape makes an instance of the clauses that are left.
func (p *problem) shape(g goal) error {
	binary, long := p.occurrences()
	// A variable's option is the literal in fewer binary clauses, or else in more of the others.
	isOption := func(l clause.Lit) bool {
		n := l.Not()
		if binary[l] == binary[n] && long[l] == long[n] {
			return l < n
		}
		return binary[l] < binary[n] || binary[l] == binary[n] && long[l] > long[n]
	}
	optionsIn := func(c []clause.Lit) (n int) {
		for _, l := range c {
			if isOption(l) {
				n++
			}
		}
		return n
	}
	var numChoices, numConflicts, numOthers int
	offered, needed := make([]bool, p.clauses.Vars+1), make([]bool, p.clauses.Vars+1) // by variable
	for c := range p.clauses.Unsatisfied {
		options := optionsIn(c)
		for _, l := range c {
			if g == allModels && !p.projected[l.Var()] {
				return declined("a variable that is not to be counted cannot be eliminated")
			}
			offered[l.Var()] = offered[l.Var()] || options == len(c)
			needed[l.Var()] = needed[l.Var()] || options == 0 && len(c) == 2 || g != oneModel && p.projected[l.Var()]
		}
		switch {
		case options == len(c):
			numChoices++
		case options == 0 && len(c) == 2:
			numConflicts++
		default:
			numOthers++
		}
	}
	switch {
	case numChoices == 0 && numOthers > 0:
		return declined(noChoice)
	case otherClauses*numOthers > numChoices+numConflicts:
		return declined("too few of its clauses are choices or conflicts of pairs")
	}
	for v := range needed {
		if numOthers > 0 && needed[v] && !offered[v] {
			return declined("a variable in conflicts, or to be counted, is in no clause that offers a choice")
		}
	}
	choices, others := make([][]clause.Lit, 0, numChoices), make([][]clause.Lit, 0, numOthers)
	conflicts := make([][2]clause.Lit, 0, numConflicts)
	for c := range p.clauses.Unsatisfied {
		switch options := optionsIn(c); {
		case options == len(c):
			choices = append(choices, slices.Clone(c))
		case options == 0 && len(c) == 2:
			conflicts = append(conflicts, [2]clause.Lit{c[0].Not(), c[1].Not()})
		default:
			others = append(others, slices.Clone(c))
		}
	}
	p.in = newInstance(p.clauses.Vars, choices, conflicts, others)
	if g == projection {
		p.projection = bitset.New[int](len(p.in.options))
		for i, l := range p.in.options {
			if p.projected[l.Var()] {
				p.projection.Add(i)
			}
		}
	}
	return nil
}
