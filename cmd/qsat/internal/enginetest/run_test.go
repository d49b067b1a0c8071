package enginetest

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// bruteForce is an engine that knows the truth, and hands it out with a
// defect of choice.
type bruteForce struct{ defect defect }

type defect int

const (
	none defect = iota
	declines
	declinesLate // after the first model
	alwaysSatisfiable
	wrongModel
	dependsOnThreads
	forgetsAssumptions
	losesModel
	repeatsModel
	forgetsProjection
	differsInSecondRun
	miscounts
	miscountsFree
	drawsFirst // model more often
	drawsTwice // each model
	drawsFewer
	drawsOthers // with more threads
	goesOn      // after an error of found
	ownError
	deaf // to the end of the context
	emptyProof
	changesFormula
	failsOthers  // assumptions that are not given
	failsTooFew  // assumptions, none where the formula has a model
	failsTooMany // where it has none
	failsFirst   // assumption, whatever is needed
	contradicts  // itself in a proof: the empty clause at once
)

var errDeclined = &engine.DeclinedError{Engine: "brute force", Reason: "it does not like it"}

// runs is how many enumerations there were.
var runs int

func (b bruteForce) problem(t *engine.Task) *small {
	u := *t
	if b.defect == forgetsAssumptions {
		u.Assume = nil
	}
	if b.defect == forgetsProjection && u.Project != nil {
		u.Project = append([]int{}, newSmall("", t).vars...)
	}
	if b.defect == changesFormula && u.Formula.NumClauses() > 0 {
		for c := range u.Formula.Clauses() {
			for i := range c {
				c[i] = -c[i]
			}
		}
	}
	return newSmall("", &u)
}

func (p *small) assignment(a uint32) *dimacs.Assignment {
	full := &dimacs.Assignment{}
	for i, v := range p.constrained {
		full.Set(v, a>>i&1 != 0)
	}
	return full
}

// first returns a model, or nil.
func (p *small) first() *dimacs.Assignment {
	for a, is := range p.model {
		if is {
			return p.assignment(uint32(a))
		}
	}
	return nil
}

func (bruteForce) Name() string { return "brute force" }

func (b bruteForce) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	if b.defect == declines {
		return engine.Answer{}, errDeclined
	}
	if ctx.Err() != nil && b.defect != deaf {
		return engine.Answer{}, context.Cause(ctx)
	}
	p := b.problem(t)
	a := p.first()
	switch {
	case a == nil && b.defect == alwaysSatisfiable, a != nil && b.defect == wrongModel:
		a = p.assignment(0)
	case a == nil && t.Proof != nil:
		return engine.Answer{}, b.prove(p)
	case a == nil:
		return engine.Answer{Failed: b.failed(p)}, nil
	case b.defect == dependsOnThreads && t.Threads > 1:
		for i, is := range p.model {
			if is {
				a = p.assignment(uint32(i)) // the last one
			}
		}
	}
	return engine.Answer{Model: a}, nil
}

// failed returns assumptions that cannot hold together.
func (b bruteForce) failed(p *small) []dimacs.Lit {
	switch given := p.task.Assume; {
	case b.defect == failsTooFew:
		return []dimacs.Lit{}
	case b.defect == failsOthers && len(given) > 0:
		return append([]dimacs.Lit{-given[0]}, given...)
	case b.defect == failsFirst && len(given) > 1:
		return given[:1]
	case b.defect != failsTooMany && len(newSmall("", p.task.Under(nil)).images) == 0:
		return []dimacs.Lit{}
	default:
		return given
	}
}

// prove refutes all assignments: those of all variables, then those of all
// but one, and so on.
func (b bruteForce) prove(p *small) error {
	if b.defect == contradicts {
		p.task.Proof.Add(nil)
	}
	for k := len(p.constrained); k >= 0; k-- {
		for a := range 1 << k {
			var clause []dimacs.Lit
			for i, v := range p.constrained[:k] {
				clause = append(clause, dimacs.Lit(v*(1-2*(a>>i&1))))
			}
			if b.defect != emptyProof || k == 0 {
				p.task.Proof.Add(clause)
			}
		}
	}
	return nil
}

func (b bruteForce) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	runs++
	if b.defect == declines {
		return errDeclined
	}
	if ctx.Err() != nil && b.defect != deaf {
		return context.Cause(ctx)
	}
	p := b.problem(t)
	n := 0
	give := func(a *dimacs.Assignment) error {
		n++
		switch {
		case b.defect == losesModel && n == 2:
			return nil
		case b.defect == repeatsModel && n == 2:
			found(a)
		}
		err := found(a)
		switch {
		case err != nil && b.defect == goesOn:
			found(a)
		case err != nil && b.defect == ownError:
			return errors.New("found failed")
		case b.defect == declinesLate:
			return errDeclined
		case ctx.Err() != nil && b.defect != deaf:
			return context.Cause(ctx)
		}
		return err
	}
	seen := map[uint32]bool{}
	for i := range p.model {
		if b.defect == differsInSecondRun && runs%2 == 0 {
			i = len(p.model) - 1 - i
		}
		if a := uint32(i); p.model[i] && !seen[a&p.projected] {
			seen[a&p.projected] = true
			if err := engine.Expand(context.Background(), p.assignment(a), p.firstUnconstrained, give); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b bruteForce) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	switch {
	case b.defect == declines:
		return dimacs.Count{M: new(big.Int)}, errDeclined
	case ctx.Err() != nil && b.defect != deaf:
		return dimacs.Count{M: new(big.Int)}, context.Cause(ctx)
	}
	p := b.problem(t)
	n := dimacs.Count{M: big.NewInt(int64(len(p.images))), Shift: uint64(p.unconstrained)}
	switch b.defect {
	case miscounts:
		n.M.SetBit(n.M, 0, 1)
	case miscountsFree:
		n.Shift &^= 1
	}
	return n, nil
}

func (b bruteForce) Sample(ctx context.Context, t *engine.Task, k int64, found func(*dimacs.Assignment, bool) error) error {
	if b.defect == declines {
		return errDeclined
	}
	p, random := b.problem(t), rand.New(rand.NewPCG(uint64(t.Seed), 0))
	var models []uint32
	seen := map[uint32]bool{}
	for i, is := range p.model {
		if a := uint32(i); is && !seen[a&p.projected] {
			seen[a&p.projected], models = true, append(models, a)
		}
	}
	switch {
	case len(models) == 0:
		return nil
	case b.defect == drawsFirst:
		models = append(models, models[0])
	case b.defect == drawsFewer:
		k--
	case b.defect == drawsOthers && t.Threads > 1:
		random.Uint64()
	}
	model := models[0]
	for i := range k {
		if i%2 == 0 || b.defect != drawsTwice {
			model = models[random.IntN(len(models))]
		}
		a := p.assignment(model)
		for _, v := range p.firstUnconstrained {
			a.Set(v, random.IntN(2) == 0)
		}
		if err := found(a, false); err != nil {
			return err
		}
	}
	return nil
}

// firstError returns what the answers part of the suite says.
func firstError(e engine.Engine, cs *calls) error {
	small, _ := Options{}.formulas()
	for i := range small {
		if err := check(context.Background(), e, sampleProblem(i), cs); err != nil {
			return err
		}
	}
	return nil
}

// The suite accepts an engine that is right and refuses any that is wrong.
func TestAnswersFindDefects(t *testing.T) {
	for _, d := range []defect{
		alwaysSatisfiable, wrongModel, dependsOnThreads, forgetsAssumptions, losesModel, repeatsModel, forgetsProjection,
		differsInSecondRun, miscounts, miscountsFree, drawsFirst, drawsTwice, drawsFewer, drawsOthers, goesOn, ownError, declinesLate, emptyProof, changesFormula,
		failsOthers, failsTooFew, failsTooMany, failsFirst, contradicts,
	} {
		if err := firstError(bruteForce{d}, newCalls()); err == nil {
			t.Errorf("defect %d not found", d)
		}
	}
	if err := firstError(bruteForce{}, newCalls()); err != nil {
		t.Errorf("without a defect: %v", err)
	}
}

func TestDeclinesAreCounted(t *testing.T) {
	cs := newCalls()
	if err := firstError(bruteForce{declines}, cs); err != nil {
		t.Fatal(err)
	}
	for _, m := range methods {
		if cs.total[m] == 0 || cs.declined[m] != cs.total[m] {
			t.Errorf("%s: %d of %d declined", m, cs.declined[m], cs.total[m])
		}
	}
}

func TestDeclinesAreAccepted(t *testing.T) {
	for _, test := range []struct {
		o               Options
		calls, declined int
		want            bool
	}{
		{Options{}, 10, 0, true},
		{Options{}, 10, 1, false},
		{Options{MayDecline: true}, 10, 9, true},
		{Options{MayDecline: true}, 10, 10, false},
	} {
		if got := test.o.accepts(test.calls, test.declined); got != test.want {
			t.Errorf("%+v: %d of %d calls declined: %v", test.o, test.declined, test.calls, got)
		}
	}
}

func TestNumberOfFormulas(t *testing.T) {
	for _, test := range []struct {
		long string
		o    Options
		want int
	}{
		{"", Options{}, 100}, {"", Options{Variant: true}, 60}, {"1", Options{Variant: true}, 3_000},
	} {
		if test.long != "" && testing.Short() {
			continue
		}
		t.Setenv(longVariable, test.long)
		if n, structured := test.o.formulas(); n != test.want || structured*100 < n {
			t.Errorf("%+v: %d formulas and %d structured ones", test, n, structured)
		}
	}
}

// slow is an engine for formulas of any size: one that finds what wide has.
type slow struct{ bruteForce }

func (s slow) Solve(ctx context.Context, t *engine.Task) (engine.Answer, error) {
	if s.defect == deaf {
		return engine.Answer{}, nil
	}
	return engine.Answer{}, context.Cause(ctx)
}

func (s slow) Count(ctx context.Context, t *engine.Task) (dimacs.Count, error) {
	return dimacs.Count{M: new(big.Int)}, context.Cause(ctx)
}

func (s slow) Enumerate(ctx context.Context, t *engine.Task, found func(*dimacs.Assignment) error) error {
	for {
		if ctx.Err() != nil && s.defect != deaf {
			return context.Cause(ctx)
		}
		err := found(&dimacs.Assignment{})
		switch {
		case err != nil && s.defect == ownError:
			return errors.New("found failed")
		case err != nil && s.defect == goesOn:
			return found(&dimacs.Assignment{})
		case err != nil:
			return err
		}
	}
}

func TestStopsFindDefects(t *testing.T) {
	for _, test := range []struct {
		defect defect
		fails  []bool // by stop
	}{
		{none, []bool{false, false, false}},
		{deaf, []bool{true, true, false}},
		{goesOn, []bool{false, false, true}},
		{ownError, []bool{false, false, true}},
	} {
		for i, s := range stops {
			if err := s.test(slow{bruteForce{test.defect}}); (err != nil) != test.fails[i] {
				t.Errorf("defect %d, %s: %v", test.defect, s.name, err)
			}
		}
	}
}

// The samples have to reach what they are for.
func TestProblemsAreMixed(t *testing.T) {
	counts := map[string]int{}
	for i := range 1000 {
		p := sampleProblem(i)
		_, few := few(p.number())
		for what, is := range map[string]bool{
			"satisfiable":                     satisfiable(p),
			"unsatisfiable":                   !satisfiable(p),
			"assumptions":                     len(p.task.Assume) > 0,
			"no clauses":                      len(p.clauses) == 0,
			"all":                             p.task.Project == nil,
			"empty projection":                p.task.Project != nil && len(p.task.Project) == 0,
			"projection":                      len(p.task.Project) > 0,
			"unconstrained in the projection": p.unconstrained > 0,
			"too many models":                 !few,
			"distant variable":                p.task.Formula.Vars >= far,
			"seed":                            p.task.Seed != 0,
			"many models":                     few && len(p.images) > 30,
			"unconstrained":                   len(p.constrained) < p.task.Formula.Vars,
			"refuted with a cost":             !satisfiable(p) && len(p.clauses) > 10,
		} {
			if is {
				counts[what]++
			}
		}
	}
	t.Log(counts)
	for what, n := range counts {
		if n < 10 {
			t.Errorf("%s: %d of 1000", what, n)
		}
	}
	if len(counts) != 14 {
		t.Errorf("%d kinds", len(counts))
	}
}
