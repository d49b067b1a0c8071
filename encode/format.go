package encode

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Formats returns every format. A new one is a file of its own, named after it,
// and an entry here.
func Formats() []Format { return []Format{cnf, knf, cnfPlus, opb, lp, miniZinc} }

// FormatByName returns the format of that name; "" is DefaultFormat. The error
// lists the names there are.
func FormatByName(name string) (Format, error) {
	if name == "" {
		name = DefaultFormat
	}
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q: expected %s", clip(name), strings.Join(names, ", "))
}

// Check returns an error if the file cannot be written: if its instance
// cannot be encoded, or not in this format. Formats other than CNF have no
// clauses to encode, to shuffle, or to break symmetries with, and those that are
// not about constraints on lines have one form.
func (f File) Check() error {
	_, err := f.format()
	return err
}

// format returns the format if the file can be written in it.
func (f File) format() (Format, error) {
	format, err := FormatByName(f.Format)
	if err != nil {
		return format, err
	}
	switch in := f.Instance; {
	case format.is > 0 && in.family().refused(in)[format.is] != "":
		return format, fmt.Errorf("family %v: %s", in.Family, in.family().refused(in)[format.is])
	case f.Annotate && in.Transform != nil:
		return format, fmt.Errorf("transformed variables cannot be annotated")
	case format.Name == DefaultFormat:
	case in.Transform != nil:
		return format, fmt.Errorf("format %s cannot be transformed", format.Name)
	case in.Encoding != "":
		return format, fmt.Errorf("format %s has constraints of its own: expected no encoding, found %s", format.Name, clip(in.Encoding))
	case in.Shuffle != nil:
		return format, fmt.Errorf("format %s cannot be shuffled", format.Name)
	case in.SymmetryBroken:
		return format, fmt.Errorf("format %s cannot break symmetries", format.Name)
	case in.Minimal && !format.clausal && format.Name != opb.Name:
		return format, fmt.Errorf("format %s has no minimal form", format.Name)
	}
	return format, f.Instance.Check()
}

// Size returns the number of variables and constraints of the file; in CNF
// those are clauses. It is exact and comes without writing.
func (f File) Size() (Size, error) {
	format, err := f.format()
	if err != nil {
		return Size{}, err
	}
	return format.size(f.Instance)
}

// Write writes the file to w. It ends soon after ctx does, with the cause of
// that.
//
// With a shuffle, variables are renamed and flipped, and clauses and the
// literals in them come in random order. Then all clauses are in memory at
// once; otherwise memory does not grow with their number.
func (f File) Write(ctx context.Context, w io.Writer) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	return format.write(ctx, f, w)
}

// Write writes the instance as a CNF file without annotations; see File.
func (in Instance) Write(ctx context.Context, w io.Writer) error {
	return File{Instance: in}.Write(ctx, w)
}
