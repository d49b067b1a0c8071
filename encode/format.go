package encode

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// Formats returns all formats. To add a format, write a file named after it and add an
// entry here.
func Formats() []Format { return []Format{cnf, wcnf, knf, cnfPlus, opb, lp, miniZinc} }

// FormatByName returns the format called name; "" means DefaultFormat. The error lists the
// valid names.
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

// Check returns an error if the format does not exist, if the instance cannot be encoded,
// or if it cannot be written in the format. Only CNF accepts a shuffle, a transform and broken
// symmetries, and only CNF and WCNF accept an encoding. The formats lp and mzn have no minimal form,
// and families may refuse them. A transformed instance cannot be annotated.
func (f File) Check() error {
	_, err := f.format()
	return err
}

// format returns the format of the file, or the error of Check.
func (f File) format() (Format, error) {
	format, err := FormatByName(f.Format)
	if err != nil {
		return format, err
	}
	switch in := f.Instance; {
	case in.Aim != "" && format.Name != wcnf.Name && format.Name != opb.Name && format.Name != lp.Name:
		return format, fmt.Errorf("format %s has no objective: expected wcnf, opb or lp with a %s", format.Name, in.Aim)
	case in.Aim == "" && format.Name == wcnf.Name:
		return format, fmt.Errorf("format wcnf needs an objective: expected a minimum or a maximum with it")
	case in.Aim == "" && in.refusal(format.feature) != nil:
		return format, in.refusal(format.feature)
	case f.Annotate && in.Transform != nil:
		return format, fmt.Errorf("transformed variables cannot be annotated: expected no transform")
	case format.Name == DefaultFormat || format.Name == wcnf.Name:
	case in.Transform != nil:
		return format, fmt.Errorf("format %s cannot be transformed: expected the format %s", format.Name, DefaultFormat)
	case in.Encoding != "":
		return format, fmt.Errorf("format %s has constraints of its own: expected no encoding, found %s", format.Name, clip(in.Encoding))
	case in.Shuffle != nil:
		return format, fmt.Errorf("format %s cannot be shuffled: expected the format %s", format.Name, DefaultFormat)
	case in.SymmetryBroken:
		return format, fmt.Errorf("format %s cannot break symmetries: expected the format %s", format.Name, DefaultFormat)
	case in.Minimal && !format.clausal && format.Name != opb.Name:
		return format, fmt.Errorf("format %s has no minimal form: expected the full form", format.Name)
	}
	return format, f.Instance.Check()
}

// Size returns the exact number of variables and constraints of the file without writing
// it. In CNF the constraints are clauses. It returns an error if Check does, or if the
// formula is too large.
func (f File) Size() (Size, error) {
	format, err := f.format()
	if err != nil {
		return Size{}, err
	}
	return format.size(f.Instance)
}

// Write writes the file to w. If ctx ends, it stops soon and returns the cause of ctx.
//
// With a shuffle, variables are renamed and negated at random, and clauses and the literals
// in them are written in random order. All clauses are then held in memory; without a
// shuffle, memory does not grow with their number.
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
