package encode

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"queens/dimacs"
)

// A Format is a language in which an instance can be written for solvers.
type Format struct {
	Name   string // as in `qgen --format Name`
	Suffix string // of file names, with the dot
	About  string // what it is, a few words

	clausal bool // lines of numbers, comments begin with c
	size    func(in Instance) Size
	write   func(d Document, t *textWriter)
}

// DefaultFormat is the name of the format of a Document that names none.
const DefaultFormat = "cnf"

// Formats returns every format. A new one is a file of its own, named after it,
// and an entry here.
func Formats() []Format {
	return []Format{
		{Name: DefaultFormat, Suffix: ".cnf", About: "DIMACS CNF", clausal: true},
		knf, cnfPlus, opb, lp, miniZinc,
	}
}

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

// A Document is an instance as a file.
type Document struct {
	Instance Instance
	Format   string // "" is DefaultFormat
	Annotate bool   // with comments for learners: what variables and groups of clauses stand for
}

// Check returns an error if the document cannot be written: if its instance
// cannot be encoded, or not in this format. Formats other than CNF have no
// clauses to encode, to shuffle, or to break symmetries with, and those that are
// not about constraints on lines have one form.
func (d Document) Check() error {
	f, err := FormatByName(d.Format)
	if err != nil {
		return err
	}
	switch {
	case f.Name == DefaultFormat:
	case d.Instance.Encoding != "":
		return fmt.Errorf("format %s has constraints of its own: expected no encoding, found %s", f.Name, clip(d.Instance.Encoding))
	case d.Instance.Shuffle != nil:
		return fmt.Errorf("format %s cannot be shuffled", f.Name)
	case d.Instance.SymmetryBroken:
		return fmt.Errorf("format %s cannot break symmetries", f.Name)
	case d.Instance.Minimal && !f.clausal && f.Name != opb.Name:
		return fmt.Errorf("format %s has no minimal form", f.Name)
	}
	return d.Instance.Check()
}

// Size returns the number of variables and constraints of the document; in CNF
// those are clauses. It is exact and comes without writing.
func (d Document) Size() (Size, error) {
	if err := d.Check(); err != nil {
		return Size{}, err
	}
	f, err := FormatByName(d.Format)
	if err != nil || f.size == nil {
		return d.Instance.Size()
	}
	return f.size(d.Instance), nil
}

// Write writes the document to w. It stops soon after ctx is done and returns
// its error then.
func (d Document) Write(ctx context.Context, w io.Writer) error {
	if err := d.Check(); err != nil {
		return err
	}
	f, err := FormatByName(d.Format)
	if err != nil || f.write == nil {
		return cnf{d.Instance, d.Annotate}.write(ctx, w)
	}
	t := newTextWriter(cancellable{ctx, w})
	f.write(d, t)
	return t.flush()
}

// Bytes returns the exact length of what Write writes. For CNF see
// Instance.Bytes; the other formats are short, and written to be counted.
func (d Document) Bytes(ctx context.Context) (int64, error) {
	if err := d.Check(); err != nil {
		return 0, err
	}
	f, err := FormatByName(d.Format)
	if err != nil || f.write == nil {
		return cnf{d.Instance, d.Annotate}.bytes(ctx)
	}
	var count byteCount
	err = d.Write(ctx, &count)
	return int64(count), err
}

// comments returns those that say what the instance is. How clauses are made is
// left out, and the keys given.
func (d Document) comments(leaveOut ...string) []dimacs.Comment {
	return slices.DeleteFunc(d.Instance.Comments(), func(c dimacs.Comment) bool {
		return c.Key == keyEncoding || slices.Contains(leaveOut, c.Key)
	})
}

// writeComments writes them, each line begun by mark.
func (d Document) writeComments(t *textWriter, mark string, leaveOut ...string) {
	for _, c := range d.comments(leaveOut...) {
		t.string(mark, " ", c.Key, ": ", c.Value, "\n")
	}
}

// writeMap says, for learners, what each variable stands for; prefix comes
// before its number.
func (d Document) writeMap(t *textWriter, mark, prefix string) {
	if !d.Annotate {
		return
	}
	for v := range d.Instance.Board().Vars() {
		t.string(mark, " variable ", prefix, describe(v, "a queen", v, d.Instance.Board()), "\n")
	}
}

// describe says what a variable, here called name, stands for.
func describe(name dimacs.Lit, what string, v dimacs.Lit, b Board) string {
	s, _ := b.SquareOf(v.Var())
	return fmt.Sprintf("%d: %s in row %d, column %d (%s)", name, what, s.Row, s.Col, s.Algebraic(b.N))
}
