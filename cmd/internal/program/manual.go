package program

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// templates are those of the help, of the manual page in Markdown and of the
// completion scripts. They are executed with a cli.App, whose Description is the
// manual of the program.
//
//go:embed text
var templates embed.FS

// print executes the template of that name with the functions of urfave/cli for
// its help and those of this package.
func print(w io.Writer, name string, app any) {
	text, _ := templates.ReadFile("text/" + name)
	cli.HelpPrinterCustom(w, string(text), app, map[string]any{
		"wrapAt": func() int { return 80 }, "upper": strings.ToUpper, "repeat": strings.Repeat, "contains": strings.Contains,
		"escape":   strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`).Replace,
		"ownFlags": ownFlags, "allFlags": allFlags, "sections": sections, "plain": plain, "spellings": spellings, "placeholder": placeholder, "usage": usage,
		"heading": heading, "isSwitch": isSwitch, "choices": choices, "value": value, "quoted": quoted, "zsh": zshSpec,
	})
}

func init() {
	cli.HelpFlag.(*cli.BoolFlag).Usage = "print this help"
	cli.HelpPrinter = print
	cli.VersionFlag.(*cli.BoolFlag).Aliases = []string{"V"}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintf(c.App.Writer, "%s (queens) %s\n", c.App.Name, c.App.Version) }
}

// heading returns what the values of a flag are called together.
func heading(f cli.Flag) string {
	name := f.Names()[0]
	name = strings.ToUpper(name[:1]) + name[1:]
	if stem, ok := strings.CutSuffix(name, "y"); ok {
		return stem + "ies"
	}
	return name + "s"
}

// ownFlags returns the flags that a command has and the program does not.
func ownFlags(app *cli.App, c *cli.Command) []cli.Flag {
	return slices.DeleteFunc(slices.Clone(c.VisibleFlags()), func(f cli.Flag) bool {
		return slices.ContainsFunc(app.VisibleFlags(), func(of cli.Flag) bool { return of.Names()[0] == f.Names()[0] })
	})
}

// allFlags returns the flags of the app and of all its commands.
func allFlags(app *cli.App) []cli.Flag {
	all := slices.Clone(app.VisibleFlags())
	for _, c := range app.VisibleCommands() {
		for _, f := range ownFlags(app, c) {
			if !slices.ContainsFunc(all, func(of cli.Flag) bool { return of.Names()[0] == f.Names()[0] }) {
				all = append(all, f)
			}
		}
	}
	return all
}

// A section is a part of a manual under its own heading.
type section struct{ Title, Text string }

// sections returns what comes before the first heading of a manual, as its
// description, and the sections.
func sections(manual string) []section {
	var list []section
	for part := range strings.SplitSeq("Description\n\n"+manual, "\n# ") {
		title, text, _ := strings.Cut(part, "\n\n")
		list = append(list, section{title, text})
	}
	return list
}

// plain returns a section for the help, without the marks of code and definitions.
func plain(text string) string {
	return strings.NewReplacer("\n:   ", "\n      ", "\n\n`", "\n  ", "\n`", "\n  ", "`", "", "\n    ", "\n  ").Replace("\n" + text)
}

// manual prints the manual page in roff, without hyphenation. All its text means
// what it shows, such as a hyphen that a reader may copy.
func manual(app *cli.App) error {
	var page strings.Builder
	print(&page, "page.md", app)
	exact := strings.NewReplacer(`\-`, `\-`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
	roff := regexp.MustCompile(`(?m)^[^.'].*`).ReplaceAllStringFunc(string(md2man.Render([]byte(page.String()))), exact.Replace)
	_, err := io.WriteString(app.Writer, strings.Replace(roff, ".SH", ".nr HY 0\n.nh\n.ad l\n.SH", 1))
	return err
}
