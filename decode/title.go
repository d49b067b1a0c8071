package decode

import (
	"cmp"
	"html"
	"strings"
	"unicode"
)

// markupTitle returns the title that a user has chosen, or else another text, for HTML and
// SVG. A brace is escaped because pages are filled in between braces.
func (s Style) markupTitle(otherwise string) string {
	return strings.ReplaceAll(html.EscapeString(cmp.Or(printableTitle(s.Title), otherwise)), "{", "&#123;")
}

// latexTitle does so for LaTeX.
func (s Style) latexTitle(otherwise string) string {
	return latexEscapes.Replace(cmp.Or(printableTitle(s.Title), otherwise))
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`,
	"%", `\%`, "^", `\^{}`, "~", `\~{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`)

// printableTitle returns a title without the characters that XML does not know, nor bytes
// that are none.
func printableTitle(title string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == 0xfffe || r == 0xffff {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(title, "\ufffd"))
}
