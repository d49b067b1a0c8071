package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/dimacs/result"
)

// keptKinds lists the values of --simplify.
var keptKinds = []program.Keyword{
	{Name: string(sat.KeepModel), About: "for a solver: keep whether there is a model"},
	{Name: string(sat.KeepModels), About: "for a counter or enumerator: keep the number of models"},
	{Name: string(sat.KeepCount), About: "for a counter: keep the number of models up to a factor, which the map has"},
}

// findSimplified simplifies the formula for --simplify, and completes the file of --map.
func (r *run) findSimplified(ctx context.Context) (a answer, err error) {
	q := r.question
	lits, err := formula.NewVocabulary(q.Formula, r.Squares).Literals(r.keep)
	if err != nil {
		return a, fmt.Errorf("--keep: %w", err)
	}
	keep := lists.Map(lits, dimacs.Lit.Var)
	if r.outputs.proof != nil {
		if r.outputs.proof.lrat {
			return a, errors.New("--simplify with --proof writes DRAT: expected a name in .drat; --certificate joins LRAT")
		}
		q.options = r.proving(q.options)
	}
	s, err := sat.Simplify(ctx, q.Problem, q.options, sat.Kept(r.simplify), keep)
	if err != nil {
		return a, err
	}
	if ctx.Err() != nil {
		r.call.Notice("the simplification is not complete: %v", context.Cause(ctx))
	}
	ctx = context.WithoutCancel(ctx) // the files are complete, or not there
	digest, err := parts.FormulaDigest(ctx, q.Formula, q.Project, q.Assume)
	if err != nil {
		return a, err
	}
	small, err := parts.FormulaDigest(ctx, s.Formula, s.Formula.Projection, nil)
	if err == nil {
		err = r.outputs.mapped.CompleteAfter(s.WriteMap(r.outputs.mapped, digest, small))
	}
	if err == nil && r.outputs.proof != nil {
		err = r.pass(r.outputs.proof.complete)
	}
	a.simplified = s
	return a, err
}

// reportSimplified writes the simplified formula. The exit code is 10 if no clause is left, 20 if the empty clause is
// left, and otherwise 0. A notice to standard error tells the first two.
func (r *reporter) reportSimplified(ctx context.Context, q *question, a answer) (code int, err error) {
	if err := r.w.Flush(); err != nil {
		return 0, err
	}
	f, w := a.simplified.Formula, dimacs.NewWriter(r.out)
	w.CommentText(fmt.Sprintf("simplified for %s, from %d variables and %d clauses", a.simplified.Kept, q.Formula.Vars, q.Formula.NumClauses()))
	if a.simplified.Kept == sat.KeepCount {
		w.CommentText(fmt.Sprintf("MUST MULTIPLY BY %s 0", a.simplified.Factor.RatString()))
	}
	w.Head(f, int64(f.NumClauses()))
	if err := w.Clauses(context.WithoutCancel(ctx), f); err != nil {
		return 0, err
	}
	status := dimacs.Unknown
	switch {
	case f.NumClauses() == 0:
		code, status = program.ExitSatisfiable, dimacs.Satisfiable
	case f.Vars == 0: // its clauses are empty
		code, status = program.ExitUnsatisfiable, dimacs.Unsatisfiable
	}
	if code > 0 {
		r.call.Notice("the simplification answers the formula: it is %v", status)
	}
	return code, w.Flush()
}

// findAnswer reads the map, and turns the answer of another program about the simplified formula into an answer about
// the formula.
func (r *run) findAnswer(ctx context.Context) (a answer, err error) {
	s, file, err := r.openOther(ctx)
	if err != nil {
		return a, err
	}
	defer file.Close()
	in := result.NewReader(file.Reader, file.Name)
	in.Vars = len(s.Old)
	if a, err = r.mapModels(ctx, s, in); err != nil {
		return a, err
	}
	a.Status, a.Failed = in.Status(), r.question.Assume
	n := in.CountPower()
	if sum := in.WeightedCount(); sum != nil && r.question.Weighted() {
		n = dimacs.Count{M: sum.Num(), Denominator: sum.Denom()}
	}
	switch {
	case in.Counted() || n.M != nil:
		err = a.mapCount(s, n, r.question.Weighted())
	case a.Status == dimacs.Satisfiable && a.Model == nil:
		err = errors.New("expected a model, found none")
	case a.Status == dimacs.Unsatisfiable && in.Failed() != nil:
		a.Answer, err = r.mapCore(ctx, s, in.Failed())
	}
	if err != nil {
		return a, fmt.Errorf("%s: %w", file.Name, err)
	}
	err = r.decide(ctx, &a)
	return a, err
}

// decide sets the status of a, if a count is the answer. A sum of weights may be 0 although there are models, so decide
// then looks for a model.
func (r *run) decide(ctx context.Context, a *answer) (err error) {
	switch {
	case !a.counted:
	case !a.count.IsZero():
		a.Status = dimacs.Satisfiable
	case r.question.Weighted():
		a.Answer, err = sat.Solve(ctx, r.question.Problem, r.question.options)
	default:
		a.Status = dimacs.Unsatisfiable
	}
	return err
}

// mapModels reads all models of the simplified formula. Each must become a model of the formula; the last one is in
// the answer. Several models, or a model with a number of models after it, are printed, each once.
func (r *run) mapModels(ctx context.Context, s *sat.Simplified, in *result.Reader) (a answer, err error) {
	q := r.question
	assumed, seen := q.Formula.WithUnits(q.Assume), verdict.Repetitions{}
	list := func(m *dimacs.Assignment) error {
		if lits := lists.Map(lists.From(0, q.NumProjected()), func(i int) dimacs.Lit { return m.Lit(q.Projected(i)) }); seen.Add(lits, 1) > 0 {
			return nil
		}
		a.models++
		return r.reporter.next(ctx, q, m)
	}
	all := s.Kept != sat.KeepModel && s.Factor.Cmp(big.NewRat(1, 1)) == 0
	for err == nil {
		lits, end := in.Read()
		if end == io.EOF {
			break
		} else if end != nil {
			return a, end
		}
		m, wrong, fault := r.extended(ctx, s, assumed, lits)
		switch {
		case fault != nil:
			return a, fault
		case wrong != nil:
			return a, fmt.Errorf("%s: model %d gives no model of %s: it falsifies %v", in.Name(), in.Models(), q.name, wrong)
		case a.Model != nil && !all:
			return a, fmt.Errorf("%s: several models, but the formula was simplified for %s: only --simplify %s keeps all models", in.Name(), s.Kept, sat.KeepModels)
		case a.Model != nil && a.models == 0:
			err = cmp.Or(list(a.Model), list(m))
		case a.Model != nil:
			err = list(m)
		}
		a.Model = m
	}
	n, more := in.Announced()
	if a.more = more; err != nil || n == nil || !all || a.Model == nil {
		return a, err
	}
	if c := n.Cmp(big.NewInt(in.Models())); c > 0 || c < 0 && !more {
		return a, fmt.Errorf("%s: expected %v models, as its last line says, found %d", in.Name(), n, in.Models())
	}
	return a, list(a.Model)
}

// mapCount makes n, the count of the simplified formula, the answer about the formula.
func (a *answer) mapCount(s *sat.Simplified, n dimacs.Count, weighted bool) error {
	switch {
	case n.M == nil && weighted:
		return errors.New("expected an exact sum of weights, as in `c s exact arb frac 19/15`, found none")
	case n.M == nil:
		return errors.New("expected an exact number of models, as in `c s exact arb int 92`, found none")
	case !weighted && a.Status == dimacs.Satisfiable && n.IsZero() || a.Status == dimacs.Unsatisfiable && !n.IsZero():
		return fmt.Errorf("the status %v and the number of models contradict each other", a.Status)
	case s.Kept == sat.KeepModel:
		return fmt.Errorf("a count, but the formula was simplified for %s: use --simplify %s or %s", s.Kept, sat.KeepModels, sat.KeepCount)
	}
	a.counted, a.count = true, dimacs.Count{M: new(big.Int).Mul(n.M, s.Factor.Num()), Shift: n.Shift}
	if weighted {
		a.count.Denominator = new(big.Int).Mul(s.Factor.Denom(), cmp.Or(n.Denominator, big.NewInt(1)))
	}
	return nil
}

// mapCore refutes the formula under failed, which are assumptions about the simplified formula, and returns the answer.
func (r *run) mapCore(ctx context.Context, s *sat.Simplified, failed []dimacs.Lit) (sat.Answer, error) {
	p := r.question.Problem
	for _, l := range failed {
		if l.Var() > len(s.Old) {
			return sat.Answer{}, fmt.Errorf("the smaller formula has no variable %d", l.Var())
		}
	}
	p.Assume = append(slices.Clip(p.Assume), s.Original(failed)...)
	a, err := sat.Solve(ctx, p, r.question.options)
	if err == nil && a.Status == dimacs.Satisfiable {
		err = fmt.Errorf("the failed assumptions are the literals %v of %s, which has a model with them", p.Assume, r.question.name)
	}
	return a, err
}

// extended returns the model of f, the formula with its assumptions, that a model of the simplified formula gives, or a
// clause that it falsifies. If the question has a projection, the model may lack the other variables; then a search
// finds their values.
func (r *run) extended(ctx context.Context, s *sat.Simplified, f *dimacs.Formula, lits []dimacs.Lit) (m *dimacs.Assignment, wrong []dimacs.Lit, err error) {
	m = s.Extend(lits)
	wrong = f.Falsified(m)
	q := r.question
	if wrong == nil || s.Kept == sat.KeepModel || q.Project == nil {
		return m, wrong, nil
	}
	p := sat.Problem{Formula: f}
	for _, v := range q.Project {
		p.Assume = append(p.Assume, m.Lit(v))
	}
	found, err := sat.Solve(ctx, p, q.options)
	if err == nil && found.Model != nil {
		return found.Model, nil, nil
	}
	return m, wrong, err
}

// openOther reads the map, and opens the file of --answer or --certificate.
func (r *run) openOther(ctx context.Context) (*sat.Simplified, *input.File, error) {
	s, err := r.readMap(ctx)
	if err != nil {
		return nil, nil, err
	}
	file, err := input.Open(ctx, r.other, r.call.Stdin)
	return s, file, err
}

// readMap reads the map of --map, which must be about the question.
func (r *run) readMap(ctx context.Context) (*sat.Simplified, error) {
	file, err := input.Open(ctx, r.mapped, r.call.Stdin)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s, digest, err := sat.ReadMap(file.Reader, file.Name)
	if err != nil {
		return nil, err
	}
	own, err := parts.FormulaDigest(ctx, r.question.Formula, r.question.Project, r.question.Assume)
	if err == nil && own != digest {
		err = fmt.Errorf("%s: it is a map of another formula, or under other flags --assume and --project", file.Name)
	}
	return s, err
}

// reportAnswer reports an answer of --answer about the formula, and returns the exit code.
func (r *reporter) reportAnswer(ctx context.Context, q *question, a answer) (int, error) {
	switch {
	case a.counted:
		return r.reportCount(ctx, q, a)
	case a.models > 0:
		return r.reportModels(ctx, q, a)
	case a.Model != nil:
		a.Status = dimacs.Satisfiable
	}
	return r.reportModel(ctx, q, a)
}
