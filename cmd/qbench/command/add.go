package command

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/formula"
	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

//go:embed add.md
var addManual string

// adding holds the values of the flags of `qbench add`.
type adding struct {
	status        string
	link, relaxed bool

	sets map[string]*manifest.Manifest // indexed by directory; see set
}

func (a *adding) flags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "status", Usage: "record that the files have this `STATUS`", Value: program.OneOf(&a.status, program.Names(manifest.Satisfiable, manifest.Unsatisfiable)...)},
		&cli.BoolFlag{Name: "link", Usage: "make symbolic links instead of copies", Destination: &a.link},
		relaxedFlag(&a.relaxed),
	}
}

// run adds files to a set, which it locks, so that a second call waits and finds the new files. If some
// files cannot be added, it adds all other files, and the error names each file that is missing.
func (a *adding) run(ctx context.Context, call *program.Invocation) error {
	switch {
	case len(call.Args) < 2:
		return program.Usagef("expected a directory and files, found %s", count(len(call.Args), "argument"))
	case call.Output != "":
		return program.Usagef("--output: expected none, because the files go into the directory")
	}
	dir := call.Args[0]
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	unlock, err := manifest.Lock(ctx, dir)
	if err != nil {
		return err
	}
	defer unlock()
	m, err := manifest.Read(dir)
	if err != nil {
		return err
	}
	a.sets = map[string]*manifest.Manifest{}
	var wrong []error
	added := map[string]manifest.Record{} // indexed by name
	for _, name := range call.Args[1:] {
		record, err := a.add(ctx, m, name)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			wrong = append(wrong, err)
		} else {
			added[record.Name] = record
		}
	}
	if len(added) > 0 {
		if err := manifest.UpdateLocked(context.WithoutCancel(ctx), dir, slices.Collect(maps.Values(added)), nil); err != nil {
			return errors.Join(append(wrong, err)...)
		}
	}
	call.Notice("%s: %s added", dir, count(len(added), "file"))
	return errors.Join(append(wrong, context.Cause(ctx))...)
}

// add copies or links the file from into the directory of the set, unless the directory contains it
// already, and returns its record, which is completed by the manifest beside the file. It returns an
// error if the directory contains another file of this name, or if the file is no formula.
func (a *adding) add(ctx context.Context, m *manifest.Manifest, from string) (record manifest.Record, err error) {
	name := filepath.Base(from)
	if !manifest.IsFormula(name) || strings.HasPrefix(name, ".") {
		return record, fmt.Errorf("%s: expected a name that ends in .cnf, .dimacs or .wcnf, with or without .gz, .bz2, .xz or .zst", from)
	}
	if err := (manifest.Record{Name: name}).Check(); err != nil {
		return record, err
	}
	record, malformed, err := describe(ctx, filepath.Dir(from), name, syntax(a.relaxed))
	switch {
	case err != nil:
		return record, err
	case malformed != nil:
		return record, formula.Hinted(malformed)
	case a.status != "":
		record.Status = a.status
	}
	to := filepath.Join(m.Dir, name)
	old, err := manifest.Hash(ctx, to)
	there := err == nil
	switch {
	case there && old != record.SHA256:
		return record, fmt.Errorf("%s: %s is another file: rename one of them", from, to)
	case !there && !errors.Is(err, fs.ErrNotExist):
		return record, err
	}
	other, err := a.set(filepath.Dir(from))
	if err != nil {
		return record, err
	}
	if i := other.Find(name); i >= 0 {
		record = record.CompletedBy(other.Records[i])
	}
	if !there {
		err = a.place(ctx, from, to)
	}
	return record, err
}

// set returns the manifest of a directory, from which files are added, and reads it once.
func (a *adding) set(dir string) (*manifest.Manifest, error) {
	if a.sets[dir] == nil {
		m, err := manifest.Read(dir)
		if err != nil {
			return nil, err
		}
		a.sets[dir] = m
	}
	return a.sets[dir], nil
}

// place creates the file to as a copy of from or, with --link, as a symbolic link to it.
func (a *adding) place(ctx context.Context, from, to string) error {
	if a.link {
		target, err := filepath.Abs(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return store(ctx, to, in, "")
}

// store creates the file to, or replaces it, with the text of from in the given compression.
func store(ctx context.Context, to string, from io.Reader, compression string) error {
	out, err := output.Create(ctx, to, nil, compression)
	if err != nil {
		return err
	}
	defer out.Abort()
	_, err = io.Copy(out, input.UntilDone(ctx, from))
	return out.CommitAfter(err)
}
