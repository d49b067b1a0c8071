package main

import (
	"context"
	"fmt"
	"os"
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

// checkProof refuses names for the proof that would cost the user a file: the
// formula, above all, and the answer.
func (s *settings) checkProof(formula, answer string) error {
	switch {
	case s.proof == "":
		return nil
	case s.proof == "-":
		return program.Usagef("a proof on standard output would mix with the answer; use /dev/stdout if you mean it")
	case strings.EqualFold(filepath.Ext(s.proof), ".cnf") || sameFile(s.proof, formula):
		return program.Usagef("refusing to write the proof over the formula %s", s.proof)
	case sameFile(s.proof, answer):
		return program.Usagef("refusing to write proof and answer to one file %s", s.proof)
	}
	return nil
}

// createProof opens the file of --proof.
func (s *settings) createProof(ctx context.Context) (*proofFile, error) {
	f, err := output.Create(ctx, s.proof, nil)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return &proofFile{dimacs.NewProofWriter(f, s.binary), f}, nil
}

// sameFile reports whether two names, of which the second may be empty, are
// those of one file that cannot be written by two.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return b != "" && filepath.Clean(a) == filepath.Clean(b)
	}
	second, err := os.Stat(b)
	return err == nil && first.Mode().IsRegular() && os.SameFile(first, second)
}

// commit completes the file, which stays even if the search was stopped.
func (p *proofFile) commit() error {
	if err := p.Flush(); err != nil {
		return err
	}
	return p.file.Commit()
}

func (p *proofFile) abort() { p.file.Abort() }
