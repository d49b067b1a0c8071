package decode

import (
	"cmp"
	"html"
	"strings"
)

// markupTitle returns the title that a user has chosen, or else another text, for HTML and
// SVG. A brace is escaped because pages are filled in between braces.
func (s Style) markupTitle(otherwise string) string {
	return strings.ReplaceAll(html.EscapeString(cmp.Or(s.Title, otherwise)), "{", "&#123;")
}

// latexTitle does so for LaTeX.
func (s Style) latexTitle(otherwise string) string {
	return latexEscapes.Replace(cmp.Or(s.Title, otherwise))
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`,
	"%", `\%`, "^", `\^{}`, "~", `\~{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`)
