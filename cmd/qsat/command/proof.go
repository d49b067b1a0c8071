package command

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/dimacs"
	"queens/dimacs/proof"
)

// lrat is the format of proofs with hints, which a name ending in .lrat chooses.
const lrat = "lrat"

// A proofFile is a proof that goes to the file of --proof, to a temporary file for a check
// after the search, or to both.
type proofFile struct {
	gate
	writer *proof.Writer // to all files but an LRAT file, and to digest
	file   *output.File  // nil without --proof
	digest hash.Hash     // of the proof of a part; nil without --part
	lrat   bool          // file is LRAT, with hints; verify writes it
	begun  bool          // a search with the proof has begun
	ended  bool          // complete has done its work

	checked string   // the name of the temporary file for the check; "" without a check
	copy    *os.File // the temporary file; nil without a check
}

// createProof creates the files for --proof and --verify, and sets r.outputs.proof. Without these
// flags it creates nothing. It returns a usage error if the name of the file is wrong or does not go
// together with the other flags. Other errors are those of creating the files.
func (r *run) createProof(ctx context.Context) error {
	p, all := &proofFile{gate: r.gate}, []io.Writer{}
	to := output.Form{Name: r.proof, Default: "a proof", Ending: "drat", Formats: []string{lrat}}
	format, _, err := to.Make()
	if err != nil {
		return program.Usagef("%w", err)
	}
	p.lrat = format == lrat
	if p.lrat && (r.binary || r.backbone || r.part.K > 0) {
		return program.Usagef("--proof %s writes LRAT, but --binary-proof, --backbone and --part need DRAT", r.proof)
	}
	if r.verify || p.lrat {
		name := filepath.Join(os.TempDir(), fmt.Sprintf("qsat-%016x.drat", rand.Uint64()))
		file, _, err := opened.From(ctx).CreateTemporary(name)
		if err != nil {
			return fmt.Errorf("proof: %w", err)
		}
		p.checked, p.copy, all = name, file, append(all, file)
	}
	if r.proof != "" {
		f, err := r.create(ctx, to)
		if err != nil {
			return fmt.Errorf("proof: %w", err)
		}
		if p.file = f; !p.lrat {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		return nil
	}
	if r.part.K > 0 {
		p.digest = sha256.New()
		all = append(all, p.digest)
	}
	p.writer = proof.NewWriter(io.MultiWriter(all...), r.binary || p.file == nil || p.lrat)
	return r.pass(func() error { r.outputs.proof = p; return nil })
}

// Add writes a derived clause to the proof.
func (p *proofFile) Add(clause []dimacs.Lit) error {
	return p.pass(func() error { return p.writer.Add(clause) })
}

// Delete writes the deletion of a clause to the proof.
func (p *proofFile) Delete(clause []dimacs.Lit) error {
	return p.pass(func() error { return p.writer.Delete(clause) })
}

// complete writes the rest of a proof that has begun, closes the temporary file, and marks the file
// of --proof as complete, so that it stays even if the search was stopped. An LRAT file stays only
// after verify. If the proof has not begun, or at a second call, complete does nothing. P may be
// nil.
func (p *proofFile) complete() error {
	if p == nil || !p.begun || p.ended {
		return nil
	}
	p.ended = true
	err := p.writer.Flush()
	if err == nil && p.copy != nil {
		err = p.copy.Close()
	}
	if err == nil && p.file != nil && !p.lrat {
		err = p.file.CompleteAfter(nil)
	}
	if err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// verify returns an error unless the complete proof in the temporary file refutes f under the
// assumptions. The proof of another solver may be in LRAT. If the file of --proof is LRAT, verify
// also writes it and marks it as complete.
func (p *proofFile) verify(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) error {
	q := verdict.Question{Formula: f.WithUnits(assume), Proves: verdict.Unsatisfiable, Certificate: func() (*input.File, error) {
		if err := opened.Regular(p.checked); err != nil { // another solver may have replaced it
			return nil, fmt.Errorf("wrong proof: %w", err)
		}
		file, err := input.Open(ctx, p.checked, nil)
		if err == nil {
			file.Name = "wrong proof"
		}
		return file, err
	}}
	if p.lrat {
		q.As, q.LRAT = "drat", p.file
	}
	v, err := verdict.Check(ctx, q)
	switch {
	case err == nil && v.Wrong() != "":
		return errors.New(v.Wrong())
	case err == nil && p.lrat:
		return p.file.CompleteAfter(nil)
	}
	return err
}
