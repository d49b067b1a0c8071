package command

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/cardinality"
)

// A question is a problem with its options. With options.Parts, it is about one part of the search.
type question struct {
	sat.Problem
	kind     *kind
	second   *kind // a further question, about the optima of a formula with soft clauses; may be nil
	options  sat.Options
	name     string        // the name of the formula in messages
	assumes  bool          // --assume was given, perhaps with an empty list
	core     bool          // the failed assumptions should be minimal
	projects bool          // the projection was given, by --project or in the formula
	graph    *sat.Graph    // of --from-graph, or the graph of a count; nil without a graph
	groups   dimacs.Groups // of --mus
}

// A kind is a kind of question. A run answers one question.
type kind struct {
	flag string // its flag, without "--"; "" without a flag
	// search finds an answer to run.question. If it is stopped, reporter.soFar replaces the answer.
	search func(*run, context.Context) (answer, error)
	// report prints an answer, and returns the exit code. A failure means that it is not printed whole, for
	// example because a model was cut off.
	report func(*reporter, context.Context, *question, answer) (code int, failure error)
	models bool // the answer is models, which a projection restricts and soft clauses allow
	lists  bool // the answer is a list, of models or cubes
}

// kinds lists the kinds of questions. A run has the first kind whose flag is given, or the last one,
// which has no flag.
var kinds = []*kind{
	{flag: "mus", search: (*run).findSubset, report: (*reporter).reportSubset},
	{flag: "estimate", search: (*run).findEstimate, report: (*reporter).reportEstimate},
	{flag: "models", search: (*run).findModels, report: (*reporter).reportModels, models: true, lists: true},
	{flag: "all", search: (*run).findModels, report: (*reporter).reportModels, models: true, lists: true},
	{flag: "count", search: (*run).findCount, report: (*reporter).reportCount},
	{flag: "sample", search: (*run).findModels, report: (*reporter).reportModels, models: true, lists: true},
	{flag: "split", search: (*run).findCubes, report: (*reporter).reportSplit, lists: true},
	{flag: "core", search: (*run).findModel, report: (*reporter).reportModel},
	{flag: "backbone", search: (*run).findBackbone, report: (*reporter).reportBackbone},
	{flag: "valid", search: (*run).findBackbone, report: (*reporter).reportBackbone},
	{flag: "diff", search: (*run).findDifference, report: (*reporter).reportDifference, lists: true},
	{flag: "simplify", search: (*run).findSimplified, report: (*reporter).reportSimplified, lists: true},
	{flag: "answer", search: (*run).findAnswer, report: (*reporter).reportAnswer, lists: true},
	{flag: "certificate", search: (*run).findCertificate, report: (*reporter).reportAnswer, lists: true},
	{flag: "session", search: (*run).findSession, report: (*reporter).reportSession},
	{search: (*run).findModel, report: (*reporter).reportModel},
}

// optimum is the kind of question about a formula with soft clauses. It has no flag.
var optimum = &kind{search: (*run).findOptimum, report: (*reporter).reportOptimum}

// readQuestion reads the formula, and returns the question of kind k that the flags ask about it.
// With soft clauses, the kind becomes optimum, and k the second question if it has a flag, except for a
// session. It returns an error if the flags do not suit the formula. The question is nil if the formula was not
// read. Without an error, readQuestion sets r.parsed.
func (r *run) readQuestion(ctx context.Context, k *kind) (*question, error) {
	f, g, name, err := r.readInputs(ctx)
	if err == nil && r.diff != "" {
		f, err = r.readDifference(ctx, f, name)
	}
	if err != nil {
		return nil, err
	}
	needsProjection := r.simplify != "" || r.other != "" || r.count || k.models || r.backbone || r.valid || r.session || r.diff != ""
	if needsProjection {
		formula.WarnOfDoubts(r.call, f)
	}
	q := &question{kind: k, name: name, assumes: r.call.Given("assume") || r.valid, core: r.core, projects: r.Projects(f)}
	q.Problem = sat.Problem{Formula: f, Assume: r.Assume}
	q.options = sat.Options{Engine: r.engine, Threads: r.threads, Seed: r.seed, Memory: r.Flags.Memory, Found: r.reporter.keepCount}
	if r.external != nil {
		q.options.Other = r.external
	}
	q.Project, err = r.Projection(f, name)
	if err == f.ProjectionError && !needsProjection && r.cubes == 0 && r.part.K == 0 {
		err = nil
	}
	if q.Project == nil && f.Projection != nil { // the projection of the formula is all variables
		all := *f
		all.Projection, q.Formula = nil, &all
	}
	if err == nil {
		err = r.suits(q)
	}
	if err == nil && g != nil {
		q.graph, err = g.Restrict(ctx, q.Project, q.Assume...)
	}
	if err == nil && (r.mus || r.groups || r.valid) {
		err = r.findGroups(q)
	}
	if err != nil {
		return q, err
	}
	if r.parsed = time.Since(r.start); r.stats || r.verbose {
		q.options.Stats = &sat.Stats{}
	}
	if r.progress != nil {
		q.options.Progress = r.progress.show
	}
	if f.Soft != nil && !r.session {
		if q.kind = optimum; k.flag != "" {
			q.second = k
		}
	}
	return q, nil
}

// readClauses reads the formula in a file, and gives it clauses for its linear constraints. The name of
// the formula is for messages, and "" after an error of Read.
func (r *run) readClauses(ctx context.Context, file string) (*dimacs.Formula, string, error) {
	grouped := r.groups || r.valid
	f, name, err := r.Read(ctx, r.call, file, dimacs.Options{Keys: encode.Keys, Threads: r.threads, Lines: r.mus || grouped, Groups: grouped, Soft: true, Linear: true, Names: r.names || r.session || r.valid || r.diff != "" || r.keep != ""})
	if err != nil {
		return nil, "", err
	}
	if f, err = cardinality.Clauses(ctx, f); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return f, name, err
}

// readInputs reads the formula as readClauses does, and the graph of --from-graph, and resolves the
// names in the flags. For a session without a file, the formula is empty. A graph without a formula gets
// a formula of its variables, without clauses. Without --from-graph, g is nil. The name of the formula is
// for messages.
func (r *run) readInputs(ctx context.Context) (f *dimacs.Formula, g *sat.Graph, name string, err error) {
	switch {
	case r.session && r.file == "":
		f, name = &dimacs.Formula{}, "--session"
		err = r.Resolve(f, name)
	case r.fromGraph == "" || len(r.call.Args) > 0:
		f, name, err = r.readClauses(ctx, r.file)
	}
	if r.fromGraph != "" && err == nil {
		if g, err = r.readGraph(ctx, f); err == nil && f == nil {
			f, name = &dimacs.Formula{Vars: g.Vars()}, r.fromGraph
			err = r.Resolve(f, name)
		}
	}
	return f, g, name, err
}

// suits returns nil if the flags suit the formula of q, and otherwise an error with the name of the
// formula.
func (r *run) suits(q *question) error {
	f, flag := q.Formula, r.decisionFlag(q.kind)
	text := ""
	switch {
	case f.Soft != nil && flag != "":
		text = fmt.Sprintf("--%s does not answer for soft clauses: add --ignore-objective for the hard clauses only; without --%[1]s, qsat finds the optimum", flag)
	case f.Soft == nil && f.Linear == nil && r.diff == "" && r.bound != "":
		text = "--bound needs --diff, or a formula with soft clauses (WCNF), linear constraints (OPB) or XOR lines"
	case f.Linear != nil && r.bound == "" && r.proof+r.graph != "":
		text = "--proof and --graph are about clauses: expected --bound FILE, too, which writes the linear constraints and XOR lines as clauses"
	case len(f.Linear) > 0 && f.Linear[0].Odd && (r.mus || r.groups || r.valid):
		text = "questions about clauses and groups do not take XOR lines"
	case f.Linear != nil && r.mus && !r.groups:
		text = "--mus of linear constraints needs --groups, which takes each constraint as a group"
	case r.session && len(f.Cubes) > 0:
		text = "--session needs a formula without cubes"
	case r.checkpoint != "" && r.part.K == 0 && q.Weighted():
		text = "--checkpoint does not count with weights (to count without, add the line `c t mc` to the formula)"
	default:
		return nil
	}
	return fmt.Errorf("%s: %s", q.name, text)
}

// decisionFlag returns the flag, without "--", that does not go with soft clauses, as in "split" or
// "count with --proof, --graph or --checkpoint". It returns "" if all flags do. The argument k is
// the kind that the flags ask for.
func (f *flags) decisionFlag(k *kind) string {
	switch {
	case f.part.K > 0:
		return "part"
	case f.external != nil:
		return "solver"
	case f.checkpoint+f.graph+f.proof != "" && k.flag != "":
		return k.flag + " with --proof, --graph or --checkpoint"
	case k.models || k.flag == "count" || k.flag == "session":
		return ""
	}
	return k.flag
}

// located returns err with advice if an engine other than auto has declined the formula, and with
// the name of the formula and the line, if known, if err is a sat.ProblemError. It returns other
// errors, and nil, unchanged.
func (q *question) located(err error) error {
	var wrong *sat.ProblemError
	switch {
	case errors.As(err, new(*sat.DeclinedError)) && q.options.Engine != sat.Engines()[0]:
		return fmt.Errorf("%w (--engine %s chooses another engine)", err, sat.Engines()[0])
	case !errors.As(err, &wrong):
		return err
	case wrong.Line > 0:
		return fmt.Errorf("%s:%d: %s", q.name, wrong.Line, wrong.Reason)
	}
	return fmt.Errorf("%s: %w", q.name, err)
}

// An answer is the result of a search: the answer to a question, or if it was stopped, the results so far.
// Each kind of question uses some of the fields.
type answer struct {
	sat.Answer                                        // a model, or failed assumptions
	verified      bool                                // the proof was verified
	stopped       bool                                // the search was stopped
	models        int64                               // the number of models or subsets printed
	more          bool                                // there may be more models or subsets
	count         dimacs.Count                        // the number of models, or the sum of their weights
	literalCounts iter.Seq2[dimacs.Lit, dimacs.Count] // the counts of --each; nil without it
	estimate      sat.Estimate
	optimum       sat.Optimum     // the best model so far; its Model is nil before the first
	subset        sat.GroupAnswer // of --mus; its Groups are nil without a subset
	sides         [2]side         // of --diff
	cubes         [][]dimacs.Lit  // of --split
	simplified    *sat.Simplified // of --simplify
	counted       bool            // of --answer: count is the answer
	code          int             // the exit code of a session
}
