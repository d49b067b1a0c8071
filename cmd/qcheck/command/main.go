// Package command contains the program qcheck: its flags and the functions that they call. It is separate
// from package main so that the tests of several programs can run it.
package command

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"queens/cmd/internal/answers"
	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/memory"
	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/cmd/qcheck/verdict"
	"queens/dimacs"
	"queens/dimacs/result"
)

// settings holds the values of the flags. A field has the name of its flag unless its comment names
// another.
type settings struct {
	formula.Flags
	as         string // if empty, the content of the certificate decides about its kind
	used, lrat string // of --used-clauses and --lrat: names of output files, or empty
	strict     bool   // of --strict-answer: report deviations of an answer from the output format
	json       bool
	stats      bool
	part       parts.Share // the zero value without --part
}

//go:embed manual.md
var manual string

var rules = []program.Rule{
	formula.OneSyntax,
	{Flags: "used-clauses lrat", Excludes: "as=lrat as=model as=cpog as=parts part", Why: "they need a proof in DRAT"},
	{Flags: "part", Excludes: "as=drat as=lrat as=model as=cpog strict-answer"},
	{Flags: "project", Excludes: "used-clauses lrat as=drat as=lrat", Why: "a proof is about all variables"},
}

// New returns the program qcheck, which program.Main runs.
func New() program.Program {
	s := &settings{}
	return program.Program{
		Name:    "qcheck",
		Summary: "check a proof, a model or a count of a formula",
		Args:    "FORMULA [ANSWER] CERTIFICATE",
		Manual:  manual,
		Rules:   rules,
		Action:  s.run,
		Flags: slices.Concat([]cli.Flag{
			&cli.GenericFlag{Name: "as", Usage: "read the certificate as `KIND`, whatever its content", Value: program.OneOf(&s.as, program.Names("drat", "lrat", "model", "cpog", "parts")...)},
			&cli.BoolFlag{Name: "strict-answer", Usage: "name each place where an answer breaks the output format of the SAT competitions; the answer is then not verified", Destination: &s.strict},
			&cli.PathFlag{Name: "used-clauses", TakesFile: true, Usage: "write to `FILE` the clauses of the formula that a DRAT proof uses, a small unsatisfiable set", Destination: &s.used},
			&cli.PathFlag{Name: "lrat", TakesFile: true, Usage: "translate a DRAT proof to LRAT, and write it to `FILE`", Destination: &s.lrat},
			&cli.GenericFlag{Name: "part", Usage: "check only the certificate of part `I/K` in the list of a count in parts", Value: program.Parsed(&s.part, parts.ParseShare)},
			&cli.BoolFlag{Name: "json", Usage: "print the verdict, or an error, as a JSON object", Destination: &s.json},
			&cli.BoolFlag{Name: "stats", Usage: "print the time and steps of the check as comments", Destination: &s.stats},
		}, s.About("check models and counts over the variables of `LIST` only, as in 1-64,80, or by names as in --assume", "add each literal of `LITS` to the formula as a unit clause, as in '1 -3' or, by names in comments, 'Wheel -Brake'"), s.Limits(), s.Syntax()),
	}
}

// run checks the certificate, prints the verdict, and completes the outputs. With --strict-answer and two
// arguments, the certificate is an answer. run returns exitNotVerified if the verdict is that something is
// wrong; then only the output with the verdict is completed. Other errors mean that there is no verdict, or
// come from writing it.
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
	for i, c := range []output.Form{
		{Name: call.Output, Default: map[bool]string{false: "an answer", true: "json"}[s.json]}, {Name: s.used, Default: "cnf"},
		{Name: s.lrat, Default: "lrat"},
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
	if wrong := v.Wrong(); wrong != "" {
		w.Remark(program.Printable(wrong), "reason", wrong)
	}
	verified := v.Wrong() == ""
	if w.Verdict(verified); verified {
		s.tell(w, v)
	}
	if s.stats {
		for _, line := range v.Statistics {
			w.Statistics(line.Text, line.Words...)
		}
		total, peak := time.Since(start).Seconds(), float64(memory.Peak())/1e6
		w.Statistics(fmt.Sprintf("total %.3f s", total), fmt.Sprintf("total_seconds=%.3f", total))
		if peak > 0 {
			w.Statistics(fmt.Sprintf("peak memory %.1f MB", peak), fmt.Sprintf("peak_memory_mb=%.1f", peak))
		}
	}
	if err := files[0].CommitAfter(w.End()); err != nil || verified {
		return err
	}
	return exitNotVerified
}

// exitNotVerified is the exit code after `s NOT VERIFIED`.
const exitNotVerified = program.ExitCode(3)

// unchecked holds the messages for claims that a model alone does not prove.
var unchecked = map[verdict.Claim]struct{ key, text string }{
	verdict.Optimum:  {"optimum", "the model and its cost were checked, but not that no model is better: give the proof as a third argument"},
	verdict.Count:    {"count", "the models were checked, but not the count: give its certificate as a third argument"},
	verdict.Backbone: {"backbone", "the models were checked, but not the backbone: give its proof as a third argument"},
}

// tell writes the results of a verdict without a fault: the claim if it was not checked, the cost
// or the optimum, and the count.
func (s *settings) tell(w answers.Writer, v verdict.Verdict) {
	if not := unchecked[v.Claim]; !v.Proved && not.key != "" {
		w.Remark(not.text, "unchecked", not.key)
	}
	if v.Cost != nil {
		key := map[bool]string{false: "cost", true: "optimum"}[v.Proved]
		cost := dimacs.DecimalText(v.Cost)
		w.Remark(key+" "+cost, key, cost)
	}
	if v.Count == nil {
		return
	}
	if s.part.K > 0 {
		w.Remark(fmt.Sprintf("the count of part %v", s.part), "part", s.part.String())
	}
	if v.Weighted {
		w.CountWeighted(v.Projected, v.Count.Rat())
	} else {
		w.Count(v.Projected, *v.Count)
	}
}

// check reads the formula and checks the answer and the certificate. If the certificate is a right proof in
// DRAT, check also completes the files used and lrat, with the clauses that the proof uses and the proof in
// LRAT, unless they are nil. A wrong answer or certificate is a verdict, not an error. It is an error if
// there is a projection with soft clauses, or if a right answer before a certificate claims nothing.
func (s *settings) check(ctx context.Context, call *program.Invocation, used, lrat *output.File) (v verdict.Verdict, err error) {
	f, name, err := s.Read(ctx, call, call.Args[0], dimacs.Options{Keys: []string{}, Soft: true, Linear: true})
	if err != nil {
		return v, err
	}
	if f.Soft != nil && s.Project != nil {
		return v, fmt.Errorf("%s: expected no projection with soft clauses", name)
	}
	last := len(call.Args) - 1
	q := verdict.Question{Formula: f.WithUnits(s.Assume), Name: name, As: s.as, Strict: s.strict, Part: s.part}
	q.Project, q.ProjectError = s.Projection(f, name)
	// An answer may come through a pipe from the solver, which writes the proof before it.
	q.Certificate = func() (*input.File, error) { return input.Open(ctx, call.Args[last], call.Stdin) }
	if last == 2 {
		in, err := input.Open(ctx, call.Args[1], call.Stdin)
		if err != nil {
			return v, err
		}
		defer in.Close()
		q.Answer = result.NewReader(in.Reader, in.Name)
	}
	if used != nil {
		q.Used = used
	}
	if lrat != nil {
		q.LRAT = lrat
	}
	v, err = verdict.Check(ctx, q)
	if v.Kind == "model" || v.Kind == "cpog" || v.Kind == "parts" {
		formula.WarnOfDoubts(call, f)
	}
	switch {
	case v.Hint != "":
		call.Notice("%s", v.Hint)
	case err == nil && last == 2 && v.Kind == "" && v.Wrong() == "":
		err = fmt.Errorf("%s: expected a backbone (lines b), a count or UNSATISFIABLE before a certificate, found %v", q.Answer.Name(), q.Answer.Status())
	}
	for _, file := range []*output.File{used, lrat} {
		if file != nil && err == nil && v.Wrong() == "" {
			err = file.Commit()
		}
	}
	return v, err
}
