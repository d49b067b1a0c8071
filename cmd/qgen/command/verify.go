package command

import (
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

// verifySet generates the set of a directory again and returns an error that lists all
// differences, or nil if there are none:
//
//	changed   the SHA-256 of the file differs from the manifest, the parameters in the
//	          manifest produce no file or other values than the manifest lists, or
//	          SHA256SUMS differs from the manifest
//	missing   the file is in the manifest but not in the directory, or there is no
//	          SHA256SUMS
//	stale     the parameters now produce other bytes
//	foreign   the instance is not in the manifest
//
// It ignores statuses and solution counts. It returns another error if the manifest is
// malformed or empty, if a file cannot be read, or if ctx ends, and a usage error if there
// are sizes, --out-dir, --plan or --restore.
func (s *settings) verifySet(ctx context.Context, call *program.Invocation) error {
	if len(call.Args) > 0 || s.outDir != "" || s.plan != "" || s.restore != "" {
		return program.Usagef("--verify takes everything from the manifest: expected no sizes, --out-dir, --plan or --restore")
	}
	m, err := manifest.Read(s.verify)
	if err != nil {
		return err
	}
	if len(m.Records) == 0 {
		return fmt.Errorf("%s: expected a manifest that lists files, found none", filepath.Join(s.verify, manifest.Name))
	}
	status := newStatus(call)
	defer status.Clear()
	var wrong []error
	add := func(name, format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("%s: %s", filepath.Join(s.verify, name), fmt.Sprintf(format, args...)))
	}
	var want strings.Builder
	for _, record := range m.Records {
		want.WriteString(record.Sum())
		found, err := verifyRecord(ctx, s.verify, record, status)
		if err != nil {
			return err
		}
		if found != "" {
			add(record.Name, "%s", found)
		}
	}
	if sums, err := os.ReadFile(filepath.Join(s.verify, manifest.Sums)); errors.Is(err, fs.ErrNotExist) {
		add(manifest.Sums, "missing")
	} else if err != nil {
		return err
	} else if string(sums) != want.String() {
		add(manifest.Sums, "changed: its files or checksums differ from the manifest")
	}
	found, err := manifest.Instances(s.verify)
	if err != nil {
		return err
	}
	for _, name := range found {
		if m.Find(name) < 0 {
			add(name, "foreign: not in the manifest")
		}
	}
	status.Clear()
	if len(wrong) == 0 {
		call.Notice("%d files checked: all agree with the manifest and with this version of qgen", len(m.Records))
	}
	return errors.Join(wrong...)
}

// verifyRecord returns a description of the difference between a file and its record, or ""
// if they agree. It returns an error if the file exists but cannot be read, or if ctx ends.
func verifyRecord(ctx context.Context, dir string, record manifest.Record, status *program.Status) (string, error) {
	sum, err := manifest.Hash(ctx, filepath.Join(dir, record.Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "missing", nil
	case err != nil:
		return "", err
	case sum != record.SHA256:
		return "changed: its SHA-256 differs from the manifest", nil
	}
	again, err := remake(ctx, record, io.Discard, status)
	if again.Status, again.Solutions = record.Status, record.Solutions; err == nil && again == record {
		return "", nil
	}
	switch {
	case context.Cause(ctx) != nil:
		return "", context.Cause(ctx)
	case err != nil:
		return fmt.Sprintf("changed: the parameters in the manifest produce no file: %v", err), nil
	case again.SHA256 != record.SHA256:
		return "stale: its parameters now produce other bytes", nil
	}
	return "changed: its parameters do not produce the values in the manifest", nil
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
