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

// lrat is the format of proofs with hints, chosen by the name.
const lrat = "lrat"

// A proofFile is a proof that becomes a file of its own, that of --proof, or is checked
// after the search, or both.
type proofFile struct {
	*dimacs.ProofWriter
	file   *output.File // nil without --proof
	digest hash.Hash    // of what a part has written; nil if that is the whole
	lrat   bool         // the file is written by the check, with hints

	checked string   // the name of a temporary file to be checked, or empty
	copy    *os.File // that file
	files   *opened.Files
}

// outputs are what is written, of which the names choose the compression.
type outputs struct{ answer, proof, excluded, graph output.Choice }

// outputs returns them. A name for something else, above all that of a formula, is a usage
// error.
func (s *settings) outputs(call *program.Invocation) (to outputs, err error) {
	to.answer = output.Choice{Name: call.Output, Default: "an answer"}
	if s.cubes > 0 {
		to.answer.Default = "icnf"
	}
	to.proof = output.Choice{Name: s.proof, Default: "a proof", Ending: "drat", Formats: []string{lrat}}
	if s.certifies() {
		to.proof = output.Choice{Name: s.proof, Default: "a certificate", Ending: "cpog"}
	}
	to.excluded = output.Choice{Name: s.excluded, Default: "cnf"}
	to.graph = output.Choice{Name: s.graph, Default: "a graph", Ending: "nnf"}
	if s.proof == "-" || s.graph == "-" {
		return to, program.Usagef("a proof or graph on standard output would mix with the answer; use /dev/stdout if you mean it")
	}
	for _, c := range []output.Choice{to.answer, to.proof, to.excluded, to.graph} {
		if _, _, err := c.Make(); err != nil {
			return to, program.Usagef("%w", err)
		}
	}
	return to, nil
}

// createProof opens the files of --proof and --verify; without these it returns nil.
func (s *settings) createProof(ctx context.Context, call *program.Invocation, to output.Choice) (*proofFile, error) {
	p, all := &proofFile{files: opened.From(ctx)}, []io.Writer{}
	format, _, _ := to.Make()
	p.lrat = format == lrat
	if p.lrat && (s.binary || s.part.K > 0) {
		return nil, program.Usagef("--proof %s is for LRAT: --binary-proof and --part are for DRAT", s.proof)
	}
	if s.verify || p.lrat {
		name := filepath.Join(os.TempDir(), fmt.Sprintf("qsat-%016x.drat", rand.Uint64()))
		file, err := p.files.CreateTemporary(name)
		if err != nil {
			return nil, fmt.Errorf("proof: %w", err)
		}
		p.checked, p.copy, all = name, file, append(all, file)
	}
	if s.proof != "" && !s.certifies() {
		f, err := call.Create(ctx, to)
		if err != nil {
			p.abort()
			return nil, fmt.Errorf("proof: %w", err)
		}
		if p.file = f; !p.lrat {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	if s.part.K > 0 {
		p.digest = sha256.New()
		all = append(all, p.digest)
	}
	p.ProofWriter = dimacs.NewProofWriter(io.MultiWriter(all...), s.binary || p.file == nil || p.lrat)
	return p, nil
}

// commit completes the files. That of --proof stays even if the search was stopped.
func (p *proofFile) commit() error {
	err := p.Flush()
	if err == nil && p.copy != nil {
		err = p.copy.Close()
	}
	if err == nil && p.file != nil && !p.lrat {
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

// verify checks that the proof, which is complete, refutes a formula under assumptions. The
// proof of another solver may be in LRAT. For --proof x.lrat, verify completes the file.
func (p *proofFile) verify(ctx context.Context, f *dimacs.Formula, assume []dimacs.Lit) error {
	file, err := input.Open(ctx, p.checked, nil)
	if err != nil {
		return err
	}
	defer file.Close()
	f, o := formula.WithUnits(f, assume), drat.Options{Name: "wrong proof", Hints: p.lrat}
	if !p.lrat {
		return drat.CheckAny(ctx, f, file.Reader, o)
	}
	r, err := drat.Check(ctx, f, file.Reader, o)
	if err != nil {
		return err
	}
	return p.file.CommitAfter(r.WriteLRAT(p.file))
}
