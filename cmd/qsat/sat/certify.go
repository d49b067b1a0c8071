package sat

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"queens/cmd/qsat/internal/count"
	"queens/cmd/qsat/internal/dnnf"
	"queens/dimacs"
)

// Certify compiles the problem like Compile, and writes a certificate in the format CPOG to w. The
// certificate holds the graph and a proof that it is equivalent to the formula, from which the
// count follows. Under a projection, the certificate also gives values to the other variables.
// Certify returns the graph. It is an error if there are assumptions, or if the formula has more
// than dimacs.MaxVar/2 variables.
func Certify(ctx context.Context, p Problem, o Options, w io.Writer) (*Graph, error) {
	return withJob(ctx, p, o, func(ctx context.Context, j *job) (*Graph, error) {
		if err := cmp.Or(j.prepareGraph(p), certifiable(p)); err != nil {
			return nil, err
		}
		var derived derivation
		t := unprojected(j.task)
		t.Proof = &derived
		g, err := count.New().Compile(ctx, t, true)
		if err == nil {
			err = dnnf.Certify(ctx, g, p.Formula, t.IsProjected, derived, w)
		}
		if err != nil {
			return nil, err
		}
		if t.Project != nil {
			g = g.Without(func(v int) bool { return !t.IsProjected(v) })
		}
		return j.graph(g), nil
	})
}

// CertifyPart returns the number of models of part o.Part of o.Parts, and writes a certificate for
// each cube of the part to w. A certificate has a line such as `c cube 1 -5`, and then a proof in
// CPOG about the formula with the literals of the cube as unit clauses. The errors are those of
// Certify. Without o.Parts, or if they have Weights, the error is a *ProblemError. With an error, the
// number is only about the cubes that were finished.
//
// If o.Checkpoint knows the count of a cube, CertifyPart writes no certificate for it, because w
// has it already. Otherwise it calls Keep after it has written the certificate.
func CertifyPart(ctx context.Context, p Problem, o Options, w io.Writer) (n dimacs.Count, err error) {
	if o.Parts == nil || o.Parts.Weights != nil {
		return n, &ProblemError{Reason: "a certificate of a part needs parts that were not made for counting"}
	}
	n.M = new(big.Int)
	j, ctx, err := newJob(ctx, p, o, "Cubes", "Parts", "Checkpoint") // keeps the limit of memory
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
			under.Formula = p.Formula.WithUnits(cube)
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

// certifiable returns a *ProblemError if p has assumptions, or more than dimacs.MaxVar/2 variables.
// Otherwise it returns nil.
func certifiable(p Problem) error {
	switch {
	case len(p.Assume) > 0:
		return &ProblemError{Reason: "a certificate needs a formula without assumptions"}
	case p.Formula.Vars > dimacs.MaxVar/2:
		return &ProblemError{Reason: "the formula has too many variables for a certificate"}
	}
	return nil
}

// A derivation is a proof.Sink that collects the added clauses, and ignores deletions.
type derivation [][]dimacs.Lit

func (d *derivation) Add(clause []dimacs.Lit) error {
	*d = append(*d, slices.Clone(clause))
	return nil
}

func (d *derivation) Delete([]dimacs.Lit) error { return nil }
