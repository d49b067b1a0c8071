package command

import (
	"bufio"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

// The page of the format html.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS template.CSS
	//go:embed page/page.js
	pageJS template.JS
)

// reporting holds the values of the flags of `qbench report`.
type reporting struct {
	format, own, against string
	results              string
	match                *regexp.Regexp
	solvers              []string
	factor               float64
	failOnLoss           bool
	failOnSlowdown       bool
}

// A reportFormat is a format with the function that writes it. Flush of the buffer returns errors of the
// output, so write returns only other errors.
type reportFormat struct {
	program.Keyword
	write func(io.Writer, *table) error
}

// reportFormats lists the formats of reports; the first is the default.
var reportFormats = []reportFormat{
	{program.Keyword{Name: "html", About: "a page with tables and plots, the default"}, writePage},
	{program.Keyword{Name: "csv", About: "a line for each instance and solver, for other programs"}, writeCSV},
	{program.Keyword{Name: "markdown", About: "tables of times in Markdown, for a README"}, writeMarkdown},
	{program.Keyword{Name: "comparison", About: "a table in Markdown that compares a solver with the fastest other solver, by kind"}, writeComparison},
	{program.Keyword{Name: "changes", About: "a table in Markdown of the instances on which two versions of a solver differ"}, writeChanges},
}

func reportKeywords() []program.Keyword {
	return program.Keywords(reportFormats, func(f reportFormat) program.Keyword { return f.Keyword })
}

var reportRules = []program.Rule{
	{Flags: "own", Needs: "format=comparison format=changes"},
	{Flags: "against factor fail-on-slowdown fail-on-loss", Needs: "format=changes"},
}

func (r *reporting) flags() []cli.Flag {
	r.factor = changedFactor
	return []cli.Flag{
		matchFlag(&r.match),
		resultsFlag(&r.results, "read the results in `FILE` instead of DIR/RESULTS.tsv"),
		&cli.GenericFlag{Name: "format", Aliases: []string{"f"}, Usage: "choose the `FORMAT`, if the ending of the output's name (.html, .csv, .md) does not",
			Value: program.OneOf(&r.format, reportKeywords()...)},
		&cli.StringFlag{Name: "against", Usage: "the old version is the solver with the name or the command line `CMD` (default the version of --own before the last, or the first other solver)", Destination: &r.against},
		&cli.GenericFlag{Name: "solver", Usage: "report only the solver with the name or the command line `CMD`; repeat the flag for several solvers", Value: program.List(&r.solvers)},
		&cli.GenericFlag{Name: "factor", Usage: "list an instance if its time changed by the factor `X` (default 1.5)", Value: program.Func(r.parseFactor)},
		&cli.BoolFlag{Name: "fail-on-slowdown", Usage: "exit with 1 if the new version is slower by --factor on an instance", Destination: &r.failOnSlowdown},
		&cli.BoolFlag{Name: "fail-on-loss", Usage: "exit with 1 if the new version does not solve an instance that the old one solves", Destination: &r.failOnLoss},
		&cli.StringFlag{Name: "own", Usage: "choose the solver to compare with the others by its name or command line `CMD` (default the first solver; with changes, the last version of the first solver)", Destination: &r.own},
	}
}

// parseFactor sets r.factor to a number of at least 1.
func (r *reporting) parseFactor(text string) (err error) {
	if r.factor, err = strconv.ParseFloat(text, 64); err != nil || !(r.factor >= 1 && r.factor <= math.MaxFloat64) {
		err = fmt.Errorf("expected a number of at least 1, found %s", program.Found(text))
	}
	return err
}

func (r *reporting) run(ctx context.Context, call *program.Invocation) error {
	dir, err := directory(call)
	if err != nil {
		return err
	}
	r.format = cmp.Or(r.format, reportFormats[0].Name)
	compression, err := call.ChooseForm(output.Form{}, &r.format, reportKeywords())
	if err != nil {
		return err
	}
	format := reportFormats[slices.IndexFunc(reportFormats, func(f reportFormat) bool { return f.Name == r.format })]
	t, err := r.read(dir)
	if err == nil && format.Name == "changes" {
		err = r.chooseVersions(t)
	}
	if err != nil {
		return err
	}
	out, err := output.Create(ctx, call.Output, call.Stdout, compression)
	if err != nil {
		return err
	}
	defer out.Abort()
	buffer := bufio.NewWriter(out)
	err = out.CommitAfter(cmp.Or(format.write(buffer, t), buffer.Flush()))
	if r.failOnLoss && t.lost > 0 {
		t.wrong = append(t.wrong, fmt.Errorf("--fail-on-loss: %s solves %s that %s does not solve", t.Solvers[t.against], count(t.lost, "instance"), t.Solvers[t.own]))
	}
	if r.failOnSlowdown && t.slower > 0 {
		t.wrong = append(t.wrong, fmt.Errorf("--fail-on-slowdown: %s is at least %g times as slow as %s on %s", t.Solvers[t.own], t.factor, t.Solvers[t.against], count(t.slower, "instance")))
	}
	return cmp.Or(err, errors.Join(t.wrong...))
}

// read returns the table of the results in a directory. It is an error if there are no results
// for the files of the manifest, or if --own names an unknown solver.
func (r *reporting) read(dir string) (*table, error) {
	m, name, results, err := readMeasured(dir, r.results)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(m.Records, func(record manifest.Record) bool { return r.match.MatchString(record.Name) }) && len(m.Records) > 0 {
		return nil, noMatch(m, r.match)
	}
	for _, solver := range r.solvers {
		if !slices.ContainsFunc(results, func(old result) bool { return isSolver(solver, old.solver) }) {
			return nil, program.Usagef("--solver: expected a solver with results in %s, found %s", name, program.Found(solver))
		}
	}
	t := newTable(m, results, r.match, r.solvers)
	if len(t.Instances) == 0 {
		return nil, fmt.Errorf("%s: expected results of qbench run for the files of the manifest, found none", name)
	}
	t.factor = r.factor
	t.own, err = t.solver("own", cmp.Or(r.own, t.Solvers[0]))
	return t, err
}

// solver returns the index of the solver whose label is name. If no label is, name is the name or the
// command line of a solver, and solver returns the index of its last version. An unknown name is a usage error about the flag.
func (t *table) solver(flag, name string) (int, error) {
	if i := slices.Index(t.Solvers, name); i >= 0 {
		return i, nil
	}
	for i, v := range slices.Backward(t.versions) {
		if isSolver(name, v.solver) {
			return i, nil
		}
	}
	return 0, program.Usagef("--%s: expected one of the solvers %s, found %s", flag, strings.Join(t.Solvers, ", "), name)
}

// chooseVersions sets t.own and t.against for the format changes, from --own and --against. By
// default, t.own is the last version of the first solver, and t.against is the version before t.own
// or, if there is no earlier version, the first solver or version that is not t.own.
func (r *reporting) chooseVersions(t *table) (err error) {
	if t.own, err = t.solver("own", cmp.Or(r.own, t.versions[0].solver)); err != nil {
		return err
	}
	if r.against != "" {
		t.against, err = t.solver("against", r.against)
		return err
	}
	t.against = -1
	for i, v := range t.versions {
		same := nameOf(v.solver) == nameOf(t.versions[t.own].solver)
		if i != t.own && (same && i < t.own || t.against < 0) {
			t.against = i
		}
	}
	if t.against < 0 {
		return program.Usagef("expected results of two solvers, or of two versions of a solver, found one")
	}
	return nil
}

// writePage writes an HTML page that refers to no other files.
func writePage(w io.Writer, t *table) error {
	page := template.New("").Funcs(template.FuncMap{
		"digits": digits,
		"css":    func() template.CSS { return pageCSS },
		"js":     func() template.JS { return pageJS },
	})
	return template.Must(page.Parse(pageHTML)).Execute(w, t)
}

// writeCSV writes a line for each run, ordered by solver, and then by time. Commas and quotes within a
// column are replaced, so that a program without a parser for CSV, such as pgfplotstable, can read it.
//
// The column number is the number of the solver, from 1. The column rank is k in the line of the k-th
// fastest run that solved an instance on which all solvers ran, and otherwise empty.
func writeCSV(w io.Writer, t *table) error {
	fmt.Fprintln(w, "instance,parameters,status,solutions,solver,answer,count,seconds,cpu,limit,memory_mb,conflicts,proof,note,date,machine,version,number,rank")
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	replace := strings.NewReplacer(",", ";", `"`, "'")
	for i, solver := range t.Solvers {
		sorted := slices.DeleteFunc(slices.Clone(t.Instances), func(in measurement) bool { return in.Cells[i] == nil })
		slices.SortStableFunc(sorted, func(a, b measurement) int { return cmp.Compare(a.Cells[i].Penalized(), b.Cells[i].Penalized()) })
		ranked := 0
		for _, in := range sorted {
			c, rank := in.Cells[i], ""
			if c.Solved() && !slices.Contains(in.Cells, nil) {
				ranked++
				rank = strconv.Itoa(ranked)
			}
			fields := []string{in.Name, in.Parameters, in.Status, in.Solutions, solver, c.Answer, c.Count, number(c.Seconds), number(c.CPU),
				number(c.Limit), number(c.MB), c.Conflicts, c.Proof, c.Note, c.Date, c.Machine, c.Version, strconv.Itoa(i + 1), rank}
			for j, f := range fields {
				fields[j] = replace.Replace(strings.Map(inColumn, f))
			}
			fmt.Fprintln(w, strings.Join(fields, ","))
		}
	}
	return nil
}

// writeMarkdown writes tables of the instances, the solvers and the kinds.
func writeMarkdown(w io.Writer, t *table) error {
	solvers := [][]string{{"solver", "version", "solved", "missing", "SAT", "UNSAT", "wrong", "PAR-2", "geometric mean", "CPU", "MB"}}
	for _, s := range t.Summaries {
		version := s.Version
		if version != "" {
			version = code(version)
		}
		solvers = append(solvers, []string{code(s.Solver), version, fmt.Sprintf("%d of %d", s.Solved, s.Runs), strconv.Itoa(s.Missing), strconv.Itoa(s.Sat),
			strconv.Itoa(s.Unsat), strconv.Itoa(s.Wrong), s.Time(s.PAR2), s.Time(s.Mean), s.Time(s.CPU), s.Memory()})
	}
	kinds, instances := [][]string{{"kind", "instances"}}, [][]string{{"instance", "status"}}
	for _, s := range t.Solvers {
		kinds[0], instances[0] = append(kinds[0], code(s)), append(instances[0], code(s))
	}
	for _, k := range t.Kinds {
		kinds = append(kinds, append([]string{code(k.Name), strconv.Itoa(k.Instances)}, k.Texts()...))
	}
	for _, in := range t.Instances {
		row := []string{code(strings.TrimSuffix(in.Name, ".cnf")), in.Status}
		for _, c := range in.Cells {
			row = append(row, c.Text())
		}
		instances = append(instances, row)
	}
	for _, rows := range [][][]string{instances, solvers, kinds} {
		for i, row := range rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(w, "| --- | ---%s |\n", strings.Repeat(" | ---:", len(row)-2))
			}
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, markdown(t.Measured()))
	return nil
}

// writeComparison writes a table for a README. For each kind, a line has the mean time of the
// solver t.own, the mean time and the name of the fastest other solver, and their ratio in words.
func writeComparison(w io.Writer, t *table) error {
	own := t.Solvers[t.own]
	fmt.Fprintf(w, "| kind | %s | fastest other | |\n| --- | ---: | --- | --- |\n", code(own))
	for _, f := range t.Kinds {
		other, ratio := f.against(t.own, t.refuted)
		fastest := ""
		if other >= 0 {
			fastest = f.Texts()[other] + " " + code(t.Solvers[other])
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", code(f.Name), f.Texts()[t.own], fastest, ratio)
	}
	return nil
}

// code returns s as inline code for the cell of a Markdown table. It escapes | and replaces backticks
// by apostrophes.
func code(s string) string { return "`" + strings.NewReplacer("|", `\|`, "`", "'").Replace(s) + "`" }

// markdown escapes characters with a meaning in a paragraph of Markdown.
var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "&", "&amp;", "[", `\[`, "|", `\|`).Replace
