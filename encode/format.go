package encode

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
)

// A Format is a language in which an instance can be written for solvers.
type Format struct {
	Name   string // as in `qgen --format Name`
	Suffix string // of file names, with the dot
	About  string // what it is, a few words

	is      feature // which a family may refuse; 0 for what none does
	clausal bool    // lines of numbers, comments begin with c
	size    func(in Instance) (Size, error)
	write   func(ctx context.Context, f File, w io.Writer) error
}

// DefaultFormat is the name of the format of a File that names none.
const DefaultFormat = "cnf"

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

// inText makes the function that writes a format of one that writes to a
// textWriter.
func inText(write func(f File, t textWriter)) func(context.Context, File, io.Writer) error {
	return func(ctx context.Context, f File, w io.Writer) error {
		t := textWriter{bufio.NewWriterSize(cancellable{ctx, w}, 64<<10)}
		write(f, t)
		return t.Flush()
	}
}

// A textWriter writes strings and numbers. The first error sticks: what follows
// it is dropped, and Flush returns it.
type textWriter struct{ *bufio.Writer }

func (t textWriter) string(strings ...string) {
	for _, s := range strings {
		t.WriteString(s)
	}
}

func (t textWriter) number(n int64) { t.Write(strconv.AppendInt(t.AvailableBuffer(), n, 10)) }

// failed reports whether there was an error.
func (t textWriter) failed() bool {
	_, err := t.Write(nil)
	return err != nil
}

// comments writes the comments of the file, each line begun by mark.
func (t textWriter) comments(f File, mark string, leaveOut ...string) {
	write := func(c dimacs.Comment) bool {
		t.string(mark, " ", c.Key, ": ", c.Value, "\n")
		return !t.failed()
	}
	slices.Values(f.provenance())(write)
	f.comments(leaveOut...)(write)
}

// meanings writes, for learners, what each variable stands for.
func (t textWriter) meanings(f File, mark, prefix string) {
	for meaning := range f.meanings(prefix, nil) {
		if t.string(mark, " ", meaning, "\n"); t.failed() {
			return
		}
	}
}
