package command

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"queens/cmd/internal/generate"
	"queens/cmd/qcheck/verdict"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode/cardinality"
)

// simplified simplifies f like `qsat --simplify`, and returns a failure if an answer about the simplified formula
// gives a wrong answer about f. The seed chooses the value of --simplify and, if f has variables, an XOR line,
// assumptions, a projection and variables to keep. The answers come from package sat. When ctx ends, simplified
// returns no failure. The error is from the encoding of the XOR line.
func simplified(ctx context.Context, f *dimacs.Formula, seed uint64) (failure, error) {
	r := rand.New(rand.NewPCG(seed, 4))
	kept, keep := []sat.Kept{sat.KeepModel, sat.KeepModels, sat.KeepCount}[r.IntN(3)], []int(nil)
	p, o := sat.Problem{Formula: f.Hard()}, sat.Options{Threads: 1}
	if n := f.Vars; n > 0 {
		if r.IntN(4) == 0 {
			g := *p.Formula
			g.Linear = []dimacs.Linear{{Lits: generate.Lits(r, n, min(n, 2+r.IntN(4))), Odd: true}}
			h, err := cardinality.Clauses(ctx, &g)
			if err != nil {
				return failure{}, err
			}
			p.Formula = h
		}
		for r.IntN(4) == 0 {
			p.Assume = append(p.Assume, generate.Lits(r, n, 1)...)
		}
		if r.IntN(3) == 0 {
			p.Project = slices.Sorted(slices.Values(r.Perm(n + 1)[:r.IntN(n+1)]))
			p.Project = slices.DeleteFunc(p.Project, func(v int) bool { return v == 0 })
		}
		for r.IntN(4) == 0 {
			keep = append(keep, 1+r.IntN(n))
		}
	}
	if f.Weighted() { // the weights may be of any variables
		p.Project = nil
		if kept == sat.KeepModels {
			kept = sat.KeepCount
		}
	}
	note := fmt.Sprintf("--simplify %s, assumptions %v, projection %v, kept variables %v, XOR lines %v", kept, p.Assume, p.Project, keep, p.Formula.Linear)
	bad := func(kind, format string, args ...any) failure {
		return failure{kind, fmt.Sprintf(format, args...) + ": " + note}
	}
	s, err := sat.Simplify(ctx, p, o, kept, keep)
	if err != nil {
		return bad("no simplification", "%v", err), nil
	}
	var text bytes.Buffer
	s.WriteMap(&text, "-", "-")
	read, _, err := sat.ReadMap(&text, "map")
	if err != nil {
		return bad("wrong map", "%v", err), nil
	}
	small := sat.Problem{Formula: s.Formula}
	seen, assumed := map[string]bool{}, p.Formula.WithUnits(p.Assume)
	for m, err := range sat.Models(ctx, small, o) { // one model, or up to 32 if all models stay
		if err != nil {
			return failure{}, nil
		}
		big := read.Extend(m.Lits(s.Formula.Vars))
		if c := assumed.Falsified(big); c != nil {
			return bad(verdict.WrongModel, "it does not satisfy %v", c), nil
		}
		image := ""
		for i := range p.NumProjected() {
			image += fmt.Sprint(big.Lit(p.Projected(i)), " ")
		}
		if seen[image] {
			return bad(verdict.WrongModel, "two models give the model %s", image), nil
		}
		if seen[image] = true; kept != sat.KeepModels || len(seen) == 32 {
			break
		}
	}
	a, err := sat.Solve(ctx, p, o)
	if err == nil && (a.Status == dimacs.Satisfiable) != (len(seen) > 0) {
		return bad("wrong status", "the simplified formula has a model: %v, and the formula is %v", len(seen) > 0, a.Status), nil
	}
	if kept == sat.KeepModel || err != nil {
		return failure{}, nil
	}
	n, err := sat.Count(ctx, small, o)
	m, err2 := sat.Count(ctx, p, o)
	if product := new(big.Rat).Mul(n.Rat(), read.Factor); err == nil && err2 == nil && product.Cmp(m.Rat()) != 0 {
		return bad(verdict.WrongCount, "the simplified formula has %v models, times %v, and the formula has %v", n, read.Factor, m), nil
	}
	return failure{}, nil
}
