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

	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
)

// restoreSet makes the missing files of a manifest again, in its directory or in --out-dir. It never
// replaces a file, and never writes a file whose hash differs from the manifest. The error names
// each file that it could not restore: files with another hash, and files that qgen did not make. With
// --out-dir, restoreSet also writes the manifest.
func (s *settings) restoreSet(ctx context.Context, call *program.Invocation) error {
	m, err := manifest.ReadFile(s.restore)
	if err != nil {
		return err
	}
	if len(m.Records) == 0 {
		return fmt.Errorf("%s: expected a manifest that lists files, found none", s.restore)
	}
	dir := cmp.Or(s.outDir, m.Dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	status := newStatus(call)
	defer status.Clear()
	var wrong []error
	made := 0
	for _, record := range m.Records {
		name := filepath.Join(dir, record.Name)
		found, err := restore(ctx, name, record, status)
		switch {
		case err != nil:
			return err
		case found == "":
			made++
		case found != present:
			wrong = append(wrong, fmt.Errorf("%s: %s", name, found))
		}
	}
	status.Clear()
	call.Notice("%d of %d files made, %d were there", made, len(m.Records), len(m.Records)-made-len(wrong))
	if m.Dir = dir; s.outDir != "" {
		wrong = append(wrong, m.Write(ctx))
	}
	return errors.Join(wrong...)
}

// present is the result of restore for a file that agrees with its record.
const present = "present"

// restore makes the file of a record if it is missing. It returns "" if it made the file, present if
// the file already agrees with the record, or else the reason why it could not make the file. It
// returns an error if a file cannot be written or if ctx ends.
func restore(ctx context.Context, name string, record manifest.Record, status *program.Status) (string, error) {
	sum, err := manifest.Hash(ctx, name)
	switch {
	case err == nil && sum == record.SHA256:
		return present, nil
	case err == nil:
		return "changed: its SHA-256 differs from the manifest, so it stays; to make it again, move it away", nil
	case !errors.Is(err, fs.ErrNotExist):
		return "", err
	case record.Parameters == manifest.NotKnown:
		return "missing: qgen did not make it", nil
	}
	out, err := output.Create(ctx, name, nil, "")
	if err != nil {
		return "", err
	}
	defer out.Abort()
	again, err := remake(ctx, record, out, status)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return fmt.Sprintf("missing: the parameters in the manifest produce no file: %v", err), nil
	case again.SHA256 != record.SHA256:
		return "stale: its parameters now produce other bytes", nil
	}
	return "", out.Commit()
}

// remake generates the file of a record again from its parameters, writes it to w, and returns
// the new record. It returns an error if the parameters are malformed or describe
// more than one board size.
func remake(ctx context.Context, record manifest.Record, w io.Writer, status *program.Status) (manifest.Record, error) {
	all, err := parseSweep(strings.Fields(record.Parameters))
	if err != nil {
		return manifest.Record{}, err
	}
	single := settings{sweep: *all}
	if err := single.readRegions(ctx, nil); err != nil {
		return manifest.Record{}, err
	}
	if len(all.sizes) != 1 {
		return manifest.Record{}, errors.New("expected one board size")
	}
	f, err := single.single(ctx, all.sizes[0])
	if err != nil {
		return manifest.Record{}, err
	}
	s := set{status: status}
	if ending := strings.TrimPrefix(filepath.Ext(record.Name), "."); slices.Contains(output.Compressions(), ending) {
		s.compression = ending
	}
	return s.make(ctx, fileName(f, s.compression), f, w)
}
