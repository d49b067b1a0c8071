package program

import (
	"flag"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// flags returns p.Flags and then the flags of all programs. In the Usage of a flag, the first word
// in backquotes names its value, in capitals. The completion scripts complete values called FILE,
// DIR and CMD as files, directories and commands.
func (p Program) flags() []cli.Flag {
	return slices.Concat(p.Flags, []cli.Flag{
		&cli.PathFlag{Name: "output", Aliases: []string{"o"}, TakesFile: true, Usage: "write the output to `FILE`, compressed if its name ends in .gz, .xz or .zst"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no messages except errors"},
		&cli.GenericFlag{Name: "completion", Usage: "print completions for `SHELL`", Value: OneOf(new(string), Names("bash", "zsh", "fish")...)},
		&cli.BoolFlag{Name: "man", Usage: "print the manual page, to read with man -l -"},
		&cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"},
		&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version"},
	})
}

// A described flag is a flag with its texts for the help.
type described struct {
	Name, Short string    // without dashes; Short may be empty
	Value       string    // name of its value; empty without a value
	Usage       string    // with the flags that it needs, the default, and the keywords unless they have descriptions
	Keywords    []Keyword // nil unless only certain values are allowed
}

// NamesFile reports whether the value of a flag is the name of a file or directory, or a command: whether its
// Usage calls it FILE, DIR or CMD.
func NamesFile(f cli.Flag) bool {
	return slices.Contains([]string{"FILE", "DIR", "CMD"}, Program{}.describe([]cli.Flag{f})[0].Value)
}

// describe returns the flags with their texts, in their order. A usage begins with the flags that the flag
// needs according to the rules of p.
func (p Program) describe(flags []cli.Flag) (list []described) {
	for _, f := range flags {
		doc, names := f.(cli.DocGenerationFlag), f.Names()
		d := described{Name: names[0], Short: strings.Join(names[1:], ""), Usage: doc.GetUsage()}
		if doc.TakesValue() {
			d.Value, d.Usage = flag.UnquoteUsage(&flag.Flag{Usage: d.Usage})
			if g, ok := f.(*cli.GenericFlag); ok {
				v := g.Value.(*Value)
				if d.Keywords = v.keywords; v.keywords != nil && v.keywords[0].About == "" {
					d.Usage += ": " + v.list
				}
			}
			if text := doc.GetDefaultText(); text != "" {
				d.Usage += " (default " + text + ")"
			}
		}
		d.Usage = p.needed(d.Name) + d.Usage
		list = append(list, d)
	}
	return list
}

// Heading returns the heading for the list of keywords: the plural of the name, such as "Formats".
func (d described) Heading() string {
	return strings.ToUpper(d.Name[:1]) + strings.Replace(d.Name[1:]+"s", "ys", "ies", 1)
}
