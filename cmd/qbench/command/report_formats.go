package command

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The template of the page of the format html, its styles and its script.
var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS template.CSS
	//go:embed page/page.js
	pageJS template.JS
)

// writePage writes an HTML page that refers to no other files. It returns errors of w, too.
func writePage(w io.Writer, t *table) error {
	page := template.New("").Funcs(template.FuncMap{
		"digits": digits,
		"css":    func() template.CSS { return pageCSS },
		"js":     func() template.JS { return pageJS },
	})
	return template.Must(page.Parse(pageHTML)).Execute(w, t)
}

// writeCSV writes a header and a line for each run in the table, ordered by solver, and then by penalized
// time. Semicolons and apostrophes replace commas and quotes within a column, so that a program without a
// parser for CSV, such as pgfplotstable, can read it. The error is always nil.
//
// The column number is the number of the solver, from 1. The column rank is k in the line of the k-th
// fastest run of the solver that solved an instance on which all solvers ran, and otherwise empty.
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

// writeMarkdown writes tables of the instances, the solvers and the kinds, and the sentences of t.Measured.
// The error is always nil.
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
// solver t.own, the mean time and the name of the fastest other solver, and their ratio in words. The
// error is always nil.
func writeComparison(w io.Writer, t *table) error {
	fmt.Fprintf(w, "| kind | %s | fastest other | |\n| --- | ---: | --- | --- |\n", code(t.Solvers[t.own]))
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

// Two runs differ if their answers differ. If both solve the instance, they also differ if one run takes at
// least --factor times as long, by default changedFactor, and at least changedTime seconds longer.
const (
	changedFactor = 1.5
	changedTime   = 0.1
)

// writeChanges compares two versions of a solver, or two solvers: the old version t.against and the new
// version t.own. It lists each instance on which the runs of both differ, and each instance that the old
// version solves and on which the new version did not run. It then writes the numbers of instances with runs of
// both, of those on which they differ, and of those that only the new or only the old version solves. If both
// solve an instance with the same answer, the geometric mean of the ratios of times follows.
//
// It sets t.lost to the number of instances that the old version solves and the new version does not solve,
// or on which it did not run. It sets t.slower to the number of instances that both solve and on which
// the runs differ because the new version is slower. The error is always nil.
func writeChanges(w io.Writer, t *table) error {
	fmt.Fprintf(w, "| instance | %s | %s | change |\n| --- | ---: | ---: | --- |\n", code(t.Solvers[t.against]), code(t.Solvers[t.own]))
	both, changed, logs, solved, counts := 0, 0, 0.0, 0, map[string]int{}
	for _, in := range t.Instances {
		before, after := in.Cells[t.against], in.Cells[t.own]
		how := ""
		if before != nil && after != nil {
			both++
		}
		switch {
		case before == nil, after == nil && !before.Solved():
			continue
		case after == nil:
			how = "no run"
		case !before.Solved() && after.Solved():
			how = "gained"
		case before.Solved() && !after.Solved():
			how = "lost"
		case before.Answer != after.Answer:
			how = "another answer"
		case before.Solved():
			solved++
			ratio := after.time() / before.time()
			logs += math.Log(ratio)
			if math.Abs(after.Seconds-before.Seconds) >= changedTime {
				switch {
				case ratio >= t.factor:
					t.slower++
					how = fmt.Sprintf("%.1f times as slow", ratio)
				case ratio <= 1/t.factor:
					how = fmt.Sprintf("%.1f times as fast", 1/ratio)
				}
			}
		}
		if counts[how]++; how != "" {
			if after != nil {
				changed++
			}
			fmt.Fprintf(w, "| %s | %s | %s | %s |\n", code(strings.TrimSuffix(in.Name, ".cnf")), before.Text(), after.Text(), how)
		}
	}
	fmt.Fprintf(w, "\n%s with both, %d changed: %d gained, %d lost.", quantity(both, "instance"), changed, counts["gained"], counts["lost"])
	t.lost = counts["lost"] + counts["no run"]
	if missing := len(t.Instances) - both; missing > 0 {
		fmt.Fprintf(w, " %s without a run of one of them.", quantity(missing, "instance"))
	}
	if solved > 0 {
		fmt.Fprintf(w, " The geometric mean of the new times divided by the old times is %.2f, on the %d that both solve.", math.Exp(logs/float64(solved)), solved)
	}
	fmt.Fprintln(w)
	return nil
}

// code returns s as inline code for the cell of a Markdown table. It escapes | and replaces backticks
// by apostrophes.
func code(s string) string { return "`" + strings.NewReplacer("|", `\|`, "`", "'").Replace(s) + "`" }

// markdown escapes characters with a meaning in a paragraph of Markdown.
var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "&", "&amp;", "[", `\[`, "|", `\|`).Replace
