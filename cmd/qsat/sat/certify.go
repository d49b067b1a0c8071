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

// Certify compiles the problem like Compile, and writes a certificate in the format CPOG to
// w. The certificate holds the graph and a proof that it is equivalent to the formula, from
// which the count follows. Under a projection, the certificate also gives values to the other variables.
// It is an error if there are assumptions, or if the formula has more than dimacs.MaxVar/2 variables.
func Certify(ctx context.Context, p Problem, o Options, w io.Writer) (*Graph, error) {
	return about(ctx, p, o, func(ctx context.Context, j *job) (*Graph, error) {
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
