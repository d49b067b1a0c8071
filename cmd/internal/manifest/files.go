package manifest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/cmd/internal/input"
	"queens/encode"
)

// Hash returns the SHA-256 of a file, or the cause of the end of ctx.
func Hash(ctx context.Context, name string) (string, error) {
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

// Instances returns the names of the instances in a directory, in a manifest or not: what
// has the ending of a format of qgen, and perhaps that of a compression.
func Instances(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		suffix := Format(e.Name())
		known := func(f encode.Format) bool { return f.Suffix == suffix }
		if slices.ContainsFunc(encode.Formats(), known) && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// Format returns the ending of a file's name, with the dot, before that of a compression.
func Format(name string) string {
	if ending := filepath.Ext(name); slices.Contains([]string{".gz", ".bz2", ".xz", ".zst"}, ending) {
		name = strings.TrimSuffix(name, ending)
	}
	return filepath.Ext(name)
}
