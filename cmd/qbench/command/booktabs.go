package command

import (
	"fmt"
	"io"
	"strings"
)

// writeBooktabs writes three tables in LaTeX, to \input into a paper: the solvers, the kinds of
// instances, and the instances. The paper needs the packages booktabs and longtable.
func writeBooktabs(w io.Writer, t *table) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, `%% needs \usepackage[T1]{fontenc} and \usepackage{booktabs,longtable}
\noindent %s

`, latex(t.Measured()))
	solvers, kinds, instances := t.rows(func(name string) string { return name })
	for i, row := range solvers { // without the columns version and CPU
		solvers[i] = append(append(row[:1:1], row[2:9]...), row[10])
	}
	booktabs(b, "tabular", 1, solvers)
	booktabs(b, "tabular", 1, kinds)
	booktabs(b, "longtable", 2, instances)
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
