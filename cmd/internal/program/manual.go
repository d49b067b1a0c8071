package program

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// texts are the templates of the help, of the manual page in Markdown and of the
// completion scripts. They are executed with a cli.App, whose Description is the
// manual of the program.
//
//go:embed text
var texts embed.FS

func template(name string) string {
	t, _ := texts.ReadFile("text/" + name)
	return string(t)
}

// print executes a template with the functions of urfave/cli for its help and
// those of this package.
func print(w io.Writer, text string, app any) {
	cli.HelpPrinterCustom(w, text, app, map[string]any{
		"wrapAt": func() int { return 80 }, "upper": strings.ToUpper, "escape": strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`).Replace, "repeat": strings.Repeat, "contains": strings.Contains,
		"sections": sections, "plain": plain, "spellings": spellings, "placeholder": placeholder, "usage": usage,
		"isSwitch": isSwitch, "choices": choices, "value": value, "quoted": quoted, "zsh": zshSpec,
	})
}

func init() {
	cli.HelpFlag.(*cli.BoolFlag).Usage = "print this help"
	cli.HelpPrinter = print
	cli.VersionFlag.(*cli.BoolFlag).Aliases = []string{"V"}
	cli.VersionPrinter = func(c *cli.Context) { fmt.Fprintf(c.App.Writer, "%s (queens) %s\n", c.App.Name, c.App.Version) }
}

// A section is a part of a manual under its own heading.
type section struct{ Title, Text string }

// Brief reports whether the help has the section, too.
func (s section) Brief() bool { return s.Title == "Examples" || s.Title == "Exit codes" }

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

// plain returns a brief section without the marks of Markdown: those of code and
// of definitions.
func plain(text string) string {
	return strings.NewReplacer("\n:   ", "\n      ", "\n\n`", "\n  ", "\n`", "\n  ", "`", "", "\n    ", "\n  ").Replace("\n" + text)
}

// manual prints the manual page in roff, without hyphenation. All its text means
// what it shows, such as a hyphen that a reader may copy.
func manual(app *cli.App) error {
	var page strings.Builder
	print(&page, template("page.md"), app)
	exact := strings.NewReplacer(`\-`, `\-`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
	roff := regexp.MustCompile(`(?m)^[^.'].*`).ReplaceAllStringFunc(string(md2man.Render([]byte(page.String()))), exact.Replace)
	_, err := io.WriteString(app.Writer, strings.Replace(roff, ".SH", ".nr HY 0\n.nh\n.ad l\n.SH", 1))
	return err
}
