package sat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// Certify compiles the problem like Compile, and writes a certificate in the format CPOG to
// w. The certificate holds the graph and a proof that it is equivalent to the formula, from
// which the count follows. It is an error if the values of a projection do not determine
// all other variables, if there are assumptions, or if the formula has more than
// dimacs.MaxVar/2 variables.
func Certify(ctx context.Context, p Problem, o Options, w io.Writer) (*Graph, error) {
	j, ctx, err := newJob(ctx, p, o)
	if err != nil {
		return nil, err
	}
	defer j.release()
	if err = j.prepareGraph(p); err == nil {
		err = certifiable(p)
	}
	if err != nil {
		return nil, public(err)
	}
	var derived derivation
	t := j.task.With(&derived)
	t.Project = nil
	g, err := count.New().Compile(ctx, t, j.task.Project)
	if err != nil {
		return nil, public(err)
	}
	if err := j.defines(ctx, g); err != nil {
		return nil, public(err)
	}
	if err := dnnf.Certify(ctx, g, p.Formula, derived, w); err != nil {
		return nil, err
	}
	return j.graph(g), nil
}

// CertifyPart counts the models of part o.Part of o.Parts, and writes a certificate for each cube of the
// part to w. A certificate has a line such as `c cube 1 -5`, and then a proof in CPOG about the formula
// with the literals of the cube as unit clauses. The errors are those of Certify. Parts of NewParts for
// a count may have symmetric cubes, and are an error, too.
//
// If o.Checkpoint has counted a cube, w already has the certificate of the cube. The method Keep is called
// after the certificate of a cube was written.
func CertifyPart(ctx context.Context, p Problem, o Options, w io.Writer) (n dimacs.Count, err error) {
	if o.Parts == nil || o.Parts.Weights != nil {
		return n, &ProblemError{Reason: "a certificate of a part needs parts that were not made for counting"}
	}
	n.M = new(big.Int)
	j, ctx, err := newJob(ctx, p, o, "Parts", "Checkpoint") // keeps the limit of memory
	if err != nil {
		return n, err
	}
	defer j.release()
	o.Parts, o.Part, o.Checkpoint = nil, 0, nil
	for i, cube := range j.share {
		found, known := j.checkpoint.Counted(i)
		if !known {
			if _, err = fmt.Fprintf(w, "c cube %s\n", strings.Trim(fmt.Sprint(cube), "[]")); err != nil {
				return n, err
			}
			under := p
			under.Formula = p.Formula.With(slices.Collect(slices.Chunk(cube, 1))...)
			g, err := Certify(ctx, under, o, w)
			if err != nil {
				return n, err
			}
			found = g.Count()
			j.checkpoint.Keep(i, found)
		}
		n = n.Plus(found)
	}
	return n, nil
}

// certifiable returns the error of a problem that has no certificate.
func certifiable(p Problem) error {
	switch {
	case len(p.Assume) > 0:
		return &ProblemError{Reason: "a certificate needs a formula without assumptions"}
	case p.Formula.Vars > dimacs.MaxVar/2:
		return &ProblemError{Reason: "the formula has too many variables for a certificate"}
	}
	return nil
}

// A derivation collects the clauses of a proof, and ignores deletions.
type derivation [][]dimacs.Lit

func (d *derivation) Add(clause []dimacs.Lit) error {
	*d = append(*d, slices.Clone(clause))
	return nil
}

func (d *derivation) Delete([]dimacs.Lit) error { return nil }

// defines returns nil if models that agree on the projection agree on all variables. Then
// the number of projected models is the number of models of g. Otherwise it returns a
// *ProblemError that names a variable. It also returns an error if ctx ends.
func (j *job) defines(ctx context.Context, g *dnnf.Graph) error {
	t := j.task.With(nil)
	if t.Project == nil || g.Root == dnnf.False {
		return nil
	}
	numbering, v := clause.Number(t.Formula, nil), 1
	for ; v <= t.Formula.Vars; v++ { // ends soon, even if the header claims billions of variables
		if numbering.Var(v) == 0 && !t.IsProjected(v) {
			break
		}
	}
	if v > t.Formula.Vars {
		t.Weights, t.Stats = nil, nil
		n, err := count.New().Count(ctx, t)
		if all := g.Count(); err != nil || n.Int().Cmp(all.Int()) == 0 {
			return err
		}
		if v, err = undefined(ctx, t, numbering); err != nil {
			return err
		}
	}
	return &ProblemError{Reason: fmt.Sprintf("the projection does not define variable %d, so the count has no certificate", v)}
}

// undefined returns a variable that the projection does not define: two models agree on the
// projection and differ in the variable. It searches for such models in two copies of the
// formula, which share the variables of the projection. It returns an error if there are
// none.
//
// Source: A. Padoa, "Essai d'une théorie algébrique des nombres entiers", 1900.
func undefined(ctx context.Context, t *engine.Task, numbering *clause.Numbering) (int, error) {
	names := numbering.Names[1:]
	n := dimacs.Lit(len(names))
	f, differ := &dimacs.Formula{}, []dimacs.Lit(nil)
	for lits := range t.Formula.Clauses() {
		var one, other []dimacs.Lit // the clause in the first and in the second copy
		for _, l := range lits {
			k := numbering.Lit(l).Dimacs()
			if one = append(one, k); !t.IsProjected(l.Var()) {
				k += n * dimacs.Lit(numbering.Lit(l).Sign())
			}
			other = append(other, k)
		}
		f.Add(one...)
		f.Add(other...)
	}
	for i, name := range names {
		if v := dimacs.Lit(i + 1); !t.IsProjected(int(name)) {
			d := 2*n + v
			f.Add(-d, v, n+v)
			f.Add(-d, -v, -n-v)
			differ = append(differ, d)
		}
	}
	f.Add(differ...)
	other := t.About(f)
	other.Project = nil
	a, err := engine.Solve(ctx, auto.New(), other)
	if err != nil || a.Model == nil {
		return 0, cmp.Or(err, errEqual)
	}
	i := slices.IndexFunc(differ, func(d dimacs.Lit) bool { return a.Model.Holds(d) })
	return int(names[differ[i]-2*n-1]), nil
}

var errEqual = errors.New("internal error: the counts of a projection and of all models differ, but it defines all variables")
