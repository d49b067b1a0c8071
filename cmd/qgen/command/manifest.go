package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/output"
	"queens/encode"
)

const (
	manifestName   = "MANIFEST.tsv"
	manifestHeader = "name\tparameters\tvariables\tclauses\tstatus\tsolutions\tsha256\tgbd"
	notKnown       = "-" // in a column
)

// A manifest lists the files of a directory.
type manifest struct {
	dir  string
	rows map[string]string // file name -> line
}

// readManifest returns the manifest of the directory, without files that are
// gone; an empty one if there is none.
func readManifest(dir string) (*manifest, error) {
	m := &manifest{dir: dir, rows: map[string]string{}}
	name := filepath.Join(dir, manifestName)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if i == 0 && line != manifestHeader || strings.Count(line, "\t") != strings.Count(manifestHeader, "\t") {
			return nil, fmt.Errorf("%s:%d:1: expected a manifest written by qgen, found another line; move the file away", name, i+1)
		}
		file, _, _ := strings.Cut(line, "\t")
		if _, err := os.Stat(filepath.Join(dir, file)); i > 0 && err == nil {
			m.rows[file] = line
		}
	}
	return m, nil
}

// put adds the entry, in place of an older one for the file.
func (m *manifest) put(e entry) { m.rows[e.name] = e.line() }

// write writes the manifest, sorted by file names.
func (m *manifest) write(ctx context.Context) error {
	out, err := output.Create(ctx, filepath.Join(m.dir, manifestName), nil, "")
	if err != nil {
		return err
	}
	defer out.Abort()
	lines := []string{manifestHeader}
	for _, name := range slices.Sorted(maps.Keys(m.rows)) {
		lines = append(lines, m.rows[name])
	}
	if _, err := out.Write([]byte(strings.Join(lines, "\n") + "\n")); err != nil {
		return err
	}
	return out.Commit()
}

// An entry is what the manifest says about a file.
type entry struct {
	name, parameters  string
	size              encode.Size
	status, solutions string
	sha256            string // of the file
	gbd               string // of the clauses
}

// newEntry returns the entry without hashes.
func newEntry(name, parameters string, f encode.File) (entry, error) {
	size, err := f.Size()
	if err != nil {
		return entry{}, err
	}
	e := entry{name: name, parameters: parameters, size: size, solutions: notKnown, gbd: notKnown}
	status, count := known(f.Instance)
	e.status = map[string]string{"SATISFIABLE": "SAT", "UNSATISFIABLE": "UNSAT"}[status.String()]
	if e.status == "" {
		e.status = "UNKNOWN"
	}
	if count != nil {
		e.solutions = count.String()
	}
	return e, nil
}

func (e entry) line() string {
	return strings.Join([]string{e.name, e.parameters, fmt.Sprint(e.size.Variables), fmt.Sprint(e.size.Clauses),
		e.status, e.solutions, e.sha256, e.gbd}, "\t")
}
