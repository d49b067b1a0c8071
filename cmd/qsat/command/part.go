package command

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"math/big"
	"path/filepath"

	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
)

// answerPart answers for one part, completely or not at all.
func (s *settings) answerPart(ctx context.Context, call *program.Invocation, name string, to outputs, out *output.File) error {
	seal := parts.NewSeal(out)
	r := newReport(seal, false)
	defer r.leave()
	r.part = s.header(s.part)
	r.part.Proof = s.proofName(call)
	code, err := s.answer(ctx, call, name, to, r)
	if err == nil && (code == 0 || ctx.Err() != nil) || isStop(ctx, err) {
		err = fmt.Errorf("part %v is not complete: %v", s.part, context.Cause(ctx))
	}
	if err == nil {
		err = r.flush()
	}
	if err == nil {
		err = seal.End()
	}
	if err = out.CommitAfter(err); err == nil {
		err = r.forget()
	}
	return err
}

// header returns the header of a part, but for what the formula tells.
func (s *settings) header(share parts.Share) *parts.Header {
	return &parts.Header{Share: share, Weight: big.NewInt(1), Version: program.Version(), Seed: s.seed}
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

// deal finds out what the part is about, and reports it. With a checkpoint the whole is part
// 1/1, which nobody is told of.
func (s *settings) deal(ctx context.Context, call *program.Invocation, q *question, p *proofFile, r *report) error {
	h := r.part
	if h == nil {
		h = s.header(parts.Share{I: 1, K: 1})
	}
	var err error
	if h.Formula, err = parts.FormulaDigest(ctx, q.Formula, q.Project, q.Assume); err != nil {
		return err
	}
	if p != nil {
		q.options.Proof = p
	}
	all, err := sat.NewParts(ctx, q.Problem, q.options, h.K, s.count)
	if err != nil {
		return err
	}
	q.options.Parts, q.options.Part = all, h.I
	h.Question, h.Cubes = s.partQuestion(q), parts.CubesDigest(all.Cubes, all.Weights)
	if s.proof != "" {
		h.List = every(all.Cubes, h.Share)
	}
	if all.Weights != nil {
		h.SetOrbits(every(all.Weights, h.Share))
	}
	if s.kept != "" {
		err = s.resume(ctx, call, q, h, r)
	}
	if r.part == nil || err != nil {
		return err
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

// partQuestion returns what parts are asked for.
func (s *settings) partQuestion(q *question) string {
	switch {
	case s.count && q.projects:
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

// nameProof reports the proof, which is complete, and the cubes of the part.
func (r *report) nameProof(p *proofFile) {
	r.part.ProofDigest = hex.EncodeToString(p.digest.Sum(nil))
	for _, c := range r.part.ProofComments() {
		r.w.Comment(c.Key, c.Value)
	}
}
