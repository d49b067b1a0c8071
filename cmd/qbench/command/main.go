// Package command contains the program qbench: its commands, each in files of its own, and the
// results that they share. It is separate from package main so that the tests of several programs
// can run it.
package command

import (
	"embed"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/program"
)

//go:embed *.md
var manuals embed.FS

// manual returns the text of NAME.md: the manual of the program if name is "manual", or of the command
// called name.
func manual(name string) string {
	text, _ := manuals.ReadFile(name + ".md")
	return string(text)
}

// New returns the program qbench.
func New() program.Program {
	var run running
	var report reporting
	var submit submission
	var fuzz fuzzing
	var reduce reducing
	var shuffle shuffling
	return program.Program{
		Name:    "qbench",
		Summary: "measure and test SAT solvers",
		Args:    "DIR",
		Manual:  manual("manual"),
		Commands: []program.Program{
			{Name: "run", Summary: "measure solvers on each instance of the set in DIR", Args: "DIR", Manual: manual("run"), Flags: run.flags(), Rules: runRules, Action: run.run},
			{Name: "report", Summary: "make a page with plots, or tables, of the results", Args: "DIR", Manual: manual("report"), Flags: report.flags(), Rules: reportRules, Action: report.run},
			{Name: "submit", Summary: "check a set against the rules of a competition, and make the folder to send", Args: "DIR", Manual: manual("submit"), Flags: submit.flags(), Action: submit.run},
			{Name: "shuffle", Summary: "rename the variables of a formula, and reorder its clauses", Args: "[FILE]", Manual: manual("shuffle"), Flags: shuffle.flags(), Rules: []program.Rule{formula.OneSyntax}, Action: shuffle.run},
			{Name: "fuzz", Summary: "test solvers on random formulas, and reduce those on which they fail", Args: "--solver CMD", Manual: manual("fuzz"), Flags: fuzz.flags(), Rules: fuzzRules, Action: fuzz.run},
			{Name: "reduce", Summary: "make a formula on which a solver fails as small as possible", Args: "FORMULA -- CMD ..", Manual: manual("reduce"), Flags: reduce.flags(), Rules: reduceRules, Action: reduce.run},
		},
	}
}
