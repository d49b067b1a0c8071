package output

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// anyText is the format of an ending that agrees with every format of text.
const anyText = "text"

// endings lists the endings of names that choose a format, in lower case; the
// first of several for a format is the one to recommend, and of several formats with
// one ending it chooses the first that the program knows.
var endings = []struct{ ending, format string }{
	{"cnf", "cnf"}, {"dimacs", "cnf"}, {"icnf", "icnf"}, {"cnfp", "cnf+"}, {"knf", "knf"},
	{"opb", "opb"}, {"lp", "lp"}, {"mzn", "mzn"},
	{"svg", "svg"}, {"png", "png"}, {"pdf", "pdf"}, {"html", "html"}, {"html", "lesson"}, {"tex", "latex"}, {"tex", "pgfplots"}, {"json", "json"}, {"fen", "fen"},
	{"csv", "csv"}, {"md", "markdown"}, {"md", "comparison"},
	{"lrat", "lrat"},
	{"txt", anyText},
}

// A Choice is between what flags ask for and what the name of an output does.
type Choice struct {
	Name string // of the output; empty or "-" for standard output, which asks for nothing

	// Formats are those that the ending of the name may choose. None stands for no choice, and
	// one for one beside the default; of several, the name has to choose if it has an ending.
	Formats []string
	Default string   // what is written if neither asks for a format, such as "cnf", "an answer"
	Ending  string   // to recommend for what has no ending in the table; empty for txt
	Format  string   // what flags ask for, empty if they do not
	Flag    string   // the flag that does so, as in "--format box"
	Binary  []string // formats that are no text

	Compression string // that of the flag --compress, empty if there is none
}

// Make returns the format to write and the compression, empty for none. A flag
// that contradicts the name is an error that says both ways out.
func (c Choice) Make() (format, compression string, err error) {
	named, compression, err := c.named()
	if err != nil {
		return "", "", err
	}
	if c.Compression != "" {
		if compression != "" && compression != c.Compression || compression == "" && named != "" {
			return "", "", c.contradiction("--compress "+c.Compression, "", "that ends in ."+c.Compression)
		}
		compression = c.Compression
	}
	if format, err = c.format(named); err != nil {
		return "", "", err
	}
	return format, compression, nil
}

// format decides on the format; named is the one that the name asks for, empty for none.
func (c Choice) format(named string) (string, error) {
	asked := c.Format
	if asked == "" {
		asked = c.Default
	}
	switch {
	case c.Format == "" && (named == "" && len(c.Formats) > 1 && c.endsUnknown() || len(c.Formats) > 1 && named != "" && named != anyText && !slices.Contains(c.Formats, named)):
		return "", fmt.Errorf("refusing to write %s to %s: expected a name that ends in %s, or a flag that names the format", asked, c.Name, c.known())
	case named == "", named == asked, sameEnding(named, asked), named == anyText && !slices.Contains(c.Binary, asked):
		return asked, nil
	case c.Format == "" && slices.Contains(c.Formats, named):
		return named, nil
	case c.Format != "" && (named == anyText || slices.Contains(c.Formats, named)):
		return "", c.contradiction(c.Flag, named, "such as "+c.alternative(asked))
	}
	return "", fmt.Errorf("refusing to write %s to %s, a name for the format %s: expected a name such as %s", asked, c.Name, named, c.alternative(asked))
}

// sameEnding reports whether names of both formats may end alike.
func sameEnding(a, b string) bool {
	for _, e := range endings {
		for _, other := range endings {
			if e.ending == other.ending && e.format == a && other.format == b {
				return true
			}
		}
	}
	return false
}

// contradiction says that a flag contradicts the name, and both ways out.
func (c Choice) contradiction(flag, named, another string) error {
	if named != "" {
		named = ", which asks for " + named
	}
	return fmt.Errorf("%s contradicts the name %s%s: leave out the flag, or choose a name %s", flag, c.Name, named, another)
}

// alternative returns a name that agrees with a format.
func (c Choice) alternative(format string) string {
	stem, compression, _ := cutCompression(c.Name)
	ending := cmp.Or(c.Ending, "txt")
	for _, e := range endings {
		if e.format == format {
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

// named returns what the ending of the name says about format and compression,
// empty where it says nothing.
func (c Choice) named() (format, compression string, err error) {
	stem, compression, err := cutCompression(c.Name)
	ending := endingOf(stem)
	for _, e := range endings {
		if e.ending == ending && (format == "" || slices.Contains(c.Formats, e.format) && !slices.Contains(c.Formats, format)) {
			format = e.format
		}
	}
	return format, compression, err
}

// endingOf returns the ending of a name in lower case, without its dot; a name that
// begins with its only dot has none.
func endingOf(name string) string {
	base := strings.TrimLeft(filepath.Base(name), ".")
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(base), "."))
}

// endsUnknown reports whether the name has an ending, and is not that of a device or
// FIFO, whose names nobody chooses for the format.
func (c Choice) endsUnknown() bool {
	stem, _, _ := cutCompression(c.Name)
	if endingOf(stem) == "" {
		return false
	}
	info, err := os.Stat(c.Name)
	return err != nil || info.Mode().IsRegular() || info.IsDir()
}

// known lists the endings that choose among the formats.
func (c Choice) known() string {
	var list []string
	for _, e := range endings {
		if (e.format == anyText || slices.Contains(c.Formats, e.format)) && !slices.Contains(list, "."+e.ending) {
			list = append(list, "."+e.ending)
		}
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// cutCompression cuts off the ending that names a compression.
func cutCompression(name string) (stem, compression string, err error) {
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
