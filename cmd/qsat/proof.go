package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// A proofFile is a proof that becomes a file of its own.
type proofFile struct {
	*dimacs.ProofWriter
	file *output.File
}

// createProof opens the file of --proof. It never takes the place of a
// formula, above all not of the one that is being solved.
func (s *settings) createProof(ctx context.Context, formula string) (*proofFile, error) {
	if s.proof == "-" {
		return nil, program.Usagef("a proof on standard output would mix with the answer; use /dev/stdout if you mean it")
	}
	if strings.EqualFold(filepath.Ext(s.proof), ".cnf") || filepath.Clean(s.proof) == filepath.Clean(formula) {
		return nil, program.Usagef("refusing to write the proof over the formula %s", s.proof)
	}
	f, err := output.Create(ctx, s.proof, nil)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return &proofFile{dimacs.NewProofWriter(f, s.binary), f}, nil
}

// commit completes the file, which stays even if the search was stopped.
func (p *proofFile) commit() error {
	if err := p.Flush(); err != nil {
		return err
	}
	return p.file.Commit()
}

func (p *proofFile) abort() { p.file.Abort() }
