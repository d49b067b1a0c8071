package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
)

// findCount counts the models, or adds up their weights: by a decision-DNNF for --graph, --each,
// --from-graph and a certificate, and otherwise by sat.Count. If the count is 0, the answer has the
// failed assumptions, or the status SATISFIABLE if only the weights add up to 0. With --each, the
// answer has the counts of literals. With an error, the models found so far are in the answer and,
// unless they are 0, in soFar. Without --part, findCount removes the parts of a checkpoint from the
// options after the count.
func (r *run) findCount(ctx context.Context) (a answer, err error) {
	q := r.question
	var n dimacs.Count
	switch {
	case r.orbits:
		var orbits *sat.Orbits
		if orbits, err = r.findOrbits(ctx); err == nil {
			n, err = orbits.Count(ctx)
		}
	case r.outputs.graph != nil || r.outputs.certificate != nil || r.literals || q.graph != nil:
		n, err = r.compile(ctx)
	default:
		n, err = sat.Count(ctx, q.Problem, q.options)
		if r.part.K == 0 { // without --part, the parts of a checkpoint are the whole
			q.options.Parts, q.options.Part, q.options.Checkpoint = nil, 0, nil
		}
	}
	if err == nil {
		a, err = r.complete(ctx, n.IsZero())
	}
	if err != nil {
		r.reporter.keepCount(n)
	}
	if a.count = n; r.literals && err == nil {
		a.literalCounts = q.graph.Each()
	}
	return a, err
}

// printLiteralCounts prints the counts of literals, with --names also their names. When ctx ends after the
// counts of shortModel literals, it cuts them off and returns an error.
func (r *reporter) printLiteralCounts(ctx context.Context, counts iter.Seq2[dimacs.Lit, dimacs.Count]) (err error) {
	r.w.Each(func(yield func(dimacs.Lit, dimacs.Count) bool) {
		i := 0
		for l, n := range counts {
			if i++; i > shortModel && ctx.Err() != nil {
				err = fmt.Errorf("the counts of literals are cut off before %d: %v", l, context.Cause(ctx))
			}
			if r.w.Name(l); err != nil || !yield(l, n) {
				return
			}
		}
	})
	return err
}

// compile counts by a decision-DNNF, which becomes q.graph, except for a part with a certificate.
// When the count is known, the files of --graph and of the certificate are complete. A graph of
// --from-graph is checked by Certify if there is a certificate, and otherwise by checkGraph.
func (r *run) compile(ctx context.Context) (n dimacs.Count, err error) {
	q, graph, certificate := r.question, r.outputs.graph, r.outputs.certificate
	g := q.graph
	switch {
	case g != nil && certificate != nil:
		err = g.Certify(ctx, certificate)
	case g != nil:
		err = r.checkGraph(q)
	case certificate != nil && r.part.K > 0:
		return r.certifyPart(ctx)
	case certificate != nil:
		g, err = sat.Certify(ctx, q.Problem, q.options, certificate)
	default:
		g, err = sat.Compile(ctx, q.Problem, q.options)
	}
	if err == nil && certificate != nil {
		err = certificate.CompleteAfter(nil)
	}
	if err == nil && graph != nil {
		if err = graph.CompleteAfter(writerOf(r.graph)(g, graph)); err != nil {
			err = fmt.Errorf("graph: %w", err)
		}
	}
	if err != nil {
		return n, err
	}
	q.graph = g
	return g.Count(), nil
}

// writerOf returns the method that writes a graph to a file: in c2d's format if its name ends in .c2d.nnf, in DOT if
// it ends in .dot, and otherwise in d4's format. The ending of a compression may follow.
func writerOf(name string) func(*sat.Graph, io.Writer) error {
	stem, _, _ := output.CutCompression(strings.ToLower(name))
	switch {
	case strings.HasSuffix(stem, ".c2d.nnf"):
		return (*sat.Graph).WriteC2D
	case strings.HasSuffix(stem, ".dot"):
		return (*sat.Graph).WriteDot
	}
	return (*sat.Graph).WriteD4
}

// checkedModels is the number of models of a graph from a file that a count checks by the formula.
const checkedModels = 64

// checkGraph checks at most checkedModels models of the graph of --from-graph by the formula, and
// returns the error for the first that violates it. With weights it takes the first models, which
// may have the weight 0, and otherwise random ones. It returns nil if a graph cannot list its
// models because they have too many variables.
func (r *run) checkGraph(q *question) error {
	models := q.graph.Models()
	if !q.Weighted() {
		models = q.graph.Sample(r.seed, checkedModels)
	}
	n := 0
	for _, err := range models {
		if n++; err != nil && !errors.As(err, new(*sat.ProblemError)) || n == checkedModels {
			return err
		}
	}
	return nil
}

// certifyPart returns the number of models of the part. It writes and completes the certificate of
// the part, and reports its digest. With --checkpoint, it writes the certificate to that file, too.
// With an error, the number is only about the cubes that were finished.
func (r *run) certifyPart(ctx context.Context) (n dimacs.Count, err error) {
	to, digest := r.outputs.certificate, r.outputs.digest
	w := io.MultiWriter(to, digest)
	if file, is := r.question.options.Checkpoint.(checkpoint); is {
		w = io.MultiWriter(w, file)
	}
	n, err = sat.CertifyPart(ctx, r.question.Problem, r.question.options, w)
	if err = to.CompleteAfter(err); err == nil {
		err = r.nameProof(digest)
	}
	return n, err
}

// readGraph reads the graph of --from-graph. If f is not nil, it is the formula of the graph, whose
// projection is ignored.
func (r *run) readGraph(ctx context.Context, f *dimacs.Formula) (*sat.Graph, error) {
	file, err := input.Open(ctx, r.fromGraph, r.call.Stdin)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if f != nil && f.Projection != nil { // --project may have other variables
		all := *f
		all.Projection, f = nil, &all
	}
	return sat.ReadGraph(ctx, file.Reader, file.Name, f, r.Relaxed)
}

// keepCount stores a copy of n, the number of models that a count has found, in soFar, unless n is
// 0. It is the function sat.Options.Found.
func (r *reporter) keepCount(n dimacs.Count) {
	r.pass(func() error {
		if !n.IsZero() {
			r.soFar.count = dimacs.Count{M: new(big.Int).Set(n.M), Shift: n.Shift}
		}
		return nil
	})
}

// reportCount reports the status, and the number of models or the sum of their weights, and then
// the counts of --each. For a count that was stopped, the status is UNKNOWN, and unless the count
// is weighted, the number of models found follows. It returns the exit code, and an error if the
// counts of --each are cut off.
func (r *reporter) reportCount(ctx context.Context, q *question, a answer) (code int, err error) {
	switch {
	case a.stopped:
		if r.unknown(); !q.Weighted() {
			r.w.Total("models", a.count, true)
		}
		return 0, nil
	case a.Status == dimacs.Unsatisfiable:
		code = r.unsatisfiable(q, a)
	default:
		code = program.ExitSatisfiable
		r.verified(a)
		r.status(dimacs.Satisfiable)
	}
	if q.Weighted() {
		r.w.CountWeighted(q.projects, a.count.Rat())
	} else {
		r.w.Count(q.projects, a.count)
	}
	if r.digits > 0 && !strings.HasPrefix(a.count.String(), "2^") { // the digits of a longer number would take minutes
		text := dimacs.RoundedText(a.count.Rat(), r.digits)
		r.w.Remark("decimal "+text, "decimal", text)
	}
	if a.literalCounts != nil {
		err = r.printLiteralCounts(ctx, a.literalCounts)
	}
	return code, err
}

// resume opens the file of --checkpoint for the part h, or creates it, and sets r.kept and
// Checkpoint in the options of q, so that a count uses the counts in the file and adds new ones. If
// the count writes a certificate, resume copies the certificates of the counted cubes to it. If the
// file has counts, a notice gives their number. A file that belongs to another question or part is
// an error. If a write to the file fails later, a notice says so, and the count goes on without a
// checkpoint.
func (r *run) resume(ctx context.Context, q *question, h *parts.Header) error {
	cubes := len(q.options.Parts.Cubes)
	var certificates io.Writer
	if r.certifies() {
		certificates = io.MultiWriter(r.outputs.certificate, r.outputs.digest)
	}
	file, err := parts.OpenCheckpoint(ctx, r.checkpoint, *h, cubes, q.NumProjected()+1, certificates, func(err error) {
		r.call.Notice("%v: the count goes on without a checkpoint", err)
	})
	if err != nil {
		return err
	}
	if n := file.Kept(); n > 0 {
		r.call.Notice("%s: %d of %d cubes are counted", r.checkpoint, n, (cubes-h.I+h.K)/h.K)
	}
	q.options.Checkpoint = checkpoint{file, r.gate}
	return r.pass(func() error { r.kept = file; return nil })
}

// A checkpoint keeps the counts and certificates of cubes through the gate, so that it keeps
// nothing after the end of the run.
type checkpoint struct {
	*parts.Checkpoint
	gate
}

// Keep writes the count of a cube to the checkpoint, or does nothing if the gate is shut.
func (c checkpoint) Keep(cube int, n dimacs.Count) {
	c.pass(func() error { c.Checkpoint.Keep(cube, n); return nil })
}

// Write writes a piece of a certificate to the checkpoint. It is an error if the gate is shut.
func (c checkpoint) Write(p []byte) (int, error) {
	return len(p), c.pass(func() error { c.Checkpoint.Write(p); return nil })
}

// findEstimate estimates a count, or finds the number of models if that takes less time. If it is stopped,
// the answer so far is the estimate of the walks until then.
func (r *run) findEstimate(ctx context.Context) (a answer, err error) {
	x, err := sat.EstimateCount(ctx, r.question.Problem, r.question.options)
	if err == nil && x.Exact != nil {
		a, err = r.complete(ctx, x.Exact.IsZero())
		a.count = *x.Exact
	}
	a.estimate = x
	r.pass(func() error { r.reporter.soFar = a; return nil })
	return a, err
}

// reportEstimate reports an estimate, or an exact number as a count, and returns the exit code. Of an
// estimate, only a model that a walk found is certain, so without one the status is UNKNOWN. The error is
// the error of reportCount.
func (r *reporter) reportEstimate(ctx context.Context, q *question, a answer) (int, error) {
	x := a.estimate
	switch {
	case x.Exact != nil:
		r.w.CommentText("estimate: this is the number itself, which takes less time than an estimate")
		return r.reportCount(ctx, q, a)
	case x.Engine == "": // stopped before the engine has begun
		return r.unknown(), nil
	}
	r.w.CommentText(fmt.Sprintf("estimate: means of %d random walks in the search tree of %s; the intervals are no guarantee", x.Walks, x.Engine))
	if x.Counter != "" {
		r.w.CommentText(fmt.Sprintf("estimate: --count tries the engine %s before %s; the estimate does not include it", x.Counter, x.Engine))
	}
	r.w.Comment("estimated nodes", x.Nodes.String())
	if x.NodeSeconds > 0 {
		r.w.Comment("estimated core-hours", fmt.Sprintf("%s, at %.0f ns a node, as measured on this machine", x.CoreHours, 1e9*x.NodeSeconds))
	}
	if x.Model == nil {
		r.w.CommentText("estimate: no walk has met a model")
		r.w.Status(dimacs.Unknown)
		return 0, nil
	}
	r.w.Comment("estimated models", x.Models.String())
	r.w.Status(dimacs.Satisfiable)
	r.w.CountEstimate(q.projects, x.Log10)
	return program.ExitSatisfiable, nil
}
