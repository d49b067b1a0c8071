package command

import (
	"context"
	_ "embed"
	"os"
	"regexp"
	"slices"
	"strings"

	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

//go:embed forget.md
var forgetManual string

// forgetting holds the values of the flags of `qbench forget`.
type forgetting struct {
	match   *regexp.Regexp
	results string
}

func (f *forgetting) flags() []cli.Flag {
	return []cli.Flag{matchFlag(&f.match), resultsFlag(&f.results, "remove results from `FILE` instead of DIR/RESULTS.tsv")}
}

// run removes the results of solvers from the file of results. A solver without results is a usage
// error, and then run removes nothing.
func (f *forgetting) run(ctx context.Context, call *program.Invocation) error {
	switch {
	case len(call.Args) < 2:
		return program.Usagef("expected a directory and the names or command lines of solvers, found %s", count(len(call.Args), "argument"))
	case call.Output != "":
		return program.Usagef("--output: expected none, because the results stay in their file")
	}
	name := resultsFile(call.Args[0], f.results)
	if _, err := os.Stat(name); err != nil {
		return err
	}
	lock, err := lockResults(ctx, name, false)
	if err != nil {
		return err
	}
	defer lock.Close()
	results, err := readResults(name)
	if err != nil {
		return err
	}
	for _, solver := range call.Args[1:] {
		if !slices.ContainsFunc(results, func(r result) bool { return isSolver(solver, r.solver) }) {
			return program.Usagef("expected a solver with results in %s, found %q", name, solver)
		}
	}
	return forget(ctx, name, call.Args[1:], f.match)
}

// inColumns returns a command line in the form of the column solver: without control characters.
func inColumns(solver string) string { return strings.Map(inColumn, strings.TrimSpace(solver)) }

// forget removes from the file called name all results of the solvers on instances whose names match.
// The caller must have locked the file. forget replaces the file when the new one is complete, and
// only if it differs.
func forget(ctx context.Context, name string, solvers []string, match *regexp.Regexp) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		r, ok := parseResult(strings.TrimSuffix(line, "\n"))
		of := func(solver string) bool { return isSolver(solver, r.solver) }
		if !ok || !slices.ContainsFunc(solvers, of) || !match.MatchString(r.instance) {
			kept.WriteString(line)
		}
	}
	if kept.Len() == len(text) {
		return nil
	}
	return store(ctx, name, strings.NewReader(kept.String()), "")
}
