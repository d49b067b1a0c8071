package command

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
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

// A reportFormat is a format with the function that writes it. The function writes to a buffer, whose Flush
// returns errors of the output, so it need not return these.
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

var reportKeywords = program.Keywords(reportFormats, func(f reportFormat) program.Keyword { return f.Keyword })

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
			Value: program.OneOf(&r.format, reportKeywords...)},
		&cli.StringFlag{Name: "against", Usage: "the old version is the solver with the name or the command line `CMD` (default the version of --own before the last, or the first other solver)", Destination: &r.against},
		&cli.GenericFlag{Name: "solver", Usage: "report only the solver with the name or the command line `CMD`; repeat the flag for several solvers", Value: program.List(&r.solvers)},
		&cli.GenericFlag{Name: "factor", Usage: "list an instance if its time changed by the factor `X` (default 1.5)", Value: program.Func(r.parseFactor)},
		&cli.BoolFlag{Name: "fail-on-slowdown", Usage: "exit with 1 if the new version is slower by --factor on an instance", Destination: &r.failOnSlowdown},
		&cli.BoolFlag{Name: "fail-on-loss", Usage: "exit with 1 if the new version does not solve an instance that the old one solves", Destination: &r.failOnLoss},
		&cli.StringFlag{Name: "own", Usage: "choose the solver to compare with the others by its name or command line `CMD` (default the first solver; with changes, the last version of the first solver)", Destination: &r.own},
	}
}

// parseFactor sets r.factor to the number in text. It is an error if this is not a number of at least 1.
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
	compression, err := call.ChooseForm(output.Form{}, &r.format, reportKeywords)
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
	err = output.Write(ctx, call.Output, call.Stdout, compression, func(out io.Writer) error {
		buffer := bufio.NewWriter(out)
		return cmp.Or(format.write(buffer, t), buffer.Flush())
	})
	if r.failOnLoss && t.lost > 0 {
		t.wrong = append(t.wrong, fmt.Errorf("--fail-on-loss: %s solves %s that %s does not solve", t.Solvers[t.against], quantity(t.lost, "instance"), t.Solvers[t.own]))
	}
	if r.failOnSlowdown && t.slower > 0 {
		t.wrong = append(t.wrong, fmt.Errorf("--fail-on-slowdown: %s is at least %g times as slow as %s on %s", t.Solvers[t.own], t.factor, t.Solvers[t.against], quantity(t.slower, "instance")))
	}
	return cmp.Or(err, errors.Join(t.wrong...))
}

// read returns the table of the results in a directory that --match and --solver select. It sets the fields
// factor and own of the table; own is the solver of --own, or the first one. It is an error if no results are
// left, if --match matches no file, or if --solver or --own names a solver without results. Other errors come
// from readMeasured.
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

// solver returns the index of the solver whose label is name. If there is no such label, it returns the index
// of the last version of a solver for which isSolver accepts name. An unknown name is a usage error about the
// flag called flag.
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
// default, t.own is the last version of the first solver. By default, t.against is the last version before
// t.own of a solver with the same name or, if there is no such version, the first in t.versions that is not
// t.own. An unknown solver is a usage error, as is a table with only one version if --against is not given.
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

// An instanceKind is a group of similar instances, with the mean time of each solver.
type instanceKind struct {
	Name      string
	Instances int
	Means     []float64 // geometric means in seconds, indexed by solver; 0 if the solver did not run on all instances
}

// numbered matches the name of a file up to the first number at the end of a word; group 1 is the text
// before the number, without a mark between them. Such numbers distinguish similar files: r1, uf20-01,
// large3sat-020.
var numbered = regexp.MustCompile(`^(.*?[^0-9])[-_.]*[0-9]+([-_.]|$)`)

// leading matches numbers at the beginning of a name.
var leading = regexp.MustCompile(`^([0-9]+([-_.]+|$))+`)

// kindOfName returns the part of a file name before the number that numbered finds, without
// leading numbers. If there is no such number, it returns the whole name without leading numbers and
// suffixes (see manifest.Stem), or "numbered" if nothing is left.
func kindOfName(name string) string {
	stem := leading.ReplaceAllString(manifest.Stem(name), "")
	if m := numbered.FindStringSubmatch(stem); m != nil {
		return m[1]
	}
	return cmp.Or(stem, "numbered")
}

// kindOf returns the name of the kind of an instance. If qgen made the instance, the name consists of
// its flags except --seed, without their values. The values of --family, --encoding, --variant, --format,
// --transform and --difficulty replace the flags: "--random-block 9 --encoding product 8" gives
// "random-block product". If no word is left, the name is "regular". If qgen did not make the instance, see
// kindOfName.
func kindOf(record manifest.Record) string {
	if record.Parameters == manifest.NotKnown {
		return kindOfName(record.Name)
	}
	var words []string
	args := strings.Fields(record.Parameters)
	for i, word := range args {
		switch {
		case i == 0 || !strings.HasPrefix(args[i-1], "--") || strings.HasPrefix(word, "--"):
			if flag, ok := strings.CutPrefix(word, "--"); ok && flag != "seed" {
				words = append(words, flag)
			}
		case slices.Contains([]string{"--family", "--encoding", "--variant", "--format", "--transform", "--difficulty"}, args[i-1]):
			words[len(words)-1] = word
		}
	}
	if len(words) == 0 {
		return "regular"
	}
	return strings.Join(words, " ")
}

// addKinds appends the kinds of t.Instances to t.Kinds, in the order of their first instances. If there are
// several kinds, a last entry has the number of all instances and, for each solver, the geometric mean of its
// means, which is 0 if one of them is 0.
func (t *table) addKinds() {
	of := map[string][]measurement{}
	var names []string
	for _, in := range t.Instances {
		if of[in.Kind] == nil {
			names = append(names, in.Kind)
		}
		of[in.Kind] = append(of[in.Kind], in)
	}
	all := instanceKind{Name: fmt.Sprintf("all %d kinds", len(names)), Means: slices.Repeat([]float64{1}, len(t.Solvers))}
	for _, name := range names {
		f := instanceKind{Name: name, Instances: len(of[name])}
		for i, solver := range t.Solvers {
			s := summarize(solver, of[name], func(r measurement) *result { return r.Cells[i] })
			if s.Runs < f.Instances {
				s.Mean = 0
			}
			f.Means = append(f.Means, s.Mean)
			all.Means[i] *= math.Pow(s.Mean, 1/float64(len(names)))
		}
		all.Instances += f.Instances
		t.Kinds = append(t.Kinds, f)
	}
	if len(names) > 1 {
		t.Kinds = append(t.Kinds, all)
	}
}

// Texts returns f.Means, indexed by solver, as texts for a table, made by digits. The text of a mean
// of 0 is empty.
func (f instanceKind) Texts() []string {
	texts := make([]string, len(f.Means))
	for i, mean := range f.Means {
		if mean > 0 {
			texts[i] = digits(mean)
		}
	}
	return texts
}

// against compares the solver with the index own with the fastest other solver. wrong is indexed by solver;
// other solvers for which it is true are left out. The result other is the index of the other solver, or -1
// if no such solver has a mean. ratio is the ratio of the means in words, such as "2.5 times as fast" or "as
// fast". It is "wrong answers" if wrong[own] is true, and otherwise empty if a mean is unknown.
func (f instanceKind) against(own int, wrong []bool) (other int, ratio string) {
	other = -1
	for i, mean := range f.Means {
		if i != own && !wrong[i] && mean > 0 && (other < 0 || mean < f.Means[other]) {
			other = i
		}
	}
	switch {
	case wrong[own]:
		return other, "wrong answers"
	case other < 0 || f.Means[own] == 0:
		return other, ""
	}
	faster, how := f.Means[other]/f.Means[own], "fast"
	if faster < 1 {
		faster, how = 1/faster, "slow"
	}
	switch {
	case faster < 1.05:
		return other, "as fast"
	case faster < 9.95:
		return other, fmt.Sprintf("%.1f times as %s", faster, how)
	}
	return other, fmt.Sprintf("%.0f times as %s", faster, how)
}
