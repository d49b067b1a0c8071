package output

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// anyText is the format of a suffix that fits every text format.
const anyText = "text"

// endings lists the suffixes that choose a format, in lower case. If a format has several suffixes,
// error messages suggest the first. If a suffix has several formats, it chooses the format that a flag
// names, or else the first that the program writes.
var endings = []struct {
	ending  string
	formats []string
}{
	{"cnf", []string{"cnf"}}, {"dimacs", []string{"cnf"}}, {"icnf", []string{"icnf"}}, {"cnfp", []string{"cnf+"}}, {"knf", []string{"knf"}},
	{"wcnf", []string{"wcnf"}}, {"opb", []string{"opb"}}, {"lp", []string{"lp"}}, {"mzn", []string{"mzn"}},
	{"svg", []string{"svg"}}, {"png", []string{"png"}}, {"pdf", []string{"pdf"}}, {"html", []string{"html", "lesson"}},
	{"tex", []string{"latex"}}, {"json", []string{"json"}}, {"fen", []string{"fen"}},
	{"csv", []string{"csv"}}, {"md", []string{"markdown", "comparison", "changes"}}, {"lrat", []string{"lrat"}},
	{"txt", []string{anyText}},
}

// A Form determines the format and the compression of an output from flags and the output's
// name.
type Form struct {
	Name string // name of the output; empty or "-" for standard output, which chooses nothing

	// Formats lists the formats that the suffix of the name may choose. It is empty if the program
	// writes only Default, or has one element if the suffix may choose one format besides Default. If
	// Formats has two or more elements, a name with a suffix must choose one of them, unless a flag names
	// the format.
	Formats []string
	Default string   // the format if neither flag nor name chooses one, such as "cnf" or "an answer"
	Ending  string   // the suffix that messages suggest for a format that endings lacks; empty means txt
	Format  string   // the format that a flag names; empty without such a flag
	Flag    string   // the flag that names Format, such as "--format box"
	Binary  []string // formats that are not text

	Compression string // the value of --compress; empty without the flag
}

// Make returns the format to write and the compression, which is empty for no compression. It returns an
// error if a flag contradicts the name, if the name is for a format or a compression that cannot be
// written, or if its suffix chooses none of several formats. The message says how to correct this.
func (c Form) Make() (format, compression string, err error) {
	stem, compression, err := CutCompression(c.Name)
	if err != nil {
		return "", "", err
	}
	named := c.named(endingOf(stem))
	if c.Compression != "" {
		if compression != "" && compression != c.Compression || compression == "" && named != "" {
			return "", "", c.contradiction("--compress "+c.Compression, "", "that ends in ."+c.Compression)
		}
		compression = c.Compression
	}
	format, err = c.format(named, endingOf(stem) != "" && !isSpecial(c.Name))
	return format, compression, err
}

// named returns the format that a suffix in lower case chooses, or "" if endings does not list the suffix. If
// the suffix has several formats, named returns c.Format if it is among them, or else the first that c.Formats
// contains, or else the first.
func (c Form) named(suffix string) string {
	for _, e := range endings {
		switch i := slices.IndexFunc(e.formats, func(f string) bool { return slices.Contains(c.Formats, f) }); {
		case e.ending != suffix:
		case slices.Contains(e.formats, c.Format):
			return c.Format
		default:
			return e.formats[max(i, 0)]
		}
	}
	return ""
}

// format returns the format to write. The argument named is the format that the suffix of the name
// chooses, or "", and suffixed reports whether the name has a suffix.
//
// If a flag names a format, format returns this format, or an error if named is not "" and does not fit it.
// A format fits itself, and anyText fits all formats except those in c.Binary, which must not contain
// c.Default. Without a flag, format returns c.Default if named is "" or fits c.Default, and named if
// c.Formats contains it. It returns an error for any other named. If c.Formats has several elements, a
// suffix that chooses neither one of them nor anyText is an error, too.
func (c Form) format(named string, suffixed bool) (string, error) {
	asked, several := cmp.Or(c.Format, c.Default), len(c.Formats) > 1
	known := named == anyText || slices.Contains(c.Formats, named)
	switch {
	case c.Format == "" && several && suffixed && !known:
		return "", fmt.Errorf("refusing to write %s to %s: expected a name that ends in %s, or a flag that names the format", asked, c.Name, c.known())
	case named == "", named == asked, named == anyText && !slices.Contains(c.Binary, asked):
		return asked, nil
	case c.Format == "" && known:
		return named, nil
	case known:
		return "", c.contradiction(c.Flag, named, "such as "+c.alternative(asked))
	}
	return "", fmt.Errorf("refusing to write %s to %s, a name for the format %s: expected a name such as %s", asked, c.Name, named, c.alternative(asked))
}

// contradiction returns the error for a flag that contradicts the name of the output. It suggests
// to leave out the flag or to choose a name as described by another, such as "that ends in .xz".
// The argument named is the format that the name chooses, or "".
func (c Form) contradiction(flag, named, another string) error {
	if named != "" {
		named = ", which asks for " + named
	}
	return fmt.Errorf("%s contradicts the name %s%s: leave out the flag, or choose a name %s", flag, c.Name, named, another)
}

// alternative returns c.Name with another suffix before the suffix of a compression, which stays.
// The new suffix is the first for format in endings, or c.Ending or "txt" if endings lacks the format.
func (c Form) alternative(format string) string {
	stem, compression, _ := CutCompression(c.Name)
	ending := cmp.Or(c.Ending, "txt")
	for _, e := range endings {
		if slices.Contains(e.formats, format) {
			ending = e.ending
			break
		}
	}
	name := strings.TrimSuffix(stem, filepath.Ext(stem)) + "." + ending
	if compression != "" {
		name += "." + compression
	}
	return name
}

// endingOf returns the suffix of a name in lower case, without the dot. Leading dots do not
// count, so ".cnf" has no suffix.
func endingOf(name string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(strings.TrimLeft(filepath.Base(name), ".")), "."))
}

// isSpecial reports whether name is an existing device or FIFO, which is not chosen for its suffix.
func isSpecial(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// known returns the suffixes that choose one of c.Formats, and .txt, as words for a message, such as
// ".svg, .png or .txt". At least one suffix must choose one of c.Formats.
func (c Form) known() string {
	var list []string
	for _, e := range endings {
		if slices.ContainsFunc(e.formats, func(f string) bool { return f == anyText || slices.Contains(c.Formats, f) }) {
			list = append(list, "."+e.ending)
		}
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// CutCompression splits a name into stem and compression, one of Compressions. Without the suffix of a
// compression, in either case, it returns the whole name and "". The suffix .bz2 is an error, because bzip2
// is only read.
func CutCompression(name string) (stem, compression string, err error) {
	ending := filepath.Ext(name)
	stem = strings.TrimSuffix(name, ending)
	compression = strings.ToLower(strings.TrimPrefix(ending, "."))
	switch {
	case slices.Contains(Compressions(), compression):
		return stem, compression, nil
	case compression == "bz2":
		return stem, "", fmt.Errorf("%s: bzip2 is read, but not written: expected a name that ends in one of .%s", name, strings.Join(Compressions(), " ."))
	}
	return name, "", nil
}
