package decode

import (
	"strings"
	"testing"

	"queens/encode"
)

// Every page and sheet that can have a title shows it, escaped.
func TestTitle(t *testing.T) {
	const title = "A & B </title><script>{{boards}}{{script}}</script> 50% of $x_1"
	const markup = "A &amp; B &lt;/title&gt;&lt;script&gt;&#123;&#123;boards}}&#123;&#123;script}}&lt;/script&gt; 50% of $x_1"
	in := encode.Instance{N: 4}
	puzzle, answer := NewPuzzle(&in, 0), board(in, 2, 4, 1, 3)
	for name, placements := range map[string][]*Placement{"board": {answer}, "puzzle": {puzzle}, "worksheet": {puzzle, answer}} {
		for _, f := range []Format{htmlFormat, svgFormat} {
			got := rendered(t, f, Style{Title: title}, placements...)
			if !f.Can(Titles) || !strings.Contains(got, "<title>"+markup+"</title>") {
				t.Errorf("%s, %s: no title in %.300q", f.Name, name, got)
			}
			if f.Name == htmlFormat.Name && strings.Count(got, markup) != 2 {
				t.Errorf("%s: the title is there %d times, want it in the head and on the page", name, strings.Count(got, markup))
			}
		}
		got := rendered(t, latexFormat, Style{Title: title}, placements...)
		if !strings.Contains(got, `\section*{A \& B \textless{}/title\textgreater{}`) || !strings.Contains(got, `50\% of \$x\_1}`) {
			t.Errorf("latex, %s: no title in %.300q", name, got)
		}
	}
	checkPolicy(t, strings.ReplaceAll(rendered(t, htmlFormat, Style{Title: "Homework"}, puzzle), "&#123;", ""))
}

// A sheet of answers has no section for puzzles and no fields for a name.
func TestAnswersAlone(t *testing.T) {
	in := encode.Instance{N: 4}
	answer := board(in, 2, 4, 1, 3)
	answer.Number = 2
	html := rendered(t, htmlFormat, Style{Answers: true, Title: "Homework"}, answer)
	if strings.Contains(html, "<p>Name</p>") || strings.Contains(html, `class="puzzles"`) || strings.Contains(html, "<script") ||
		strings.Count(html, "<section") != 1 || strings.Count(html, "</section>") != 1 ||
		!strings.Contains(html, "<h1>Homework</h1>") || !strings.Contains(html, "<b>2.</b> a2 b4 c1 d3") {
		t.Errorf("html: %q", html[strings.Index(html, "<main>"):])
	}
	latex := rendered(t, latexFormat, Style{Answers: true, Title: "Homework"}, answer)
	if strings.Contains(latex, "Name") || strings.Contains(latex, "clearpage") || !strings.Contains(latex, "\\section*{Homework}\n\n\\section*{Answers}") ||
		!strings.Contains(latex, `\textbf{2.} a2`) {
		t.Errorf("latex: %q", latex)
	}
}
