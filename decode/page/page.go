// Package page writes pages in HTML: to look through boards, to play puzzles, lessons about clauses,
// and worksheets to print. The sources of the pages are in the directories browse, play, lesson,
// worksheet and board.
package page

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"queens/decode/draw"
	"queens/encode"
)

// pageFiles holds a directory for each page: browse, play, lesson and worksheet. The directory
// board holds the parts that pages share: drawing, rules, state, controls, head and frame.
//
//go:embed board browse lesson play worksheet
var pageFiles embed.FS

// pageText returns the texts of the files in pageFiles that match a pattern, joined in the order of their names.
// It panics if there is no such file.
func pageText(pattern string) string {
	names, err := fs.Glob(pageFiles, pattern)
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

// pageStyle returns the style of a page: the shared style, then its own.
func pageStyle(page string) string { return pageText("board/*.css") + pageText(page+"/*.css") }

// pageScript returns the script of a page: the shared scripts, then its own, which define the function
// start, and calls of translatePage and start.
func pageScript(page string) string {
	return scriptStart() + pageText("board/*.js") + pageText(page+"/*.js") + "\ntranslatePage();\nstart();\n"
}

// scriptStart returns the beginning of each script: strict mode, and the object families, which maps the
// name of each family to its encode.Definition, its aim, and the features that it refuses, in the order of
// encode.Families.
func scriptStart() string {
	var all []string
	for _, f := range encode.Families() {
		d := f.Definition()
		refused := slices.DeleteFunc(slices.Clone(encode.Features), func(option encode.Feature) bool { return d.Refuses(option) == "" })
		text, err := json.Marshal(struct {
			*encode.Definition
			Aim     encode.Aim       `json:"aim,omitempty"`
			Refused []encode.Feature `json:"refused"`
		}{d, d.Aim(), refused})
		if err != nil {
			panic(err) // strings and numbers can be written as JSON
		}
		all = append(all, fmt.Sprintf("%q:%s", f, text))
	}
	return "\n\"use strict\";\nconst families = {" + strings.Join(all, ",\n") + "};\n"
}

// pieceTable returns constants of a script: allPieces, the pieces that have a name, as in the data of a puzzle,
// symbols, the outlines of draw.Symbols by name, and regionColours, the colours of draw.Palette.
func pieceTable() string {
	var all encode.Instance
	for _, name := range encode.PieceNames() {
		k, _ := encode.ParsePiece(name)
		all.Pieces = append(all.Pieces, k)
	}
	text, _ := json.Marshal(htmlPieces(&all, draw.Style{})) // strings and numbers can be written as JSON
	outlines := map[string]any{}
	for _, s := range draw.Symbols {
		outlines[s.Name] = map[string]string{"body": s.Body, "detail": s.Detail}
	}
	shapes, _ := json.Marshal(outlines)
	fills, _ := json.Marshal(draw.Palette())
	return "const allPieces = " + string(text) + ";\nconst symbols = " + string(shapes) + ";\nconst regionColours = " + string(fills) + ";\n"
}

// boardTheme returns the rule of CSS that sets the colours of boards to a theme, or "" for a nil theme.
func boardTheme(t *draw.Theme) string {
	if t == nil {
		return ""
	}
	return "#stage, .thumbs, #legend {" + t.CSS() + " }\n"
}

// framedPage returns a page with a script: the content of the directory page in the shared frame, with the
// pieces called noun. The text theme follows the style of the page. The arguments s and more are as in fillPage.
func framedPage(s draw.Style, page, theme, noun string, more ...string) string {
	frame := strings.NewReplacer("{{page}}", page, "{{content}}", named(pageText(page+"/*.html"), noun)).Replace(pageText("board/frame.html"))
	return fillPage(s, frame, pageStyle(page)+theme, pageScript(page), more...)
}

// nounOf returns the name of the pieces of an instance in the texts of its page. Those of each family are queens.
func nounOf(in *encode.Instance) string {
	if in.Pieces == nil {
		return "queen"
	}
	return in.Noun()
}

// named returns a text about queens with the noun in the place of "queen".
func named(text, noun string) string {
	return strings.NewReplacer("a queen", encode.WithArticle(noun), "queen", noun, "Queen", strings.ToUpper(noun[:1])+noun[1:]).Replace(text)
}

// margins matches the blanks at the start of a line of a script, and lines that are comments.
var margins = regexp.MustCompile(`(?m)^\s*(//.*\n)?`)

// A Source holds the parts of a page of another program. The page has the style and the scripts that all
// pages share, in board/, the scripts play/hint.js and play/explain.js, and the search and the graph of lesson/.
type Source struct {
	Title  string // in HTML
	Markup string // stands in the body before all scripts
	Style  string // follows the shared style
	Script string // follows the shared scripts
	After  string // markup after the script
}

// MostColumns is the largest Style.Columns of a worksheet in a frame of a Source.
const MostColumns = 4

// Page returns the page. Its Content Security Policy allows its own style and script, WebAssembly, workers
// and images made by the page, and the pages of a puzzle, of a lesson and of
// worksheets with at most MostColumns in frames.
func (p Source) Page() string {
	style := pageText("board/*.css") + pageText("lesson/graph.css") + p.Style
	script := scriptStart() + pieceTable() + pageText("board/*.js") + pageText("play/hint.js") + pageText("play/explain.js") + pageText("lesson/cdcl.js") + pageText("lesson/graph.js") + p.Script
	script = margins.ReplaceAllString(script, "") // they take 43 kB
	styles, scripts := policyHash(style), policyHash(script)
	framedStyles := []string{pageStyle("play") + playTheme(draw.Style{}), pageStyle("lesson")}
	for columns := range MostColumns + 1 {
		framedStyles = append(framedStyles, worksheetStyle(draw.A4, columns), worksheetStyle(draw.Letter, columns))
	}
	for _, own := range framedStyles {
		styles += " " + policyHash(own)
	}
	for _, framed := range []string{"play", "lesson"} {
		scripts += " " + policyHash(pageScript(framed))
	}
	frame := strings.NewReplacer("{{page}}", "bench", "{{content}}", p.Markup, "</body>", p.After+"</body>").Replace(pageText("board/frame.html"))
	return fillPage(draw.Style{}, frame, style, script, "{{title}}", p.Title, "{{data}}", "null", "{{policy}}", "default-src 'none'; style-src "+styles+"; script-src "+scripts+
		" 'wasm-unsafe-eval'; worker-src blob:; img-src data: blob:; base-uri 'none'; form-action 'none'")
}

// fillPage returns a page with its placeholders replaced: by the shared head, the style, the script, and
// the symbol, the language and the words of s. The arguments more are pairs of a placeholder and its text,
// and win. Placeholders in these texts stay. Without a {{policy}} in more, the Content Security Policy
// allows only this style and script. An empty script means a page without scripts.
func fillPage(s draw.Style, page, style, script string, more ...string) string {
	policy, symbol := "default-src 'none'; style-src "+policyHash(style), cmp.Or(s.Symbol, draw.Symbols[0])
	if script != "" {
		policy += "; script-src " + policyHash(script)
	}
	policy += "; base-uri 'none'; form-action 'none'"
	return strings.NewReplacer(append(more, "{{policy}}", policy, "{{style}}", style, "{{script}}", script,
		"{{lang}}", s.Language.Code(), "{{words}}", s.Language.PageWords(), "{{queen}}", symbol.Body, "{{detail}}", symbol.Detail)...).Replace(strings.Replace(page, "{{head}}", pageText("board/head.html"), 1))
}

// policyHash returns the hash that allows an inline script or style (W3C, Content Security
// Policy Level 3, section 2.3.1).
func policyHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
