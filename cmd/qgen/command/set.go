package command

import (
	"cmp"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/encode/format"
	"queens/encode/puzzle"
)

// A set is the set of files to write: the sweeps of the arguments or of a plan. Its user calls visit
// twice, first to check everything before a file is written, and then to write. A set does not keep the
// files in memory: only a hash of each name, and the name if the file has random choices.
type set struct {
	sweeps      func(do func(*sweep) error) error // calls do with each sweep until an error, which it returns
	compression string                            // of all files, as in their endings; "" for no compression
	status      *program.Status                   // shows progress; nil shows nothing

	written    map[[16]byte]bool   // indexed by the hash of a name: the file is in the set
	drawn      map[[16]byte]string // names of files with random choices, indexed by a hash of all but the seed
	duplicates []string            // texts about files that would differ from an earlier one only in the seed
	leftOut    int                 // number of impossible combinations
	reason     error               // why the first of these is impossible, or nil
}

// set returns the set for the arguments or, with --plan, for the plan, which it reads into memory. It
// returns an error if the sizes or the regions are malformed, if the regions or the plan cannot be
// read, or if the plan is larger than planBytes. Without --plan, it prints the warnings of noteRegions.
// With it, the method visit parses the lines of the plan later, and reads their regions.
func (s *settings) set(ctx context.Context, call *program.Invocation) (*set, error) {
	if s.plan == "" {
		var err error
		if len(call.Args) > 0 || s.regions == "" {
			s.sizes, err = parseSizes(call.Args)
		}
		if err == nil {
			err = s.readRegions(ctx, call)
			s.noteRegions(call)
		}
		return &set{sweeps: func(do func(*sweep) error) error { return do(&s.sweep) }, compression: s.compress}, err
	}
	in, err := input.Open(ctx, s.plan, call.Stdin)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := readText(in, planBytes, "a plan")
	return &set{sweeps: func(do func(*sweep) error) error {
		return readPlan(in.Name, text, func(f *sweep) error {
			if f.regions == "-" {
				return errors.New("--regions: expected the name of a file, found -")
			}
			if err := f.readRegions(ctx, call); err != nil {
				return err
			}
			return do(f)
		})
	}, compression: s.compress}, err
}

var errEmpty = errors.New("the ranges contain no number for these board sizes")

// visit calls do for every file of the set, in order. It leaves out impossible combinations, repeated
// names and duplicates. It sets the fields from written on. It returns the first error of do, the cause
// of ctx if ctx ends, or an error if a line of a plan is malformed or its regions are malformed or
// cannot be read. If a sweep has no possible file, the error wraps puzzle.ErrNoPuzzle or is a usage
// error. With --plan, every error has the name of the plan and the number of the line in front.
func (s *set) visit(ctx context.Context, do func(name string, f format.File) error) error {
	s.written, s.leftOut, s.reason = map[[16]byte]bool{}, 0, nil
	s.drawn, s.duplicates = map[[16]byte]string{}, nil
	return s.sweeps(func(f *sweep) error {
		possible, reason := false, error(nil)
		for _, b := range f.sizes {
			for m := range f.members(b) {
				file, err := m.make(ctx)
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err == nil {
					possible, err = true, s.once(file, do)
					if err != nil {
						return err
					}
					continue
				}
				reason = cmp.Or(reason, err)
				s.leftOut++
			}
		}
		if !possible {
			if errors.Is(reason, puzzle.ErrNoPuzzle) {
				return reason
			}
			return program.Usagef("%w", cmp.Or(reason, errEmpty))
		}
		s.reason = cmp.Or(s.reason, reason)
		return nil
	})
}

// once adds the file to the set, and calls do with its name and the file. It returns the error of do.
// It does nothing if the set already contains a file with the same name. If the set contains a file
// that differs only in the seed, once only adds a text to s.duplicates.
func (s *set) once(f format.File, do func(string, format.File) error) error {
	name := fileName(f, s.compression)
	key := md5.Sum([]byte(name))
	if s.written[key] {
		return nil
	}
	if in := f.Instance; in.Seed != nil {
		in.Seed = nil
		key := md5.Sum(fmt.Append(nil, in.Comments(), f.Format, f.Annotate))
		if first := s.drawn[key]; first != "" {
			s.duplicates = append(s.duplicates, name+": left out, because another seed draws the same in "+first)
			return nil
		}
		s.drawn[key] = name
	}
	s.written[key] = true
	return do(name, f)
}

// comments returns the comment lines of the manifest, one for each duplicate: "# NAME: left out,
// because another seed draws the same in FIRST", without the newline.
func (s *set) comments() (list []string) {
	for _, d := range s.duplicates {
		list = append(list, "# "+d)
	}
	return list
}

// maxDuplicates is the largest number of duplicates for which a message is printed. One more message
// gives the number of the others.
const maxDuplicates = 20

// writeSet writes the files and the manifest, or with --dry-run lists the files. The files appear in
// order, each only when it is complete, and then the manifest. After an interrupted run, the manifest
// lists the complete files. The next run writes all files again.
//
// writeSet checks the whole set before it writes, and prints messages about files that it leaves out.
// It returns a usage error if a plan has no sweep, and the errors of set, visit, list and write.
func (s *settings) writeSet(ctx context.Context, call *program.Invocation) error {
	set, err := s.set(ctx, call)
	if err != nil {
		return err
	}
	if err := set.visit(ctx, func(string, format.File) error { return nil }); err != nil {
		return err
	}
	if len(set.written) == 0 {
		return program.Usagef("--plan: expected a file with arguments of qgen on each line, found none")
	}
	if set.leftOut > 0 {
		call.Notice("impossible combinations left out: %d; the first: %v", set.leftOut, set.reason)
	}
	for i, d := range set.duplicates {
		if i == maxDuplicates {
			call.Notice("%d more files are left out; the manifest lists them", len(set.duplicates)-i)
			break
		}
		call.Notice("%s", d)
	}
	if s.dryRun {
		return set.list(ctx, call)
	}
	set.status = call.Status()
	defer set.status.Clear()
	return set.write(ctx, s.outDir)
}

// list writes the manifest of the set without hashes to --output or standard output, and no other
// files. It prints the numbers of files and clauses as a message. The method visit must have been
// called before. The errors are the errors of visit, of newRecord and of writing.
func (s *set) list(ctx context.Context, call *program.Invocation) error {
	out, err := output.Create(ctx, call.Output, call.Stdout, "")
	if err != nil {
		return err
	}
	defer out.Abort()
	fmt.Fprintln(out, strings.Join(append([]string{manifest.Header}, s.comments()...), "\n"))
	var clauses int64
	err = s.visit(ctx, func(name string, f format.File) error {
		record, err := newRecord(name, f)
		clauses += record.Clauses
		fmt.Fprintln(out, record)
		return err
	})
	if err != nil {
		return err
	}
	call.Notice("files: %d, clauses: %d", len(s.written), clauses)
	return out.Commit()
}

// write writes the files and the manifest into the directory, which it creates if necessary. It first
// removes the records of missing files from the manifest. After an error of visit or the end of ctx,
// the manifest contains the files that are complete. write returns the first error.
func (s *set) write(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	isThere := func(r manifest.Record) bool {
		if ctx.Err() != nil {
			return true
		}
		_, err := os.Stat(filepath.Join(dir, r.Name))
		return err == nil
	}
	if err := manifest.Update(ctx, dir, nil, isThere); err != nil {
		return err
	}
	var records []manifest.Record
	err := s.visit(ctx, func(name string, f format.File) error {
		record, err := s.writeFile(ctx, dir, name, f)
		if err == nil {
			records = append(records, record)
		}
		return err
	})
	return cmp.Or(err, manifest.Update(context.WithoutCancel(ctx), dir, records, nil, s.comments()...))
}

// writeFile writes a file of the set into the directory dir and returns its record, with the SHA-256 of
// the file and, for a CNF, the GBD hash of the text before compression. After an error there is no new
// file, and an old file of this name stays.
func (s *set) writeFile(ctx context.Context, dir, name string, f format.File) (manifest.Record, error) {
	record, err := newRecord(name, f)
	if err != nil {
		return record, err
	}
	out, err := output.Create(ctx, filepath.Join(dir, name), nil, "")
	if err != nil {
		return record, err
	}
	defer out.Abort()
	sum, gbd := sha256.New(), manifest.NewGBDHash()
	packed, err := output.Compressed(io.MultiWriter(out, sum), s.compression)
	if err != nil {
		return record, err
	}
	err = f.Write(ctx, &progress{Writer: io.MultiWriter(gbd, packed), name: name, status: s.status})
	if err = cmp.Or(err, packed.Close()); err != nil {
		return record, err
	}
	record.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if f.Format == format.DefaultFormat {
		record.GBD = gbd.Sum()
	}
	return record, out.Commit()
}

// newRecord returns the record of the file called name without hashes. It contains the status and the
// number of solutions as far as encode.Instance.Known knows them. It returns an error if the instance
// cannot be encoded.
func newRecord(name string, f format.File) (manifest.Record, error) {
	size, err := f.Size()
	status, count := f.Instance.Known()
	record := manifest.Record{Name: name, Parameters: parameters(f.Arguments), Variables: size.Variables, Clauses: size.Clauses,
		Status: manifest.Status(status), Solutions: manifest.NotKnown, SHA256: manifest.NotKnown, GBD: manifest.NotKnown}
	if count != nil {
		record.Solutions = f.Instance.ModelCount(count).String()
	}
	return record, err
}
