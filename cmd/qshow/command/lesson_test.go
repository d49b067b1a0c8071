//go:build unix

package command

import (
	"fmt"
	"strings"
	"testing"

	"queens/encode"

	"github.com/google/go-cmp/cmp"
)

// instanceFile writes an instance to a file.
func instanceFile(t *testing.T, in encode.Instance) string {
	t.Helper()
	var b strings.Builder
	if err := in.Write(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return file(t, "q.cnf", b.String())
}

// counts returns how many clauses are in which state, as the page says.
func (b *browser) counts() string {
	b.t.Helper()
	return b.string(`[...document.querySelectorAll("#counts button")].map((e) => e.textContent).join(", ")`)
}

// testLesson steps through unit propagation with the mouse and the keyboard.
func testLesson(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 4}), file(t, "answer", second))
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false}, nil)
	square := func(name string) string { return fmt.Sprintf(`.square[aria-label^="%s,"]`, name) }
	label := func(name string) string {
		return b.string(fmt.Sprintf("document.querySelector('%s').getAttribute('aria-label')", square(name)))
	}
	b.expect("title", b.text("h1"), "4 × 4 queens as 84 clauses")
	b.expect("nothing", b.counts(), "0 falsified, 0 unit, 0 satisfied, 84 unsatisfied")

	b.click(square("b4"))
	b.expect("a queen", b.text("#said"), "You say: a queen is on b4.")
	b.expect("what it does", b.counts(), "0 falsified, 9 unit, 2 satisfied, 73 unsatisfied")
	b.press("s")
	b.expect("step", b.text("#said"), "Unit: not a4 or not b4 (row 1: at most one queen, pairwise). So a4 stays empty.")
	b.expect("its square", label("a4"), "a4, variable 1, empty")
	b.expect("its clause", b.text(".clause[aria-pressed=true]"), "satisfied not a4 or not b4 -1 -2 0")
	b.keep("lesson")
	b.click(square("a4"))
	b.expect("why", b.text("#said"), "Here a4 stays empty, which follows from not a4 or not b4 (row 1: at most one queen, pairwise).")
	b.click("#all")
	b.expect("model", b.text("#said"), "All 84 clauses are satisfied: this is a model. Its true squares are b4 d3 a2 c1.")
	b.expect("all", b.counts(), "0 falsified, 0 unit, 84 satisfied, 0 unsatisfied")
	if n := b.number(`document.querySelectorAll("#trail li").length`); n != 16 {
		t.Errorf("%d steps", n)
	}
	b.press("v")
	b.expect("comparison", b.text("#solved"), "queen of the solution")
	b.press("v")

	b.press("u")
	b.expect("undone", b.text("#said"), "Your last choice is taken back.")
	b.expect("nothing left", b.counts(), "0 falsified, 0 unit, 0 satisfied, 84 unsatisfied")
	b.click(square("c4"))
	b.press("v")
	b.expect("as in the solution", b.text("#said"), "All values are those of this solution.")
	b.press("ArrowDown") // c3
	b.press("ArrowLeft") // b3
	b.press("Enter")
	b.expect("attack", b.text("#said"), "You say: a queen is on b3. Falsified: not c4 or not b3 (rising diagonal s4: at most one queen, pairwise).")
	b.expect("attack counted", b.counts()[:11], "1 falsified")
	b.press("a")
	b.expect("no step", b.text("#said"), "Falsified: not c4 or not b3 (rising diagonal s4: at most one queen, pairwise). Undo a choice. This solution has it otherwise on b3.")
	b.press("ArrowDown")
	b.press("ArrowUp")
	b.press(" ")
	b.expect("queen, empty", label("b3"), "b3, variable 6, empty")
	b.press(" ")
	b.expect("empty, nothing", label("b3"), "b3, variable 6, no value")
	b.press("c")
	b.click("#counts button:last-child")
	b.expect("next", b.text("#said"), "Unsatisfied: a4 or b4 or c4 or d4 (row 1: at least one queen). All values are those of this solution.")
	if n := b.parts("#stage .glow"); n != 4 {
		t.Errorf("%d squares are lit", n)
	}
	if n := b.pages(); n == 0 {
		t.Error("nothing is printed")
	}
	b.checkLabels()
}

// checkLabels demands a name of all that can be pressed.
func (b *browser) checkLabels() {
	b.t.Helper()
	if n := b.number(`[...document.querySelectorAll("button, [role=button]")].filter((e) => !(e.getAttribute("aria-label") || e.textContent).trim()).length`); n != 0 {
		b.t.Errorf("%d buttons without a name", n)
	}
}

// testLessonPhone uses a finger, on an instance with auxiliary variables and without
// a solution.
func testLessonPhone(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 6, Encoding: "sequential", Placed: []encode.Square{{Row: 1, Col: 2}}}))
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true}, nil)
	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true}, nil)
	if n := b.number("document.scrollingElement.scrollWidth"); n != 360 {
		t.Errorf("the page is %d wide", n)
	}
	if n := b.number(`document.querySelectorAll("#compare:not([hidden])").length`); n != 0 {
		t.Error("compared with nothing")
	}
	x, y := b.place("#step")
	b.touch(x, y, x, y)
	b.expect("given queen", b.text("#said"), "Unit: b6 (placed queens: 1). So a queen is on b6.")
	b.touch(x, y, x, y)
	b.expect("auxiliary variable", b.text("#said"), "Unit: not b6 or 38 (row 1: at most one queen, sequential). So variable 38 is true.")
	b.expect("its meaning", b.text(`[data-variable="38"]`), "38: true true if a queen is on one of a6 b6")
	x, y = b.place(`.square[aria-label^="c3,"]`)
	b.touch(x, y, x, y)
	b.expect("tap", b.text("#said"), "You say: a queen is on c3.")
	b.keep("lesson-phone")
	b.checkLabels()
}

// TestLesson checks what there is no lesson for.
func TestLesson(t *testing.T) {
	seed := int64(3)
	shuffled, large := instanceFile(t, encode.Instance{N: 4, Shuffle: &seed}), instanceFile(t, encode.Instance{N: 15})
	other, wide := file(t, "q.lp", "\\ board: 4\nMaximize\n"), file(t, "wide.cnf", "c board: 31\np cnf 961 0\n")
	plain, small := file(t, "plain.cnf", "p cnf 4 0\n"), file(t, "small.cnf", "c board: 4\np cnf 4 0\n")
	tests := []struct {
		args []string
		want result
	}{
		{nil, result{2, "", "qshow: a lesson needs --cnf FILE, once\ntry 'qshow --help'\n"}},
		{[]string{"--cnf", plain, "--cnf", other}, result{2, "", "qshow: a lesson needs --cnf FILE, once\ntry 'qshow --help'\n"}},
		{[]string{"--cnf", large}, result{1, "", "qshow: " + large + ": a lesson shows every clause and takes at most 5000 of them, found 5210\n"}},
		{[]string{"--cnf", wide}, result{1, "", "qshow: " + wide + ": a lesson shows every variable and takes boards up to size 30 and 5000 variables, found size 31 and 961 variables\n"}},
		{[]string{"--cnf", shuffled}, result{1, "", "qshow: " + shuffled + ": a lesson needs an instance that is not shuffled, as its clauses would tell nothing\n"}},
		{[]string{"--cnf", plain}, result{1, "", "qshow: " + plain + ": a lesson needs a CNF with comments that describe the board\n"}},
		{[]string{"--cnf", other}, result{1, "", "qshow: " + other + ": a lesson needs a CNF with comments that describe the board\n"}},
		{[]string{"--cnf", small}, result{1, "", "qshow: " + small + ": expected a variable for each of the 16 squares, found 4\n"}},
		{[]string{"--cnf", small, "--puzzle"}, result{2, "", "qshow: --puzzle does not go with the format lesson: expected one of text, compact, unicode, box, json, latex, svg, png, pdf, html\ntry 'qshow --help'\n"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, qshow("this is not read", append(tt.args, "-flesson")...)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.args, diff)
		}
	}
	// Clauses that are not those of the comments are shown all the same, and names are
	// not on the page.
	hostile := file(t, "<b>.cnf", "c board: 1\nc note: </script><b>\np cnf 1 2\n1 0\n-1 0\n")
	got := qshow("", "--cnf", hostile, "-flesson")
	if got.Code != 0 || !strings.Contains(got.Stdout, `"clauses":[[1],[-1]],"groups":[{"text":"clauses of the file","clauses":2}]`) || strings.Contains(got.Stdout, "<b>") {
		t.Errorf("%+v", got)
	}
}
