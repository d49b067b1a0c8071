package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/dimacs"
)

// An instance is a file of the set. It is decompressed and parsed at most once for all solvers.
type instance struct {
	manifest.Record
	dir     string       // directory of the set
	pending atomic.Int32 // number of runs to come; after the last the decompressed file is removed

	plainOnce sync.Once
	plain     string // name of the uncompressed file
	plainErr  error

	formulaOnce sync.Once
	formula     *dimacs.Formula
	formulaErr  error
}

// file returns the name of the uncompressed instance. It returns an error if the SHA-256 differs
// from the manifest. A decompressed file is created in the directory temporary.
func (in *instance) file(ctx context.Context, temporary string) (string, error) {
	in.plainOnce.Do(func() { in.plain, in.plainErr = in.prepare(ctx, temporary) })
	return in.plain, in.plainErr
}

func (in *instance) prepare(ctx context.Context, temporary string) (string, error) {
	name := filepath.Join(in.dir, in.Name)
	sum, err := manifest.Hash(ctx, name)
	switch {
	case err != nil:
		return "", err
	case sum != in.SHA256:
		return "", fmt.Errorf("%s: changed since %s was written: it has another SHA-256", name, manifest.Name)
	case filepath.Ext(name) == manifest.Format(name):
		return name, nil
	}
	from, err := input.Open(ctx, name, nil)
	if err != nil {
		return "", err
	}
	defer from.Close()
	to, err := os.Create(filepath.Join(temporary, in.SHA256+manifest.Format(name)))
	if err != nil {
		return "", err
	}
	_, err = io.Copy(to, from)
	return to.Name(), errors.Join(err, to.Close())
}

// falsified returns a clause that the model does not satisfy, or nil.
func (in *instance) falsified(ctx context.Context, model *dimacs.Assignment) ([]dimacs.Lit, error) {
	f, err := in.parse(ctx)
	if err != nil {
		return nil, err
	}
	return f.Falsified(model), nil
}

// parse returns the formula. The first call reads it; later calls return the same formula and error.
func (in *instance) parse(ctx context.Context) (*dimacs.Formula, error) {
	in.formulaOnce.Do(func() { in.formula, in.formulaErr = in.read(ctx) })
	return in.formula, in.formulaErr
}

func (in *instance) read(ctx context.Context) (*dimacs.Formula, error) {
	f, err := os.Open(in.plain)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return dimacs.ReadFormula(ctx, f, dimacs.Options{Name: in.Name, Keys: []string{}})
}

// done must be called after each run. After the last it releases the formula and removes the
// decompressed file.
func (in *instance) done() {
	if in.pending.Add(-1) == 0 {
		in.formula = nil
		if in.plain != filepath.Join(in.dir, in.Name) {
			os.Remove(in.plain)
		}
	}
}

// readSet returns the manifest of a directory. If there is no manifest, or an empty one, it
// writes a manifest that lists the CNF files in the directory. A directory without CNF
// files is an error.
func readSet(ctx context.Context, dir string) (*manifest.Manifest, error) {
	m, err := manifest.Read(dir)
	if err != nil || len(m.Records) > 0 {
		return m, err
	}
	names, err := manifest.Instances(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if manifest.Format(name) != ".cnf" {
			continue
		}
		record, err := describe(ctx, dir, name)
		if err != nil {
			return nil, err
		}
		m.Records = append(m.Records, record)
	}
	if len(m.Records) == 0 {
		return nil, fmt.Errorf("%s: expected a set, found no %s and no instances", dir, manifest.Name)
	}
	return m, m.Write(ctx)
}

// describe returns the record of a file that is not in the manifest. The status comes from a
// comment "status". A syntax error after the header is left to the solvers: the file then has no
// GBD hash. A syntax error up to the header is returned.
func describe(ctx context.Context, dir, name string) (manifest.Record, error) {
	record := manifest.Record{Name: name, Parameters: manifest.NotKnown, Status: manifest.Unknown, Solutions: manifest.NotKnown, GBD: manifest.NotKnown}
	var err error
	if record.SHA256, err = manifest.Hash(ctx, filepath.Join(dir, name)); err != nil {
		return record, err
	}
	f, err := input.Open(ctx, filepath.Join(dir, name), nil)
	if err != nil {
		return record, err
	}
	defer f.Close()
	r := dimacs.NewReader(input.UntilDone(ctx, f), dimacs.Options{Name: name, Keys: []string{"status"}})
	head, err := r.Header()
	record.Variables, record.Clauses = head.Vars, head.Clauses
	if err != nil {
		return record, err
	}
	hash := manifest.NewGBDHash()
	clauses := dimacs.NewWriter(hash)
	for err == nil {
		var clause []dimacs.Lit
		if clause, err = r.Read(); err == nil {
			clauses.Clause(clause...)
		}
	}
	for _, c := range r.Formula().Comments {
		if c.Value == manifest.Satisfiable || c.Value == manifest.Unsatisfiable {
			record.Status = c.Value
		}
	}
	if errors.As(err, new(*dimacs.SyntaxError)) {
		return record, nil
	}
	if err == io.EOF {
		err = clauses.Flush()
	}
	record.GBD = hash.Sum()
	return record, err
}
