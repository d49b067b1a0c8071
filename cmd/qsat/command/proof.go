package command

import (
	"context"
	"fmt"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// A proofFile is a proof that becomes a file of its own.
type proofFile struct {
	*dimacs.ProofWriter
	file *output.File
}

// forms are the compressions of what is written.
type forms struct{ answer, proof, used, lrat string }

// chooseForms decides on the compressions of the answer and the proof. A name
// for something else, above all that of a formula, is a usage error.
func (s *settings) chooseForms(call *program.Invocation) (f forms, err error) {
	answer := output.Choice{Name: call.Output, Default: "an answer"}
	if s.cubes > 0 {
		answer.Default = "icnf"
	}
	if _, f.answer, err = answer.Make(); err != nil {
		return f, program.Usagef("%w", err)
	}
	if s.proof == "-" {
		return f, program.Usagef("a proof on standard output would mix with the answer; use /dev/stdout if you mean it")
	}
	proof := output.Choice{Name: s.proof, Default: "a proof", Ending: "drat"}
	if _, f.proof, err = proof.Make(); err != nil {
		return f, program.Usagef("%w", err)
	}
	if _, f.used, err = (output.Choice{Name: s.used, Default: "cnf"}).Make(); err != nil {
		return f, program.Usagef("%w", err)
	}
	lrat := output.Choice{Name: s.lrat, Default: "a proof", Ending: "lrat"}
	if _, f.lrat, err = lrat.Make(); err != nil {
		return f, program.Usagef("%w", err)
	}
	return f, nil
}

// createProof opens the file of --proof; without that flag it returns nil.
func (s *settings) createProof(ctx context.Context, call *program.Invocation, compression string) (*proofFile, error) {
	if s.proof == "" {
		return nil, nil
	}
	f, err := output.Create(ctx, s.proof, call.Stdout, compression)
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

// abort gives the file up, unless it is complete or p is nil.
func (p *proofFile) abort() {
	if p != nil {
		p.file.Abort()
	}
}
