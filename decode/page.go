package decode

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"io/fs"
	"strings"
)

// pageFiles holds a directory for each page: browse, play, lesson and worksheet. The
// directory board holds what pages share: drawing, rules, state, controls, head and frame.
//
//go:embed page
var pageFiles embed.FS

// pageText joins the files of page/ that match a pattern, in the order of their names.
func pageText(pattern string) string {
	names, err := fs.Glob(pageFiles, "page/"+pattern)
	if err != nil || len(names) == 0 {
		panic("no file of a page matches " + pattern) // the compiler embeds them
	}
	var all strings.Builder
	for _, name := range names {
		text, err := pageFiles.ReadFile(name)
		if err != nil {
			panic(err)
		}
		all.Write(text)
	}
	return all.String()
}

// pageStyle returns the style of a page: the style of all boards, then its own.
func pageStyle(page string) string { return pageText("board/*.css") + pageText(page+"/*.css") }

// pageScript returns the script of a page: the scripts of all boards, then its own, which
// define start.
func pageScript(page string) string {
	return "\n\"use strict\";\n" + pageText("board/*.js") + pageText(page+"/*.js") + "\nstart();\n"
}

// boardTheme returns the style of the boards in a theme, which may be nil.
func boardTheme(t *Theme) string {
	if t == nil {
		return ""
	}
	return "#stage, .thumbs, #legend {" + t.css() + " }\n"
}

// framedPage returns a page with a script: its content in the frame of all pages.
func framedPage(page, theme string, more ...string) string {
	frame := strings.NewReplacer("{{page}}", page, "{{content}}", pageText(page+"/*.html")).Replace(pageText("board/frame.html"))
	return fillPage(frame, pageStyle(page)+theme, pageScript(page), more...)
}

// fillPage fills a page with the head of all pages, its style, its script, the queen, and
// more pairs of a name and its text. The policy of the page allows this style and script alone.
func fillPage(page, style, script string, more ...string) string {
	policy := "default-src 'none'; style-src " + policyHash(style)
	if script != "" {
		policy += "; script-src " + policyHash(script)
	}
	policy += "; base-uri 'none'; form-action 'none'"
	return strings.NewReplacer(append(more, "{{policy}}", policy, "{{style}}", style, "{{script}}", script,
		"{{queen}}", QueenBody, "{{detail}}", QueenDetail)...).Replace(strings.Replace(page, "{{head}}", pageText("board/head.html"), 1))
}

// policyHash allows an inline script or style (W3C, Content Security Policy
// Level 3, section 2.3.1).
func policyHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
