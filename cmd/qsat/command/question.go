package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"queens/cmd/internal/formula"
	"queens/cmd/qsat/sat"
	"queens/dimacs"
	"queens/encode"
	"queens/encode/cardinality"
)

// A question is a problem with its options, about a formula or about one part of the
// search.
type question struct {
	sat.Problem
	options  sat.Options
	name     string        // the name of the formula in messages
	projects bool          // the projection was given, by --project or in the formula
	graph    *sat.Graph    // of --from-graph, or the graph of a count; nil without one
	groups   dimacs.Groups // of --mus
	smallest subset        // the smallest unsatisfiable subset so far
}

// readQuestion reads the formula, and returns the question that the flags ask about it.
func (r *request) readQuestion(ctx context.Context) (q *question, err error) {
	f, g, name, err := r.readInputs(ctx)
	if err != nil {
		return nil, err
	}
	if r.count || r.several || r.backbone || r.session {
		formula.WarnOfDoubts(r.call, f)
	}
	if q, err = r.settings.question(f, name); err != nil {
		return nil, err
	}
	if g != nil {
		if q.graph, err = g.Restrict(ctx, q.Project, q.Assume...); err != nil {
			return nil, q.located(err)
		}
	}
	if r.mus {
		if err := q.findGroups(r.groups); err != nil {
			return nil, err
		}
	}
	if r.parsed = time.Since(r.start); r.stats || r.verbose {
		q.options.Stats = &sat.Stats{}
	}
	if q.options.Found = r.report.found; r.progress != nil {
		q.options.Progress = r.progress.show
	}
	return q, nil
}

// readInputs reads the formula, which is empty for a session without one, and the graph of --from-graph. A
// graph without a formula gets a formula of its variables, without clauses. The name is for messages.
func (r *request) readInputs(ctx context.Context) (f *dimacs.Formula, g *sat.Graph, name string, err error) {
	switch {
	case r.session && r.file == "":
		f, name = &dimacs.Formula{}, "--session"
		err = r.Resolve(f, name)
	case r.fromGraph == "" || len(r.call.Args) > 0:
		f, name, err = r.Read(ctx, r.call, r.file, dimacs.Options{Keys: encode.Keys, Threads: r.threads, Lines: r.mus, Groups: r.groups, Soft: true, Linear: true, Names: r.names || r.session})
	}
	if err == nil && f != nil {
		if f, err = cardinality.Clauses(ctx, f); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	if r.fromGraph != "" && err == nil {
		if g, err = r.readGraph(ctx, f); err == nil && f == nil {
			f, name = &dimacs.Formula{Vars: g.Vars()}, r.fromGraph
			err = r.Resolve(f, name)
		}
	}
	return f, g, name, err
}

// question returns the question that the flags ask about f. It returns an error if the
// flags do not suit the formula.
func (s *settings) question(f *dimacs.Formula, name string) (*question, error) {
	q := &question{name: name, projects: s.Projects(f)}
	q.Problem = sat.Problem{Formula: f, Assume: s.Assume}
	q.options = sat.Options{Engine: s.engine, Threads: s.threads, Seed: s.seed, Memory: s.Flags.Memory}
	if s.external != nil {
		q.options.Other = s.external
	}
	var err error
	q.Project, err = s.Projection(f, name)
	if needed := s.count || s.several || s.backbone || s.session || s.cubes > 0 || s.part.K > 0; err == f.ProjectionError && !needed {
		err = nil
	}
	if q.Project == nil && f.Projection != nil { // the projection of the formula is all variables
		all := *f
		all.Projection, q.Formula = nil, &all
	}
	switch flag := s.decisionFlag(); {
	case err != nil:
		return nil, err
	case f.Soft != nil && flag != "":
		return nil, fmt.Errorf("%s: --%s does not answer for soft clauses yet: without --%[2]s, qsat finds the optimum", name, flag)
	case f.Soft == nil && f.Linear == nil && s.bound != "":
		return nil, fmt.Errorf("%s: --bound needs a formula with soft clauses (WCNF) or linear constraints (OPB)", name)
	case f.Linear != nil && s.bound == "" && s.proof+s.graph != "":
		return nil, fmt.Errorf("%s: --proof and --graph are about clauses: expected --bound FILE, too, which writes the clauses of the linear constraints", name)
	case f.Linear != nil && s.mus && !s.groups:
		return nil, fmt.Errorf("%s: --mus of linear constraints needs --groups, which takes each constraint as a group", name)
	case s.session && len(f.Cubes) > 0:
		return nil, fmt.Errorf("%s: --session needs a formula without cubes", name)
	case s.checkpoint != "" && s.part.K == 0 && q.Weighted():
		return nil, fmt.Errorf("%s: --checkpoint does not count with weights (to count without, add the line `c t mc` to the formula)", name)
	}
	return q, nil
}

// decisionFlag returns the name of a flag that needs a formula without soft clauses, or "".
func (s *settings) decisionFlag() string {
	switch {
	case s.part.K > 0:
		return "part"
	case s.external != nil:
		return "solver"
	case s.checkpoint+s.graph+s.proof != "" && s.kind.flag != "":
		return s.kind.flag + " with --proof, --graph or --checkpoint"
	case s.several || s.kind.flag == "count":
		return ""
	}
	return s.kind.flag
}

// located returns err with the name of the formula and, if known, the line, if err is a
// sat.ProblemError. If the engine chosen by --engine has declined the formula, located adds
// advice. It returns other errors unchanged.
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
