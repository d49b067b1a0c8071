package optima

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"queens/cmd/qsat/internal/cdcl"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/lists"
	"queens/dimacs"
)

// A coreFinder raises the lower bound of a minimizer, and finds models. A penalty is a literal with a
// weight. The cost of a model is the bound plus the weights of the true penalties. The first penalties
// are the literals of the objective.
//
// A call of the solver assumes that all penalties are false. If it fails, the failed assumptions are a
// core: at least one of its penalties must be true. Let w be the least weight in the core. Then the
// bound rises by w, and the weight of each penalty in the core falls by w. To keep the cost right,
// there is a new penalty of weight w: the output "at least two" of a totalizer of the core. If a search
// shows that this output must be true, the bound rises by w again, and the output "at least three" is
// the new penalty, and so on. When a penalty "at least k" is in a core, the output "at least k+1"
// becomes a penalty.
//
// Heavy penalties come first: the solver assumes only penalties of at least the weight level. If they
// have no core, level falls. A penalty whose weight is at least the difference between the cost of
// the best model and the bound must be false in every better model.
//
// Sources: António Morgado, Carmine Dodaro and Joao Marques-Silva, "Core-Guided MaxSAT with Soft
// Cardinality Constraints", CP 2014; Alexey Ignatiev, Antonio Morgado and Joao Marques-Silva, "RC2:
// an Efficient MaxSAT Solver", JSAT 11, 2019, for the stratification, the exhaustion of cores and
// their minimisation.
type coreFinder struct {
	*minimizer
	session *cdcl.Session // nil before begin
	vars    int           // the largest variable in use

	penalties []dimacs.Lit          // in the order of their creation
	weights   map[dimacs.Lit]int64  // indexed by literal in penalties, and other literals with the weight 0; a weight may have fallen to 0
	outputs   map[dimacs.Lit]output // indexed by penalty, if it is an output of a totalizer
	level     int64                 // the least weight of a penalty to assume
	last      *dimacs.Assignment    // the last model of the session, or nil
}

// An output is the place of a penalty in a totalizer: the literal is true if at least number inputs are
// true.
type output struct {
	totalizer *totalizer
	number    int // from 1
}

const (
	minimizeTicks   = 1 << 16 // limit of each attempt to shorten a core
	minimizeSize    = 256     // the largest core that is shortened literal by literal
	exhaustTicks    = 1 << 18 // limit of each attempt to raise the bound with one core
	firstModelTicks = 1 << 22 // limit of the search for a first model
)

func (c *coreFinder) fresh() dimacs.Lit {
	c.vars++
	return dimacs.Lit(c.vars)
}

// add adds a clause to the session. A later call of Solve returns its error.
func (c *coreFinder) add(lits ...dimacs.Lit) { c.session.Add(lits...) }

// begin opens the session with the hard clauses, the clauses of the objective and the assumptions, and
// searches for a first model for at most firstModelTicks ticks. The search prefers false penalties. If the
// weights of penalties differ, it decides the penalties before other variables, the heaviest first, which
// often gives a model close to an optimum. begin passes the model to take. It sets unsat if there is no
// model. If the search reaches the limit, there is neither a model nor unsat. It declines if there are too
// many variables. Other errors are errors of cdcl, the cause of ctx, and the error of take.
func (c *coreFinder) begin(ctx context.Context) (unsat bool, err error) {
	if c.vars > dimacs.MaxVar/2 { // the other half is left for totalizers
		return false, &engine.DeclinedError{Engine: "optima", Reason: "it has too many variables"}
	}
	t := c.task.About(c.task.Formula.Hard(c.objective.clauses...).WithUnits(c.task.Assume))
	t.Assume, t.Pause, t.Progress = c.objective.lits, nil, nil
	if c.session, err = cdcl.New().Open(t); err != nil {
		return false, err
	}
	heavy := slices.Clone(c.objective.lits)
	slices.SortStableFunc(heavy, func(a, b dimacs.Lit) int { return cmp.Compare(c.weights[b], c.weights[a]) })
	if n := len(heavy); n > 0 && c.weights[heavy[n-1]] < c.level {
		c.session.Follow(&dimacs.Assignment{}, heavy)
	}
	for _, l := range heavy {
		c.session.Prefer(-l)
	}
	_, unsat, err = c.session.Solve(ctx, nil, firstModelTicks)
	switch {
	case err == cdcl.ErrLimit:
		return false, nil
	case err != nil || unsat:
		return unsat, err
	}
	return false, c.take(nil)
}

// run searches for cores until the best model is an optimum, or for about the given number of
// ticks; 0 means no limit. There must be a best model. run returns the cause of ctx, errors of cdcl,
// for which engine.IsDeclined holds if the totalizers are too large, and the error of take.
func (c *coreFinder) run(ctx context.Context, ticks int64) error {
	end := c.session.Ticks + ticks
	for !c.done() {
		left := int64(0)
		if ticks > 0 {
			if left = end - c.session.Ticks; left <= 0 {
				return nil
			}
		}
		c.harden()
		assume := c.assumptions()
		failed, unsat, err := c.session.Solve(ctx, assume, left)
		switch {
		case err == cdcl.ErrLimit:
			return nil
		case err != nil:
			return err
		case !unsat:
			if err := c.take(assume); err != nil {
				return err
			}
			if len(assume) == len(c.penalties) { // the model costs the bound
				c.raise(c.Cost)
			} else {
				c.lower()
			}
		case len(failed) == 0: // no model is better, because harden excludes no better model
			c.raise(c.Cost)
		default:
			if err := c.relax(ctx, c.shorten(ctx, failed)); err != nil {
				return err
			}
		}
	}
	return nil
}

// assumptions returns the complements of the penalties whose weight is at least c.level, the
// heaviest first. It removes penalties of weight 0 from c.penalties and c.weights.
func (c *coreFinder) assumptions() (list []dimacs.Lit) {
	c.penalties = slices.DeleteFunc(c.penalties, func(l dimacs.Lit) bool {
		if c.weights[l] > 0 {
			return false
		}
		delete(c.weights, l)
		return true
	})
	for _, l := range c.penalties {
		if c.weights[l] >= c.level {
			list = append(list, -l)
		}
	}
	slices.SortStableFunc(list, func(a, b dimacs.Lit) int { return cmp.Compare(c.weights[-b], c.weights[-a]) })
	return list
}

// take checks the model that the session has found under the assumptions assume, stores it in c.last, and
// passes it to adopt. It returns the error of engine.Check.
func (c *coreFinder) take(assume []dimacs.Lit) error {
	a := c.session.Model(assume)
	if err := engine.Check(c.task.About(c.task.Formula.Hard()), a); err != nil {
		return err
	}
	c.last = a
	c.adopt(a)
	return nil
}

// diversity is the ratio of assumed penalties to their different weights above which lower ends.
const diversity = 1.25

// lower lowers c.level to the next smaller weight of a penalty. It repeats this until two conditions hold: the
// number of assumed penalties is more than diversity times the number of their different weights; and some
// assumption is false in c.last. It stops at the smallest weight.
func (c *coreFinder) lower() {
	weights := map[int64]int{}
	for _, l := range c.penalties {
		weights[c.weights[l]]++
	}
	list, count := slices.Sorted(maps.Keys(weights)), 0
	for i, w := range slices.Backward(list) {
		if count += weights[w]; w >= c.level {
			continue
		}
		violated := func(l dimacs.Lit) bool { return c.weights[l] >= w && c.last.Holds(l) }
		if c.level = w; float64(count) > diversity*float64(len(list)-i) && slices.ContainsFunc(c.penalties, violated) {
			return
		}
	}
}

// harden makes each penalty false by a unit clause if its weight is positive and at least the difference
// between the cost of the best model and the bound, because it is false in every better model. The weight
// becomes 0. There must be a best model.
func (c *coreFinder) harden() {
	for _, l := range c.penalties {
		if w := c.weights[l]; w > 0 && w >= c.Cost-c.Bound {
			c.weights[l] = 0
			c.add(-l)
		}
	}
}

// shorten returns the penalties of a core. The slice failed holds the failed assumptions of a refutation,
// and the core is a subset of them. shorten repeats the refutation while this shrinks the core. Then it
// tries to leave out each literal of a core of at most minimizeSize literals. Each attempt takes at most
// about minimizeTicks ticks. After an error of cdcl other than ErrLimit, it returns the core so far.
func (c *coreFinder) shorten(ctx context.Context, failed []dimacs.Lit) []dimacs.Lit {
	core := slices.Clone(failed)
	slices.Reverse(core)                               // the lightest first
	for before := len(core) + 1; len(core) < before; { // repeated refutations shrink it further
		before = len(core)
		again, unsat, err := c.session.Solve(ctx, core, minimizeTicks)
		if err != nil || !unsat || len(again) == 0 {
			break
		}
		core = again
	}
	for i := 0; i < len(core) && len(core) > 1 && len(core) <= minimizeSize; {
		others := slices.Delete(slices.Clone(core), i, i+1)
		again, unsat, err := c.session.Solve(ctx, others, minimizeTicks)
		switch {
		case err != nil && err != cdcl.ErrLimit:
			return dimacs.Negated(core)
		case err == nil && unsat && len(again) > 0:
			core = again
		default:
			i++
		}
	}
	return dimacs.Negated(core)
}

// relax raises the bound by w, the least weight in a core of at least one penalty, as coreFinder
// describes. It adds the core as a clause. If a literal of the core is an output of a totalizer, the weight of the next
// output grows by w. If the core has several literals and the best model is not yet an optimum, relax
// makes a totalizer of the core and returns the error of exhaust.
func (c *coreFinder) relax(ctx context.Context, core []dimacs.Lit) error {
	w := slices.Min(lists.Map(core, func(l dimacs.Lit) int64 { return c.weights[l] }))
	for _, l := range core {
		c.weights[l] -= w
		if o, is := c.outputs[l]; is && o.number < o.totalizer.size {
			c.penalize(o.totalizer, o.number+1, w)
		}
	}
	c.add(core...)
	c.raise(c.Bound + w)
	if len(core) == 1 || c.done() {
		return nil
	}
	return c.exhaust(ctx, newTotalizer(core), w)
}

// penalize adds w to the weight of output k of a totalizer, from 1 to its size. If necessary, it adds the
// output to the totalizer and to the penalties.
func (c *coreFinder) penalize(n *totalizer, k int, w int64) {
	n.extend(k, c.fresh, c.add)
	l := n.outs[k-1]
	c.outputs[l] = output{n, k}
	if _, known := c.weights[l]; !known {
		c.penalties = append(c.penalties, l)
	}
	c.weights[l] += w
}

// exhaust raises the bound by the inputs of a new totalizer that must be true beside the first. For k
// from 2, it searches for a model with fewer than k true inputs, for at most exhaustTicks ticks. If it
// shows that there is no such model, it makes output k true and raises the bound by w. Otherwise output k
// becomes a penalty of weight w, and exhaust ends. It also ends if the best model is an optimum. It
// returns the cause of ctx, an error of cdcl, or the error of take for a model that it finds.
func (c *coreFinder) exhaust(ctx context.Context, n *totalizer, w int64) error {
	for k := 2; k <= n.size; k++ {
		n.extend(k, c.fresh, c.add)
		l := n.outs[k-1]
		_, unsat, err := c.session.Solve(ctx, []dimacs.Lit{-l}, exhaustTicks)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && err != cdcl.ErrLimit:
			return err
		case err == nil && unsat:
			c.add(l)
			if c.raise(c.Bound + w); c.done() {
				return nil
			}
			continue
		case err == nil:
			if err := c.take([]dimacs.Lit{-l}); err != nil {
				return err
			}
		}
		c.penalize(n, k, w)
		break
	}
	return nil
}

// A totalizer counts its inputs: if at least j inputs are true, then outs[j-1] is true. The method extend
// adds outputs and their clauses when they are needed.
//
// Sources: O. Bailleux and Y. Boufkhad, "Efficient CNF Encoding of Boolean Cardinality
// Constraints", CP 2003; R. Martins, S. Joshi, V. Manquinho and I. Lynce, "Incremental Cardinality
// Constraints for MaxSAT", CP 2014, for the outputs on demand.
type totalizer struct {
	left, right *totalizer   // totalizers of the first and the second half of the inputs; nil for a single input, which is also the output
	size        int          // the number of inputs
	outs        []dimacs.Lit // the outputs that exist
}

// newTotalizer returns a totalizer of inputs, which must not be empty. With several inputs, it has no
// outputs yet.
func newTotalizer(inputs []dimacs.Lit) *totalizer {
	if len(inputs) == 1 {
		return &totalizer{size: 1, outs: inputs[:1:1]}
	}
	half := len(inputs) / 2
	return &totalizer{left: newTotalizer(inputs[:half]), right: newTotalizer(inputs[half:]), size: len(inputs)}
}

// extend adds outputs to c and to its halves until there are k, or all if c has fewer inputs. It takes
// new variables from fresh, and passes the clauses to add.
func (c *totalizer) extend(k int, fresh func() dimacs.Lit, add func(...dimacs.Lit)) {
	had := len(c.outs)
	if k = min(k, c.size); k <= had {
		return
	}
	c.left.extend(k, fresh, add)
	c.right.extend(k, fresh, add)
	for len(c.outs) < k {
		c.outs = append(c.outs, fresh())
	}
	for i := 0; i <= min(k, len(c.left.outs)); i++ {
		for j := max(0, had+1-i); j <= min(k-i, len(c.right.outs)); j++ {
			clause := []dimacs.Lit{c.outs[i+j-1]}
			if i > 0 {
				clause = append(clause, -c.left.outs[i-1])
			}
			if j > 0 {
				clause = append(clause, -c.right.outs[j-1])
			}
			add(clause...)
		}
	}
	for i := max(had, 1); i < k; i++ {
		add(-c.outs[i], c.outs[i-1])
	}
}
