package command

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"path/filepath"

	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/auto"
	"queens/cmd/qsat/internal/clause"
	"queens/cmd/qsat/internal/cover"
	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// cubesPerPart is how many cubes of its own a formula is split into for each part: the
// more, the more alike are the parts.
const cubesPerPart = 32

// answerPart answers for one part, completely or not at all.
func (s *settings) answerPart(ctx context.Context, call *program.Invocation, name string, form forms, out io.Writer) error {
	seal := parts.NewSeal(out)
	r := newReport(seal, false)
	r.part = &parts.Header{I: s.part.I, Weight: big.NewInt(1), Proof: s.proofName(call)}
	code, err := s.answer(ctx, call, name, form, r)
	if err == nil && (code == 0 || ctx.Err() != nil) || isStop(ctx, err) {
		err = fmt.Errorf("part %v is not complete: %v", s.part, context.Cause(ctx))
	}
	if err == nil {
		err = r.flush()
	}
	if err == nil {
		err = seal.End()
	}
	return err
}

// proofName returns the name of the proof relative to the directory of the result.
func (s *settings) proofName(call *program.Invocation) string {
	if s.proof == "" || filepath.IsAbs(s.proof) {
		return s.proof
	}
	dir := "."
	if call.Output != "" && call.Output != "-" {
		dir = filepath.Dir(call.Output)
	}
	from, err1 := filepath.Abs(dir)
	to, err2 := filepath.Abs(s.proof)
	name, err3 := filepath.Rel(from, to)
	if cmp.Or(err1, err2, err3) != nil {
		return s.proof
	}
	return filepath.ToSlash(name)
}

// deal splits a formula without cubes, and reports what the part is.
func (s *settings) deal(ctx context.Context, name string, t *engine.Task, r *report) error {
	h := r.part
	var err error
	if h.Formula, err = parts.FormulaDigest(ctx, t.Formula, t.Project, t.Assume); err != nil {
		return err
	}
	given := t.Formula.Incremental && len(t.Formula.Cubes) > 0
	if !given && s.count && (s.engine == auto.Name || s.engine == cover.Name) {
		if r.split, err = auto.Split(ctx, t, s.part.K*cubesPerPart); err != nil && !errors.As(err, new(*engine.DeclinedError)) && !errors.Is(err, clause.ErrTooLarge) {
			return err
		}
		err = nil
	}
	cubes, weights := t.Formula.Cubes, []int64(nil)
	switch {
	case r.split != nil:
		cubes, weights = r.split.Cubes, r.split.Weights
	case !given:
		err = splitItself(ctx, t, s.part.K*cubesPerPart)
		cubes = t.Formula.Cubes
	case s.proof != "":
		err = checkCover(ctx, name, t)
	}
	if err != nil {
		return err
	}
	h.Whole = parts.Whole{
		K: s.part.K, Question: s.question(t), Formula: h.Formula, Cubes: parts.CubesDigest(cubes, weights),
		Version: program.Version(), Seed: s.seed,
	}
	if s.proof != "" {
		h.List = every(cubes, s.part)
	}
	if r.split != nil {
		h.SetOrbits(every(weights, s.part))
	}
	for _, c := range h.Comments() {
		r.w.Comment(c.Key, c.Value)
	}
	return nil
}

// every returns the share of a list that belongs to a part.
func every[T any](list []T, share parts.Share) (mine []T) {
	for j := share.I - 1; j < len(list); j += share.K {
		mine = append(mine, list[j])
	}
	return mine
}

// question returns what parts are asked for.
func (s *settings) question(t *engine.Task) string {
	switch {
	case s.count && s.Projects(t.Formula):
		return parts.ProjectedCount
	case s.count:
		return parts.Count
	case s.enumerate:
		return parts.Models
	case s.proof != "" && s.binary:
		return parts.BinaryProof
	case s.proof != "":
		return parts.Refutation
	}
	return parts.Model
}

// splitItself gives the formula of a task at least n cubes, or as many as there are.
func splitItself(ctx context.Context, t *engine.Task, n int) error {
	cubes, err := dpll.Split(ctx, t, n)
	if err != nil {
		return err
	}
	for i := range cubes {
		cubes[i] = cubes[i][len(t.Assume):]
	}
	if len(cubes) == 0 { // unit propagation refutes the formula
		cubes = [][]dimacs.Lit{nil}
	}
	f := *t.Formula
	f.Cubes = cubes
	t.Formula = &f
	return nil
}

// checkCover refuses cubes that a proof of the whole cannot be made of.
func checkCover(ctx context.Context, name string, t *engine.Task) error {
	gap, err := t.Gap(ctx, t.Formula.Cubes)
	if err == nil && gap != nil {
		err = fmt.Errorf("%s: the cubes do not cover the search, so their proofs do not refute the formula: no cube covers %v", shown(name), gap)
	}
	return err
}

// nameProof reports the proof, which is complete, and the cubes of the part.
func (r *report) nameProof(p *proofFile) {
	r.part.ProofDigest = hex.EncodeToString(p.digest.Sum(nil))
	for _, c := range r.part.ProofComments() {
		r.w.Comment(c.Key, c.Value)
	}
}
