package command

import (
	"cmp"
	"context"
	"embed"
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

//go:embed report.md
var reportManual string

//go:embed page
var pageFiles embed.FS

// reporting is what the flags of `qbench report` say.
type reporting struct {
	format string
	match  *regexp.Regexp
}

// writers of the formats, each chosen by the ending of a file's name, too.
var writers = map[string]func(io.Writer, *table) error{"html": writePage, "csv": writeCSV, "markdown": writeMarkdown}

func (r *reporting) flags() []cli.Flag {
	return []cli.Flag{
		matchFlag(&r.match),
		&cli.GenericFlag{Name: "format", Aliases: []string{"f"}, Usage: "the `FORMAT` to write, if the ending of the output's name (.html, .csv, .md) does not choose it",
			Value: program.OneOf(&r.format, program.Choice{Name: "html", About: "a page with plots, the default"},
				program.Choice{Name: "csv", About: "a line for each run"}, program.Choice{Name: "markdown", About: "a table of the times"})},
	}
}

func (r *reporting) run(ctx context.Context, call *program.Invocation) error {
	dir, err := directory(call)
	if err != nil {
		return err
	}
	said := map[string]string{".html": "html", ".csv": "csv", ".md": "markdown"}[filepath.Ext(call.Output)]
	if r.format != "" && said != "" && said != r.format {
		return program.Usagef("--format %s contradicts the name %s, which asks for %s: leave out the flag, or choose another name", r.format, call.Output, said)
	}
	t, err := r.read(dir)
	if err != nil {
		return err
	}
	out, err := output.Create(ctx, call.Output, call.Stdout, "")
	if err != nil {
		return err
	}
	defer out.Abort()
	if err := writers[cmp.Or(r.format, said, "html")](out, t); err != nil {
		return err
	}
	return out.Commit()
}

// read reads what was measured on the set in the directory.
func (r *reporting) read(dir string) (*table, error) {
	m, err := manifest.Read(dir)
	if err != nil {
		return nil, err
	}
	results, err := readResults(dir)
	if err != nil {
		return nil, err
	}
	t := newTable(m, results, r.match)
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("%s: expected results of qbench run for the files of the manifest, found none", filepath.Join(dir, resultsName))
	}
	return t, nil
}

// writePage writes a page that holds all that it needs.
func writePage(w io.Writer, t *table) error {
	page := template.New("").Funcs(template.FuncMap{"digits": digits,
		"css": func() (template.CSS, error) {
			text, err := pageFiles.ReadFile("page/page.css")
			return template.CSS(text), err
		},
		"js": func() (template.JS, error) {
			text, err := pageFiles.ReadFile("page/page.js")
			return template.JS(text), err
		},
	})
	page, err := page.ParseFS(pageFiles, "page/page.html")
	if err != nil {
		return err
	}
	return page.ExecuteTemplate(w, "page.html", t)
}

func writeCSV(w io.Writer, t *table) error {
	out := csv.NewWriter(w)
	out.Write([]string{"instance", "parameters", "status", "solutions", "solver", "answer", "count", "seconds", "cpu", "limit", "memory_mb", "conflicts", "proof", "note"})
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	for _, row := range t.Rows {
		for i, c := range row.Cells {
			if c != nil {
				out.Write([]string{row.Name, row.Parameters, row.Status, row.Solutions, t.Solvers[i], c.Answer, c.Count,
					number(c.Seconds), number(c.CPU), number(c.Limit), number(c.MB), c.Conflicts, c.Proof, c.Note})
			}
		}
	}
	out.Flush()
	return out.Error()
}

func writeMarkdown(w io.Writer, t *table) error {
	var b strings.Builder
	line := func(cells ...string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	code := func(s string) string { return "`" + strings.NewReplacer("|", `\|`, "`", "'").Replace(s) + "`" }
	head, rule := []string{"instance", "status"}, []string{"---", "---"}
	for _, s := range t.Solvers {
		head, rule = append(head, code(s)), append(rule, "---:")
	}
	line(head...)
	line(rule...)
	for _, row := range t.Rows {
		cells := []string{code(strings.TrimSuffix(row.Name, ".cnf")), row.Status}
		for _, c := range row.Cells {
			cells = append(cells, c.Text())
		}
		line(cells...)
	}
	b.WriteString("\n")
	line("solver", "solved", "SAT", "UNSAT", "PAR2", "geometric mean")
	line("---", "---:", "---:", "---:", "---:", "---:")
	for _, s := range t.Summaries {
		line(code(s.Solver), fmt.Sprintf("%d of %d", s.Solved, s.Runs), strconv.Itoa(s.Sat), strconv.Itoa(s.Unsat), digits(s.PAR2), digits(s.Mean))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
