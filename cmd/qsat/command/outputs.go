package command

import (
	"context"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
)

// outputs are the files that the search writes, each nil without the flags that ask for it. All
// but the proof are complete or absent. Package opened removes the others at the end of the run.
type outputs struct {
	proof       *proofFile
	excluded    *excludedModels
	graph       *output.File // of --graph
	certificate *output.File // of a count, which --proof asks for
}

// choices are the names of what is written, which choose the compression.
type choices struct{ answer, proof, excluded, graph output.Choice }

// certifies reports whether --proof asks for the certificate of a count.
func (s *settings) certifies() bool { return s.count && s.proof != "" && s.excluded == "" }

// choose returns the choices of the flags, with the name of the answer. A name for something else,
// above all that of a formula, is a usage error.
func (s *settings) choose(answer string) (c choices, err error) {
	c.answer = output.Choice{Name: answer, Default: "an answer"}
	if s.cubes > 0 {
		c.answer.Default = "icnf"
	}
	c.proof = output.Choice{Name: s.proof, Default: "a proof", Ending: "drat", Formats: []string{lrat}}
	if s.certifies() {
		c.proof = output.Choice{Name: s.proof, Default: "a certificate", Ending: "cpog"}
	}
	c.excluded = output.Choice{Name: s.excluded, Default: "cnf"}
	c.graph = output.Choice{Name: s.graph, Default: "a graph", Ending: "nnf"}
	if s.proof == "-" || s.graph == "-" {
		return c, program.Usagef("a proof or graph on standard output would mix with the answer; use /dev/stdout if you mean it")
	}
	for _, c := range []output.Choice{c.answer, c.proof, c.excluded, c.graph} {
		if _, _, err := c.Make(); err != nil {
			return choices{}, program.Usagef("%w", err)
		}
	}
	return c, nil
}

// open creates the outputs, before the formula is read, as names may be wrong.
func (r *request) open(ctx context.Context) (err error) {
	if r.external != nil {
		r.external.Doubt = func(err error) { r.call.Notice("%v", err) }
		for _, file := range r.external.Files() {
			if err := opened.From(ctx).InputPath(file); err != nil {
				return err
			}
		}
	}
	if err = r.createProof(ctx); err == nil && r.excluded != "" {
		r.outputs.excluded, err = r.createExcluded(ctx)
	}
	if err == nil && r.graph != "" {
		r.outputs.graph, err = r.call.Create(ctx, r.choices.graph)
	}
	if err == nil && r.certifies() {
		r.outputs.certificate, err = r.call.Create(ctx, r.choices.proof)
	}
	return err
}
