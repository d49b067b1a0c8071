package parts

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/dimacs"
	"queens/dimacs/result"
)

// ErrProof is wrapped by the error for a proof whose digest differs from the digest in the result.
var ErrProof = errors.New("its SHA-256 differs")

// RelativeName returns the name of a proof relative to the directory of the file called result, which names
// the proof, or to the working directory if result is standard output ("", "-" or "/dev/stdout"). The name
// has slashes on all systems. An absolute or empty name stays as it is, as does a name for which there is no
// relative name.
func RelativeName(result, proof string) string {
	if proof == "" || filepath.IsAbs(proof) {
		return proof
	}
	dir := "."
	if result != "" && result != "-" && result != "/dev/stdout" {
		dir = filepath.Dir(result)
	}
	from, err1 := filepath.Abs(dir)
	to, err2 := filepath.Abs(proof)
	name, err3 := filepath.Rel(from, to)
	if cmp.Or(err1, err2, err3) != nil {
		return proof
	}
	return filepath.ToSlash(name)
}

// ReadProof opens the proof of the part, calls use with it, and reads the rest of the file. It returns the
// name of the file, also with an error. The error is an error of opening, reading or use, or wraps ErrProof if
// the digest of the file differs from the digest in the result.
//
// The proof is the file that the result names, relative to the directory of the result. If that file cannot
// be read or has another digest, the proof is the file with the same base name in the directory of the
// result, because both may have moved. To decide this, the first file is read once more, but only if the
// second exists under another name. If neither of two such files is the proof, the error names both.
func (f *Result) ReadProof(ctx context.Context, use func(*input.File) error) (name string, err error) {
	name, dir := filepath.FromSlash(f.Proof), "."
	if f.Name != input.Stdin {
		dir = filepath.Dir(f.Name)
	}
	beside := filepath.Join(dir, filepath.Base(name))
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	var other error // why the other file is not the proof
	if name != beside {
		if _, other = os.Stat(beside); other != nil {
			other = opened.Named(beside, other)
		} else if other = f.readFile(ctx, name, func(*input.File) error { return nil }); other != nil {
			name = beside
		}
	}
	err = f.readFile(ctx, name, use)
	if other != nil && err != nil && (name == beside || errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrProof)) {
		err = fmt.Errorf("%w; %w", err, other)
	}
	return name, err
}

// readFile opens the file called name, calls use with it, and reads the rest. The error is an error of opening,
// reading or use, or wraps ErrProof if the file has another digest than the proof. A device is an error.
func (f *Result) readFile(ctx context.Context, name string, use func(*input.File) error) error {
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeDevice != 0 { // it may never end
		return fmt.Errorf("%s: expected a file, found a device", name)
	}
	in, err := input.Open(ctx, name, strings.NewReader("")) // "-" is no name of a proof
	if err != nil {
		return err
	}
	defer in.Close()
	digest := sha256.New()
	in.Reader = io.TeeReader(input.UntilDone(ctx, in.Reader), digest)
	if err = use(in); err == nil {
		_, err = io.Copy(io.Discard, in)
	}
	if err == nil && sum(digest) != f.ProofDigest {
		err = fmt.Errorf("%s: it is not the proof of %s: %w", in.Name, f.Name, ErrProof)
	}
	return err
}

// WriteResult writes the result of a part of a count with a proof again, with another name of the proof. The
// name is relative to the directory of the file that WriteResult writes. Comments about the board are left
// out. f.Weight must be 1. The error is a write error.
func (f *Result) WriteResult(to io.Writer, proof string) error {
	s, h := NewSeal(to), f.Header
	w := result.NewWriter(s)
	h.Proof = proof
	for _, c := range append(h.Comments(), h.ProofComments()...) {
		w.Comment(c.Key, c.Value)
	}
	status := dimacs.Satisfiable
	if f.Count.IsZero() {
		status = dimacs.Unsatisfiable
	}
	w.Status(status)
	w.Count(h.Question == ProjectedCount, f.Count)
	if err := w.Flush(); err != nil {
		return err
	}
	return s.end(f.Seconds)
}
