// Package manifest reads and writes the list of the instances in a directory, which
// qgen makes and qbench completes: MANIFEST.tsv, a line of columns for each file with
// tabs between them, and SHA256SUMS, for sha256sum -c.
package manifest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/dimacs"
)

// Names of the files in the directory.
const (
	Name = "MANIFEST.tsv"
	Sums = "SHA256SUMS"
)

// Header is the first line of a manifest. Lines that begin with "# " may follow it, sorted
// comments of the form "# NAME: TEXT" about files that have no record.
const Header = "name\tparameters\tvariables\tclauses\tstatus\tsolutions\tsha256\tgbd"

// What columns say.
const (
	NotKnown      = "-" // a number of solutions, a hash of what has no clauses
	Satisfiable   = "SAT"
	Unsatisfiable = "UNSAT"
	Unknown       = "UNKNOWN"
)

// A Record is what a manifest says about a file.
type Record struct {
	Name, Parameters string // the parameters are arguments of qgen
	Variables        int
	Clauses          int64
	Status           string // SAT, UNSAT or UNKNOWN
	Solutions        string // their number, or NotKnown
	SHA256           string // of the file
	GBD              string // hash of the clauses in the Global Benchmark Database, or NotKnown
}

// String returns the line of the manifest.
func (r Record) String() string {
	return strings.Join([]string{r.Name, r.Parameters, strconv.Itoa(r.Variables), strconv.FormatInt(r.Clauses, 10),
		r.Status, r.Solutions, r.SHA256, r.GBD}, "\t")
}

// Sum returns the line of SHA256SUMS.
func (r Record) Sum() string { return r.SHA256 + "  " + r.Name + "\n" }

// check returns an error if the name has what ends columns or lines.
func (r Record) check() error {
	if strings.ContainsAny(r.Name, "\t\n") {
		return fmt.Errorf("%s cannot list a file whose name has a tab or a line end: rename %q", Name, r.Name)
	}
	return nil
}

// parse is the inverse of String.
func parse(line string) (r Record, ok bool) {
	f := strings.Split(line, "\t")
	if len(f) != strings.Count(Header, "\t")+1 || !isFileName(f[0]) {
		return r, false
	}
	variables, err1 := strconv.Atoi(f[2])
	clauses, err2 := strconv.ParseInt(f[3], 10, 64)
	known := f[4] == Satisfiable || f[4] == Unsatisfiable || f[4] == Unknown
	return Record{f[0], f[1], variables, clauses, f[4], f[5], f[6], f[7]}, err1 == nil && err2 == nil && variables >= 0 && clauses >= 0 && known
}

// isFileName reports whether name can be a file in the directory itself.
func isFileName(name string) bool {
	return name == filepath.Base(name) && name != "." && name != ".." && !os.IsPathSeparator(name[0])
}

// A Manifest lists the files of a directory.
type Manifest struct {
	Dir     string
	Records []Record // sorted by name
}

// Read returns the manifest of the directory, an empty one if that has none.
func Read(dir string) (*Manifest, error) {
	m := &Manifest{Dir: dir}
	err := scan(dir, func(string) {}, func(record Record) error {
		m.Records = append(m.Records, record)
		return nil
	})
	return m, err
}

// Write writes both files.
func (m *Manifest) Write(ctx context.Context) error { return Update(ctx, m.Dir, m.Records, nil) }

// longestLine is the number of bytes that a line is shorter than.
const longestLine = 1 << 21

// scan calls comment with each comment and do with each record of the manifest, if there is
// one, of the directory, which there has to be.
func scan(dir string, comment func(string), do func(Record) error) error {
	name := filepath.Join(dir, Name)
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(dir)
		return err
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longestLine)
	unexpected := func(number int) error {
		return fmt.Errorf("%s:%d:1: expected a manifest written by qgen, sorted by name, found another line; move the file away", name, number)
	}
	last, number := "", 1
	for ; lines.Scan(); number++ {
		if number == 1 {
			if lines.Text() != Header {
				return unexpected(number)
			}
			continue
		}
		if last == "" && strings.HasPrefix(lines.Text(), "# ") {
			comment(lines.Text())
			continue
		}
		record, ok := parse(lines.Text())
		if !ok || record.Name <= last {
			return unexpected(number)
		}
		if err := do(record); err != nil {
			return err
		}
		last = record.Name
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("%s:%d:1: expected a line of less than %d MB, found a longer one", name, number, longestLine>>20)
	case err != nil:
		return opened.Named(name, err)
	case number == 1:
		return unexpected(number)
	}
	return nil
}

// Update puts records, sorted by name, into the files of the directory, each in place of an
// older one for the same file. Of an old one for the same bytes it takes what it does not
// know itself about solutions. Other records stay, unless keep says that they do not. Comments
// are added to the old ones, which stay unless a record has their name. Memory does not grow
// with the records of the manifest.
func Update(ctx context.Context, dir string, records []Record, keep func(Record) bool, comments ...string) error {
	for _, r := range records {
		if err := r.check(); err != nil {
			return opened.Named(dir, err)
		}
	}
	list, err := output.Create(ctx, filepath.Join(dir, Name), nil, "")
	if err != nil {
		return err
	}
	defer list.Abort()
	sums, err := output.Create(ctx, filepath.Join(dir, Sums), nil, "")
	if err != nil {
		return err
	}
	defer sums.Abort()
	l, s := bufio.NewWriter(list), bufio.NewWriter(sums) // which keep errors for Flush
	fmt.Fprintln(l, Header)
	put := func(r Record) {
		fmt.Fprintln(l, r)
		fmt.Fprint(s, r.Sum())
	}
	comments = slices.Clone(comments)
	putComments := func() {
		slices.Sort(comments)
		for _, c := range slices.Compact(comments) {
			name, _, _ := strings.Cut(strings.TrimPrefix(c, "# "), ": ")
			if !slices.ContainsFunc(records, func(r Record) bool { return r.Name == name }) {
				fmt.Fprintln(l, c)
			}
		}
		comments = nil
	}
	err = scan(dir, func(old string) { comments = append(comments, old) }, func(old Record) error {
		putComments()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for len(records) > 0 && records[0].Name < old.Name {
			put(records[0])
			records = records[1:]
		}
		switch {
		case len(records) > 0 && records[0].Name == old.Name:
			put(records[0].with(old))
			records = records[1:]
		case keep == nil || keep(old):
			put(old)
		}
		return nil
	})
	putComments()
	for _, r := range records {
		put(r)
	}
	if err = errors.Join(err, l.Flush(), s.Flush()); err != nil {
		return err
	}
	return errors.Join(list.Commit(), sums.Commit())
}

// with returns the record with what an old one for the same bytes knows besides.
func (r Record) with(old Record) Record {
	if old.SHA256 == r.SHA256 {
		if r.Status == Unknown {
			r.Status = old.Status
		}
		if r.Solutions == NotKnown {
			r.Solutions = old.Solutions
		}
	}
	return r
}

// Status returns the status as a record has it.
func Status(s dimacs.Status) string {
	switch s {
	case dimacs.Satisfiable:
		return Satisfiable
	case dimacs.Unsatisfiable:
		return Unsatisfiable
	}
	return Unknown
}
