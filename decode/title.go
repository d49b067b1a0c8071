package decode

import (
	"cmp"
	"html"
	"strings"
)

// markupTitle returns s.Title, or otherwise if it is empty, escaped for HTML and SVG. It also
// escapes braces, because braces mark the placeholders of pages.
func (s Style) markupTitle(otherwise string) string {
	return strings.ReplaceAll(html.EscapeString(cmp.Or(s.Title, otherwise)), "{", "&#123;")
}

// latexTitle returns s.Title, or otherwise if it is empty, escaped for LaTeX.
func (s Style) latexTitle(otherwise string) string {
	return latexEscapes.Replace(cmp.Or(s.Title, otherwise))
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "_", `\_`,
	"%", `\%`, "^", `\^{}`, "~", `\~{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, `"`, `\textquotedbl{}`)
