package command

import (
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"queens/cmd/internal/drat"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// A proofFile is a proof that becomes a file of its own, that of --proof, or is checked
// after the search, or both.
type proofFile struct {
	*dimacs.ProofWriter
	file   *output.File // nil without --proof
	digest hash.Hash    // of what a part has written; nil if that is the whole

	checked string   // the name of the temporary file of --verify, or empty
	copy    *os.File // that file
	files   *opened.Files
}

// forms are the compressions of what is written.
type forms struct{ answer, proof, excluded string }

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
	excluded := output.Choice{Name: s.excluded, Default: "cnf"}
	if _, f.excluded, err = excluded.Make(); err != nil {
		return f, program.Usagef("%w", err)
	}
	return f, nil
}

// createProof opens the files of --proof and --verify; without these it returns nil.
func (s *settings) createProof(ctx context.Context, call *program.Invocation, compression string) (*proofFile, error) {
	p, to := &proofFile{files: opened.From(ctx)}, []io.Writer{}
	if s.verify {
		name := filepath.Join(os.TempDir(), fmt.Sprintf("qsat-%016x.drat", rand.Uint64()))
		file, err := p.files.CreateTemporary(name)
		if err != nil {
			return nil, fmt.Errorf("proof: %w", err)
		}
		p.checked, p.copy, to = name, file, append(to, file)
	}
	if s.proof != "" {
		f, err := output.Create(ctx, s.proof, call.Stdout, compression)
		if err != nil {
			p.abort()
			return nil, fmt.Errorf("proof: %w", err)
		}
		p.file, to = f, append(to, f)
	}
	if len(to) == 0 {
		return nil, nil
	}
	if s.part.K > 0 {
		p.digest = sha256.New()
		to = append(to, p.digest)
	}
	p.ProofWriter = dimacs.NewProofWriter(io.MultiWriter(to...), s.binary || s.proof == "")
	return p, nil
}

// commit completes the files. That of --proof stays even if the search was stopped.
func (p *proofFile) commit() error {
	err := p.Flush()
	if err == nil && p.copy != nil {
		err = p.copy.Close()
	}
	if err == nil && p.file != nil {
		err = p.file.Commit()
	}
	return err
}

// abort gives the file of --proof up, unless it is complete, and removes the other
// one. P may be nil.
func (p *proofFile) abort() {
	if p == nil {
		return
	}
	p.file.Abort()
	if p.checked != "" {
		p.files.RemoveTemporary(p.checked)
	}
}

// verify checks that the proof, which is complete, refutes a formula under assumptions.
func (p *proofFile) verify(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) error {
	file, err := input.Open(ctx, p.checked, nil)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = drat.Check(ctx, formula.WithUnits(f, assume), file.Reader, drat.Options{Name: "wrong proof"})
	return err
}
