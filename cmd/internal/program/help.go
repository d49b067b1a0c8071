package program

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Widths of the help: of the text, and of the column that flags may take up.
const (
	helpWidth  = 80
	flagsWidth = 28
)

// help returns the text that --help prints.
func (p *Program) help(flags []Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nusage: %s\n", p.Name, p.Summary, strings.TrimSpace(p.Name+" [flags] "+p.Args))
	for paragraph := range strings.SplitSeq(strings.TrimSpace(p.Description), "\n\n") {
		if paragraph != "" {
			fmt.Fprintf(&b, "\n%s\n", strings.Join(wrap(paragraph, helpWidth), "\n"))
		}
	}
	b.WriteString("\nFlags:\n")
	for i := range flags {
		writeFlag(&b, &flags[i], column(flags))
	}
	if len(p.Examples) > 0 {
		b.WriteString("\nExamples:\n")
	}
	for _, e := range p.Examples {
		fmt.Fprintf(&b, "  %s\n      %s\n", e.Command, e.Text)
	}
	for _, s := range p.Sections {
		fmt.Fprintf(&b, "\n%s:\n", s.Title)
		for line := range strings.Lines(strings.Trim(s.Text, "\n") + "\n") {
			b.WriteString("  " + line)
		}
	}
	return b.String()
}

// column returns where the usage texts begin.
func column(flags []Flag) int {
	width := 0
	for i := range flags {
		if n := utf8.RuneCountInString(spelling(&flags[i])); n <= flagsWidth {
			width = max(width, n)
		}
	}
	return width + 2
}

// writeFlag writes the lines of a flag. One too long for its column has its
// usage on the next line.
func writeFlag(b *strings.Builder, f *Flag, column int) {
	left := spelling(f)
	if utf8.RuneCountInString(left)+2 > column {
		b.WriteString(left + "\n")
		left = ""
	}
	for _, line := range wrap(usage(f), helpWidth-column) {
		fmt.Fprintf(b, "%-*s%s\n", column, left, line)
		left = ""
	}
}

// spelling returns how a flag is written: "  -n, --models K".
func spelling(f *Flag) string {
	short := "    "
	if f.Short != "" {
		short = "-" + f.Short + ", "
	}
	return strings.TrimRight("  "+short+"--"+f.Name+" "+f.placeholder(), " ")
}

// usage returns what a flag does, with its choices and its default.
func usage(f *Flag) string {
	text := f.Usage
	if c := f.choices(); c != nil {
		text += ": " + orList(c)
	}
	if d := f.Value.String(); d != "" {
		text += " (default " + d + ")"
	}
	return text
}

// wrap breaks text into lines of at most width characters where words allow.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}
