//go:build !js

package program

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/cpuguy83/go-md2man/v2/md2man"
	"github.com/urfave/cli/v2"
)

// templates holds templates for the help, the manual page in Markdown and the completion scripts.
// Each is executed with a Program.
//
//go:embed text
var templates embed.FS

// print writes the result of the template text/NAME for p, with the functions for help of urfave/cli and
// of this package. The completion scripts complete flags, and values that are keywords, files, directories
// or commands.
func print(w io.Writer, name string, p Program) {
	text, _ := templates.ReadFile("text/" + name)
	cli.HelpPrinterCustom(w, string(text), p, map[string]any{
		"flags":    func(p Program) []described { return p.describe(p.flags()) },
		"own":      func(p Program) []described { return p.describe(p.Flags) },
		"excluded": Program.excluded, "relations": Program.relations,
		"version": Version, "examples": examples, "commonest": commonest, "prose": prose,
		"wrapAt": func() int { return helpWidth }, "upper": strings.ToUpper, "contains": strings.Contains, "split": strings.SplitN,
		"list":     func(of ...any) []any { return of },
		"plain":    strings.NewReplacer("\n:   ", "\n      ", "\n\n`", "\n  ", "\n`", "\n  ", "`", "", "\n    ", "\n  ").Replace, // without Markdown
		"markdown": strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`).Replace,
		"quoted":   strings.NewReplacer("'", `'\''`).Replace,
		"zsh":      strings.NewReplacer("'", `'\''`, "[", `\[`, "]", `\]`, ":", `\:`).Replace,
	})
}

// helpWidth is the largest number of characters in a line of the help.
const helpWidth = 80

// fold returns the line, broken between matches of pieces where it would exceed helpWidth. The lines after
// the first begin with indent. Blanks at the ends of lines are removed. A match that is too wide stays whole.
func fold(line, indent string, pieces *regexp.Regexp) string {
	var folded strings.Builder
	width := 0
	for _, piece := range pieces.FindAllString(line, -1) {
		if width > 0 && width+utf8.RuneCountInString(strings.TrimRight(piece, " ")) > helpWidth {
			folded.WriteString("\n" + indent)
			width = len(indent)
		}
		folded.WriteString(piece)
		width += utf8.RuneCountInString(piece)
	}
	return regexp.MustCompile(`(?m) +$`).ReplaceAllString(folded.String(), "")
}

// Pieces of a line for fold: words, and commands that a shell reads on lines of their own.
var (
	wordPieces    = regexp.MustCompile(` *\S+ *`)
	commandPieces = regexp.MustCompile(`.+?(?:; |&& |\| |$)`)
)

// prose formats paragraphs in Markdown for the help, without a newline at the end. It removes ** and fills
// the paragraphs with a line that is wider than helpWidth.
func prose(markdown string) string {
	paragraphs := strings.Split(strings.TrimRight(strings.ReplaceAll(markdown, "**", ""), "\n"), "\n\n")
	for i, text := range paragraphs {
		if slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return utf8.RuneCountInString(line) > helpWidth }) {
			paragraphs[i] = fold(strings.ReplaceAll(text, "\n", " "), "", wordPieces)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// examples formats the definitions in Markdown whose terms are commands in backquotes, with their
// explanations, for the help. If a command and an explanation of one line fit, they share a line, and
// explanations begin in one column after commands that are short enough. Otherwise the indented explanation
// follows the command, both folded to helpWidth. Other text stays.
func examples(markdown string) string {
	const column, indent = 36, "      "
	return definitions().ReplaceAllStringFunc(markdown, func(pair string) string {
		command, about, _ := strings.Cut(strings.TrimSpace(pair), "`\n:   ")
		command = command[1:]
		if at := max(column, len(command)+4); at+len(about) <= helpWidth && !strings.Contains(about, "\n") {
			return fmt.Sprintf("  %-*s%s\n", at-2, command, about)
		}
		return fold("  "+command, "    ", commandPieces) + "\n" + fold(indent+strings.ReplaceAll(about, "\n    ", " "), indent, wordPieces) + "\n"
	})
}

// definitions matches a definition for examples.
var definitions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?m)^`(.*)`\n:   (.*(?:\n    .*)*)\n\n?") })

// mostShown is the number of examples in the short help.
const mostShown = 5

// commonest formats mostShown of the definitions as examples does, in their order: the first that take one line, and
// then the first others.
func commonest(markdown string) string {
	var list, shown []string
	for _, pair := range definitions().FindAllString(markdown, -1) {
		list = append(list, examples(pair))
	}
	lines := func(text string) int { return strings.Count(text, "\n") }
	shown = slices.SortedStableFunc(slices.Values(list), func(a, b string) int { return min(lines(a), 2) - min(lines(b), 2) })
	shown = shown[:min(mostShown, len(shown))]
	return strings.Join(slices.DeleteFunc(list, func(text string) bool { return !slices.Contains(shown, text) }), "")
}

// manual writes the manual page of p in roff, without hyphenation, and with one blank after a
// sentence. Characters such as hyphens are escaped so that a reader can copy them.
func manual(w io.Writer, p Program) {
	var page strings.Builder
	print(&page, "page.md", p)
	exact := strings.NewReplacer(`\-`, `\-`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)
	roff := regexp.MustCompile(`(?m)^[^.'].*`).ReplaceAllStringFunc(string(md2man.Render([]byte(page.String()))), exact.Replace)
	io.WriteString(w, strings.Replace(roff, ".SH", ".nr HY 0\n.nh\n.ad l\n.cflags 0 .?!\n.SH", 1))
}
