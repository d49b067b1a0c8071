package program

import (
	"embed"
	"io"
	"regexp"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// templates are those of the help, of the manual page in Markdown and of the
// completion scripts. They are executed with a Program.
//
//go:embed text
var templates embed.FS

// print executes the template of that name with the functions of urfave/cli for
// its help and those of this package.
func print(w io.Writer, name string, p Program) {
	text, _ := templates.ReadFile("text/" + name)
	cli.HelpPrinterCustom(w, string(text), p, map[string]any{
		"wrapAt": func() int { return 80 }, "upper": strings.ToUpper, "repeat": strings.Repeat, "contains": strings.Contains,
		"escape": strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`).Replace,
		"flags":  Program.flags, "allFlags": Program.allFlags, "sections": sections, "plain": plain, "spellings": spellings, "placeholder": placeholder, "usage": usage,
		"heading": heading, "version": Version, "isSwitch": isSwitch, "choices": choices, "value": value, "quoted": quoted, "zsh": zshSpec,
	})
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
func manual(w io.Writer, p Program) {
	var page strings.Builder
	print(&page, "page.md", p)
	exact := strings.NewReplacer(`\-`, `\-`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
	roff := regexp.MustCompile(`(?m)^[^.'].*`).ReplaceAllStringFunc(string(md2man.Render([]byte(page.String()))), exact.Replace)
	io.WriteString(w, strings.Replace(roff, ".SH", ".nr HY 0\n.nh\n.ad l\n.ss 12 0\n.SH", 1))
}
