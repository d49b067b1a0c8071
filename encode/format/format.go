// Package format writes instances in CNF, in WCNF and in the formats of other solvers. The other formats express the
// constraints of an instance as bounds on sums, without clauses.
package format

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"queens/dimacs"
	"queens/encode"
	"queens/encode/internal/word"
)

// Formats returns all formats. To add a format, write a file such as opb.go and add
// an entry here.
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
	return Format{}, fmt.Errorf("unknown format %q: expected %s", word.Clip(name), strings.Join(names, ", "))
}

// Check returns an error if the format does not exist, if the instance cannot be encoded, or if it cannot be
// written in the format. An instance with an aim needs wcnf, opb or lp; without an aim, wcnf is refused. Only
// CNF accepts a shuffle and a transform, and only CNF and WCNF accept an encoding and broken symmetries. The
// formats lp and mzn have no minimal form, and families may refuse them for an instance without an aim. A
// transformed instance cannot be annotated.
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
	case in.Aim == "" && in.Refusal(encode.Feature(format.Name)) != nil:
		return format, in.Refusal(encode.Feature(format.Name))
	case f.Annotate && in.Transform != nil:
		return format, fmt.Errorf("transformed variables cannot be annotated: expected no transform")
	case format.Name == DefaultFormat || format.Name == wcnf.Name:
	case in.Transform != nil:
		return format, fmt.Errorf("format %s cannot be transformed: expected the format %s", format.Name, DefaultFormat)
	case in.Encoding != "":
		return format, fmt.Errorf("format %s has constraints of its own: expected no encoding, found %s", format.Name, word.Clip(in.Encoding))
	case in.Shuffle != nil:
		return format, fmt.Errorf("format %s cannot be shuffled: expected the format %s", format.Name, DefaultFormat)
	case in.SymmetryBroken:
		return format, fmt.Errorf("format %s cannot break symmetries: expected cnf or wcnf", format.Name)
	case in.Minimal && !format.clausal && format.Name != opb.Name:
		return format, fmt.Errorf("format %s has no minimal form: expected the full form", format.Name)
	}
	return format, f.Instance.Check()
}

// Size returns the exact number of variables and constraints of the file without writing it. In CNF and WCNF
// the constraints are clauses. It returns an error if Check does, or if the formula is too large.
func (f File) Size() (encode.Size, error) {
	format, err := f.format()
	if err != nil {
		return encode.Size{}, err
	}
	return format.size(f.Instance)
}

// Write writes the file to w. It returns an error if Check does, in CNF and WCNF also if Size does or if
// there are too many clauses to shuffle, or the error of w. If ctx ends, it stops soon and returns the cause
// of ctx.
//
// With a shuffle, variables are renamed and negated at random, and clauses and the literals in them are
// written in random order. All clauses are then held in memory; without a shuffle, memory does not grow with
// their number.
func (f File) Write(ctx context.Context, w io.Writer) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	return format.write(ctx, f, w)
}

// A Format is a file format for instances.
type Format struct {
	Name   string // as in `qgen --format Name`
	Suffix string // of file names, with the dot
	About  string // a short description

	clausal bool                                                 // lines after a header as in CNF; the minimal form is possible
	size    func(in encode.Instance) (encode.Size, error)        // does the work of File.Size after Check
	write   func(ctx context.Context, f File, w io.Writer) error // does the work of File.Write after Check
}

// A File is an instance in a format.
type File struct {
	Instance  encode.Instance
	Format    string   // "" is DefaultFormat
	Annotate  bool     // add comments that explain the variables and the groups of clauses
	Arguments []string // arguments of qgen that reproduce the file, for encode.Provenance; nil writes no such comment
}

// DefaultFormat is the name of the format of a File whose Format is empty.
const DefaultFormat = "cnf"

// inText returns a function for Format.write. It calls write with a textWriter and returns the first error of
// the output, or the cause of the context if that ends.
func inText(write func(f File, t textWriter)) func(context.Context, File, io.Writer) error {
	return func(ctx context.Context, f File, w io.Writer) error {
		t := textWriter{bufio.NewWriterSize(w, 64<<10), ctx}
		if write(f, t); ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return t.Flush()
	}
}

// A textWriter writes strings and numbers. After the first error it discards all output;
// Flush returns that error.
type textWriter struct {
	*bufio.Writer
	ctx context.Context
}

func (t textWriter) string(strings ...string) {
	for _, s := range strings {
		t.WriteString(s)
	}
}

func (t textWriter) number(n int64) { t.Write(strconv.AppendInt(t.AvailableBuffer(), n, 10)) }

// failed reports whether an error occurred or the context has ended.
func (t textWriter) failed() bool {
	_, err := t.Write(nil)
	return err != nil || t.ctx.Err() != nil
}

// comments writes the comments of encode.Provenance for the arguments of f, and the comments of the instance
// except encoding and the keys in leaveOut. Each line begins with mark.
func (t textWriter) comments(f File, mark string, leaveOut ...string) {
	write := func(c dimacs.Comment) { t.string(mark, " ", c.Key, ": ", c.Value, "\n") }
	for _, c := range encode.Provenance(f.Arguments) {
		write(c)
	}
	for c := range f.Instance.CommentsWithout(append(leaveOut, "encoding")...) {
		if write(c); t.failed() {
			return
		}
	}
}

// meanings writes a comment line for each variable that explains it, if the file is
// annotated. Each line begins with mark, and prefix precedes the number of each variable,
// as in x12.
func (t textWriter) meanings(f File, mark, prefix string) {
	if !f.Annotate {
		return
	}
	for meaning := range f.Instance.Meanings(prefix, nil) {
		if t.string(mark, " ", meaning, "\n"); t.failed() {
			return
		}
	}
}

// linears calls write for each linear constraint until the output fails. In an annotated file, the comment of the
// constraint, after mark, precedes each call. The argument maximise is as in Instance.Linears.
func (t textWriter) linears(f File, mark string, maximise bool, write func(encode.Linear)) {
	for l := range f.Instance.Linears(maximise) {
		if t.failed() {
			return
		}
		if f.Annotate {
			t.string(mark, " ", l.Comment, "\n")
		}
		write(l)
	}
}

// cnf is DIMACS CNF. A file consists of the comments that describe the instance, the
// header, the projection to the variables of the board if there are auxiliary variables,
// and the clauses.
var cnf = Format{
	Name:    DefaultFormat,
	Suffix:  ".cnf",
	About:   "DIMACS CNF",
	clausal: true,
	size:    encode.Instance.Size,
	write:   writeCNF,
}

// wcnf is the format of the MaxSAT Evaluations since 2022. A file consists of the comments that
// describe the instance and the clauses: `h l1 .. ln 0` is a hard clause, and `1 l1 .. ln 0` is a
// soft clause of weight 1. The best model violates the fewest soft clauses. A projection, as in cnf,
// follows the comments.
var wcnf = Format{
	Name:   "wcnf",
	Suffix: ".wcnf",
	About:  "MaxSAT, for --minimum and --maximum",
	size:   encode.Instance.Size,
	write:  writeCNF,
}

// writeCNF writes a file in the format cnf or, for an instance with an aim, wcnf.
func writeCNF(ctx context.Context, f File, w io.Writer) error {
	return f.Instance.WriteCNF(ctx, w, f.Arguments, f.Annotate)
}

// once counts each linear constraint as 1, for Instance.LinearSize.
func once(encode.Linear) int { return 1 }
