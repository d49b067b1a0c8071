package manifest

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/input"
	"queens/encode/format"
)

// Hash returns the SHA-256 of the file called name in hexadecimal. If ctx ends first, the error
// is its cause. A missing file and a file that is not regular, such as a FIFO, are errors.
func Hash(ctx context.Context, name string) (string, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = fmt.Errorf("%s: expected a regular file", name)
	}
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, input.UntilDone(ctx, f)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Instances returns the sorted names of the instances in a directory, whether a manifest lists
// them or not. An instance is an entry with the suffix of a format of qgen, such as ".cnf",
// or with ".dimacs", or with such a suffix and the suffix of a compression. Hidden files are left out.
// The error is an error of os.ReadDir.
func Instances(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		suffix := Format(e.Name())
		known := func(f format.Format) bool { return f.Suffix == suffix || IsCNF(e.Name()) }
		if slices.ContainsFunc(format.Formats(), known) && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// Format returns the suffix of a file name, with the dot, after removing the suffix of a
// compression (.gz, .bz2, .xz or .zst): ".cnf" for "a.cnf" and for "a.cnf.xz", "" for a name without
// a dot and for "a.xz".
func Format(name string) string {
	if ending := filepath.Ext(name); slices.Contains([]string{".gz", ".bz2", ".xz", ".zst"}, ending) {
		name = strings.TrimSuffix(name, ending)
	}
	return filepath.Ext(name)
}

// IsCNF reports whether a file name ends like a formula in CNF: in .cnf or .dimacs, with or without
// the suffix of a compression.
func IsCNF(name string) bool {
	suffix := Format(name)
	return suffix == ".cnf" || suffix == ".dimacs"
}

// IsFormula reports whether a file name ends like a formula in CNF or in .wcnf, with or without the
// suffix of a compression.
func IsFormula(name string) bool { return IsCNF(name) || Format(name) == ".wcnf" }

// Stem returns a file name without the suffix that Format returns and the suffix of a compression after it.
// If Format returns "", it returns the whole name. The suffix must not be the beginning of a suffix of a
// compression, as in "a.x.xz".
func Stem(name string) string { return name[:strings.LastIndex(name, Format(name))] }

// A GBDHash identifies a formula in the Global Benchmark Database: it is the MD5 of the clauses,
// each with its final 0, joined by single blanks. Comments and the header do not count. A GBDHash
// is an io.Writer for DIMACS text in the canonical form that package dimacs writes.
//
// References: Markus Iser and Carsten Sinz, "A Problem Meta-Data Library for Research in SAT",
// Pragmatics of SAT 2018.
type GBDHash struct {
	md5     hash.Hash
	inside  bool   // a line has begun and not ended
	skipped bool   // the current line is a comment or the header
	begun   bool   // a clause has begun
	joined  []byte // buffer for Write
}

// NewGBDHash returns a GBDHash to which nothing has been written.
func NewGBDHash() *GBDHash { return &GBDHash{md5: md5.New()} }

// Write adds text to the hash. Its error is always nil.
func (h *GBDHash) Write(p []byte) (int, error) {
	h.joined = h.joined[:0]
	for rest := p; len(rest) > 0; {
		if !h.inside {
			h.inside = true
			h.skipped = rest[0] == 'c' || rest[0] == 'p'
			if !h.skipped && h.begun {
				h.joined = append(h.joined, ' ')
			}
			h.begun = h.begun || !h.skipped
		}
		end := bytes.IndexByte(rest, '\n')
		line := rest
		if end >= 0 {
			line, rest = rest[:end], rest[end+1:]
			h.inside = false
		} else {
			rest = nil
		}
		if !h.skipped {
			h.joined = append(h.joined, line...)
		}
	}
	h.md5.Write(h.joined)
	return len(p), nil
}

// Sum returns the hash of the text written so far in hexadecimal.
func (h *GBDHash) Sum() string { return hex.EncodeToString(h.md5.Sum(nil)) }
