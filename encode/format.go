package encode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
)

// Formats returns all formats. To add a format, write a file such as format_opb.go and add
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

// A Format is a file format for instances.
type Format struct {
	Name   string // as in `qgen --format Name`
	Suffix string // of file names, with the dot
	About  string // a short description

	feature Feature // the feature by which a family refuses the format; "" if every family accepts it
	clausal bool    // like CNF: lines of numbers, comments begin with c
	size    func(in Instance) (Size, error)
	write   func(ctx context.Context, f File, w io.Writer) error
}

// A File is an instance in a format.
type File struct {
	Instance  Instance
	Format    string   // "" is DefaultFormat
	Annotate  bool     // add comments that explain the variables and the groups of clauses
	Arguments []string // arguments of generator that reproduce the file, without dashes; nil writes no generator comment
}

// generator names the program that writes files. Its number is incremented whenever the
// same arguments produce other bytes.
const generator = "qgen 6"

// DefaultFormat is the name of the format of a File whose Format is empty.
const DefaultFormat = "cnf"

// inText returns a function for Format.write. It calls write with a buffered textWriter and
// returns the first error, or the cause of the context if that ends.
func inText(write func(f File, t textWriter)) func(context.Context, File, io.Writer) error {
	return func(ctx context.Context, f File, w io.Writer) error {
		t := textWriter{bufio.NewWriterSize(cancellable{ctx, w}, 64<<10)}
		write(f, t)
		return t.Flush()
	}
}

// A textWriter writes strings and numbers. After the first error it discards all output;
// Flush returns that error.
type textWriter struct{ *bufio.Writer }

func (t textWriter) string(strings ...string) {
	for _, s := range strings {
		t.WriteString(s)
	}
}

func (t textWriter) number(n int64) { t.Write(strconv.AppendInt(t.AvailableBuffer(), n, 10)) }

// failed reports whether an error occurred.
func (t textWriter) failed() bool {
	_, err := t.Write(nil)
	return err != nil
}

// comments writes the comments of the file, except those with the keys in leaveOut. Each
// line begins with mark.
func (t textWriter) comments(f File, mark string, leaveOut ...string) {
	for c := range concat(slices.Values(f.provenance()), f.comments(append(leaveOut, keyEncoding)...)) {
		if t.string(mark, " ", c.Key, ": ", c.Value, "\n"); t.failed() {
			return
		}
	}
}

// meanings writes a comment line for each variable that explains it, if the file is
// annotated. Each line begins with mark, and prefix precedes the number of each variable,
// as in x12.
func (t textWriter) meanings(f File, mark, prefix string) {
	for meaning := range f.meanings(prefix, nil) {
		if t.string(mark, " ", meaning, "\n"); t.failed() {
			return
		}
	}
}

// linears calls write for each linear constraint until the output fails. In an annotated file, it
// first writes the comment of the constraint, after mark.
func (t textWriter) linears(f File, mark string, maximise bool, write func(linear)) {
	for l := range f.Instance.linears(maximise) {
		if t.failed() {
			return
		}
		if f.Annotate {
			t.string(mark, " ", l.comment, "\n")
		}
		write(l)
	}
}

// A cancellable writes to w until its context is done, and then returns the cause.
type cancellable struct {
	ctx context.Context
	w   io.Writer
}

func (c cancellable) Write(p []byte) (int, error) {
	if err := context.Cause(c.ctx); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}

// comments yields the comments of the instance without the keys in leaveOut.
func (f File) comments(leaveOut ...string) iter.Seq[dimacs.Comment] {
	return func(yield func(dimacs.Comment) bool) {
		for c := range f.Instance.comments() {
			if !slices.Contains(leaveOut, c.Key) && !yield(c) {
				return
			}
		}
	}
}

// provenance returns the comments with the generator and its arguments, or nil if there are
// no arguments. Arguments that are too long for a line continue in another comment.
func (f File) provenance() []dimacs.Comment {
	if f.Arguments == nil {
		return nil
	}
	const key = "arguments"
	cs := []dimacs.Comment{{Key: "generator", Value: generator}}
	text := strings.Join(f.Arguments, " ")
	for room := maxCommentLine - len("c "+key+": "); len(text) > room; {
		end := strings.LastIndexAny(text[:room], ", ") + 1
		if end == 0 {
			end = room
		}
		cs = append(cs, dimacs.Comment{Key: key, Value: strings.TrimSuffix(text[:end], " ")})
		text = text[end:]
	}
	return append(cs, dimacs.Comment{Key: key, Value: text})
}

// meanings yields a text for each variable of the board, such as "variable 1: a queen in
// row 1, column 1 (a8)", if the file is annotated. The prefix comes before the number;
// renaming may be nil.
func (f File) meanings(prefix string, renaming *Shuffle) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !f.Annotate {
			return
		}
		for v := 1; v <= f.Instance.squareVariables(); v++ {
			described, l := f.Instance.variable(v), dimacs.Lit(v)
			what := described.ifTrue
			if renaming != nil {
				l = renaming.Shuffled(l)
			}
			if l < 0 {
				l, what = -l, described.ifFalse
			}
			if !yield(fmt.Sprintf("variable %s%d: %s", prefix, l, what)) {
				return
			}
		}
	}
}
