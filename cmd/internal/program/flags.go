package program

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// flags returns the flags of a program and those that all of them have. An
// upper-case word in backquotes, the first of a flag's Usage, is the name of its
// value: FILE, DIR and CMD are completed as such.
func (p Program) flags() []cli.Flag {
	return slices.Concat(p.Flags, []cli.Flag{
		&cli.PathFlag{Name: "output", Aliases: []string{"o"}, TakesFile: true, Usage: "write to `FILE` instead of standard output; " +
			"the ending of its name chooses the format and the compression (.gz, .xz, .zst)"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print errors only, no other messages"},
		&cli.GenericFlag{Name: "completion", Usage: "print a completion script for `SHELL`", Value: OneOf(new(string), Names("bash", "zsh", "fish")...)},
		&cli.BoolFlag{Name: "man", Usage: "print the manual page in roff, as for man -l -"},
		&cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "print this help"},
		&cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version"},
	})
}

// allFlags returns the flags of a program and of all its commands, each name once.
func (p Program) allFlags() []cli.Flag {
	all := p.flags()
	for _, sub := range p.Commands {
		for _, f := range sub.Flags {
			if !slices.ContainsFunc(all, func(of cli.Flag) bool { return of.Names()[0] == f.Names()[0] }) {
				all = append(all, f)
			}
		}
	}
	return all
}

func isSwitch(f cli.Flag) bool { return !f.(cli.DocGenerationFlag).TakesValue() }

// choices returns the values of an enumerated flag, nil for any other.
func choices(f cli.Flag) []Choice {
	if g, ok := f.(*cli.GenericFlag); ok {
		return g.Value.(*Value).choices
	}
	return nil
}

// spellings returns the names of a flag with their dashes, the short one first.
func spellings(f cli.Flag) []string {
	names := f.Names()
	if len(names) == 1 {
		return []string{"--" + names[0]}
	}
	return []string{"-" + names[1], "--" + names[0]}
}

// placeholder returns the name of the value of f, empty if it takes none.
func placeholder(f cli.Flag) string {
	if isSwitch(f) {
		return ""
	}
	_, quoted, _ := strings.Cut(f.(cli.DocGenerationFlag).GetUsage(), "`")
	name, _, _ := strings.Cut(quoted, "`")
	return name
}

// namesFile reports whether the value of f is a file or a directory.
func namesFile(f cli.Flag) bool { return slices.Contains([]string{"FILE", "DIR"}, placeholder(f)) }

// usage returns what a flag does, with its choices and its default.
func usage(f cli.Flag) string {
	doc := f.(cli.DocGenerationFlag)
	text := doc.GetUsage()
	if !isSwitch(f) {
		text = strings.Replace(text, "`", "", 2)
	}
	if list := choices(f); list != nil && list[0].About == "" {
		text += ": " + f.(*cli.GenericFlag).Value.(*Value).list
	}
	if d := doc.GetDefaultText(); d != "" && !isSwitch(f) {
		text += " (default " + d + ")"
	}
	return text
}
