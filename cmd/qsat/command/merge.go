package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/parts"
	"queens/dimacs"
)

// searchFlags are those that --merge has no use for.
var searchFlags = []string{"assume", "all", "binary-proof", "check", "core", "count", "engine", "models", "models-excluded", "part", "project", "relaxed", "seed", "solver", "split", "stats", "strict", "verbose", "verify"}

// formulaName returns the name of the formula, or nothing if results are merged.
func (s *settings) formulaName(call *program.Invocation) (string, error) {
	if s.merge {
		return "", nil
	}
	return call.AtMostOne("FILE")
}

// mergeResults makes one answer of the results of parts.
func (s *settings) mergeResults(ctx context.Context, call *program.Invocation, _ string, form forms, r *report) (int, error) {
	names := call.Args
	if len(names) == 0 {
		names = []string{""}
	}
	m := &parts.Merger{}
	for _, name := range names {
		err := withInput(ctx, call, name, func(in *input.File) error { return m.Add(ctx, in.Reader, in.Name) })
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if err != nil {
			m.Refused = append(m.Refused, err)
		}
	}
	missing := m.Missing()
	switch {
	case len(m.Refused) > 0 || m.Whole.K == 0:
		return 0, errors.Join(append(m.Refused, m.Partial...)...)
	case len(missing) > 0 && !m.Satisfiable():
		return 0, errors.Join(append(m.Partial, missingError(m, missing))...)
	}
	for _, err := range m.Partial {
		call.Notice("%v", err)
	}
	for _, c := range m.Comments {
		r.w.Comment(c.Key, c.Value)
	}
	return s.reportWhole(ctx, call, form.proof, m, r)
}

// withInput calls use with an input while it is open.
func withInput(ctx context.Context, call *program.Invocation, name string, use func(*input.File) error) error {
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	return use(in)
}

// missingError says which parts are missing, in the forms that Slurm and GNU parallel
// take, and how long they may take.
func missingError(m *parts.Merger, missing []int) error {
	list := strings.Trim(fmt.Sprint(missing), "[]")
	done := m.Whole.K - len(missing)
	return fmt.Errorf("%d of %d parts are there, %.0f s of work; missing, about %.0f s of work:\n--array=%s\n::: %s", done, m.Whole.K,
		m.Seconds, m.Seconds/float64(done)*float64(len(missing)), strings.ReplaceAll(list, " ", ","), list)
}

// reportWhole reports the answer of all parts.
func (s *settings) reportWhole(ctx context.Context, call *program.Invocation, compression string, m *parts.Merger, r *report) (int, error) {
	proves := m.Whole.Question == parts.Refutation || m.Whole.Question == parts.BinaryProof
	switch {
	case s.proof != "" && !proves:
		return 0, errors.New("the results have no proofs: parts need --proof, too")
	case m.Whole.Question == parts.Count, m.Whole.Question == parts.ProjectedCount:
		return r.counted(nil, m.Whole.Question == parts.ProjectedCount, m.Sum, false), nil
	case m.Whole.Question == parts.Models:
		return r.union(ctx, call, m)
	case m.Satisfiable():
		r.w.Status(dimacs.Satisfiable)
		if !r.noModel {
			r.w.Model(m.Model)
		}
		return exitSatisfiable, nil
	case s.proof != "":
		if err := s.joinProofs(ctx, call, compression, m); err != nil {
			return 0, err
		}
	}
	return r.unsatisfiable(nil), nil
}

// union reports the models of all parts, which are read once more.
func (r *report) union(ctx context.Context, call *program.Invocation, m *parts.Merger) (int, error) {
	one, n := big.NewInt(1), new(big.Int)
	for _, name := range m.Names() {
		if info, err := os.Stat(name); name == input.Stdin || err == nil && !info.Mode().IsRegular() {
			return 0, fmt.Errorf("%s: expected a file, as models are read twice", name)
		}
		err := withInput(ctx, call, name, func(in *input.File) error {
			return m.Models(ctx, in.Reader, in.Name, func(model []dimacs.Lit) error {
				if n.Sign() == 0 {
					r.w.Status(dimacs.Satisfiable)
				}
				if n.Add(n, one); !r.noModel {
					r.w.Model(model)
				}
				return r.w.Err()
			})
		})
		if err != nil {
			return 0, err
		}
	}
	if err := m.CheckRead(); err != nil {
		return 0, err
	}
	if n.Sign() == 0 {
		return r.unsatisfiable(nil), nil
	}
	r.w.Models(n, false)
	return exitSatisfiable, nil
}

// joinProofs writes the proof of the whole: those of the parts, which derive the
// negation of each cube, and what follows from these.
func (s *settings) joinProofs(ctx context.Context, call *program.Invocation, compression string, m *parts.Merger) error {
	cubes, err := m.Cubes()
	if err != nil {
		return err
	}
	s.binary = m.Whole.Question == parts.BinaryProof
	p, err := s.createProof(ctx, call, compression)
	if err != nil {
		return err
	}
	defer p.abort()
	for i := 1; i <= m.Whole.K; i++ {
		if err := p.append(ctx, call, m.Parts[i]); err != nil {
			return err
		}
	}
	if err := engine.ProveCover(cubes, p); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return p.commit()
}

// append copies the proof of a part.
func (p *proofFile) append(ctx context.Context, call *program.Invocation, f *parts.Found) error {
	name := filepath.FromSlash(f.Proof)
	if !filepath.IsAbs(name) && f.Name != input.Stdin {
		name = filepath.Join(filepath.Dir(f.Name), name)
	}
	return withInput(ctx, call, name, func(in *input.File) error {
		digest := sha256.New()
		if _, err := io.Copy(io.MultiWriter(p.file, digest), input.UntilDone(ctx, in.Reader)); err != nil {
			return err
		}
		if hex.EncodeToString(digest.Sum(nil)) != f.ProofDigest {
			return fmt.Errorf("%s: it is not the proof that %s names", name, f.Name)
		}
		return nil
	})
}
