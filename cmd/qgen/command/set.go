package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/compress"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/encode"
)

// writeSet writes one file for each board size, and the manifest. Files appear
// one after another, each complete, and the manifest names those that are
// there: an interrupted run can be taken up by running it again.
func (s *settings) writeSet(ctx context.Context, call *program.Invocation) error {
	if call.Output != "" || s.stats {
		return program.Usagef("--out-dir names its files itself and writes them: expected neither --output nor --stats with it")
	}
	sizes, err := parseSizes(call.Args)
	if err != nil {
		return err
	}
	var files []encode.File
	for _, n := range sizes {
		f, err := s.file(call, n)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	if err := os.MkdirAll(s.outDir, 0o777); err != nil {
		return err
	}
	m, err := readManifest(s.outDir)
	if err != nil {
		return err
	}
	bar := newBar(call)
	defer bar.clear()
	if err := bar.expect(files...); err != nil {
		return err
	}
	for _, f := range files {
		if err := s.writeMember(ctx, m, f, bar); err != nil {
			return err
		}
	}
	return nil
}

// writeMember writes one file of the set and the manifest that names it.
func (s *settings) writeMember(ctx context.Context, m *manifest, f encode.File, bar *bar) error {
	name := s.fileName(f)
	bar.name(name)
	out, err := output.Create(ctx, filepath.Join(s.outDir, name), nil, "")
	if err != nil {
		return err
	}
	defer out.Abort()
	sum, gbd := sha256.New(), newGBDHash()
	packed, err := compress.NewWriter(io.MultiWriter(out, sum), s.compress)
	if err != nil {
		return err
	}
	if err := f.Write(ctx, bar.counting(io.MultiWriter(gbd, packed))); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	e, err := newEntry(name, s.parameters(f), f)
	if err != nil {
		return err
	}
	e.sha256 = hex.EncodeToString(sum.Sum(nil))
	if f.Format == encode.DefaultFormat {
		e.gbd = gbd.sum()
	}
	m.put(e)
	return m.write(ctx)
}

// parseSizes reads board sizes and ranges of them; the result is in ascending
// order, without repetitions.
func parseSizes(args []string) ([]int, error) {
	if len(args) == 0 {
		return nil, program.Usagef("expected board sizes N or LO..HI")
	}
	var sizes []int
	for _, arg := range args {
		low, high, isRange := strings.Cut(arg, "..")
		if !isRange {
			high = low
		}
		first, err := parseSize(low)
		if err != nil {
			return nil, err
		}
		last, err := parseSize(high)
		if err != nil {
			return nil, err
		}
		if first > last {
			return nil, program.Usagef("board sizes: expected a range LO..HI, found %q", arg)
		}
		for n := first; n <= last; n++ {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}
