package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// summaryColumns of the geometric means: of the rows of a family, or of the
// families. A row without a right answer counts as twice the limit.
var summaryColumns = []string{"group", "families", "program", "rows", "missed", "seconds", "anon_mb", "times"}

// summarize reads a table as report writes it and writes the geometric means of
// each family, of all families, and of those that are not listed as having
// exact-cover structure. The family is the row's name up to the first "-".
func summarize(table io.Reader, w io.Writer, limit time.Duration, exactCover []string) error {
	s := summary{means: make(map[[2]string]*mean)}
	in := bufio.NewScanner(table)
	for in.Scan() {
		fields := strings.Split(in.Text(), "\t")
		if strings.HasPrefix(in.Text(), "#") {
			continue
		}
		if len(fields) != len(columns) {
			return fmt.Errorf("<stdin>: expected %d columns, found %q", len(columns), in.Text())
		}
		s.count(fields, limit)
	}
	if err := in.Err(); err != nil || s.group == "" {
		return err
	}
	fmt.Fprintln(w, strings.Join(summaryColumns, "\t"))
	for _, family := range s.families {
		s.line(w, family, []string{family})
	}
	s.line(w, "all", s.families)
	s.line(w, "without exact cover", slices.DeleteFunc(s.families, func(family string) bool {
		return slices.Contains(exactCover, family)
	}))
	return nil
}

// A summary has the means of each family and program, and these in the order in
// which they came.
type summary struct {
	group              string
	families, programs []string
	means              map[[2]string]*mean
}

func (s *summary) count(fields []string, limit time.Duration) {
	field := func(name string) string { return fields[slices.Index(columns, name)] }
	family, _, _ := strings.Cut(field("row"), "-")
	program := field("program")
	s.group = field("group")
	if !slices.Contains(s.families, family) {
		s.families = append(s.families, family)
	}
	if !slices.Contains(s.programs, program) {
		s.programs = append(s.programs, program)
	}
	m := s.means[[2]string{family, program}]
	if m == nil {
		m = new(mean)
		s.means[[2]string{family, program}] = m
	}
	seconds, err := strconv.ParseFloat(field("seconds"), 64)
	if answer := field("answer"); err != nil || answer != "sat" && answer != "unsat" {
		m.missed++
		seconds = 2 * limit.Seconds()
	}
	m.seconds = append(m.seconds, seconds)
	if megabytes, err := strconv.ParseFloat(field("anon_mb"), 64); err == nil {
		m.megabytes = append(m.megabytes, megabytes)
	}
}

// line writes the mean over the families for each program that has them.
func (s *summary) line(w io.Writer, name string, families []string) {
	first := 0.0
	for _, program := range s.programs {
		var over mean
		rows := 0
		for _, family := range families {
			if m := s.means[[2]string{family, program}]; m != nil {
				rows += len(m.seconds)
				over.missed += m.missed
				over.seconds = append(over.seconds, geometric(m.seconds))
				if len(m.megabytes) > 0 {
					over.megabytes = append(over.megabytes, geometric(m.megabytes))
				}
			}
		}
		if rows == 0 {
			continue
		}
		seconds := geometric(over.seconds)
		if first == 0 {
			first = seconds
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%.3f\t%.1f\t%.2f\n",
			s.group, name, program, rows, over.missed, seconds, geometric(over.megabytes), seconds/first)
	}
}

// A mean keeps its figures, because they are few.
type mean struct {
	seconds, megabytes []float64
	missed             int
}

// geometric returns the geometric mean, or 0 of no figures. Figures below the
// last digit of the table count as that digit.
func geometric(figures []float64) float64 {
	if len(figures) == 0 {
		return 0
	}
	sum := 0.0
	for _, f := range figures {
		sum += math.Log(max(f, 0.001))
	}
	return math.Exp(sum / float64(len(figures)))
}
