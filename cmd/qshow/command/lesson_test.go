//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"os"
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

// testLesson steps through unit propagation with the mouse and the keyboard.
func testLesson(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 4}), file(t, "answer", second))
	b.window(1280, 800, false)
	b.follow(`
		| h1 | 4 × 4 queens as 84 clauses
		| count #intro li | 3
		| counts | 0 falsified, 0 unit, 0 satisfied, 84 unresolved
		| js [".coordinate", ".placed", ".focus"].map((e) => getComputedStyle(document.querySelector("#stage " + e))).map((e) => e.stroke === "none" ? "none" : e.strokeOpacity).join(" ") | none 1 1
		b4 | #message | Your decision at level 1: a queen is on b4.
		| counts | 0 falsified, 9 unit, 2 satisfied, 73 unresolved
		n | #message | Unit clause: not a4 or not b4 (rank 4: at most one queen, pairwise). Its other literal is false, so a4 stays empty.
		| @a4 | a4, variable 1, empty
		| .clause[aria-pressed=true] | satisfied not a4 or not b4 -1 -2 0
		| #trail tbody:last-child | 1a queen is on b4decisiona4 stays emptynot a4 or not b4 (rank 4: at most one queen, pairwise)
		a4 | #message | Found by propagation: a4 stays empty, because of not a4 or not b4 (rank 4: at most one queen, pairwise).
		| js [...document.querySelectorAll("details[open] > summary")].map((e) => e.firstChild.textContent.trim()).join(", ") | rank 4: at most one queen, pairwise
		#all | #message | 14 more variables have a value. Last step: Unit clause: not a2 or not a1 (column a: at most one queen, pairwise). Its other literal is false, so a1 stays empty. All 84 clauses are satisfied: this is a model, with queens on b4 d3 a2 c1.
		| counts | 0 falsified, 0 unit, 84 satisfied, 0 unresolved
		| js [...document.querySelectorAll("details[open] > summary")].map((e) => e.firstChild.textContent.trim()).join(", ") |
		| count #trail td | 32`)
	b.checkNumbers()
	b.follow("v | #legend li | queen of the solution")
	if !b.inWindow("#legend li") {
		t.Error("the legend of the rings is out of sight")
	}
	b.follow(`
		v, u | #message | The last decision was undone.
		| counts | 0 falsified, 0 unit, 0 satisfied, 84 unresolved
		c4, v | #message | All values agree with the solution shown.
		ArrowDown, ArrowLeft, Enter | #message | Your decision at level 2: a queen is on b3. Conflict: all literals of not c4 or not b3 (rising diagonal through c4: at most one queen, pairwise) are false. Press Next to see why.
		| #counts button | 1 falsified
		a | #message | Backjump to level 1. There the learned clause is unit, so b3 stays empty. All values agree with the solution shown.
		c, b3, b3 | @b3 | b3, variable 6, empty
		Space | @b3 | b3, variable 6, no value
		c, #counts button:last-child | #message | Unresolved: a4 or b4 or c4 or d4 (rank 4: at least one queen). All values agree with the solution shown.
		| outlines #stage .glow | 4`)
	b.checkLabels()
	b.follow("c, a | #message | 10 more variables have a value. Last step: Unit clause: not a4 or not d1 (falling diagonal through a4: at most one queen, pairwise). Its other literal is false, so d1 stays empty. The solution shown differs on a4 c4 a3.")
}

// At each step, the conflict is in the visible part of the graph.
func testLessonGraph(t *testing.T, b *browser) {
	b.show("", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 8}))
	b.window(1200, 800, false)
	for range 5 {
		b.press("r")
		for b.number("analysis === null || analysis.step < analysis.steps.length ? 1 : 0") == 1 {
			b.press("n")
			if b.number(`(() => { const clash = document.querySelector(".clash rect").getBoundingClientRect(), graph = at("graph").getBoundingClientRect();
				return clash.left >= graph.left && clash.right <= graph.right && clash.top >= graph.top && clash.bottom <= graph.bottom ? 1 : 0; })()`) != 1 || !b.inWindow(".clash rect") {
				t.Errorf("the conflict is out of sight: %s", b.text("#message"))
			}
		}
	}
}

// inWindow reports whether an element is completely visible.
func (b *browser) inWindow(selector string) bool {
	b.t.Helper()
	return b.number(fmt.Sprintf(`(() => { const e = document.querySelector(%q), r = e.getBoundingClientRect();
		return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && e.contains(document.elementFromPoint(r.x + r.width / 2, r.bottom - 2)) ? 1 : 0; })()`, selector)) == 1
}

// testLessonConflict follows a conflict of 3 queens with Next, and continues to the empty
// clause, on a phone.
func testLessonConflict(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 3}))
	b.window(390, 844, true)
	b.follow(`
		n | #message | No clause is unit. Decision at level 1: a queen is on a3.
		r, n | #message | Conflict: all literals of not c2 or not b1 (rising diagonal through c2: at most one queen, pairwise) are false. The graph shows why.
		| count #graph .node | 8
		| count #graph .node.inclause | 2
		| count #graph .node.resolved | 0
		n | #message | Resolution: a queen is on c2 because of c3 or c2 or c1 (column c: at least one queen). Resolving this clause with the falsified one on c2 gives not b1 or c1 or c3, with 3 literals of level 1.
		| count #graph .node.inclause | 3
		| count #graph .node.resolved | 1
		n, n, n, n, n, n | #message | First unique implication point: a queen is on a3. Only this literal of level 1 is left, so the clause is learned: not a3.
		| #graph .uip | a3 @1first UIP
		#graph [data-lit="-2"] | #message | B3 stays empty, at level 1, because of not a3 or not b3 (rank 3: at most one queen, pairwise).
		| js document.scrollingElement.scrollWidth | 390`)
	for _, theme := range []string{"light", "dark"} {
		b.eval(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, 0)`, theme), new(int))
		b.checkContrast()
	}
	b.follow(`
		n | #message | Backjump to level 0. There the learned clause is unit, so a3 stays empty.
		| #derivation li:last-child | Learned: not a3. Backjump to level 0.
		| #learned | learned 1 clause satisfiedsatisfied not a3 -1 0
		| #trail tbody | 0a3 stays emptynot a3 (learned)
		r, r, r | js at("message").textContent.replace(/.*(The empty)/, "$1") | The empty clause is derived: the clauses have no model, so the puzzle has no solution.
		u, c | counts | 0 falsified, 0 unit, 0 satisfied, 34 unresolved`)
	b.checkLabels()
}

// testLessonRuns repeats the runs in testdata/lesson-runs.jsonl on the page. They record the
// engine cdcl at commit b00f758. In a run, each decision is taken when no clause is unit,
// unless its variable has a value. Each conflict has the first unique implication point, the
// learned clause before minimization, and the level after the backjump. The runs refute 3
// queens, place each pair of queens in two columns of the first two rows of 5 by 5 squares, and
// take random decisions, so that some implication points are not decisions.
func testLessonRuns(t *testing.T, b *browser) {
	text, err := os.ReadFile("testdata/lesson-runs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	type run struct {
		N         int
		Minimal   bool
		Decisions json.RawMessage
	}
	shown := run{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		var r run
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.N != shown.N || r.Minimal != shown.Minimal {
			b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: r.N, Minimal: r.Minimal}))
			shown = r
		}
		got := b.string(`JSON.stringify(((run) => {
			const conflicts = [], left = [...run.decisions], ascending = (lits) => [...lits].sort((k, l) => k - l);
			search.forget();
			while (!search.refuted) {
				if (search.falsified >= 0) {
					const found = search.analyse(), { level, uip, learned, jump } = found;
					if (level > 0) { conflicts.push({ level, uip, learned: ascending(learned), jump }); }
					search.learn(found);
				} else if (search.propagate() < 0) {
					if (left.length === 0) { break; }
					const lit = left.shift();
					if (search.value(lit) === 0) { search.decide(lit); }
				}
			}
			const queens = search.refuted ? [] : ascending(search.trail.map((e) => e.lit).filter((l) => l > 0));
			return { ...run, conflicts, true: queens, ...(search.refuted ? { unsat: true } : {}) };
		})(` + line + `))`)
		b.expect("run", got, line)
	}
}

// The printed page contains all clauses. Printing does not leave groups open.
func testLessonPrint(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 4}))
	if n := b.pages(); n < 2 {
		t.Errorf("%d pages", n)
	}
	seen := func() int {
		return b.number(`[...document.querySelectorAll(".clause")].filter((e) => e.checkVisibility()).length`)
	}
	before := seen()
	b.eval(`dispatchEvent(new Event("beforeprint")) && 0`, new(int))
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	if n := seen(); before != 0 || n != 84 {
		t.Errorf("%d clauses are seen, printed %d", before, n)
	}
	b.checkContrast()
	var buttons []string
	b.eval(`(() => { const seen = [...document.querySelectorAll("button")].filter((e) => e.checkVisibility());
		const drawn = seen.filter((e) => getComputedStyle(e).borderTopWidth !== "0px").map((e) => e.textContent);
		return [...drawn, ...document.body.innerText.split("\n").filter((line) => /\b(Press|Next)\b/.test(line))]; })()`, &buttons)
	if len(buttons) > 0 {
		t.Errorf("buttons on paper: %q", buttons)
	}
	b.eval(`dispatchEvent(new Event("afterprint")) && 0`, new(int))
	if n := seen(); n != 0 {
		t.Errorf("%d clauses are seen after it", n)
	}
}

// testLessonLarge opens a large instance. Its groups are closed, and the graph shows only the
// part that leads to the conflict.
func testLessonLarge(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 20, Encoding: "product"}))
	for range 2 {
		b.follow("r, n")
	}
	if n := b.number(`document.querySelectorAll("#graph .node").length`); n < 10 || n > 200 {
		t.Errorf("%d nodes", n)
	}
	if n := b.number(`[...document.querySelectorAll(".clause")].filter((e) => e.checkVisibility()).length`); n > 1041 {
		t.Errorf("%d clauses and variables are seen", n)
	}
}

// checkNumbers checks that no queen covers a number.
func (b *browser) checkNumbers() {
	b.t.Helper()
	var on []string
	b.eval(`(() => { const board = document.querySelector("#stage .light").getBoundingClientRect(), unit = board.height / n;
		return [...document.querySelectorAll("#stage .number text")].filter((e) => [...document.querySelectorAll("#stage .queen")].some((q) => {
			const s = e.getBoundingClientRect(), r = q.getBoundingClientRect(), baseline = board.y + Number(e.getAttribute("y")) * unit;
			return r.left < s.right && r.right > s.left && r.top < baseline && r.bottom > s.top; })).map((e) => e.textContent); })()`, &on)
	if len(on) > 0 {
		b.t.Errorf("queens stand on %v", on)
	}
}

// checkLabels checks that every button has a name.
func (b *browser) checkLabels() {
	b.t.Helper()
	b.follow(`| js [...document.querySelectorAll("button, [role=button]")].filter((e) => !(e.getAttribute("aria-label") || e.textContent).trim()).length | 0`)
}

// testLessonPhone uses a finger, on an instance with auxiliary variables and without a known
// solution.
func testLessonPhone(t *testing.T, b *browser) {
	b.show("this is not read", "-f", "lesson", "--cnf", instanceFile(t, encode.Instance{N: 6, Encoding: "sequential", Placed: []encode.Square{{Row: 1, Col: 2}}}))
	b.window(360, 740, true)
	b.follow(`
		| js document.scrollingElement.scrollWidth | 360
		| count #compare:not([hidden]) | 0
		| js [...document.querySelectorAll("#legend li")].map((e) => e.textContent).join(", ") | queen: its variable is true, empty: its variable is false, found by unit propagation, given queen, queens that attack each other
		~#next | #message | Unit clause: b6 (placed queens: 1). So a queen is on b6.
		~#next | #message | Unit clause: not b6 or 38 (rank 6: at most one queen, sequential). Its other literal is false, so variable 38 is true.
		| [data-variable="38"] | 38: true true if a queen is on one of a6 b6
		~c3 | #message | Your decision at level 1: a queen is on c3.`)
	for _, where := range []string{"0", "300", "document.body.scrollHeight"} {
		b.eval("(scrollTo(0, "+where+"), 0)", new(int))
		if !b.inWindow("#message") {
			t.Errorf("scrolled to %s, the message is out of sight", where)
		}
	}
	b.checkLabels()
	for _, size := range [][2]int{{320, 568}, {844, 390}, {1280, 600}} {
		b.window(size[0], size[1], true)
		b.reload()
		for _, key := range []string{"", "a", "r", "n"} {
			b.press(key)
			if !b.inWindow("#message") {
				t.Errorf("%v: the message is out of sight: %s", size, b.text("#message"))
			}
		}
	}
}

// TestLesson checks the errors for instances that have no lesson.
func TestLesson(t *testing.T) {
	seed := int64(3)
	shuffled, large := instanceFile(t, encode.Instance{N: 4, Shuffle: &seed}), instanceFile(t, encode.Instance{N: 15})
	other, wide := file(t, "q.lp", "\\ board: 4\nMaximize\n"), file(t, "wide.cnf", "c board: 31\np cnf 961 0\n")
	plain, small := file(t, "plain.cnf", "p cnf 4 0\n"), file(t, "small.cnf", "c board: 4\np cnf 4 0\n")
	soft := file(t, "soft.wcnf", "c board: 1\nh 1 0\n1 1 0\n")
	tests := []struct {
		args []string
		want result
	}{
		{[]string{"--cnf", soft}, result{1, "", "qshow: " + soft + ": a lesson needs a formula without soft clauses\n"}},
		{nil, result{2, "", "qshow: a lesson needs a formula: FILE, --cnf FILE or standard input\ntry 'qshow --help'\n"}},
		{[]string{"--cnf", small, "--cnf", large}, result{1, "", "qshow: a lesson needs exactly one formula, found 2, such as " + small + " and " + large + "\n"}},
		{[]string{"--cnf", large}, result{1, "", "qshow: " + large + ": a lesson has at most 5000 clauses, because the page shows them all; found 5210\n"}},
		{[]string{"--cnf", wide}, result{1, "", "qshow: " + wide + ": a lesson has boards up to size 30 and at most 5000 variables, found size 31 and 961 variables\n"}},
		{[]string{"--cnf", shuffled}, result{1, "", "qshow: " + shuffled + ": a lesson needs an instance that is not shuffled, because it explains the clauses by their squares\n"}},
		{[]string{"--cnf", plain}, result{1, "", "qshow: " + plain + ": a lesson needs a CNF with comments that describe the board\n"}},
		{[]string{"--cnf", other}, result{1, "", "qshow: " + other + ": a lesson needs a CNF with comments that describe the board\n"}},
		{[]string{"--cnf", small}, result{1, "", "qshow: " + small + ": expected a variable for each of the 16 squares, found 4\n"}},
		{[]string{"--cnf", small, "--puzzle"}, result{2, "", "qshow: --puzzle has no effect in the format lesson: expected one of text, compact, unicode, box, json, latex, svg, png, pdf, html\ntry 'qshow --help'\n"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, qshow("this is not read", append(tt.args, "-flesson")...)); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.args, diff)
		}
	}
	// Clauses that do not match the comments are shown, too. Names of files are not on the
	// page.
	hostile := file(t, "<b>.cnf", "c board: 1\nc note: </script><b>\np cnf 1 2\n1 0\n-1 0\n")
	got := qshow("", "--cnf", hostile, "-flesson")
	if got.Code != 0 || !strings.Contains(got.Stdout, `"clauses":[[1],[-1]],"groups":[{"text":"clauses of the file","clauses":2}]`) || strings.Contains(got.Stdout, "<b>") {
		t.Errorf("%+v", got)
	}
}
