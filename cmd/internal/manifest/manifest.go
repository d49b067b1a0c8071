// Package manifest reads and writes the list of the instances in a directory. It consists of two
// files: MANIFEST.tsv has a line for each instance, with columns separated by tabs, and
// SHA256SUMS is input for sha256sum -c. Program qgen creates them, and qbench adds results.
package manifest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens/cmd/internal/input"
	"queens/cmd/internal/opened"
	"queens/cmd/internal/output"
	"queens/dimacs"
	"queens/encode/format"
)

// The names of the two files in the directory.
const (
	Name = "MANIFEST.tsv"
	Sums = "SHA256SUMS"
)

// Header is the first line of a manifest. Sorted comments of the form "# NAME: TEXT" may follow
// it. They say why the file NAME has no record.
const Header = "name\tparameters\tvariables\tclauses\tstatus\tsolutions\tsha256\tgbd"

// Values of columns. Satisfiable, Unsatisfiable and Unknown stand in the column status.
const (
	NotKnown      = "-" // unknown parameters or number of solutions, or no GBD hash
	Satisfiable   = "SAT"
	Unsatisfiable = "UNSAT"
	Unknown       = "UNKNOWN"
)

// A Record is the line of a manifest about one file.
type Record struct {
	Name, Parameters string // Parameters holds the arguments of qgen that made the file, or NotKnown
	Variables        int
	Clauses          int64
	Status           string // SAT, UNSAT or UNKNOWN
	Solutions        string // the number of solutions, or NotKnown
	SHA256           string // the SHA-256 of the file, in hexadecimal
	GBD              string // the GBDHash of the clauses, or NotKnown
}

// String returns the line of the manifest, without a line end.
func (r Record) String() string {
	return strings.Join([]string{r.Name, r.Parameters, strconv.Itoa(r.Variables), strconv.FormatInt(r.Clauses, 10),
		r.Status, r.Solutions, r.SHA256, r.GBD}, "\t")
}

// Sum returns the line of SHA256SUMS, with its line end.
func (r Record) Sum() string { return r.SHA256 + "  " + r.Name + "\n" }

func byName(a, b Record) int { return strings.Compare(a.Name, b.Name) }

// Check returns an error if the name contains a tab or a line end.
func (r Record) Check() error {
	if strings.ContainsAny(r.Name, "\t\n") {
		return fmt.Errorf("%s cannot list a file whose name has a tab or a line end: rename %q", Name, r.Name)
	}
	return nil
}

// parse returns the record of a line without its line end, as String writes it. ok is false unless the line
// has all columns, a file name without a path, two numbers of at least 0, and a known status.
func parse(line string) (r Record, ok bool) {
	f := strings.Split(line, "\t")
	if len(f) != strings.Count(Header, "\t")+1 || f[0] != filepath.Base(f[0]) || f[0] == "." || f[0] == ".." || os.IsPathSeparator(f[0][0]) {
		return r, false
	}
	variables, err1 := strconv.Atoi(f[2])
	clauses, err2 := strconv.ParseInt(f[3], 10, 64)
	known := f[4] == Satisfiable || f[4] == Unsatisfiable || f[4] == Unknown
	return Record{f[0], f[1], variables, clauses, f[4], f[5], f[6], f[7]}, err1 == nil && err2 == nil && variables >= 0 && clauses >= 0 && known
}

// A Manifest lists the files of a directory.
type Manifest struct {
	Dir      string
	Records  []Record // sorted by name
	comments []string // the lines "# NAME: TEXT", in their order
}

// Read returns the manifest of a directory. It is empty if the directory has no manifest. A missing
// directory is an error. So is a missing header and a line that is malformed, too long, repeated or not
// sorted; this error has the position of the line. Other errors come from opening and reading the file.
func Read(dir string) (*Manifest, error) {
	m, name := &Manifest{Dir: dir}, filepath.Join(dir, Name)
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Stat(dir)
		return m, err
	}
	if err != nil {
		return m, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longestLine)
	last, number := "", 1
	for ; lines.Scan(); number++ {
		text := lines.Text()
		record, ok := parse(text)
		switch {
		case number == 1 && text == Header:
		case number > 1 && last == "" && strings.HasPrefix(text, "# "):
			m.comments = append(m.comments, text)
		case number > 1 && ok && record.Name > last:
			m.Records, last = append(m.Records, record), record.Name
		default:
			return m, unexpected(name, number)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return m, fmt.Errorf("%s:%d:1: expected a line of less than %d MB, found a longer one", name, number, longestLine>>20)
	case err != nil:
		return m, opened.Named(name, err)
	case number == 1:
		return m, unexpected(name, number)
	}
	return m, nil
}

// longestLine limits the length of a line in bytes: a line must be shorter. A longer line is an
// error of Read.
const longestLine = 1 << 21

func unexpected(name string, line int) error {
	return fmt.Errorf("%s:%d:1: expected a manifest written by qgen, sorted by name, found another line; move the file away", name, line)
}

// Find returns the index of the record of the file called name in m.Records, which must be sorted, or -1.
func (m *Manifest) Find(name string) int {
	i, found := slices.BinarySearchFunc(m.Records, name, func(r Record, name string) int { return strings.Compare(r.Name, name) })
	if !found {
		return -1
	}
	return i
}

// Write adds the records to both files of the directory; see Update.
func (m *Manifest) Write(ctx context.Context) error { return Update(ctx, m.Dir, m.Records, nil) }

// Complete adds the records to both files of the directory, as Update does. It leaves out a record if the
// manifest of the directory no longer lists the file with the same SHA-256, because another program has
// changed the file since Read.
func (m *Manifest) Complete(ctx context.Context) error {
	return update(ctx, m.Dir, func(old *Manifest) []Record {
		return slices.DeleteFunc(slices.Clone(m.Records), func(r Record) bool {
			i := old.Find(r.Name)
			return i < 0 || old.Records[i].SHA256 != r.SHA256
		})
	}, nil)
}

// Update adds records, in any order and with different names, to the manifest and to SHA256SUMS in a
// directory:
//
//   - A new record replaces the old record with the same name, which completes it; see completedBy.
//   - The other old records stay if keep is nil or reports true.
//   - Old and new comments, of the form "# NAME: TEXT", are sorted, and each is kept once. A comment
//     about a file that has a new record is left out.
//
// Update returns an error, and leaves the files unchanged, if a name contains a tab or a line
// end, or if the old manifest is malformed. It locks the manifest against other writers, and replaces the
// files only after it has written both. It finishes even if ctx has ended, so that no record of a new file
// is lost, unless it must wait for another writer. The lock is a file that the end of the call, or else the end
// of the run, removes. Other errors come from this file, opened.Files.Begin and package output.
func Update(ctx context.Context, dir string, records []Record, keep func(Record) bool, comments ...string) error {
	return update(ctx, dir, func(*Manifest) []Record { return records }, keep, comments...)
}

// update is like Update for the records that choose returns for the old manifest.
func update(
	ctx context.Context, dir string, choose func(old *Manifest) []Record, keep func(Record) bool, comments ...string,
) error {
	name := filepath.Join(dir, "."+Name+".lock.tmp")
	file, err := opened.LockedWhenFree(ctx, name)
	if err != nil {
		if ctx.Err() == nil {
			err = opened.Named(filepath.Join(dir, Name), err)
		}
		return err
	}
	unlock := sync.OnceFunc(func() { os.Remove(name); file.Close() })
	forget, err := opened.From(ctx).Begin(func() error { return nil }, unlock)
	if err != nil {
		unlock()
		return err
	}
	defer func() { unlock(); forget() }()
	old, err := Read(dir)
	if err != nil {
		return err
	}
	records := choose(old)
	for _, r := range records {
		if err := r.Check(); err != nil {
			return opened.Named(dir, err)
		}
	}
	records = slices.SortedFunc(slices.Values(records), byName)
	added := &Manifest{Records: records}
	var all []Record
	for _, r := range old.Records {
		if added.Find(r.Name) < 0 && (keep == nil || keep(r)) {
			all = append(all, r)
		}
	}
	for _, r := range records {
		if i := old.Find(r.Name); i >= 0 {
			r = r.completedBy(old.Records[i])
		}
		all = append(all, r)
	}
	slices.SortFunc(all, byName)
	var list, sums strings.Builder
	fmt.Fprintln(&list, Header)
	comments = slices.Concat(comments, old.comments)
	slices.Sort(comments)
	for _, c := range slices.Compact(comments) {
		if name, _, _ := strings.Cut(strings.TrimPrefix(c, "# "), ": "); added.Find(name) < 0 {
			fmt.Fprintln(&list, c)
		}
	}
	for _, r := range all {
		fmt.Fprintln(&list, r)
		sums.WriteString(r.Sum())
	}
	var files []*output.File
	for name, text := range map[string]string{Name: list.String(), Sums: sums.String()} {
		file, err := output.Create(ctx, filepath.Join(dir, name), nil, "")
		if err != nil {
			return err
		}
		defer file.Abort()
		io.WriteString(file, text) // CommitAll returns the error
		files = append(files, file)
	}
	return output.CommitAll(files...)
}

// completedBy returns r with the parameters, the status and the number of solutions of old where r does
// not know them. It returns r unchanged if the two have different SHA-256. If their known statuses differ,
// it takes neither the status nor the number of solutions.
func (r Record) completedBy(old Record) Record {
	if old.SHA256 != r.SHA256 {
		return r
	}
	if r.Parameters == NotKnown {
		r.Parameters = old.Parameters
	}
	if r.Status == Unknown {
		r.Status = old.Status
	}
	if (r.Status == old.Status || old.Status == Unknown) && r.Solutions == NotKnown {
		r.Solutions = old.Solutions
	}
	return r
}

// Status returns the word for s in the status column.
func Status(s dimacs.Status) string {
	words := map[dimacs.Status]string{dimacs.Satisfiable: Satisfiable, dimacs.Unsatisfiable: Unsatisfiable}
	return cmp.Or(words[s], Unknown)
}

// Hash returns the SHA-256 of the file called name in hexadecimal. If ctx ends first, the error
// is its cause. A missing file and a file that is not regular, such as a FIFO, are errors.
func Hash(ctx context.Context, name string) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return "", fmt.Errorf("%s: expected a regular file", name)
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
		known := func(f format.Format) bool { return f.Suffix == Format(e.Name()) || IsCNF(e.Name()) }
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
