//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"queens/encode"
	"queens/encode/board"
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

// openLesson opens a lesson that nobody has begun.
func (b *browser) openLesson(in encode.Instance, args ...string) {
	b.T.Helper()
	b.begin(append(args, "-f", "lesson", "--cnf", instanceFile(b.T, in))...)
}

// testLesson takes the tour, and steps through unit propagation with the mouse and the keyboard.
func testLesson(t *testing.T, b *browser) {
	b.Window(1366, 768, false)
	b.openLesson(encode.Instance{N: 4}, file(t, "answer", second))
	b.follow("lesson: tour and propagation")
	b.checkNumbers()
	b.Follow("v | #legend li | queen of the solution")
	if !b.inWindow("#legend li") {
		t.Error("the legend of the rings is out of sight")
	}
	b.follow("lesson: decisions and a learned clause")
	b.checkLabels()
	b.CheckContrast()
}

// testLessonGuess guesses what follows, reads an explanation, compares search with and without learning, and lets
// the steps go on by themselves.
func testLessonGuess(t *testing.T, b *browser) {
	b.Window(768, 1024, true)
	b.openLesson(encode.Instance{N: 3})
	if !b.inWindow("#legend li:last-child") {
		t.Error("the legend is out of sight")
	}
	b.follow("lesson: guesses")
	if got := b.Number(`new Promise((done) => { const wait = () => timer ? setTimeout(wait, 5) : done(run.steps); wait(); })`); got != 38 {
		t.Errorf("by itself, the page took %d steps", got)
	}
	for _, kept := range []string{"{", `{"log": [["next", 1e300], ["guess", 5], ["choose", 99], [3]], "tour": -1, "options": {}}`, `{"log": [["<b>", 1]], "options": null}`} {
		b.Eval(fmt.Sprintf(`(Object.keys(localStorage).forEach((key) => localStorage.setItem(key, %q)), 0)`, kept), new(int))
		b.Follow("reload | #message | Tour, 1 of 5. Variable: each square is a variable. It is true if the square holds a queen. Square a3 is variable 1.")
	}
}

// testLessonFormula refutes that three pigeons fit into two holes, and finds a model of a formula with a hostile name.
func testLessonFormula(t *testing.T, b *browser) {
	b.Window(1366, 768, false)
	b.begin("-f", "lesson", "--cnf", file(t, "pigeons.cnf", "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"))
	b.follow("lesson: pigeons")
	b.begin("-f", "lesson", "--cnf", file(t, "party.cnf", "c 1 Ada\nc 2 <b>Bob</b>\nc 3 Eve\np cnf 3 3\n1 2 0\n-1 3 0\n1 -2 -3 0\n"))
	b.follow("lesson: watches")
	b.checkLabels()
	b.CheckContrast()
}

// At each step, the conflict is in the visible part of the graph.
func testLessonGraph(t *testing.T, b *browser) {
	b.Window(1200, 800, false)
	b.openLesson(encode.Instance{N: 8})
	for range 5 {
		b.Press("r")
		for b.Number("run.analysis && run.analysis.step < run.analysis.steps.length ? 1 : 0") == 1 {
			b.Press("n")
			if b.Number(`(() => { const clash = document.querySelector(".clash rect").getBoundingClientRect(), graph = at("graph").getBoundingClientRect();
				return clash.left >= graph.left && clash.right <= graph.right && clash.top >= graph.top && clash.bottom <= graph.bottom ? 1 : 0; })()`) != 1 || !b.inWindow(".clash rect") {
				t.Errorf("the conflict is out of sight: %s", b.Text("#message"))
			}
		}
	}
}

// inWindow reports whether an element is completely visible.
func (b *browser) inWindow(selector string) bool {
	b.T.Helper()
	return b.Number(fmt.Sprintf(`(() => { const e = document.querySelector(%q), r = e.getBoundingClientRect();
		return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && e.contains(document.elementFromPoint(r.x + r.width / 2, r.bottom - 2)) ? 1 : 0; })()`, selector)) == 1
}

// testLessonConflict follows a conflict of 3 queens with Next, and continues to the empty
// clause, on a phone.
func testLessonConflict(t *testing.T, b *browser) {
	b.Window(390, 844, true)
	b.openLesson(encode.Instance{N: 3})
	b.follow("lesson: resolution")
	for _, theme := range []string{"light", "dark"} {
		b.Eval(fmt.Sprintf(`(document.documentElement.dataset.theme = %q, 0)`, theme), new(int))
		b.CheckContrast()
	}
	b.follow("lesson: learned clause")
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
		got := b.String(`JSON.stringify(((run) => {
			const conflicts = [], left = [...run.decisions], ascending = (lits) => [...lits].sort((k, l) => k - l);
			Object.assign(search, new Search(lesson.vars, lesson.clauses));
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
		b.Expect("run", got, line)
	}
}

// The printed page contains all clauses. Printing does not leave groups open.
func testLessonPrint(t *testing.T, b *browser) {
	b.openLesson(encode.Instance{N: 4})
	b.Press("t")
	if n := b.Pages(); n < 2 {
		t.Errorf("%d pages", n)
	}
	seen := func() int {
		return b.Number(`[...document.querySelectorAll(".clause")].filter((e) => e.checkVisibility()).length`)
	}
	before := seen()
	b.Eval(`dispatchEvent(new Event("beforeprint")) && 0`, new(int))
	b.Call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	if n := seen(); before != 0 || n != 84 {
		t.Errorf("%d clauses are seen, printed %d", before, n)
	}
	b.CheckContrast()
	var buttons []string
	b.Eval(`(() => { const seen = [...document.querySelectorAll("button")].filter((e) => e.checkVisibility());
		const drawn = seen.filter((e) => getComputedStyle(e).borderTopWidth !== "0px").map((e) => e.textContent);
		return [...drawn, ...document.body.innerText.split("\n").filter((line) => /\b(Press|Next)\b/.test(line))]; })()`, &buttons)
	if len(buttons) > 0 {
		t.Errorf("buttons on paper: %q", buttons)
	}
	b.Eval(`dispatchEvent(new Event("afterprint")) && 0`, new(int))
	if n := seen(); n != 0 {
		t.Errorf("%d clauses are seen after it", n)
	}
}

// testLessonLarge opens a large instance. Its groups are closed, and the graph shows only the
// part that leads to the conflict.
func testLessonLarge(t *testing.T, b *browser) {
	b.openLesson(encode.Instance{N: 20, Encoding: "product"})
	for range 2 {
		b.Follow("r, n")
	}
	if n := b.Number(`document.querySelectorAll("#graph .node").length`); n < 10 || n > 200 {
		t.Errorf("%d nodes", n)
	}
	if n := b.Number(`[...document.querySelectorAll(".clause")].filter((e) => e.checkVisibility()).length`); n > 1041 {
		t.Errorf("%d clauses and variables are seen", n)
	}
}

// checkNumbers checks that no queen covers a number.
func (b *browser) checkNumbers() {
	b.T.Helper()
	var on []string
	b.Eval(`(() => { const board = document.querySelector("#stage .light").getBoundingClientRect(), unit = board.height / puzzle.n;
		return [...document.querySelectorAll("#stage .number text")].filter((e) => [...document.querySelectorAll("#stage .queen")].some((q) => {
			const s = e.getBoundingClientRect(), r = q.getBoundingClientRect(), baseline = board.y + Number(e.getAttribute("y")) * unit;
			return r.left < s.right && r.right > s.left && r.top < baseline && r.bottom > s.top; })).map((e) => e.textContent); })()`, &on)
	if len(on) > 0 {
		b.T.Errorf("queens stand on %v", on)
	}
}

// checkLabels checks that every button has a name.
func (b *browser) checkLabels() {
	b.T.Helper()
	b.Follow(`| js [...document.querySelectorAll("button, [role=button]")].filter((e) => !(e.getAttribute("aria-label") || e.textContent).trim()).length | 0`)
}

// testLessonPhone uses a finger, on an instance with auxiliary variables and without a known
// solution.
func testLessonPhone(t *testing.T, b *browser) {
	b.Window(360, 740, true)
	b.openLesson(encode.Instance{N: 6, Encoding: "sequential", Placed: []board.Square{{Row: 1, Col: 2}}})
	b.follow("lesson: phone")
	for _, where := range []string{"0", "300", "document.body.scrollHeight"} {
		b.Eval("(scrollTo(0, "+where+"), 0)", new(int))
		if !b.inWindow("#message") {
			t.Errorf("scrolled to %s, the message is out of sight", where)
		}
	}
	b.checkLabels()
	for _, size := range [][2]int{{320, 568}, {844, 390}, {1280, 600}} {
		b.Window(size[0], size[1], true)
		b.Reload()
		for _, key := range []string{"", "a", "r", "n"} {
			b.Press(key)
			if !b.inWindow("#message") {
				t.Errorf("%v: the message is out of sight: %s", size, b.Text("#message"))
			}
		}
	}
	b.Window(360, 740, true)
	b.Follow(`
		~#clear, ~#all | seen #comparison | #comparison
		| js document.scrollingElement.scrollWidth | 360`)
}

// TestLesson checks the errors for instances that have no lesson.
func TestLesson(t *testing.T) {
	seed := int64(3)
	shuffled, large := instanceFile(t, encode.Instance{N: 4, Shuffle: &seed}), instanceFile(t, encode.Instance{N: 15})
	other, wide := file(t, "q.lp", "\\ board: 4\nMaximize\n"), file(t, "wide.cnf", "c board: 31\np cnf 961 0\n")
	wordy, small := file(t, "wordy.cnf", "p cnf 61 0\n"), file(t, "small.cnf", "c board: 4\np cnf 4 0\n")
	soft := file(t, "soft.wcnf", "c board: 1\nh 1 0\n1 1 0\n")
	mixed, covered := file(t, "mixed.cnf", "c board: 3x4\nc pieces: king*1 rook*1\np cnf 24 0\n"), file(t, "covered.cnf", "c board: 3x4\nc family: domination\nc queens: 2\np cnf 12 0\n")
	named := file(t, "named.cnf", "c 1 <b>\nc 2 <b>\nc 3 1\nc 9 x\np cnf 4 1\n1 -4 0\n")
	for _, r := range []run{
		{"", "", []string{"--cnf", mixed}, runResult{1, "", "qshow: " + mixed + ": a lesson needs pieces of one kind, found a mixture\n"}},
		{"", "", []string{"--cnf", covered}, runResult{1, "", "qshow: " + covered + ": a lesson needs pieces that do not attack each other, found the family domination\n"}},
		{"", "", []string{"--cnf", soft}, runResult{1, "", "qshow: " + soft + ": a lesson needs a formula without soft clauses\n"}},
		{"", "", nil, runResult{2, "", "qshow: a lesson needs a formula: FILE, --cnf FILE or standard input\ntry 'qshow --help'\n"}},
		{"", "", []string{"--cnf", small, "--cnf", large}, runResult{1, "", "qshow: a lesson needs exactly one formula, found 2, such as " + small + " and " + large + "\n"}},
		{"", "", []string{"--cnf", large}, runResult{1, "", "qshow: " + large + ": a lesson has at most 5000 clauses, because the page shows them all; found 5210\n"}},
		{"", "", []string{"--cnf", wide}, runResult{1, "", "qshow: " + wide + ": a lesson has boards up to size 30 and at most 5000 variables, found size 31 and 961 variables\n"}},
		{"", "", []string{"--cnf", shuffled}, runResult{1, "", "qshow: " + shuffled + ": a lesson needs an instance that is not shuffled, because it explains the clauses by their squares\n"}},
		{"", "", []string{"--cnf", wordy}, runResult{1, "", "qshow: " + wordy + ": a lesson about a formula without a board has at most 60 variables and 300 clauses, because the page shows them all; found 61 and 0\n"}},
		{"", "", []string{"--cnf", other}, runResult{1, "", "qshow: " + other + ": a lesson needs a formula in CNF\n"}},
		{"v 1 0\n", "", []string{named, "-"}, runResult{1, "", "qshow: <stdin>: a lesson about a formula without a board shows no answer: expected only the formula\n"}},
		{"", "", []string{"--cnf", small}, runResult{1, "", "qshow: " + small + ": expected a variable for each of the 16 squares, found 4\n"}},
		{"", "", []string{"--cnf", small, "--puzzle"}, runResult{2, "", "qshow: --puzzle has no effect in the format lesson: expected one of text, compact, unicode, box, json, latex, svg, png, pdf, html\ntry 'qshow --help'\n"}},
	} {
		r.args = append(r.args, "-flesson")
		check(t, []run{r})
	}
	// Clauses that do not match the comments are shown, too. Names of files are not on the
	// page.
	hostile := file(t, "<b>.cnf", "c board: 1\nc note: </script><b>\np cnf 1 2\n1 0\n-1 0\n")
	got := qshow("", "--cnf", hostile, "-flesson")
	if got.Code != 0 || !strings.Contains(got.Stdout, `"clauses":[[1],[-1]],"groups":[{"text":"clauses of the file","clauses":2}]`) || strings.Contains(got.Stdout, "<b>") {
		t.Errorf("%+v", got)
	}
	if got := qshow("", named, "-flesson"); !strings.Contains(got.Stdout, `"variables":["\u003cb\u003e","2","3","4"]}`) {
		t.Errorf("%+v", got)
	}
}
