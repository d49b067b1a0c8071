package command

import (
	"cmp"
	"context"
	"encoding/hex"
	"hash"
	"math/big"

	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/lists"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// deal divides the search into parts, and sets the part, its proof and the checkpoint in the options
// of q. With --checkpoint and without --part, the part is 1/1, the whole, and the answer has no header.
// With --part, deal sets r.header. A notice says if there are fewer cubes than parts.
func (r *run) deal(ctx context.Context, q *question) (err error) {
	h := &parts.Header{Share: parts.Share{I: 1, K: 1}, Weight: big.NewInt(1), Version: program.Version(), Seed: r.seed}
	if r.part.K > 0 {
		h.Share, h.Proof = r.part, parts.RelativeName(r.call.Output, r.proof)
		r.header = h
	}
	if h.Formula, err = parts.FormulaDigest(ctx, q.Formula, q.Project, q.Assume); err != nil {
		return err
	}
	if r.outputs.proof != nil {
		q.options.Proof = r.outputs.proof
	}
	all, err := sat.NewParts(ctx, q.Problem, q.options, h.K, r.count && !r.certifies())
	if err != nil {
		return err
	}
	q.options.Parts, q.options.Part = all, h.I
	h.Question, h.Cubes = r.partQuestion(q), parts.CubesDigest(all.Cubes, all.Weights)
	if r.proof != "" {
		h.List = every(all.Cubes, h.Share)
	}
	if all.Weights != nil {
		h.SetOrbits(every(all.Weights, h.Share))
	}
	if r.checkpoint != "" {
		if err = r.resume(ctx, q, h); err != nil {
			return err
		}
	}
	if cubes := len(all.Cubes); cubes < r.part.K {
		r.call.Notice("the number of cubes is only %d: %d of the %d parts are empty", cubes, r.part.K-cubes, r.part.K)
	}
	return nil
}

// every returns the elements of list that belong to a part: the elements share.I, share.I + share.K
// and so on, counted from 1.
func every[T any](list []T, share parts.Share) (mine []T) {
	for j := share.I - 1; j < len(list); j += share.K {
		mine = append(mine, list[j])
	}
	return mine
}

// partQuestion returns the kind of question of a part, one of the constants of package parts for
// its header.
func (f *flags) partQuestion(q *question) string {
	switch {
	case f.count && q.projects:
		return parts.ProjectedCount
	case f.count:
		return parts.Count
	case q.kind.models:
		return parts.Models
	case f.proof != "" && f.binary:
		return parts.BinaryProof
	case f.proof != "":
		return parts.Refutation
	}
	return parts.Model
}

// nameProof reports the digest of the complete proof or certificate, and the cubes of the part. It
// also stores the digest in r.header, which must not be nil. It returns errStopped if the gate is shut.
func (r *run) nameProof(digest hash.Hash) error {
	return r.pass(func() error {
		r.header.ProofDigest = hex.EncodeToString(digest.Sum(nil))
		r.reporter.comments(r.header.ProofComments())
		return nil
	})
}

// findCubes finds the cubes of --split. If unit propagation refutes the formula, there is one cube,
// of the assumptions. A notice says if there are fewer cubes than wanted.
func (r *run) findCubes(ctx context.Context) (a answer, err error) {
	q := r.question
	cubes, err := sat.Cubes(ctx, q.Problem, q.options, r.cubes)
	switch {
	case err != nil:
	case len(cubes) == 0:
		r.call.Notice("unit propagation refutes the formula: there is only one cube")
		cubes = [][]dimacs.Lit{q.Assume}
	case len(cubes) == 1 && r.cubes > 1:
		r.call.Notice("there is only one cube: under it nothing is left to decide")
	case len(cubes) < r.cubes:
		r.call.Notice("there are only %d cubes: under each of them nothing is left to decide", len(cubes))
	}
	a.cubes = cubes
	return a, err
}

// reportSplit writes the formula and the cubes in the format of incremental solvers (icnf), and a
// projection if there is one or if the largest variable is in no clause. In JSON it writes the cubes
// only, and the status UNKNOWN. It stops with the cause of ctx when ctx ends, or with the error of the
// output. The exit code is 0.
func (r *reporter) reportSplit(ctx context.Context, q *question, a answer) (int, error) {
	if r.json {
		for i, c := range a.cubes {
			if i&0xfff == 0 && (ctx.Err() != nil || r.w.Err() != nil) {
				return 0, cmp.Or(context.Cause(ctx), r.w.Err())
			}
			r.w.List("cube", lists.Map(c, func(l dimacs.Lit) int { return int(l) }), nil)
		}
		r.w.Total("cubes", len(a.cubes), false)
		r.w.Status(dimacs.Unknown)
		return 0, nil
	}
	if err := r.w.Flush(); err != nil { // the comments about a board
		return 0, err
	}
	w := dimacs.NewWriter(r.out)
	w.IncrementalHeader()
	// The header of this format has no number of variables, and each variable in no clause
	// doubles the number of models.
	if q.Project != nil || q.Formula.Vars > largest(q.Formula) {
		w.Projection(func(yield func(int) bool) {
			for i := range q.NumProjected() {
				if i&0xfff == 0 && ctx.Err() != nil || !yield(q.Projected(i)) {
					return
				}
			}
		})
	}
	if err := w.Clauses(ctx, q.Formula); err != nil {
		return 0, err
	}
	for i, c := range a.cubes {
		if i&0xfff == 0 && (ctx.Err() != nil || w.Err() != nil) {
			return 0, cmp.Or(context.Cause(ctx), w.Err())
		}
		w.Cube(c...)
	}
	return 0, w.Flush()
}

// largest returns the largest variable in the clauses of f, or 0 if they have no literals.
func largest(f *dimacs.Formula) int {
	v := 0
	for c := range f.Clauses() {
		for _, l := range c {
			v = max(v, l.Var())
		}
	}
	return v
}
