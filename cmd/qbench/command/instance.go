package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/program"
	"queens/dimacs"
)

// An instance is a file of the set. It is decompressed and parsed at most once for all solvers.
type instance struct {
	manifest.Record
	dir      string       // directory of the set
	mode     dimacs.Mode  // the syntax
	reported bool         // an error about the file was reported
	pending  atomic.Int32 // number of runs to come; after the last run the decompressed file is removed

	plainOnce sync.Once   // calls prepare
	plain     string      // name of the uncompressed file; "" before file is called
	plainSum  string      // its SHA-256
	plainErr  error       // the error of prepare
	changed   atomic.Bool // the uncompressed file has changed

	formulaOnce sync.Once       // reads the formula
	formula     *dimacs.Formula // for parse; nil before parse is called, and after the last run
	formulaErr  error           // the error of parse
}

// file returns the name of the uncompressed instance. It returns an error if the SHA-256 of the file
// differs from the manifest, or if the file cannot be read. The first call decompresses the file, if it is
// compressed, into the directory temporary. Later calls return the same, or an error after unchanged found
// a change.
func (in *instance) file(ctx context.Context, temporary string) (string, error) {
	in.plainOnce.Do(func() { in.plain, in.plainErr = in.prepare(ctx, temporary) })
	if in.changed.Load() {
		return "", in.errChanged()
	}
	return in.plain, in.plainErr
}

// unchanged returns an error if the uncompressed file has changed or cannot be read, which makes it unusable
// for later runs, or if ctx has ended. A call of file must have succeeded.
func (in *instance) unchanged(ctx context.Context) error {
	if sum, err := manifest.Hash(ctx, in.plain); err == nil && sum == in.plainSum {
		return nil
	}
	in.changed.Store(ctx.Err() == nil)
	return in.errChanged()
}

func (in *instance) errChanged() error {
	return fmt.Errorf("%s: changed while the solvers ran", filepath.Join(in.dir, in.Name))
}

// prepare does the work of the first call of file, and returns its results. It sets in.plainSum.
func (in *instance) prepare(ctx context.Context, temporary string) (string, error) {
	name := filepath.Join(in.dir, in.Name)
	sum, err := manifest.Hash(ctx, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: missing, although %s lists it", name, manifest.Name)
	case err != nil:
		return "", err
	case sum != in.SHA256:
		return "", fmt.Errorf("%s: changed since %s was written: it has another SHA-256", name, manifest.Name)
	case filepath.Ext(name) == manifest.Format(name):
		in.plainSum = sum
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
	if err = errors.Join(err, to.Close()); err == nil {
		in.plainSum, err = manifest.Hash(ctx, to.Name())
	}
	return to.Name(), err
}

// parse returns the formula. The first call reads it; later calls return the same formula and error. The
// error is an *unreadError. A call of file must have succeeded.
func (in *instance) parse(ctx context.Context) (*dimacs.Formula, error) {
	in.formulaOnce.Do(func() {
		var err error
		in.formula, err = readFile(ctx, in.plain, dimacs.Options{Name: in.Name, Mode: in.mode, Keys: []string{}, Soft: true, XOR: true})
		if err == nil {
			err = in.unchanged(ctx) // with --jobs, another solver is running
		}
		if err != nil {
			in.formulaErr = &unreadError{err}
		}
	})
	return in.formula, in.formulaErr
}

// readFile reads a formula from the file called name, which may be compressed. A syntax error begins with
// o.Name. Any other error begins with name, or is the cause of ctx.
func readFile(ctx context.Context, name string, o dimacs.Options) (*dimacs.Formula, error) {
	f, err := input.Open(ctx, name, nil)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return dimacs.ReadFormula(ctx, f.Reader, o)
}

// done must be called after each run that pending counts. After the last run, it releases the formula and
// removes the decompressed file.
func (in *instance) done() {
	if in.pending.Add(-1) == 0 {
		in.formula = nil
		if in.plain != filepath.Join(in.dir, in.Name) {
			os.Remove(in.plain)
		}
	}
}

// readSet returns the manifest of a directory, with a record for each formula in the directory that
// the manifest did not list, and without the files that are missing and that qgen did not make; it prints
// a notice about each such file. mode is the syntax of the formulas. If keep is set, readSet makes these
// changes in the manifest file, too. A directory without a record is an error, as are errors of reading and
// writing the manifest and the cause of ctx. The error unread names formulas that cannot be listed, or is nil.
func readSet(ctx context.Context, call *program.Invocation, dir string, mode dimacs.Mode, keep bool) (m *manifest.Manifest, unread, err error) {
	m, err1 := manifest.Read(dir)
	names, err2 := manifest.Instances(dir)
	if err := cmp.Or(err1, err2); err != nil {
		return nil, nil, err
	}
	isGone := func(r manifest.Record) bool {
		return r.Parameters == manifest.NotKnown && !slices.Contains(names, r.Name)
	}
	before := len(m.Records)
	m.Records = slices.DeleteFunc(m.Records, func(r manifest.Record) bool {
		if isGone(r) {
			call.Notice("%s: missing, so that it is no longer a part of the set", filepath.Join(dir, r.Name))
		}
		return isGone(r)
	})
	removed := len(m.Records) < before
	var added []manifest.Record
	var skipped []error
	for _, name := range names {
		if !manifest.IsFormula(name) || m.Find(name) >= 0 {
			continue
		}
		record, err := describe(ctx, dir, name, mode)
		switch {
		case ctx.Err() != nil:
			return nil, nil, context.Cause(ctx)
		case err != nil:
			skipped = append(skipped, fmt.Errorf("%w; the file is skipped", err))
		default:
			added = append(added, record)
		}
	}
	m.Records = append(m.Records, added...)
	slices.SortFunc(m.Records, func(a, b manifest.Record) int { return strings.Compare(a.Name, b.Name) })
	if unread = errors.Join(skipped...); len(m.Records) == 0 {
		return nil, nil, errors.Join(unread, fmt.Errorf("%s: expected a set, found no %s and no instances", dir, manifest.Name))
	}
	if keep && (removed || len(added) > 0) {
		err = manifest.Update(ctx, dir, m.Records, func(r manifest.Record) bool { return !isGone(r) })
	}
	return m, unread, err
}

// describe returns the record of the formula called name in dir, which is not in the manifest. It reads the
// formula in the syntax mode. The status is SAT or UNSAT if a comment "status" says so, and otherwise
// UNKNOWN. A WCNF has no GBD hash. The error says that the name does not suit a manifest or that the file
// cannot be read, or is the cause of ctx.
func describe(ctx context.Context, dir, name string, mode dimacs.Mode) (record manifest.Record, err error) {
	record = manifest.Record{Name: name, Parameters: manifest.NotKnown, Status: manifest.Unknown, Solutions: manifest.NotKnown, GBD: manifest.NotKnown}
	if err := record.Check(); err != nil {
		return record, err
	}
	path := filepath.Join(dir, name)
	if record.SHA256, err = manifest.Hash(ctx, path); err != nil {
		return record, err
	}
	f, err := readFile(ctx, path, dimacs.Options{Name: path, Mode: mode, Keys: []string{"status"}, Soft: true})
	if err != nil {
		return record, err
	}
	record.Variables, record.Clauses = f.Vars, int64(f.NumClauses()+len(f.Soft))
	for _, c := range f.Comments {
		if c.Value == manifest.Satisfiable || c.Value == manifest.Unsatisfiable {
			record.Status = c.Value
		}
	}
	if f.Soft == nil {
		hash := manifest.NewGBDHash()
		to := dimacs.NewWriter(hash)
		err = cmp.Or(to.Clauses(ctx, f), to.Flush())
		record.GBD = hash.Sum()
	}
	return record, err
}
