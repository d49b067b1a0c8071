package parts

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/dimacs"
	"queens/dimacs/result"
)

// A Merger combines results into one answer. The zero value has no results. Its memory grows with
// the number of parts and with the cubes of proofs, but not with the number of models.
type Merger struct {
	First    Header           // the header of the first result
	Keys     []string         // keys of further comments that the results may have; set before Add
	Comments []dimacs.Comment // the comments with Keys in the first result
	Sum      dimacs.Count     // the sum of the counts, each times its weight
	Model    []dimacs.Lit     // the model of the first part that has one; nil without a model, or if the question is Models
	Parts    map[int]*Result  // indexed by part, from 1: the first result of the part
	Seconds  float64          // total work
	Refused  []error          // errors of results that do not fit
	Partial  []error          // errors of results that are not complete
	name     string           // the file of the first result
	modelOf  int              // the part of Model; 0 without a model
}

// A Result describes a result that Add has accepted.
type Result struct {
	Header
	Name    string       // name of its file
	Count   dimacs.Count // times its weight; 0 if the question is no count
	Seconds float64      // of work

	digest []byte // as in answer
	seen   bool   // Models has read it
}

// eachResult reads the results in a text, which may contain several in sequence, and calls use with the
// results of read for each. name, others and visit are passed to read. The error is an error of r or of use.
func eachResult(ctx context.Context, r io.Reader, name string, others []string, visit func(int, []dimacs.Lit) error, use func(Header, answer, error) error) error {
	s := &sealedReader{in: bufio.NewReaderSize(r, 64<<10), isStart: true}
	for {
		if err := s.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := use(read(ctx, s, name, others, visit)); err != nil {
			return err
		}
	}
}

// Add adds the results in the text r, which is called name. It records the errors of results that do not fit,
// and of a text without a result, in Refused, and the errors of results that are not complete in Partial.
// The error that Add returns is an error of r, or the cause of the end of ctx.
func (m *Merger) Add(ctx context.Context, r io.Reader, name string) error {
	results := 0
	err := eachResult(ctx, r, name, m.Keys, nil, func(h Header, a answer, err error) error {
		results++
		if err == nil {
			err = m.add(h, a, name)
		}
		m.note(err, h, name)
		return context.Cause(ctx)
	})
	if results == 0 && err == nil {
		m.Refused = append(m.Refused, fmt.Errorf("%s: expected a result of qsat --part without --json, found none", name))
	}
	return err
}

// maxErrors is the largest number of errors in Refused and in Partial; one more, a moreError, counts the rest.
const maxErrors = 1000

// A moreError is the number of results whose errors a list leaves out.
type moreError int

func (n *moreError) Error() string { return fmt.Sprintf("and %d more results", *n) }

// note records err, with the name and the part if h has one, unless err is nil: in Partial if it wraps
// errPartial, and in Refused if not. After maxErrors errors, it only counts.
func (m *Merger) note(err error, h Header, name string) {
	if err == nil {
		return
	}
	to := &m.Refused
	if errors.Is(err, errPartial) {
		to = &m.Partial
	}
	if n := len(*to); n >= maxErrors {
		more, ok := (*to)[n-1].(*moreError)
		if !ok {
			more = new(moreError)
			*to = append(*to, more)
		}
		*more++
		return
	}
	if h.K > 0 {
		name = fmt.Sprintf("%s: part %v", name, h.Share)
	}
	*to = append(*to, fmt.Errorf("%s: %w", name, err))
}

// maxSum is the largest size in bits of M in a sum M * 2^Shift of counts. A larger sum is an error,
// because printing its millions of digits would take long.
const maxSum = 1 << 23

// add adds the result with header h and answer a in the file called name. It returns an error if the result
// belongs to another question or another run than the first result (Header.difference), if its part already
// has a result with another answer, or if maxSum is exceeded. A second result with an equal answer is
// ignored.
func (m *Merger) add(h Header, a answer, name string) error {
	if m.Parts == nil {
		m.Parts, m.First, m.name, m.Comments = map[int]*Result{}, h, name, a.comments
		m.Sum = dimacs.Count{M: new(big.Int)}
	}
	if d := h.difference(&m.First); d != "" {
		return fmt.Errorf("it does not belong with %s: its %s differs", m.name, d)
	}
	if other := m.Parts[h.I]; other != nil {
		if !bytes.Equal(other.digest, a.digest) {
			return fmt.Errorf("%s has another answer for this part", other.Name)
		}
		return nil
	}
	top := func(n dimacs.Count) uint64 { return n.Shift + uint64(n.M.BitLen()) }
	if !m.Sum.IsZero() && !a.count.IsZero() && max(top(m.Sum), top(a.count))-min(m.Sum.Shift, a.count.Shift) > maxSum {
		return fmt.Errorf("its count cannot be added to the counts before it: the sum would have more than %d bits without the trailing zeros", maxSum)
	}
	m.Parts[h.I] = &Result{Header: h, Name: name, Count: a.count, Seconds: a.seconds, digest: a.digest}
	m.Sum = m.Sum.Plus(a.count)
	m.Seconds += a.seconds
	if a.models > 0 && h.Question != Models && (m.modelOf == 0 || h.I < m.modelOf) {
		m.Model, m.modelOf = a.model, h.I
	}
	return nil
}

// Satisfiable reports whether a result has a model, for the questions Model, Refutation and
// BinaryProof. For the other questions it reports false.
func (m *Merger) Satisfiable() bool { return m.modelOf > 0 }

// Missing returns the parts without a result in ascending order.
func (m *Merger) Missing() (list []int) {
	for i := 1; i <= m.First.K; i++ {
		if m.Parts[i] == nil {
			list = append(list, i)
		}
	}
	return list
}

// Models reads the text r, called name, which Add has read without recording errors. It calls visit with each
// model, which is valid only during the call. It skips the models of results that Add ignored. If the text has
// changed, Models returns an error, but may have called visit before. Other errors come from visit and r,
// or are the cause of ctx.
func (m *Merger) Models(ctx context.Context, r io.Reader, name string, visit func([]dimacs.Lit) error) error {
	return eachResult(ctx, r, name, m.Keys, func(part int, model []dimacs.Lit) error {
		if p := m.Parts[part]; p == nil || p.seen || p.Name != name {
			return nil
		}
		return visit(model)
	}, func(h Header, a answer, err error) error {
		if err != nil {
			return err
		}
		p := m.Parts[h.I]
		if p == nil || !bytes.Equal(p.digest, a.digest) {
			return errChanged(name)
		}
		p.seen = p.seen || p.Name == name
		return nil
	})
}

// CheckRead returns an error unless Models has read all results in m.Parts.
func (m *Merger) CheckRead() error {
	for _, p := range m.Parts {
		if !p.seen {
			return errChanged(p.Name)
		}
	}
	return nil
}

func errChanged(name string) error {
	return fmt.Errorf("%s: it was changed while it was read: run qmerge again", name)
}

// Names returns the names of the files that contain the results in m.Parts, without repetition, in the
// order of the parts.
func (m *Merger) Names() (names []string) {
	seen := map[string]bool{}
	for i := 1; i <= m.First.K; i++ {
		if p := m.Parts[i]; p != nil && !seen[p.Name] {
			seen[p.Name] = true
			names = append(names, p.Name)
		}
	}
	return names
}

// Cubes returns the cubes of all parts in their order in the split. All parts must have a result. If a part
// has more cubes than the split gives it, or the cubes do not match the digest in the results, it returns an
// error.
func (m *Merger) Cubes() ([][]dimacs.Lit, error) {
	var cubes [][]dimacs.Lit
	total := 0
	for _, p := range m.Parts {
		total += len(p.List)
	}
	for j := 0; ; j++ {
		list := m.Parts[1+j%m.First.K].List
		if j/m.First.K >= len(list) {
			break
		}
		cubes = append(cubes, list[j/m.First.K])
	}
	if len(cubes) != total || CubesDigest(cubes, nil) != m.First.Cubes {
		return nil, errors.New("the cubes in the lines `c part cube` do not match their digest in `c part cubes`: a result was changed")
	}
	return cubes, nil
}

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
