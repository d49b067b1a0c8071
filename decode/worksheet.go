package decode

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"html"
	"slices"
	"strings"

	"queens/encode"
)

// A worksheet is a page of puzzles to print, each with a number and a question below it, and of
// the answers on a separate page. The boards are SVG. The page has no script and no text of the
// input.
type worksheet struct {
	w       *bufio.Writer
	style   Style
	after   string // the text of the page after the boards
	begun   bool
	answers bool // all further boards are answers
}

// LargePuzzle is the smallest size of a puzzle that fills the width of a page; two smaller ones
// fit side by side.
const LargePuzzle = 13

func (r *worksheet) Render(ctx context.Context, p *Placement) error {
	l := r.style.Language
	if !r.begun {
		r.begun = true
		r.style.Theme = cmp.Or(r.style.Theme, printTheme)
		fields := "<p>" + l.Say("Name") + "</p><p>" + l.Say("Date") + "</p>"
		puzzles := fmt.Sprintf("<section class=\"puzzles\" aria-label=\"%s\">\n", l.Say("Puzzles"))
		if r.style.Answers {
			fields, puzzles = "", ""
		}
		before, after, _ := strings.Cut(fillPage(r.style, pageText("worksheet/worksheet.html"), pageText("worksheet/worksheet.css")+r.style.pageSize(), "", "{{ink}}", hex(r.style.Theme.detail),
			"{{title}}", r.style.markupTitle(l.Say("Queens: puzzles")), "{{heading}}", r.style.markupTitle(l.Say("Queens")), "{{fields}}", fields), "{{boards}}")
		r.after = after
		r.w.WriteString(before + puzzles)
	}
	if !p.Puzzle && !r.answers {
		r.answers = true
		if !r.style.Answers {
			r.w.WriteString("</section>\n")
		}
		fmt.Fprintf(r.w, "<section class=\"answers\" aria-labelledby=\"answers\">\n<h2 id=\"answers\">%s</h2>\n", l.Say("Answers"))
	}
	class := ""
	if p.Instance.N >= LargePuzzle {
		class = ` class="large"`
	}
	side := number(BoardSize(p.Instance.N))
	fmt.Fprintf(r.w, `<figure%s><svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 %s %s" role="img">`+"\n", class, side, side)
	fmt.Fprintf(r.w, "<title>%s</title>\n<desc>%s</desc>\n", l.Say(p.title()), appendSquares(nil, p))
	if err := drawBoard(ctx, svgCanvas{r.w}, p, r.style, 0, 0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(r.w, "</svg><figcaption>%s</figcaption></figure>\n", p.Caption(l, "<b>%d.</b> ", true, html.EscapeString))
	return err
}

func (r *worksheet) Close(context.Context) error {
	_, err := r.w.WriteString(r.after)
	return err
}

// Caption returns the text below a board on a worksheet. It begins with the number of the puzzle, in
// the fmt format number. Then follow the text of p.Marked, if there is one, or the question of a
// puzzle and its difficulty in the language l, or the squares of an answer. The function escape prepares text of the
// input for the output format. If dashed is set, the drawing has dashes instead of crosses on blocked
// diagonals.
func (p *Placement) Caption(l Language, number string, dashed bool, escape func(string) string) string {
	text := ""
	if p.Number > 0 {
		text = fmt.Sprintf(number, p.Number)
	}
	switch {
	case p.Marked.text() != "":
		return text + escape(p.Marked.text())
	case !p.Puzzle:
		return string(appendSquares([]byte(text), p))
	}
	return text + l.Say(p.question(dashed))
}

// question returns the task of a puzzle in words, and its difficulty.
func (p *Placement) question(dashed bool) string {
	in, text := p.Instance, p.rule().question(p)
	barred := len(in.BlockedDiagonals) > 0
	if in.Blocked.Len() > 0 || barred && !dashed {
		text += " Squares with a cross stay empty."
	}
	if barred && dashed {
		text += " Dashed diagonals stay empty."
	}
	if in.Variant == encode.Torus {
		text += " Rows, columns and diagonals continue at the opposite edge."
	}
	if slices.Contains(encode.Difficulties(), in.Puzzle) {
		text += fmt.Sprintf(" Difficulty: %s.", in.Puzzle)
	}
	return text
}

// A Paper is the size of the pages of a worksheet.
type Paper string

const (
	A4     Paper = "a4"     // 210 by 297 mm
	Letter Paper = "letter" // 8.5 by 11 inches
)

// pageSize returns the rule of CSS that sets the size of printed pages, unless it is A4, which the
// styles of the pages set.
func (s Style) pageSize() string {
	if s.Paper == Letter {
		return "@page { size: letter; }\n"
	}
	return ""
}

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
