package command

import (
	"context"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
)

// outputs are the files that the search writes, each nil without the flags that ask for it. All
// but the proof are complete or absent. Package opened removes the others at the end of the run.
type outputs struct {
	proof       *proofFile
	excluded    *excludedModels
	graph       *output.File // of --graph
	certificate *output.File // of a count, which --proof asks for
}

// certifies reports whether --proof asks for the certificate of a count.
func (s *settings) certifies() bool { return s.count && s.proof != "" && s.excluded == "" }

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
	if !r.certifies() {
		err = r.createProof(ctx)
	}
	if err == nil && r.excluded != "" {
		r.outputs.excluded, err = r.createExcluded(ctx)
	}
	if err == nil && r.graph != "" {
		r.outputs.graph, err = r.call.Create(ctx, output.Choice{Name: r.graph, Default: "a graph", Ending: "nnf"})
	}
	if err == nil && r.certifies() {
		r.outputs.certificate, err = r.call.Create(ctx, output.Choice{Name: r.proof, Default: "a certificate", Ending: "cpog"})
	}
	return err
}
