package cover

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/choice"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// A problem is a formula that was turned into an instance.
type problem struct {
	task       *engine.Task
	clauses    *clause.Database     // at level 0; the database of the task unless clauses were changed
	simplifier *simplify.Simplifier // nil if no variable had to be eliminated
	values     []int8               // indexed by literal; scratch of complete
	projected  []bool               // indexed by variable: in the projection
	in         *instance            // nil if the clauses were refuted without it
	// projection holds the options in the projection if several models may agree on the
	// projection. Otherwise it is nil.
	projection bitset.Set[int]
	nodes      uint64       // of all searches
	rejected   int64        // arguments that the checker rejected
	excluded   []clause.Lit // buffer of exclude
}

// A goal determines which variables must not be eliminated.
type goal int

const (
	oneModel   goal = iota // find a model: keep the options
	allModels              // count models: keep exactly the variables of the projection
	projection             // count under a projection: keep both
)

const noChoice = "no clause offers a choice among literals that exclude others"

func declined(reason string) error {
	return &engine.DeclinedError{Engine: Name, Reason: reason}
}

// newProblem turns the formula of a task into a problem. It returns a DeclinedError if the
// formula cannot be turned into one, and the cause if ctx ends. If the clauses are refuted,
// p.in is nil.
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

// eliminate removes by resolution the variables that the goal does not need, within the bounds
// above. Among binary clauses this is the closure of the implication graph. So an at-most-one
// constraint becomes its pairs, whatever auxiliary variables encoded it. It returns a
// DeclinedError if that is not worthwhile, and the cause if ctx ends.
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
		return declined("most clauses of its auxiliary variables have more than two literals")
	}
	if p.task.Proof == nil {
		p.clauses = p.clauses.Clone()
	}
	p.simplifier, p.values = simplify.New(p.clauses), make([]int8, p.clauses.NumLits())
	return p.simplifier.Eliminate(ctx, simplify.Unlimited, simplify.Bounds{
		Growth: -1, Pairs: eliminationPairs, Width: eliminationWidth,
		Literals: eliminationGrowth*literals + eliminationRoom, Long: literals + eliminationRoom/8,
		Keep: func(v uint32) bool { return !eliminated[v] },
	})
}

// unneeded returns, indexed by variable, whether to eliminate it, or nil if no variable is
// eliminated. It returns a DeclinedError if there are too many options or no clause offers a
// choice.
func (p *problem) unneeded(g goal) (eliminated []bool, err error) {
	binary, long := p.occurrences()
	choices, offered := choice.Likely(binary), false
	for refined := false; ; refined = true {
		isChoice, eliminations, options := p.ofChoices(choices, binary), 0, 0
		eliminated = make([]bool, p.clauses.Vars+1)
		for v := range p.clauses.Variables {
			l := clause.Positive(v)
			n := l.Not()
			switch {
			case binary[l]+binary[n]+long[l]+long[n] == 0:
			case g != allModels && isChoice[v] || g != oneModel && p.projected[v]:
				options++
			default:
				eliminated[v] = true
				eliminations++
			}
		}
		switch {
		case options > maxOptions:
			return nil, declined("it has too many literals to choose from")
		case !refined: // only choices that some clause offers
			var some choice.Set
			if some, offered = p.offered(choices); offered {
				choices = some
			}
		case eliminations == 0:
			return nil, nil
		case !offered:
			return nil, declined(noChoice)
		default:
			return eliminated, nil
		}
	}
}

// ofChoices returns, indexed by variable, whether choices contains a literal of the variable, or
// whether the variable is in no binary clause. binary is indexed by literal and holds the number
// of binary clauses.
func (p *problem) ofChoices(choices choice.Set, binary []int32) []bool {
	vars := make([]bool, p.clauses.Vars+1)
	for l := range p.clauses.Literals {
		vars[l.Var()] = vars[l.Var()] || choices.Has(l) || binary[l]+binary[l.Not()] == 0
	}
	return vars
}

// offered returns the choices that some clause offers, and whether there is such a clause.
// Elimination makes no new one.
func (p *problem) offered(choices choice.Set) (_ choice.Set, some bool) {
	for range 2 { // a corner of a board is the first square in both of its lines
		if choices, some = choices.Offered(p.clauses.Unsatisfied); !some {
			break
		}
	}
	return choices, some
}

// occurrences returns, indexed by literal, the number of its binary clauses and of its longer
// clauses.
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

// shape turns the remaining clauses into an instance. It returns a DeclinedError if they do not
// have the right shape.
func (p *problem) shape(g goal) error {
	binary, long := p.occurrences()
	// The option of a variable is the literal in fewer binary clauses; if equal, in more long
	// clauses.
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
	var choices, others [][]clause.Lit
	var conflicts [][2]clause.Lit
	offered, needed := make([]bool, p.clauses.Vars+1), make([]bool, p.clauses.Vars+1) // indexed by variable
	for c := range p.clauses.Unsatisfied {
		options := optionsIn(c)
		for _, l := range c {
			if g == allModels && !p.projected[l.Var()] {
				return declined("a variable outside the projection cannot be eliminated")
			}
			offered[l.Var()] = offered[l.Var()] || options == len(c)
			needed[l.Var()] = needed[l.Var()] || options == 0 && len(c) == 2 || g != oneModel && p.projected[l.Var()]
		}
		switch {
		case options == len(c):
			choices = append(choices, slices.Clone(c))
		case options == 0 && len(c) == 2:
			conflicts = append(conflicts, [2]clause.Lit{c[0].Not(), c[1].Not()})
		default:
			others = append(others, slices.Clone(c))
		}
	}
	switch {
	case len(choices) == 0 && len(others) > 0:
		return declined(noChoice)
	case otherClauses*len(others) > len(choices)+len(conflicts):
		return declined("too few of its clauses are choices or conflicts of pairs")
	}
	for v := range needed {
		if len(others) > 0 && needed[v] && !offered[v] {
			return declined("a variable in conflicts or in the projection is in no clause that offers a choice")
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
