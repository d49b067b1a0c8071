package program

import (
	"flag"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// flags returns the flags of a program and those that all of them have. An
// upper-case word in backquotes, the first of a flag's Usage, is the name of its
// value: FILE, DIR and CMD are completed as such.
func (p Program) flags() []cli.Flag {
	return slices.Concat(p.Flags, []cli.Flag{
		&cli.PathFlag{Name: "output", Aliases: []string{"o"}, TakesFile: true, Usage: "write to `FILE`, whose ending chooses the form"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no messages but errors"},
		&cli.GenericFlag{Name: "completion", Usage: "print completions for `SHELL`", Value: OneOf(new(string), Names("bash", "zsh", "fish")...)},
		&cli.BoolFlag{Name: "man", Usage: "print the manual page, for man -l -"},
		&cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"},
		&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version"},
	})
}

// A described flag is what there is to say of one.
type described struct {
	Name, Short string   // without their dashes; Short may be empty
	Value       string   // the name of its value, empty if it takes none
	Usage       string   // with its default, and with its choices if they are names alone
	Choices     []Choice // nil unless it is enumerated
}

func describe(flags []cli.Flag) (list []described) {
	for _, f := range flags {
		doc, names := f.(cli.DocGenerationFlag), f.Names()
		d := described{Name: names[0], Short: strings.Join(names[1:], ""), Usage: doc.GetUsage()}
		if doc.TakesValue() {
			d.Value, d.Usage = flag.UnquoteUsage(&flag.Flag{Usage: d.Usage})
			if g, ok := f.(*cli.GenericFlag); ok {
				v := g.Value.(*Value)
				if d.Choices = v.choices; v.choices != nil && v.choices[0].About == "" {
					d.Usage += ": " + v.list
				}
			}
			if text := doc.GetDefaultText(); text != "" {
				d.Usage += " (default " + text + ")"
			}
		}
		list = append(list, d)
	}
	return list
}

// Heading returns what the choices are called together.
func (d described) Heading() string {
	return strings.ToUpper(d.Name[:1]) + strings.Replace(d.Name[1:]+"s", "ys", "ies", 1)
}
