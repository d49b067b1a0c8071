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

// A File is an instance in a format.
type File struct {
	Instance  Instance
	Format    string   // "" is DefaultFormat
	Annotate  bool     // with comments for learners: what variables and groups of clauses stand for
	Arguments []string // of generator, words that make this file and do not begin with a dash; nil tells nothing
}

// generator is the program that writes files, with a number that rises whenever
// other bytes are written for the same arguments.
const generator = "qgen 3"

// DefaultFormat is the name of the format of a File that names none.
const DefaultFormat = "cnf"

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

// A cancellable writer fails once its context is done.
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

// comments returns those that tell the instance, without how clauses are made
// and without the keys given.
func (f File) comments(leaveOut ...string) iter.Seq[dimacs.Comment] {
	return func(yield func(dimacs.Comment) bool) {
		for c := range f.Instance.comments() {
			if c.Key != keyEncoding && !slices.Contains(leaveOut, c.Key) && !yield(c) {
				return
			}
		}
	}
}

// provenance returns the comments that say what makes the file again. Arguments that
// are too long for a line go on after one that ends in a comma.
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

// meanings yields, for learners, what each variable of the board stands for;
// prefix comes before its number.
func (f File) meanings(prefix string, renaming *Shuffle) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !f.Annotate {
			return
		}
		for v := 1; v <= f.Instance.squareVariables(); v++ {
			told, l := f.Instance.variable(v), dimacs.Lit(v)
			what := told.there
			if renaming != nil {
				l = renaming.Shuffled(l)
			}
			if l < 0 {
				l, what = -l, told.absent
			}
			if !yield(fmt.Sprintf("variable %s%d: %s", prefix, l, what)) {
				return
			}
		}
	}
}
