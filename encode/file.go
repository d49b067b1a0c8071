package encode

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"queens/dimacs"
)

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
