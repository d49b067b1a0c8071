//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/decode/words"
	"queens/encode"
)

// testLanguages opens a puzzle, a lesson and boards in each language, and compares the words of the page with
// the words of package words.
func testLanguages(t *testing.T, b *browser) {
	texts := []string{"1 of 4 queens.", "0 steps", "3 steps", "5 steps", "12 steps", "1,234 steps", "Row 3 has no square left: the queens so far cannot be completed.",
		"Step 3 of 29: Because of rows 3 and 4, a queen on a1 or b2 would leave no room for the queens of regions A, B and C: cross a1 and b2."}
	asked, _ := json.Marshal(texts)
	puzzle := file(t, "p.cnf", "c board: 4\nc placed: 1:2\nc blocked: 4:4\nc puzzle: easy\np cnf 16 0\n")
	for _, l := range words.Languages()[1:] {
		b.begin("--lang", string(l), "--puzzle", "--cnf", puzzle)
		b.Follow(strings.NewReplacer("LANG", string(l), "HINT", l.Say("Row 3 has one square left: d3."), "COUNT", l.Say("1 of 4 queens."), "BUTTON", l.Say("Hint"), "SQUARE", l.Say("a2, crossed out")).Replace(`
			| js document.documentElement.lang | LANG
			| #message | COUNT
			| #hint | BUTTON
			x | #message | COUNT
			h | #message | HINT
			ArrowUp, ArrowUp, ArrowLeft, ArrowLeft, ArrowDown, ArrowDown, Space`))
		var got []string
		if b.Eval(fmt.Sprintf("%s.map(translated)", asked), &got); len(got) != len(texts) {
			t.Fatalf("%s: %q", l, got)
		}
		for i, text := range texts {
			if want := l.Say(text); got[i] != want {
				t.Errorf("%s: %q: got %q, want %q", l, text, got[i], want)
			}
		}
		b.begin("--symbol", "star", "--lang", string(l), "--puzzle", "--cnf", puzzle)
		b.Follow("| #message | " + l.WithStars().Say("1 of 4 queens."))
		b.openLesson(encode.Instance{N: 3}, "--lang", string(l))
		b.Follow(strings.NewReplacer("FIRST", l.Say("Tour, 1 of 5. Variable: each square is a variable. It is true if the square holds a queen. Square a3 is variable 1."),
			"LAST", l.Say("The empty clause is derived: the clauses have no model, so the puzzle has no solution."), "TERM", l.Say("A variable is true or false. Here it is a square, true if the square holds a queen, or an auxiliary variable.")).Replace(`
			| #message | FIRST
			#message .term | #term | TERM
			#message .term | seen #term |
			#all | js at("message").textContent.includes("LAST") | true`))
		b.checkLabels()
		b.checkEnglish(l)
		b.begin("-f", "lesson", "--lang", string(l), "--cnf", file(t, "x.cnf", "c 1 Ada\np cnf 2 2\n1 2 0\n-1 0\n"))
		b.Follow("n, n, #all, #watches")
		b.checkEnglish(l)
		result, _ := enumeration(6)
		b.show(result, "-f", "html", "--lang", string(l))
		b.Follow("| h1 | " + l.Say("4 boards of 6 × 6") + "\n| #range | " + l.Say("Boards 1 to 4 of 4") + "\n#group, hover #stage")
		b.checkEnglish(l)
		b.Follow("#play, a1 | #lines | " + l.Say("1 of 6 queens."))
		b.checkEnglish(l)
	}
}

// checkEnglish checks that the page, which is in another language, shows no English text that has a
// translation.
func (b *browser) checkEnglish(l words.Language) {
	b.T.Helper()
	var all []string
	b.Eval(`[...document.querySelectorAll("body *")].flatMap((e) => e.matches("script, noscript") ? [] : [e.title, e.getAttribute("aria-label"), ...[...e.childNodes].map((c) => c.nodeType === 3 ? c.data : "")]).filter((text) => text && /[a-z]{2}/i.test(text))`, &all)
	for _, text := range slices.Compact(all) {
		if text = strings.TrimSpace(text); l.Say(text) != text {
			b.T.Errorf("%s: %q stays in English", l, text)
		}
	}
}
