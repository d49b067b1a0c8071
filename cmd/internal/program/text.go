//go:build !js

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

// templates holds templates for the help, the manual page in Markdown and the completion scripts.
// Each is executed with a Program.
//
//go:embed text
var templates embed.FS

// print executes the template called name with the functions for help of urfave/cli and of this
// package.
func print(w io.Writer, name string, p Program) {
	text, _ := templates.ReadFile("text/" + name)
	cli.HelpPrinterCustom(w, string(text), p, map[string]any{
		"flags": Program.flags, "own": Program.own, "excluded": Program.excluded, "relations": Program.relations, "describe": describe, "version": Version, "examples": examples,
		"wrapAt": func() int { return 80 }, "upper": strings.ToUpper, "contains": strings.Contains, "split": strings.SplitN,
		"list":     func(of ...any) []any { return of },
		"plain":    strings.NewReplacer("\n:   ", "\n      ", "\n\n`", "\n  ", "\n`", "\n  ", "`", "", "\n    ", "\n  ").Replace, // without Markdown
		"markdown": strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`).Replace,
		"quoted":   strings.NewReplacer("'", `'\''`).Replace,
		"zsh":      strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`).Replace,
	})
}

// examples formats commands and their explanations, given in Markdown, for the help. A command
// and its explanation share a line if they fit.
func examples(markdown string) string {
	const column, width = 36, 80
	return regexp.MustCompile("(?m)^`(.*)`\n:   (.*(?:\n    .*)*)\n\n?").ReplaceAllStringFunc(markdown, func(pair string) string {
		command, about, _ := strings.Cut(strings.TrimSpace(pair), "`\n:   ")
		command = command[1:]
		if at := max(column, len(command)+4); at+len(about) <= width && !strings.Contains(about, "\n") {
			return fmt.Sprintf("  %-*s%s\n", at-2, command, about)
		}
		return "  " + command + "\n      " + strings.ReplaceAll(about, "\n    ", "\n      ") + "\n"
	})
}

// manual prints the manual page in roff, without hyphenation, and with one blank after a
// sentence. Characters such as hyphens are escaped so that a reader can copy them.
func manual(w io.Writer, p Program) {
	var page strings.Builder
	print(&page, "page.md", p)
	exact := strings.NewReplacer(`\-`, `\-`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
	roff := regexp.MustCompile(`(?m)^[^.'].*`).ReplaceAllStringFunc(string(md2man.Render([]byte(page.String()))), exact.Replace)
	io.WriteString(w, strings.Replace(roff, ".SH", ".nr HY 0\n.nh\n.ad l\n.cflags 0 .?!\n.SH", 1))
}

// completion prints the completion script of p for a shell. It completes flags, and values that
// are keywords, files, directories or commands. For fish, urfave/cli provides everything except
// the values. These come first, because fish shows the last description of a flag.
func completion(w io.Writer, shell string, p Program) {
	print(w, "completion."+shell, p)
	if shell == "fish" {
		app := &cli.App{Name: p.Name, Flags: p.flags(), HideHelp: true, HideVersion: true} // help and version are in p.flags
		for _, sub := range p.Commands {
			app.Commands = append(app.Commands, &cli.Command{Name: sub.Name, Usage: sub.Summary, Flags: sub.flags(), HideHelp: true})
		}
		script, _ := app.ToFishCompletion()                    // the template is known to be valid
		io.WriteString(w, strings.ReplaceAll(script, "`", "")) // backquotes around names of values
	}
}
