// Package command contains the program qcheck: its flags and what they do. It is separate from
// package main so that the tests of several programs can run it.
package command

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"time"

	"queens/cmd/internal/cpog"
	"queens/cmd/internal/drat"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// settings holds the values of the flags.
type settings struct {
	formula.Flags
	as         string // the value of --as; if empty, the content of the certificate decides
	used, lrat string // names of output files, or empty
	stats      bool
}

//go:embed manual.md
var manual string

// New returns the program qcheck.
func New() program.Program {
	s := &settings{}
	return program.Program{
		Name:    "qcheck",
		Summary: "check a proof, a model or a count of a formula",
		Args:    "FORMULA [ANSWER] CERTIFICATE",
		Manual:  manual,
		Action:  s.run,
		Flags: slices.Concat([]cli.Flag{
			&cli.GenericFlag{Name: "as", Usage: "read the certificate as `KIND`, whatever its content", Value: program.OneOf(&s.as, program.Names("drat", "lrat", "model", "cpog")...)},
			&cli.PathFlag{Name: "used-clauses", TakesFile: true, Usage: "write to `FILE` the clauses of the formula that a DRAT proof uses, a small unsatisfiable set", Destination: &s.used},
			&cli.PathFlag{Name: "lrat", TakesFile: true, Usage: "translate a DRAT proof to LRAT, and write it to `FILE`", Destination: &s.lrat},
			&cli.BoolFlag{Name: "stats", Usage: "print the time and steps of the check as comments", Destination: &s.stats},
		}, s.About("check models and counts over the variables of `LIST` only, as in 1-64,80", "add each literal of `LITS` to the formula as a unit clause, as in '1 -3'"), s.Limits(), s.Syntax()),
	}
}

// run checks the certificate and prints the verdict.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if n := len(call.Args); n != 2 && n != 3 {
		return program.Usagef("expected the names of a FORMULA and a CERTIFICATE, or of a FORMULA, an ANSWER and a PROOF of an optimum, found %d arguments: %q", n, call.Args)
	}
	fromStdin := func(name string) bool { return name == "-" }
	if first := slices.IndexFunc(call.Args, fromStdin); first >= 0 && slices.ContainsFunc(call.Args[first+1:], fromStdin) {
		return program.Usagef("expected at most one of the files on standard input, found several")
	}
	ctx, release := s.Within(ctx)
	defer release()
	start := time.Now()
	var files [3]*output.File
	for i, c := range []output.Choice{
		{Name: call.Output, Default: "an answer"}, {Name: s.used, Default: "cnf"}, {Name: s.lrat, Default: "lrat"},
	} {
		if i > 0 && c.Name == "" {
			continue
		}
		var err error
		if files[i], err = call.Create(ctx, c); err != nil {
			return err
		}
		defer files[i].Abort()
	}
	w := dimacs.NewResultWriter(files[0])
	v, err := s.check(ctx, call, files[1], files[2])
	if err != nil {
		return err
	}
	if v.wrong != "" {
		w.CommentText(v.wrong)
	}
	if w.Verdict(v.wrong == ""); v.count != nil {
		v.count(w)
	}
	if s.stats {
		stats := append(v.stats, fmt.Sprintf("total %.3f s", time.Since(start).Seconds()))
		if peak := memory.Peak(); peak > 0 {
			stats = append(stats, fmt.Sprintf("peak memory %.1f MB", float64(peak)/1e6))
		}
		for _, line := range stats {
			w.CommentText("stats: " + line)
		}
	}
	if err := files[0].CommitAfter(w.Flush()); err != nil || v.wrong == "" {
		return err
	}
	return exitNotVerified
}

// exitNotVerified is the exit code after `s NOT VERIFIED`.
const exitNotVerified = program.ExitCode(3)

// A verdict is the result of a check that read the whole certificate.
type verdict struct {
	wrong string                     // why the certificate is wrong; empty if it is right
	count func(*dimacs.ResultWriter) // writes the count that the certificate proves; nil without a count
	stats []string                   // lines for --stats
}

// check checks the certificate. If it is a DRAT proof, check also writes the needed clauses to
// used and the LRAT proof to lrat, unless they are nil. A wrong certificate is a verdict, not an
// error.
func (s *settings) check(ctx context.Context, call *program.Invocation, used, lrat *output.File) (v verdict, err error) {
	optimum := len(call.Args) == 3
	in := &input.File{}
	if !optimum {
		if in, err = input.Open(ctx, call.Args[1], call.Stdin); err != nil {
			return v, err
		}
		defer in.Close()
	}
	f, name, err := s.Read(ctx, call, call.Args[0], dimacs.Options{Keys: []string{}, Soft: true})
	if err != nil {
		return v, err
	}
	var cost *big.Int
	if soft := f; optimum {
		if f, v.wrong, cost, err = checkOptimum(ctx, call, formula.WithUnits(soft, s.Assume), name, call.Args[1]); err != nil || v.wrong != "" {
			return v, err
		}
		// The answer may come through a pipe from the solver, which writes the proof before it.
		if in, err = input.Open(ctx, call.Args[2], call.Stdin); err != nil {
			return v, err
		}
		defer in.Close()
	}
	kind, head, err := s.kind(in.Reader, f.NumClauses())
	if err != nil {
		return v, err
	}
	if kind == "model" || kind == "cpog" {
		formula.WarnOfDoubts(call, f)
	}
	certificate := io.MultiReader(bytes.NewReader(head), in.Reader)
	if !optimum {
		f = formula.WithUnits(f, s.Assume)
	}
	switch {
	case optimum && kind != "drat" && kind != "lrat":
		return v, fmt.Errorf("%s: expected a proof in DRAT or LRAT, found %s", in.Name, map[string]string{"model": "a model", "cpog": "CPOG"}[kind])
	case f.Soft != nil && kind == "cpog":
		return v, fmt.Errorf("%s: expected a formula without soft clauses for a count", name)
	case f.Soft != nil && kind == "model":
		if s.Project != nil {
			return v, fmt.Errorf("%s: expected no projection with soft clauses", name)
		}
		if v.wrong, cost, err = checkCost(ctx, f, dimacs.NewResultReader(certificate, in.Name)); err == nil && v.wrong == "" {
			v.count = writeOptimum("cost", cost)
		}
		return v, err
	case kind != "drat" && (used != nil || lrat != nil):
		found := map[string]string{"model": "a model", "lrat": "LRAT", "cpog": "CPOG"}[kind]
		return v, fmt.Errorf("%s: --used-clauses and --lrat: expected a proof in DRAT, found %s", in.Name, found)
	case kind == "model":
		project, err := s.Projection(f, name)
		if err != nil {
			return v, err
		}
		r := dimacs.NewResultReader(certificate, in.Name)
		wrong, n, err := checkModels(ctx, f, project, r, nil)
		v.wrong, v.stats = wrong, []string{fmt.Sprintf("%d models checked", n)}
		if r.Objective() != "" {
			v.stats = append(v.stats, fmt.Sprintf("objective %s according to the solver", r.Objective()))
		}
		return v, err
	case len(f.Cubes) > 0:
		return v, fmt.Errorf("%s: a proof is about clauses, not cubes", name)
	case kind == "lrat":
		v.stats, err = checkLRAT(ctx, f, certificate, in.Name)
	case kind == "cpog":
		project, projectErr := s.Projection(f, name)
		if projectErr != nil {
			return v, projectErr
		}
		v, err = checkCPOG(ctx, f, name, project, certificate, in.Name)
	default:
		if v.stats, err = checkDRAT(ctx, f, certificate, in.Name, used, lrat); err != nil && s.isModel(ctx, f, name, head) {
			call.Notice("%s: it is a model of the formula: try --as model", in.Name)
		}
	}
	failed, failedCount := drat.FailedError(""), cpog.FailedError("")
	if errors.As(err, &failed) || errors.As(err, &failedCount) {
		return verdict{wrong: string(failed) + string(failedCount)}, nil
	}
	if err == nil && cost != nil {
		v.count = writeOptimum("optimum", cost)
	}
	return v, err
}

func checkLRAT(ctx context.Context, f *dimacs.Formula, in io.Reader, name string) ([]string, error) {
	n, err := drat.CheckLRAT(ctx, f, in, drat.Options{Name: name})
	return []string{fmt.Sprintf("%d clauses, %d steps, %d lemmas, %d by RAT", n.Clauses, n.Steps, n.Lemmas, n.RAT)}, err
}

func checkDRAT(ctx context.Context, f *dimacs.Formula, in io.Reader, name string, used, lrat *output.File) ([]string, error) {
	r, err := drat.Check(ctx, f, in, drat.Options{Name: name, Hints: lrat != nil})
	if err == nil && used != nil {
		err = used.CommitAfter(writeUsed(ctx, used, f.Vars, r))
	}
	if err == nil && lrat != nil {
		err = lrat.CommitAfter(r.WriteLRAT(lrat))
	}
	if err != nil {
		return nil, err
	}
	n := r.Counts()
	return []string{
		fmt.Sprintf("%d of %d clauses used", n.Used, n.Clauses),
		fmt.Sprintf("%d steps, %d of %d lemmas checked, %d by RAT, %d deletions ignored", n.Steps, n.Checked, n.Lemmas, n.RAT, n.Ignored),
	}, nil
}

// writeUsed writes a formula of the clauses that a refutation needs.
func writeUsed(ctx context.Context, out io.Writer, vars int, r *drat.Refutation) error {
	w := dimacs.NewWriter(out)
	w.Header(vars, int64(r.Counts().Used))
	for c := range r.Used() {
		w.Clause(c...)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	return w.Flush()
}
