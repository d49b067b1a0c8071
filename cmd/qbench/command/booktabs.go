package command

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// writeBooktabs writes three tables in LaTeX, to \input into a paper: the solvers, the kinds of
// instances, and the instances. The paper needs the packages booktabs and longtable.
func writeBooktabs(w io.Writer, t *table) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, `%% needs \usepackage[T1]{fontenc} and \usepackage{booktabs,longtable}
\noindent %s

`, latex(t.Measured()))
	rows := [][]string{{"solver", "solved", "missing", "SAT", "UNSAT", "wrong", "PAR-2", "geometric mean", "MB"}}
	for _, s := range t.Summaries {
		rows = append(rows, []string{s.Solver, fmt.Sprintf("%d of %d", s.Solved, s.Runs), strconv.Itoa(s.Missing), strconv.Itoa(s.Sat), strconv.Itoa(s.Unsat), strconv.Itoa(s.Wrong),
			s.Time(s.PAR2), s.Time(s.Mean), s.Memory()})
	}
	booktabs(b, "tabular", 1, rows)
	rows = [][]string{append([]string{"kind", "instances"}, t.Solvers...)}
	for _, k := range t.Kinds {
		rows = append(rows, append([]string{k.Name, strconv.Itoa(k.Instances)}, k.Texts()...))
	}
	booktabs(b, "tabular", 1, rows)
	rows = [][]string{append([]string{"instance", "status"}, t.Solvers...)}
	for _, in := range t.Instances {
		row := []string{strings.TrimSuffix(in.Name, ".cnf"), in.Status}
		for _, c := range in.Cells {
			row = append(row, c.Text())
		}
		rows = append(rows, row)
	}
	booktabs(b, "longtable", 2, rows)
	_, err := io.WriteString(w, b.String())
	return err
}

// booktabs writes a table in a LaTeX environment. rows[0] is the head of the table. The first left
// columns are aligned to the left, all other columns to the right.
func booktabs(b *strings.Builder, environment string, left int, rows [][]string) {
	fmt.Fprintf(b, "\\begin{%s}{%s%s}\n\\toprule\n", environment, strings.Repeat("l", left), strings.Repeat("r", len(rows[0])-left))
	for i, row := range rows {
		for j, text := range row {
			if j > 0 {
				b.WriteString(" & ")
			}
			b.WriteString(latex(text))
		}
		b.WriteString(" \\\\\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	fmt.Fprintf(b, "\\bottomrule\n\\end{%s}\n\n", environment)
}
