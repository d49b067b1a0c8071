package page

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"html"
	"strings"

	"queens/decode"
	"queens/decode/draw"
)

// A worksheet is a page of puzzles to print, each with a number and, unless all have the same rule, a question below
// it, and of the answers on a separate page. The boards are SVG. The page has no script. Of the texts of the input, only
// names of regions are on the page.
type worksheet struct {
	w       *bufio.Writer
	style   draw.Style
	after   string // the text of the page after the boards
	begun   bool   // the text before the boards is written
	answers bool   // all further boards are answers
	rule    string // at the head of the page; see draw.HeldPuzzles
}

// newWorksheet returns the Renderer of a worksheet.
func newWorksheet(w *bufio.Writer, s draw.Style) draw.Renderer {
	return &draw.HeldPuzzles{Dashed: true, Start: func(rule string) draw.Renderer { return &worksheet{w: w, style: s, rule: rule} }}
}

func (r *worksheet) Render(ctx context.Context, p *decode.Placement) error {
	l := r.style.Language
	if !r.begun {
		r.begun = true
		r.style.Theme = cmp.Or(r.style.Theme, draw.PrintTheme)
		fields := "<p>" + l.Say("Name") + "</p><p>" + l.Say("Date") + "</p>"
		puzzles := fmt.Sprintf("<section class=\"puzzles\" aria-label=\"%s\">\n", l.Say("Puzzles"))
		if r.style.Answers {
			fields, puzzles = "", ""
		}
		if r.rule != "" {
			fields += "<div class=\"rule\">" + html.EscapeString(l.Say(r.rule)) + "</div>"
		}
		before, after, _ := strings.Cut(fillPage(r.style, pageText("worksheet/worksheet.html"), worksheetStyle(r.style.Paper, r.style.Columns), "", "{{ink}}", draw.Hex(r.style.Theme.Detail),
			"{{title}}", r.style.MarkupTitle(l.Say(p.Subject()+": puzzles")), "{{heading}}", r.style.MarkupTitle(l.Say(p.Subject())), "{{fields}}", fields), "{{boards}}")
		r.after = after
		r.w.WriteString(before + puzzles)
	}
	if !p.Puzzle && !r.answers {
		r.answers = true
		if !r.style.Answers {
			r.w.WriteString("</section>\n</div>\n<div>\n")
		}
		fmt.Fprintf(r.w, "<section class=\"answers\" aria-labelledby=\"answers\">\n<h2 id=\"answers\">%s</h2>\n", l.Say("Answers"))
	}
	class := ""
	if p.Instance.Board().LongSide() >= draw.LargePuzzle {
		class = ` class="large"`
	}
	fmt.Fprintf(r.w, "<figure%s>", class)
	if err := draw.SVGFigure(ctx, r.w, p, r.style); err != nil {
		return err
	}
	_, err := fmt.Fprintf(r.w, "<figcaption>%s</figcaption></figure>\n", p.Caption(l, "<b>%d.</b> ", r.rule, true, html.EscapeString))
	return err
}

func (r *worksheet) Close(context.Context) error {
	_, err := r.w.WriteString(r.after)
	return err
}

// worksheetStyle returns the style of a worksheet on paper with a number of boards side by side, or with the columns of
// draw.Style.SheetColumns if the number is 0. On a narrow screen, the number has no effect.
func worksheetStyle(paper draw.Paper, columns int) string {
	style := pageText("worksheet/worksheet.css") + pageSize(paper)
	if columns > 0 {
		style += fmt.Sprintf("@media print, (min-width: 35.01rem) {\n  main section { grid-template-columns: repeat(%d, minmax(0, 1fr)); }\n"+
			"  section:is(.puzzles, .answers) figure:nth-of-type(n) { grid-column: auto; }\n}\n", columns)
	}
	return style
}

// pageSize returns the rule of CSS that sets the size of printed pages, or "" for A4, which the
// styles of the pages set.
func pageSize(p draw.Paper) string {
	if p == draw.Letter {
		return "@page { size: letter; }\n"
	}
	return ""
}
