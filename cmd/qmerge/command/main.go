// Package command contains the program qmerge: its flags and what they do. It is separate from
// package main so that the tests of several programs can run it.
package command

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"regexp"
	"strings"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/output"
	"queens/cmd/internal/parts"
	"queens/cmd/internal/program"
	"queens/dimacs"
	"queens/dimacs/proof"
	"queens/dimacs/result"
	"queens/encode"

	"github.com/urfave/cli/v2"
)

// A settings value holds the values of the flags.
type settings struct {
	formula.Flags
	proof             string // the file of --proof, or empty
	noModel, exitZero bool
}

//go:embed manual.md
var manual string

// New returns the program qmerge.
func New() program.Program {
	s := &settings{}
	return program.Program{
		Name:    "qmerge",
		Summary: "join the results of qsat --part into one answer",
		Args:    "RESULT ..",
		Manual:  manual,
		Action:  s.run,
		Flags: append([]cli.Flag{
			&cli.PathFlag{Name: "proof", Aliases: []string{"p"}, TakesFile: true, Usage: "join the proofs of the parts, and write the result to `FILE`", Destination: &s.proof},
			&cli.BoolFlag{Name: "no-model", Usage: "print the status, but no model", Destination: &s.noModel},
			&cli.BoolFlag{Name: "exit-zero", Usage: "exit with 0 instead of 10 or 20, for scripts that stop at failures", Destination: &s.exitZero},
		}, s.Limits()...),
	}
}

// run merges the results and writes the answer. Unless --exit-zero is given, it returns the exit code for
// the status as an error. If it writes a proof, the proof and the answer appear only if both are complete.
// It is an error if --proof names standard output as "-".
func (s *settings) run(ctx context.Context, call *program.Invocation) error {
	if s.proof == "-" {
		return program.Usagef("--proof -: expected a file name, because a proof on standard output would mix with the answer; use /dev/stdout to mix them")
	}
	ctx, release := s.Within(ctx)
	defer release()
	out, err := call.Create(ctx, output.Form{Name: call.Output, Default: "an answer"})
	if err != nil {
		return err
	}
	defer out.Abort()
	var proof *output.File
	if s.proof != "" {
		if proof, err = call.Create(ctx, output.Form{Name: s.proof, Default: "a proof", Ending: "drat"}); err != nil {
			return err
		}
		defer proof.Abort()
	}
	m, err := read(ctx, call)
	if err != nil {
		return err
	}
	w := result.NewWriter(out)
	for _, c := range m.Comments {
		w.Comment(c.Key, c.Value)
	}
	status, err := s.report(ctx, call, m, w, proof)
	if err == nil {
		err = w.Flush()
	}
	if err == nil && proof.IsComplete() {
		err = output.CommitAll(proof, out)
	}
	if err = out.CommitAfter(err); err != nil || s.exitZero {
		return err
	}
	if status == dimacs.Satisfiable {
		return program.ExitCode(program.ExitSatisfiable)
	}
	return program.ExitCode(program.ExitUnsatisfiable)
}

// read reads the results in the files that the arguments name, or in standard input if there are none.
// Results that do not fit, or no results at all, are an error. Missing parts are an error, too, unless
// another part has a model, which answers the question. If there is no error, read prints a notice for each
// incomplete result. If ctx ends, the error is its cause.
func read(ctx context.Context, call *program.Invocation) (*parts.Merger, error) {
	names := call.Args
	if len(names) == 0 {
		names = []string{""}
	}
	m := &parts.Merger{Keys: encode.Keys}
	for _, name := range names {
		err := withInput(ctx, call, name, func(in *input.File) error { return m.Add(ctx, in.Reader, in.Name) })
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			m.Refused = append(m.Refused, err)
		}
	}
	missing := m.Missing()
	switch {
	case len(m.Refused) > 0 || m.First.K == 0:
		return nil, errors.Join(append(m.Refused, m.Partial...)...)
	case len(missing) > 0 && !m.Satisfiable():
		return nil, errors.Join(append(m.Partial, missingError(m, missing))...)
	}
	for _, err := range m.Partial {
		call.Notice("%v", err)
	}
	return m, nil
}

// withInput opens the file called name, or standard input if name is empty, calls use with it and closes it.
// It returns the error of opening or of use.
func withInput(ctx context.Context, call *program.Invocation, name string, use func(*input.File) error) error {
	in, err := input.Open(ctx, name, call.Stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	return use(in)
}

// missingError returns an error that lists the missing parts, which ascend, and estimates the time for
// them. The list has the forms for Slurm and for GNU parallel, from a shell that expands {1..9}. Three or
// more consecutive parts become a range. After maxRanges ranges, the list gives only the number of the
// other parts. At least one part of m must have a result.
func missingError(m *parts.Merger, missing []int) error {
	var ranges []string
	rest := missing
	for len(rest) > 0 && len(ranges) < maxRanges {
		n := 1
		for n < len(rest) && rest[n] == rest[0]+n {
			n++
		}
		text := fmt.Sprintf("%d-%d", rest[0], rest[n-1])
		if n < 3 {
			n, text = 1, fmt.Sprint(rest[0])
		}
		ranges, rest = append(ranges, text), rest[n:]
	}
	shell := regexp.MustCompile(`(\d+)-(\d+)`).ReplaceAllString(strings.Join(ranges, " "), "{$1..$2}")
	more := ""
	if len(rest) > 0 {
		more = fmt.Sprintf("\nand %d more, from %d on", len(rest), rest[0])
	}
	done := m.First.K - len(missing)
	return fmt.Errorf("%d of %d parts are there, %.0f s of work; run the missing parts, about %.0f s of work, with Slurm or GNU parallel:\n--array=%s\n::: %s%s", done, m.First.K,
		m.Seconds, m.Seconds/float64(done)*float64(len(missing)), strings.Join(ranges, ","), shell, more)
}

// maxRanges is the largest number of ranges of missing parts that a message lists; it gives only
// the number of the remaining parts.
const maxRanges = 1000

// report writes the answer to w and returns its status. If proof is not nil, results without proofs are an
// error. Then, unless the question is for all models, report joins the proofs of a count or an
// unsatisfiable formula into proof and completes it. The other errors come from union and joinProofs.
// The status counts only if the error is nil; w keeps its errors until Flush.
func (s *settings) report(ctx context.Context, call *program.Invocation, m *parts.Merger, w *result.Writer, proof *output.File) (dimacs.Status, error) {
	question := m.First.Question
	counted := question == parts.Count || question == parts.ProjectedCount
	status := dimacs.Unsatisfiable
	if m.Satisfiable() || counted && !m.Sum.IsZero() {
		status = dimacs.Satisfiable
	}
	switch {
	case proof != nil && m.First.Proof == "":
		return status, errors.New("the results have no proofs: run qsat with --proof for each part")
	case question == parts.Models:
		return s.union(ctx, call, m, w)
	case proof != nil && (counted || status == dimacs.Unsatisfiable):
		if err := proof.CompleteAfter(s.joinProofs(ctx, m, counted, proof)); err != nil {
			return status, err
		}
	}
	w.Status(status)
	if counted {
		w.Count(question == parts.ProjectedCount, m.Sum)
	} else if status == dimacs.Satisfiable && !s.noModel {
		w.Model(m.Model)
	}
	return status, nil
}

// union writes the status, the models of all parts and, if there are any, their number, and returns the
// status. With --no-model, it writes no models. It reads the files a second time; a file that is not
// regular, or has changed, is an error.
func (s *settings) union(ctx context.Context, call *program.Invocation, m *parts.Merger, w *result.Writer) (dimacs.Status, error) {
	one, n := big.NewInt(1), dimacs.Count{M: new(big.Int)}
	for _, name := range m.Names() {
		if info, err := os.Stat(name); name == input.Stdin || err == nil && !info.Mode().IsRegular() {
			return dimacs.Unknown, fmt.Errorf("%s: expected a file, because models are read twice", name)
		}
		err := withInput(ctx, call, name, func(in *input.File) error {
			return m.Models(ctx, in.Reader, in.Name, func(model []dimacs.Lit) error {
				if n.IsZero() {
					w.Status(dimacs.Satisfiable)
				}
				if n.M.Add(n.M, one); !s.noModel {
					w.Model(model)
				}
				return w.Err()
			})
		})
		if err != nil {
			return dimacs.Unknown, err
		}
	}
	if err := m.CheckRead(); err != nil {
		return dimacs.Unknown, err
	}
	if n.IsZero() {
		w.Status(dimacs.Unsatisfiable)
		return dimacs.Unsatisfiable, nil
	}
	w.Total("models", n, false)
	return dimacs.Satisfiable, nil
}

// joinProofs writes the proof for the formula to out: the proofs of the parts, which derive the negations of
// the cubes, and then a refutation of these negations. If counted is set, it writes a list of the certificates
// for qcheck instead: the results of the parts, in which the names of the certificates are relative to the
// directory of the list. All parts must have a result. A proof or cubes that do not match the digests in the
// results are an error.
func (s *settings) joinProofs(ctx context.Context, m *parts.Merger, counted bool, out io.Writer) error {
	cubes, err := m.Cubes()
	if err != nil {
		return err
	}
	to := out
	if counted {
		to = io.Discard
	}
	for i := 1; i <= m.First.K; i++ {
		name, err := m.Parts[i].ReadProof(ctx, func(in *input.File) error { _, err := io.Copy(to, in); return err })
		if err == nil && counted {
			err = m.Parts[i].WriteResult(out, parts.RelativeName(s.proof, name))
		}
		if err != nil {
			return err
		}
	}
	if counted {
		return nil
	}
	p := proof.NewWriter(out, m.First.Question == parts.BinaryProof)
	return cmp.Or(dimacs.ProveCover(cubes, p.Add), p.Flush())
}
