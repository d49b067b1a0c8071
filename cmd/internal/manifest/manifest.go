// Package manifest reads and writes the list of the instances in a directory, which
// qgen makes and qbench completes: MANIFEST.tsv, a line of columns for each file with
// tabs between them, and SHA256SUMS, for sha256sum -c.
package manifest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"queens/cmd/internal/output"
	"queens/dimacs"
)

// Names of the files in the directory.
const (
	Name = "MANIFEST.tsv"
	Sums = "SHA256SUMS"
)

// Header is the first line of a manifest.
const Header = "name\tparameters\tvariables\tclauses\tstatus\tsolutions\tsha256\tgbd"

// What columns say.
const (
	NotKnown      = "-" // a number of solutions, a hash of what has no clauses
	Satisfiable   = "SAT"
	Unsatisfiable = "UNSAT"
	Unknown       = "UNKNOWN"
)

// A Row is what a manifest says about a file.
type Row struct {
	Name, Parameters string // the parameters are arguments of qgen
	Variables        int
	Clauses          int64
	Status           string // SAT, UNSAT or UNKNOWN
	Solutions        string // their number, or NotKnown
	SHA256           string // of the file
	GBD              string // hash of the clauses in the Global Benchmark Database, or NotKnown
}

// String returns the line of the manifest.
func (r Row) String() string {
	return strings.Join([]string{r.Name, r.Parameters, strconv.Itoa(r.Variables), strconv.FormatInt(r.Clauses, 10),
		r.Status, r.Solutions, r.SHA256, r.GBD}, "\t")
}

// parse is the inverse of String.
func parse(line string) (r Row, ok bool) {
	f := strings.Split(line, "\t")
	if len(f) != strings.Count(Header, "\t")+1 || f[0] == "" || f[0] != filepath.Base(f[0]) {
		return r, false
	}
	variables, err1 := strconv.Atoi(f[2])
	clauses, err2 := strconv.ParseInt(f[3], 10, 64)
	known := f[4] == Satisfiable || f[4] == Unsatisfiable || f[4] == Unknown
	return Row{f[0], f[1], variables, clauses, f[4], f[5], f[6], f[7]}, err1 == nil && err2 == nil && known
}

// A Manifest lists the files of a directory.
type Manifest struct {
	Dir  string
	rows map[string]Row // by name
}

// Read returns the manifest of the directory, an empty one if there is none.
func Read(dir string) (*Manifest, error) {
	m := &Manifest{Dir: dir, rows: map[string]Row{}}
	name := filepath.Join(dir, Name)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		row, ok := parse(line)
		if i == 0 && line != Header || i > 0 && !ok {
			return nil, fmt.Errorf("%s:%d:1: expected a manifest written by qgen, found another line; move the file away", name, i+1)
		}
		if i > 0 {
			m.rows[row.Name] = row
		}
	}
	return m, nil
}

// Rows returns the rows, sorted by name.
func (m *Manifest) Rows() []Row {
	rows := make([]Row, 0, len(m.rows))
	for _, name := range slices.Sorted(maps.Keys(m.rows)) {
		rows = append(rows, m.rows[name])
	}
	return rows
}

// Row returns the row of a file.
func (m *Manifest) Row(name string) (Row, bool) {
	r, ok := m.rows[name]
	return r, ok
}

// Put adds the row, in place of an older one for the file. Of an old one for the same
// bytes it takes what it does not know itself about solutions.
func (m *Manifest) Put(r Row) {
	if old := m.rows[r.Name]; old.SHA256 == r.SHA256 {
		if r.Status == Unknown {
			r.Status = old.Status
		}
		if r.Solutions == NotKnown {
			r.Solutions = old.Solutions
		}
	}
	m.rows[r.Name] = r
}

// Forget drops the rows of files that are gone.
func (m *Manifest) Forget() {
	maps.DeleteFunc(m.rows, func(name string, _ Row) bool {
		_, err := os.Stat(filepath.Join(m.Dir, name))
		return err != nil
	})
}

// SumsText returns what SHA256SUMS has to say.
func (m *Manifest) SumsText() string {
	var b strings.Builder
	for _, r := range m.Rows() {
		fmt.Fprintf(&b, "%s  %s\n", r.SHA256, r.Name)
	}
	return b.String()
}

// Write writes both files.
func (m *Manifest) Write(ctx context.Context) error {
	var b strings.Builder
	b.WriteString(Header + "\n")
	for _, r := range m.Rows() {
		b.WriteString(r.String() + "\n")
	}
	if err := m.writeFile(ctx, Name, b.String()); err != nil {
		return err
	}
	return m.writeFile(ctx, Sums, m.SumsText())
}

func (m *Manifest) writeFile(ctx context.Context, name, text string) error {
	out, err := output.Create(ctx, filepath.Join(m.Dir, name), nil, "")
	if err != nil {
		return err
	}
	defer out.Abort()
	if _, err := out.Write([]byte(text)); err != nil {
		return err
	}
	return out.Commit()
}

// Status returns the status as a row has it.
func Status(s dimacs.Status) string {
	switch s {
	case dimacs.Satisfiable:
		return Satisfiable
	case dimacs.Unsatisfiable:
		return Unsatisfiable
	}
	return Unknown
}
