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

	"queens/cmd/internal/answers"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/drat"
	"queens/dimacs"

	"github.com/urfave/cli/v2"
)

// settings holds the values of the flags.
type settings struct {
	formula.Flags
	as         string // the value of --as; if empty, the content of the certificate decides
	used, lrat string // names of output files, or empty
	strict     bool   // report deviations of an answer from the output format
	json       bool
	stats      bool
	part       parts.Share // of --part; the zero value without it
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
			&cli.GenericFlag{Name: "as", Usage: "read the certificate as `KIND`, whatever its content", Value: program.OneOf(&s.as, program.Names("drat", "lrat", "model", "cpog", "parts")...)},
			&cli.BoolFlag{Name: "strict-answer", Usage: "name each place where an answer breaks the output format of the SAT competitions; the answer is then not verified", Destination: &s.strict},
			&cli.PathFlag{Name: "used-clauses", TakesFile: true, Usage: "write to `FILE` the clauses of the formula that a DRAT proof uses, a small unsatisfiable set", Destination: &s.used},
			&cli.PathFlag{Name: "lrat", TakesFile: true, Usage: "translate a DRAT proof to LRAT, and write it to `FILE`", Destination: &s.lrat},
			&cli.GenericFlag{Name: "part", Usage: "check only the certificate of part `I/K` in the list of a count in parts", Value: program.Func(func(text string) (err error) { s.part, err = parts.ParseShare(text); return err })},
			&cli.BoolFlag{Name: "json", Usage: "print the verdict, or an error, as a JSON object", Destination: &s.json},
			&cli.BoolFlag{Name: "stats", Usage: "print the time and steps of the check as comments", Destination: &s.stats},
		}, s.About("check models and counts over the variables of `LIST` only, as in 1-64,80, or by names as in --assume", "add each literal of `LITS` to the formula as a unit clause, as in '1 -3' or, by names in comments, 'Wheel -Brake'"), s.Limits(), s.Syntax()),
	}
}

// run checks the certificate and prints the verdict.
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if n := len(call.Args); n != 2 && n != 3 {
		return program.Usagef("expected two arguments, FORMULA and CERTIFICATE, or three, FORMULA, ANSWER and PROOF, found %d: %q", n, call.Args)
	}
	if s.strict && len(call.Args) == 2 {
		if s.as != "" && s.as != "model" {
			return program.Usagef("--strict-answer is about answers, and excludes --as %s", s.as)
		}
		s.as = "model"
	}
	fromStdin := func(name string) bool { return name == "-" }
	if first := slices.IndexFunc(call.Args, fromStdin); first >= 0 && slices.ContainsFunc(call.Args[first+1:], fromStdin) {
		return program.Usagef("expected at most one of the files on standard input, found several")
	}
	ctx, release := s.Within(ctx)
	defer release()
	start := time.Now()
	var files [3]*output.File
	form := "an answer"
	if s.json {
		form = "json"
	}
	for i, c := range []output.Form{
		{Name: call.Output, Default: form}, {Name: s.used, Default: "cnf"}, {Name: s.lrat, Default: "lrat"},
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
	w := answers.NewText(files[0])
	if s.json {
		w = answers.NewJSON(files[0], false)
	}
	v, err := s.check(ctx, call, files[1], files[2])
	if err != nil {
		return err
	}
	if v.wrong != "" {
		w.Remark(program.Printable(v.wrong), "reason", v.wrong)
	}
	if w.Verdict(v.wrong == ""); v.count != nil {
		v.count(w)
	}
	if s.stats {
		stats := append(v.stats, statistics("total %s s", value{"total_seconds", time.Since(start).Seconds()}))
		if peak := memory.Peak(); peak > 0 {
			stats = append(stats, statistics("peak memory %s MB", value{"peak_memory_mb", float64(peak) / 1e6}))
		}
		for _, line := range stats {
			w.Statistics(line.text, line.words...)
		}
	}
	if err := files[0].CommitAfter(w.End()); err != nil || v.wrong == "" {
		return err
	}
	return exitNotVerified
}

// exitNotVerified is the exit code after `s NOT VERIFIED`.
const exitNotVerified = program.ExitCode(3)

// A verdict is the result of a check that could decide whether the certificate is right.
type verdict struct {
	wrong string               // why the certificate is wrong; empty if it is right
	count func(answers.Writer) // writes the count that the certificate proves; nil without a count
	stats []line               // for --stats
}

// errAboutClauses returns the error for a proof about the file called name, which has linear constraints.
func errAboutClauses(name string) error {
	return fmt.Errorf("%s: expected a formula of clauses, because a proof is about clauses: qsat --bound FILE writes those for linear constraints", name)
}

// check checks the certificate. If it is a DRAT proof, check also writes the needed clauses to
// used and the LRAT proof to lrat, unless they are nil. A wrong certificate is a verdict, not an
// error.
func (s *settings) check(ctx context.Context, call *program.Invocation, used, lrat *output.File) (v verdict, err error) {
	answered := len(call.Args) == 3 // an optimum or a backbone
	in := &input.File{}
	if !answered {
		if in, err = input.Open(ctx, call.Args[1], call.Stdin); err != nil {
			return v, err
		}
		defer in.Close()
	}
	f, name, err := s.Read(ctx, call, call.Args[0], dimacs.Options{Keys: []string{}, Soft: true, Linear: true})
	if err != nil {
		return v, err
	}
	if f.Linear != nil && answered {
		return v, errAboutClauses(name)
	}
	var cost *big.Int
	var backbone []dimacs.Lit
	f = formula.WithUnits(f, s.Assume)
	if answered {
		answer, err := input.Open(ctx, call.Args[1], call.Stdin)
		if err != nil {
			return v, err
		}
		defer answer.Close()
		if r := dimacs.NewResultReader(answer.Reader, answer.Name); f.Soft == nil {
			backbone, err = s.readBackbone(ctx, r)
		} else {
			f, v.wrong, cost, err = s.checkOptimum(ctx, f, r)
		}
		if err != nil || v.wrong != "" {
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
	if kind == "model" || kind == "cpog" || kind == "parts" {
		formula.WarnOfDoubts(call, f)
	}
	certificate := io.MultiReader(bytes.NewReader(head), in.Reader)
	switch {
	case kind == "frat":
		return v, fmt.Errorf("%s: expected a proof in DRAT or LRAT, found FRAT: translate it to LRAT with frat-rs", in.Name)
	case backbone != nil && kind != "drat":
		return v, fmt.Errorf("%s: expected a proof in DRAT for a backbone, found %s", in.Name, kind)
	case answered && kind != "drat" && kind != "lrat":
		return v, fmt.Errorf("%s: expected a proof in DRAT or LRAT, found %s", in.Name, map[string]string{"model": "a model", "cpog": "CPOG", "parts": "parts of a count"}[kind])
	case f.Linear != nil && kind != "model":
		return v, errAboutClauses(name)
	case f.Soft != nil && (kind == "cpog" || kind == "parts"):
		return v, fmt.Errorf("%s: expected a formula without soft clauses for a count", name)
	case f.Soft != nil && kind == "model":
		if s.Project != nil {
			return v, fmt.Errorf("%s: expected no projection with soft clauses", name)
		}
		if v.wrong, cost, err = s.checkCost(ctx, f, dimacs.NewResultReader(certificate, in.Name)); err == nil && v.wrong == "" {
			v.count = writeOptimum("cost", cost)
		}
		return v, err
	case kind != "drat" && (used != nil || lrat != nil):
		found := map[string]string{"model": "a model", "lrat": "LRAT", "cpog": "CPOG", "parts": "parts of a count"}[kind]
		return v, fmt.Errorf("%s: --used-clauses and --lrat: expected a proof in DRAT, found %s", in.Name, found)
	case kind == "model":
		project, err := s.Projection(f, name)
		if err != nil && err != f.ProjectionError { // without a projection, models name all variables
			return v, err
		}
		r := dimacs.NewResultReader(certificate, in.Name)
		wrong, n, err := s.checkAnswer(ctx, f, project, r, nil)
		v.wrong, v.stats = wrong, []line{statistics("%s models checked", value{"models", n})}
		if r.Objective() != "" {
			v.stats = append(v.stats, statistics("objective %s according to the solver", value{"objective", r.Objective()}))
		}
		return v, err
	case len(f.Cubes) > 0:
		return v, fmt.Errorf("%s: expected a formula without cubes, because a proof is about clauses", name)
	case kind == "lrat":
		v.stats, err = checkLRAT(ctx, f, certificate, in.Name)
	case kind == "cpog":
		project, projectErr := s.Projection(f, name)
		if projectErr != nil {
			return v, projectErr
		}
		v, err = checkCPOG(ctx, f, name, project, certificate, in.Name)
	case kind == "parts":
		project, projectErr := s.Projection(f, name)
		if projectErr != nil {
			return v, projectErr
		}
		v, err = s.checkParts(ctx, f, project, certificate, in.Name)
	default:
		if v.stats, err = checkDRAT(ctx, f, backbone, certificate, in.Name, used, lrat); err != nil && s.isModel(ctx, f, name, head) {
			call.Notice("%s: it is a model of the formula: try --as model", in.Name)
		}
	}
	if failed, is := errors.AsType[drat.FailedError](err); is { // also of package cpog
		return verdict{wrong: string(failed)}, nil
	}
	if err == nil && cost != nil {
		v.count = writeOptimum("optimum", cost)
	}
	return v, err
}

func checkLRAT(ctx context.Context, f *dimacs.Formula, in io.Reader, name string) ([]line, error) {
	n, err := drat.CheckLRAT(ctx, f, in, drat.Options{Name: name})
	return []line{statistics("%s clauses, %s steps, %s lemmas, %s by RAT",
		value{"clauses", n.Clauses}, value{"steps", n.Steps}, value{"lemmas", n.Lemmas}, value{"rat", n.RAT})}, err
}

// checkDRAT checks a refutation or, if backbone is not nil, the proof of a backbone.
func checkDRAT(ctx context.Context, f *dimacs.Formula, backbone []dimacs.Lit, in io.Reader, name string, used, lrat *output.File) ([]line, error) {
	r, err := drat.Check(ctx, f, in, drat.Options{Name: name, Hints: lrat != nil, Strict: backbone != nil})
	if err == nil && backbone != nil {
		err = checkBackbone(f, backbone, r, name)
	}
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
	return []line{
		statistics("%s of %s clauses used", value{"used", n.Used}, value{"clauses", n.Clauses}),
		statistics("%s steps, %s of %s lemmas checked, %s by RAT, %s deletions ignored",
			value{"steps", n.Steps}, value{"checked", n.Checked}, value{"lemmas", n.Lemmas}, value{"rat", n.RAT}, value{"ignored", n.Ignored}),
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
