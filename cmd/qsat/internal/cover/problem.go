package cover

import (
	"context"
	"errors"
	"slices"

	"queens/cmd/qsat/internal/bitset"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/csp"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/simplify"
)

// A problem is a formula that was turned into an instance.
type problem struct {
	task       *engine.Task
	clauses    *clause.Database     // at level 0; the database of the task, or a clone with a proof or elimination
	simplifier *simplify.Simplifier // nil if no variable had to be eliminated
	values     []int8               // indexed by literal; scratch of complete
	projected  []bool               // indexed by variable: it is in the projection
	in         *instance            // nil if the clauses were refuted without it
	// projection holds the options in the projection if several models may agree on the
	// projection. Otherwise it is nil.
	projection bitset.Set[int]
	nodes      uint64 // the number of nodes visited by all searches
	rejected   int64  // the number of arguments that the checker rejected
}

// A goal determines which variables elimination keeps.
type goal int

const (
	oneModel   goal = iota // find a model: keep the options
	allModels              // count or enumerate: keep exactly the variables of the projection
	projection             // the same, if that is not possible: keep both
)

const noChoice = "no clause offers a choice among literals that exclude others"

// declined returns a DeclinedError of this engine.
func declined(reason string) error {
	return &engine.DeclinedError{Engine: Name, Reason: reason}
}

// newProblem turns the formula of a task into a problem. If the clauses are refuted, in is nil.
// If newProblem cannot bring a task with a projection into shape for the goal allModels, it tries
// the goal projection. It writes changes of the clauses to the proof of t. It returns a
// DeclinedError if the formula has too many clauses or not the right shape, clause.ErrTooLarge,
// the error of the proof, or the cause if ctx ends.
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

// eliminate removes by resolution the variables that unneeded returns, within the bounds of
// limits.go; variables that would exceed these stay. Among binary clauses this is the closure of
// the implication graph. So an at-most-one constraint becomes its pairs, whatever auxiliary
// variables encoded it. It sets p.simplifier and p.values unless there is no such variable, and
// makes p.clauses a clone that only p uses. It returns the error of unneeded, a DeclinedError if
// for oneModel most clauses with these variables have more than two literals, an error of the
// proof or of the database, or the cause if ctx ends.
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

// unneeded returns, indexed by variable, whether to eliminate it, or nil if no variable need be
// eliminated. It keeps the options, unless the goal is allModels, and the variables of the
// projection, unless the goal is oneModel. It ignores variables in no unsatisfied clause. The
// options are the variables with a literal in choices that some clause offers, or in no binary clause. It returns a
// DeclinedError if it would keep more than maxOptions variables, even before it leaves out such
// choices, or if there are variables to eliminate but no clause offers a choice.
func (p *problem) unneeded(g goal) (eliminated []bool, err error) {
	binary, long := p.occurrences()
	choices, offered := csp.LikelyChoices(binary), false
	for refined := false; ; refined = true {
		eliminations, options := 0, 0
		eliminated = make([]bool, p.clauses.Vars+1)
		for v := range p.clauses.Variables {
			l := clause.Positive(v)
			n := l.Not()
			isOption := choices.Has(l) || choices.Has(n) || binary[l]+binary[n] == 0
			switch {
			case binary[l]+binary[n]+long[l]+long[n] == 0:
			case g != allModels && isOption || g != oneModel && p.projected[v]:
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
			some := choices
			for range 2 { // a corner of a board is the first square in both of its lines, so choices may lack it
				if some, offered = some.Offered(p.clauses.Unsatisfied); !offered {
					break
				}
			}
			if offered {
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

// occurrences returns, indexed by literal, the number of unsatisfied binary clauses with it, and
// the number of longer ones. Both ignore false literals.
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

// shape sets p.in to the instance of the remaining clauses and, for the goal projection,
// p.projection to the options in the projection. One literal of each variable is its option. A
// clause of options offers a choice, a binary clause without options is a conflict, and any
// other clause becomes a further item. shape returns a DeclinedError in these cases:
//
//   - For the goal allModels, a variable outside the projection remains.
//   - There are other clauses, and no clause offers a choice, or there are fewer than
//     otherClauses choices and conflicts per other clause.
//   - There are other clauses, and some variable that is in a conflict or, unless the goal is
//     oneModel, in the projection is in no clause that offers a choice.
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
