//go:build unix

package command

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/cmd/internal/browsertest"
	"queens/cmd/internal/program"
	"queens/cmd/qpage/workbench"
)

// TestChromium operates the page in a browser. It builds the module, and so needs QUEENS_LONG.
func TestChromium(t *testing.T) {
	t.Parallel()
	b := browsertest.Start(t)
	page := filepath.Join(t.TempDir(), "queens.html")
	var stderr bytes.Buffer
	if code := program.Run(New(), []string{"qpage", "-q", "-o", page}, strings.NewReader(""), io.Discard, &stderr); code != 0 {
		t.Fatal(stderr.String())
	}
	if info, err := os.Stat(page); err != nil || info.Size() > largestPage {
		t.Errorf("the page has %d bytes, expected at most %d, %v", info.Size(), largestPage, err)
	}
	var texts []string // that the page shows
	for _, test := range []struct {
		name string
		run  func(t *testing.T, b *browsertest.Browser)
	}{
		{"board", testBoard}, {"questions", testQuestions}, {"optima", testOptima}, {"regions", testRegions}, {"pieces", testPieces}, {"formula", testFormula}, {"files", testFiles}, {"stop", testStop},
		{"reload", testReload}, {"links", testLinks}, {"hostile", testHostile}, {"puzzles", testPuzzles}, {"worksheets", testWorksheets}, {"lesson", testLesson}, {"exercises", testExercises}, {"keyboard", testKeyboard},
		{"words", testWords}, {"keys", testKeys}, {"numbers", testNumbers}, {"from a disk", testShare}, {"phone", testPhone}, {"sizes", testSizes}, {"same answers", testSame}, {"language", testLanguage}, {"symbol", testSymbol},
	} {
		t.Run(test.name, func(t *testing.T) {
			b.NewTab(t)
			b.Call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": recorder}, nil)
			b.Window(1366, 768, false)
			b.Open(page)
			b.Eval(`(localStorage.clear(), sessionStorage.clear(), 0)`, new(int))
			b.Reload()
			b.Await(loaded)
			test.run(t, b)
			b.Keep("qpage " + test.name)
			var shown []string
			b.Eval(`typeof table === "undefined" || table.length > 0 ? [] : [...seen]`, &shown) // the texts in English
			texts = append(texts, shown...)
			for _, c := range b.Complaints() {
				t.Error(c)
			}
		})
	}
	t.Run("every text", func(t *testing.T) {
		b.NewTab(t)
		b.Open(page)
		checkTexts(b, texts)
	})
}

const largestPage = 4 << 20 // bytes

// Conditions of Await: the formula is shown, and no question runs.
const (
	loaded = `at("size").textContent !== ""`
	idle   = `!job`
)

// ask presses the button of a question, and returns the headline of the answer.
func ask(b *browsertest.Browser, button string) string {
	b.T.Helper()
	b.Follow(button)
	b.Await(idle)
	return b.Text("#headline")
}

// set sets a field of the page as a user does.
func set(b *browsertest.Browser, id, value string) {
	b.T.Helper()
	b.Eval(fmt.Sprintf(`(() => { const e = at(%q); e.focus(); e.value = %q; e.dispatchEvent(new Event("change", { bubbles: true })); return 0; })()`, id, value), new(int))
	b.Await(idle)
	b.Await(loaded)
}

// testBoard edits the board by mouse, finger and keys, and points at squares and clauses.
func testBoard(t *testing.T, b *browsertest.Browser) {
	b.Follow(`
		| #size | 64 variables, 744 clauses
		b4 | @b4 | b4, given queen
		| #told | 1 of 8 queens.
		ArrowUp, q | #told | Queens on b5 and b4 attack each other.
		x | @b5 | b5, stays empty
		| #told | 1 of 8 queens.
		#block-tool, d4-d5-e5 | js settings.block | b5,d4,d5,e5
		u | js settings.block | b5
		h8 | js settings.block | b5,h8
		#clear | #told | 0 of 8 queens.
		#undo | #told | 1 of 8 queens.`)
	b.UseFinger(true)
	b.Follow(`1, ~c8 | js settings.place | b4,c8`)
	b.UseFinger(false)
	b.Await(loaded + ` && made.includes("c8")`)
	b.Follow(`
		| #pipeline | qgen --block=b5,h8 --place=b4,c8 8 | qsat | qshow
		hover ` + browsertest.Square("d4") + ` | #meaning | d4 is in 29 clauses.
		| outlines #stage .glow | 1
		| js [...marked].every((line) => formula.clauses.get(line).some((lit) => Math.abs(lit) === 36)) | true
		away | outlines #stage .glow | 0`)
	b.Eval(`((line) => { at("formula").focus(); const to = formula.lines.slice(0, line).join("\n").length + 2; at("formula").setSelectionRange(to, to); return 0; })([...formula.clauses.keys()][0])`, new(int))
	b.Await(`at("stage").querySelector(".glow").getAttribute("d") !== ""`)
	b.Follow(`
		| outlines #stage .glow | 8
		| #meaning | Row 8: at least one queen. a8 or b8 or c8 or d8 or e8 or f8 or g8 or h8.
		| js (formula.lines.forEach((_, line) => seen.add(meaningOf(line))), formula.names.size) | 64`)
	b.CheckContrast()
}

func testQuestions(t *testing.T, b *browsertest.Browser) {
	for _, test := range [][3]string{
		{"#solve", "A solution:", "qgen 8 | qsat | qshow"}, {"c", "92 solutions.", "qgen 8 | qsat --count"}, {"#all", "92 solutions.", "qgen 8 | qsat --all | qshow"},
		{"#backbone", "No literal is true in every solution.", "qgen 8 | qsat --backbone"}, {"#each", "92 solutions.", "qgen 8 | qsat --count --each"},
	} {
		b.Eval(`(at("options").open = true, 0)`, new(int))
		b.Expect(test[0], ask(b, test[0]), test[1])
		b.Expect(test[0], b.Text("#pipeline"), test[2])
	}
	ask(b, "#all")
	b.Follow(`| #place | 1 of 92`)
	b.Press(".")
	b.Press(".")
	b.Follow(`
		| #place | 3 of 92
		#previous | #place | 2 of 92
		| count #result .queen | 8`)
	set(b, "samples", "3")
	b.Expect("sample", ask(b, "#sample"), "3 solutions drawn at random.")
	b.Follow(`a1, b2 | #told | Queens on b2 and a1 attack each other.`)
	b.Expect("why not", ask(b, "#whynot"), "Why not:")
	b.Expect("why not", b.Text("#reason"), "No solution: the rising diagonal through h8 has too many queens, with the given queens on b2 and a1.")
	b.Follow(`#clear | #told | 0 of 8 queens.`)
	b.Expect("why not", ask(b, "#whynot"), "There is a solution: press Solve.")
	set(b, "n", "3")
	b.Expect("no step", ask(b, "#steps"), "There is no solution: press Why not?")
	set(b, "n", "6")
	b.Expect("hint", ask(b, "#steps"), "Next step:")
	if text := b.Text("#reason"); text == "" {
		t.Error("no step")
	}
}

func testOptima(t *testing.T, b *browsertest.Browser) {
	for _, test := range [][5]string{
		{"queens", "3", "#most", "The most: 2 queens.", "8"}, {"domination", "5", "#fewest", "The fewest: 3 queens.", "186"}, {"colouring", "4", "#fewest", "The fewest: 5 colours.", "240"},
		{"armies", "4", "#most", "The most: 2 queens in each army.", "112"}, {"dominoes", "4", "#count", "36 solutions."}, {"superqueens", "10", "#count", "4 solutions."},
	} {
		set(b, "family", test[0])
		set(b, "n", test[1])
		b.Expect(test[0], ask(b, test[2]), test[3])
		if test[2] == "#fewest" || test[2] == "#most" {
			b.Expect(test[0], ask(b, "#count-optima"), strings.TrimSuffix(test[3], ".")+"; "+test[4]+" optimal solutions.")
		}
		b.Expect("steps", b.Read(`js at("steps").getAttribute("aria-disabled")`), fmt.Sprint(test[0] == "colouring" || test[0] == "armies" || test[0] == "dominoes"))
		b.Keep("qpage " + test[0])
	}
}

// testRegions paints regions.
func testRegions(t *testing.T, b *browsertest.Browser) {
	set(b, "family", "regions")
	b.Await(`!settings.regions.startsWith("AAAAAAAA/BBBBBBBB/")`)
	b.Expect("drawn regions", ask(b, "#count"), "1 solution.")
	b.Follow(`| js [new Set(regionNames.map(fillOf)).size, fillOf("U") === fillOf("A")] | 20,true`)
	set(b, "n", "5")
	for _, regions := range []string{"EEEEE/BBBBB/DDDDD/AAAAA/CCCCC", "AAAAA/BBBBB/CCCCC/DDDDD/EEEEE"} {
		var exported string
		b.Eval(fmt.Sprintf(`(change({ regions: %q }), engine.ask({ ask: "problem", settings: flagsOf(settings) }).then(({ board }) => String(board.regions.map((i) => board.fills[i]))))`, regions), &exported)
		b.Expect("colours", b.Read("js [...settings.regions.replaceAll('/', '')].map(fillOf)"), exported)
	}
	b.Follow(`
		#paint-tool, .swatch:nth-child(2), a5-b5-c5 | js settings.regions | BBBAA/BBBBB/CCCCC/DDDDD/EEEEE
		.swatch:first-child, ArrowRight, ArrowRight, a5 | js settings.regions | CBBAA/BBBBB/CCCCC/DDDDD/EEEEE
		| @a5 | a5, region C, empty
		u | js settings.regions | BBBAA/BBBBB/CCCCC/DDDDD/EEEEE`)
	b.Keep("qpage paint")
	b.UseFinger(true)
	x, y := b.Place(browsertest.Square("d3"))
	toX, toY := b.Place(browsertest.Square("d1"))
	b.Touch(x, y, toX, toY)
	b.Follow("| js settings.regions | BBBAA/BBBBB/CCCCC/DDDCD/EEECE")
	b.UseFinger(false)

	// The board is repaired, rated, copied and played.
	b.Eval(`(navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0)`, new(int))
	b.Expect("several", ask(b, "#rate"), "4 solutions.")
	b.Follow("#repair")
	b.Await(idle + ` && at("headline").textContent.includes(" changed: ")`)
	b.Await(loaded)
	b.Keep("qpage repaired")
	b.Follow(`
		| js at("reason").textContent.startsWith("Changed: ") | true
		| js at("headline").textContent.startsWith(at("result").querySelector(".found").getAttribute("d").split("M").length - 1 + " square") | true`)
	if made := b.Text("#pipeline"); !regexp.MustCompile(`^qgen --family=regions --regions=BBBAA,BBBBB,CCCCC,DDDCD,EEECE --repair --seed=\d+ --unique 5$`).MatchString(made) {
		t.Error(made)
	}
	repaired := b.Read("js settings.regions")
	b.Expect("count", ask(b, "#count"), "1 solution.")
	rated := ask(b, "#rate")
	if !regexp.MustCompile(`^1 solution, (easy|medium|hard)\. Step \d+ of \d+ is the hardest:$`).MatchString(rated) {
		t.Error(rated)
	}
	b.Expect("again", ask(b, "#repair"), "The board has 1 solution already.")
	b.Follow(`
		#copy-rows | js copied | ` + repaired + `
		#undo | js settings.regions | BBBAA/BBBBB/CCCCC/DDDCD/EEECE`)
	b.Eval(`(change({ regions: "AAAAA/BBBBB/CCCCC/DDDDD/EEEEE" }), 0)`, new(int))
	b.Expect("rows", ask(b, "#rate"), "14 solutions.")
	b.Follow("#copy-elsewhere")
	b.Await(`copied.startsWith("https://puzz.link/p?starbattle/5/5/1/")`)
	b.Follow("#play-board")
	b.Await(idle + ` && puzzle && at("play").contentDocument?.querySelectorAll(".square").length === 25`)
	b.Follow(`
		| #notice | This puzzle is played without steps, because the board has several solutions.
		#tab-workbench | seen #back-to-game |`)
	b.Eval(`(change({ regions: "AAAAA/BBBBB/CCCCC/DDDDD/DDDDD" }), 0)`, new(int))
	b.Follow(`
		#repair | #notice | The board needs 5 regions, as many as rows: paint 1 more.
		#fewest | #notice | Fewest: this puzzle has no number to minimise.
		Tab | #notice | Most: this puzzle has no number to maximise.
		Tab | #notice |
		| js at("rate").title | The board needs 5 regions, as many as rows: paint 1 more.`)
}

// testPieces chooses pieces and boards that are not square.
func testPieces(t *testing.T, b *browsertest.Browser) {
	set(b, "piece", "king")
	b.Follow("| js settings.queens | 16")
	set(b, "n", "6")
	set(b, "columns", "7")
	b.Follow(`
		| count #stage .square | 42
		| js at("queens").labels[0].textContent.trim() | Kings`)
	b.Expect("count", ask(b, "#count"), "256 solutions.")
	b.Expect("count", b.Text("#pipeline"), "qgen --piece=king --queens=12 6x7 | qsat --count")
	b.Expect("most", ask(b, "#most"), "The most: 12 kings.")
	b.Keep("qpage kings")
	b.Follow(`
		| count #result [href="#figure-king"] | 12
		g6, g5 | #told | Kings on g6 and g5 attack each other.`)
	b.Expect("why not", ask(b, "#whynot"), "Why not:")
	b.Follow("#clear")
	for _, test := range [][5]string{
		{"queens", "knight", "5", "4", "--piece=knight --queens=10"}, {"queens", "rook", "3", "", "--piece=rook"}, {"domination", "king", "4", "7", "--family=domination --piece=king --queens=6"},
		{"armies", "bishop", "3", "4", "--family=armies --piece=bishop --queens=1"}, {"regions", "", "3", "5", "--family=regions --queens=3 --regions=AAAAA,BBBBB,CCCCC"}, {"dominoes", "", "2", "5", "--family=dominoes"},
	} {
		set(b, "family", test[0])
		set(b, "piece", test[1])
		set(b, "n", test[2])
		set(b, "columns", test[3])
		b.Expect(test[0], ask(b, "#solve"), "A solution:")
		b.Follow("| #pipeline | qgen " + test[4] + " " + strings.TrimSuffix(test[2]+"x"+test[3], "x") + " | qsat | qshow")
	}
	drop(b, "knights.cnf", qgen(b, map[string]any{"n": 5, "columns": 4, "piece": "knight", "queens": 9}))
	b.Follow("| js [settings.piece, settings.columns, settings.queens] | knight,4,9")
	b.Follow("#tab-puzzles")
	b.Await(idle + " && puzzle")
	b.Eval(`(at("puzzle-family").value = "queens", at("puzzle-n").value = 6, at("puzzle-piece").value = "king", showMaker(), 0)`, new(int))
	b.Follow("#make")
	b.Await(idle + ` && puzzle.piece === "king" && at("play").contentDocument?.querySelectorAll(".square").length === 36`)
	b.Follow("| js at('play').contentDocument.getElementById('question').textContent.startsWith('Place 9 kings in total') | true\n#tab-workbench")
	drop(b, "mixture.cnf", qgen(b, map[string]any{"n": 5, "pieces": "queen*3 knight*1"}))
	b.Follow("| #told | The formula describes no board that this page shows.")
}

// write replaces the text of the formula.
func write(b *browsertest.Browser, text string) {
	b.T.Helper()
	b.Eval(`(at("formula").focus(), at("formula").select(), 0)`, new(int))
	b.Call("Input.insertText", map[string]any{"text": text}, nil)
	b.Eval(`written.then(() => 0)`, new(int))
}

// testFormula edits a formula by hand, with a fault and without one, and asks about it.
func testFormula(t *testing.T, b *browsertest.Browser) {
	write(b, "p cnf 2 2\n1 x 0\n")
	b.Follow(`| #fault | formula.cnf:2:3: expected a literal, found "x"`)
	b.Follow(`reload | js [at("formula").value.length, at("restore").hidden] | 16,false`)
	write(b, "p cnf 2 3\n1 2 0\n-1 0\n-2 0\n")
	b.Follow(`
		| seen #fault #restore | #restore
		| #size | 2 variables, 3 clauses`)
	b.Expect("solve", ask(b, "#solve"), "No model.")
	b.Expect("mus", ask(b, "#whynot"), "These clauses have no model together:")
	b.Expect("marked", b.Read("js [...marked]"), "1,2,3")
	write(b, "c 1 Ada\nc 2 <b>Bob Lee\np cnf 3 2\n-1 0\n1 2 0\n")
	b.Expect("names", ask(b, "#solve"), `A model in which these are true: "<b>Bob Lee"`)
	b.Expect("meaning", b.Read("js meaningOf(4)"), "Ada or <b>Bob Lee.")
	b.Expect("other lines", b.Read(`js Object.entries({ "c varname 1 Ada\nx1 -2 0": [1, -2], "h 1 0\n-0.5 2 3 0": [2, 3] }).map(([text, clause]) => String([...readFormula(text).clauses.values()].at(-1)) === String(clause))`), "true,true")
	b.Follow(`
		| js [...document.querySelectorAll(".model td")].map((e) => e.textContent) | 1,Ada,false,2,<b>Bob Lee,true,3,,false
		| seen #stage #restore #undo .model | #restore #undo .model`)
	b.Expect("all", ask(b, "#all"), "2 models.")
	b.Follow(`#next | js document.querySelector(".model tbody tr:last-child").textContent + at("place").textContent | 3true2 of 2`)
	testEditor(b)
	for text, want := range map[string]string{"c x\np cnf 5 9\n1 2 0\n-1\n0": "c x\np cnf 5 2\n1 2 0\n-1\n0", "c y\n1 -3 0\n": "c y\np cnf 3 1\n1 -3 0\n"} {
		write(b, text)
		b.Follow("| seen #fault #mend | #fault #mend\n#mend")
		b.Await(`at("fault").hidden && at("mend").hidden`)
		b.Expect("mended", b.Read(`js at("formula").value`), want)
	}
	write(b, "p cnf 40 1\n1 2 0\n")
	b.Follow(`| #headline | Press Solve, or ask another question.`)
	b.Follow("#share")
	b.Await(`location.hash.length > 1`)
	b.Eval(`(window.name = location.hash, 0)`, new(int))
	write(b, "p cnf 1 1\n1 0\n")
	b.Eval(`(history.replaceState(null, "", window.name), 0)`, new(int))
	b.Follow("reload")
	b.Await(`at("formula").value === "p cnf 40 1\n1 2 0\n" && at("size").textContent === "40 variables, 1 clause"`)
	b.Expect("why not", ask(b, "#whynot"), "There is a model: press Solve.")
	b.Expect("disabled key", ask(b, "n"), "There is a model: press Solve.")
	b.Expect("sample", ask(b, "#sample"), "1 model drawn at random.")
	b.Eval(`(at("assume").value = "zz", 0)`, new(int))
	b.Expect("no answer", ask(b, "#count"), "Press Solve, or ask another question.")
	b.Follow(`
		| #notice | formula.cnf: --assume: expected numbers, squares or names separated by blanks, found "zz": the comments of the formula describe no such square or name
		| #pipeline | cat formula.cnf | qsat --assume=zz --count`)
	b.Eval(`(at("assume").value = "", 0)`, new(int))
	write(b, "p cnf 30000 60000\n"+strings.Repeat("-1 2 -30000 0\n", 60000)) // a field takes seconds for it
	b.Await(`formula.cut && at("size").textContent === "30,000 variables, 60,000 clauses; cut"`)
	b.Eval(`(at("find").value = "1", find(0), 0)`, new(int))
	b.Follow("| #found | 1 of 4,999 in the part shown")
	ask(b, "#solve")
	b.Follow(`| js [document.querySelectorAll(".model tr").length, document.querySelector(".model p").textContent] | 501,The first 500 of 30,000 variables. The text of the program has all.`)
	b.Follow("#undo")
	write(b, "p wcnf 2 3 9\n9 1 2 0\n3 -1 0\n2 -2 0\n")
	b.Expect("optimum", ask(b, "#solve"), "Optimum: cost 2.")
	b.Expect("optima", ask(b, "#count-optima"), "Optimum: cost 2; 1 optimal model.")
	b.Follow(`#restore | js own | null`)
	b.Await(loaded + ` && formula.clauses.size === 744`)
	b.Follow("| seen #stage .aside #count-optima | #stage")
	b.Follow("#undo")
	b.Eval(`written.then(() => 0)`, new(int))
	b.Follow(`
		| js at("formula").value.slice(0, 10) | p wcnf 2 3
		| seen #restore | #restore`)
	b.Eval(`(reopen(own), change({ block: ["a1"] }), written.then(() => 0))`, new(int))
	b.Eval(`(written = engine.ask({ ask: "open", name: "f", text: "p cnf 1 1\n1 0\n" }), work("", { ask: "question" }).catch(() => 0), stopWork(), written.then(() => 0))`, new(int))
	b.Eval(`(engine.ask({ ask: "open" }, () => {}).catch(() => 0), engine.fail("It failed."), engine.ask({ ask: "question" }).then(() => 0))`, new(int))
}

// testEditor hides the comments of a formula, edits its clauses meanwhile, and finds literals and texts.
func testEditor(b *browsertest.Browser) {
	const text = "c Ada one\np cnf 12 3\nc Ada two\n1 12 0\nc Ada three\nc Bob four\n-12 2 0\n112 0\nc Bob five"
	write(b, text)
	b.Follow(`#fold | js at("formula").value.split("\n") | p cnf 12 3,1 12 0,-12 2 0,112 0`)
	for _, edit := range [][2]string{ // the clauses after an edit, and the text
		{"1 12 0\n-12 2 0\n112 0", "c Ada two\n1 12 0\nc Ada three\nc Bob four\n-12 2 0\n112 0\nc Bob five"}, {"1 12 0\n-12 2 0", "c Ada two\n1 12 0\nc Ada three\nc Bob four\n-12 2 0\nc Bob five"}, {"", "c Ada two\nc Ada three\nc Bob four\nc Bob five"},
		{"1 12 0\n7 0\n-12 2 0\n112 0", "c Ada two\n1 12 0\n7 0\nc Ada three\nc Bob four\n-12 2 0\n112 0\nc Bob five"}, {"1 0\n-2 0\n112 0", "c Ada two\n1 0\n-2 0\nc Ada three\nc Bob four\n112 0\nc Bob five"},
		{"1 12 0\n-12 2 0\n112 0\n3 0", "c Ada two\n1 12 0\nc Ada three\nc Bob four\n-12 2 0\n112 0\n3 0\nc Bob five"},
	} {
		var lines string
		b.Eval(fmt.Sprintf(`(([lines, rows]) => rows.map((row) => lines[row]).join("\n") === %[1]q ? lines.join("\n") : "rows")(merged(%[1]q))`, strings.TrimSuffix("p cnf 12 3\n"+edit[0], "\n")), &lines)
		b.Expect("edited "+edit[0], lines, "c Ada one\np cnf 12 3\n"+edit[1])
	}
	b.Eval(`(at("formula").focus(), at("formula").setSelectionRange(11, 11), 0)`, new(int))
	b.Call("Input.insertText", map[string]any{"text": "12 "}, nil)
	b.Eval(`written.then(() => 0)`, new(int))
	b.Expect("edited", b.Read("js wholeText() === own.text && wholeText()"), strings.Replace(text, "1 12", "12 1 12", 1))
	b.Press("Ctrl+f")
	b.Call("Input.insertText", map[string]any{"text": "12"}, nil)
	b.Follow(`
		| #found | 1 of 2
		Enter | #found | 2 of 2
		Enter | #found | 1 of 2
		#find-previous | #found | 2 of 2
		| js [formula.lines[hits[hit]], document.querySelectorAll(".line.hit, .line.chosen").length] | -12 2 0,3`)
	b.Eval(`(at("find").focus(), 0)`, new(int))
	b.Follow(`
		Escape | js document.activeElement.id + at("formula").selectionStart | formula21
		#fold | js at("formula").value === wholeText() | true`)
	for wanted, want := range map[string]string{"-12": "1 of 1", "THREE": "1 of 1", "13": "not found", "": ""} {
		b.Eval(fmt.Sprintf(`(at("find").value = %q, find(0), 0)`, wanted), new(int))
		b.Expect(wanted, b.Text("#found"), want)
	}
}

// gzipped writes a file compressed by gzip, and returns its name.
func gzipped(t *testing.T, text []byte) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	name := filepath.Join(t.TempDir(), "p.cnf.gz")
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// testFiles drops a formula and a proof, and saves files.
func testFiles(t *testing.T, b *browsertest.Browser) {
	dir := t.TempDir()
	for name, text := range map[string]string{"-p.cnf": "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "p.drat": "1 0\n0\n", "bad.drat": "0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b.Drop("#stage", filepath.Join(dir, "-p.cnf"))
	b.Await(`own && own.request.name === "-p.cnf"`)
	b.Await(idle)
	b.Follow(`| #pipeline | cat ./-p.cnf | qsat | qshow`)
	b.Follow(`| #size | 2 variables, 4 clauses`)
	for name, want := range map[string]string{"p.drat": "The proof is correct.", "bad.drat": "The proof is not correct."} {
		b.Follow("| js clearAnswer() | undefined")
		b.Drop("#formula", filepath.Join(dir, name))
		b.Await(`at("headline").textContent.startsWith("The proof")`)
		b.Expect(name, b.Text("#headline"), want)
	}
	b.Follow("#options summary, #proof")
	b.Expect("proof", ask(b, "#solve"), "No model.")
	b.Drop("#formula", gzipped(t, []byte("p cnf 3 1\n1 2 3 0\n")))
	b.Await(`at("size").textContent === "3 variables, 1 clause"`)
	large := filepath.Join(dir, "large.cnf")
	os.WriteFile(large, make([]byte, 70<<20), 0o666) // Drop notices a failure
	for _, name := range []string{gzipped(t, make([]byte, 70<<20)), large} {
		b.Drop("#formula", name)
		b.Await(`at("notice").textContent === "It has more than 67,108,864 bytes. Use the programs in a shell."`)
	}
	b.Follow(`#restore | js own | null`)
	b.Await(loaded)
	b.Follow("#copy")
	b.Await(`at("copy").textContent === "Copied"`)
	ask(b, "#solve")
	b.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir, "eventsEnabled": true}, nil)
	for format, selector := range map[string]string{"svg": "#files [data-draw=svg]", "png": "#files [data-draw=png]", "json": "#files [data-draw=json]", "cnf": "#save-formula"} {
		b.Follow(selector)
		b.AwaitEvent("Browser.downloadProgress", `"completed"`)
		text, err := os.ReadFile(filepath.Join(dir, "queens-8."+format))
		if want := map[string]string{"svg": "<svg", "png": "\x89PNG", "json": "{", "cnf": "c generator"}[format]; err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: %v %.40q", format, err, text)
		}
	}
}

// drop writes a file, drops it on the board, and waits until the page has opened it.
func drop(b *browsertest.Browser, name, text string) {
	b.T.Helper()
	file := filepath.Join(b.T.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		b.T.Fatal(err)
	}
	b.Drop("#stage", file)
	b.Await(fmt.Sprintf("own?.request.name === %q && own.board !== undefined && %s", name, idle))
}

// qgen returns the formula that qgen writes.
func qgen(b *browsertest.Browser, settings map[string]any) string {
	b.T.Helper()
	request, err := json.Marshal(map[string]any{"ask": "problem", "settings": settings})
	if err != nil {
		b.T.Fatal(err)
	}
	var reply struct{ Text string }
	if err := json.Unmarshal((&workbench.Bench{}).Answer(request, nil), &reply); err != nil || reply.Text == "" {
		b.T.Fatal(err, settings)
	}
	return reply.Text
}

// testWords checks what the page says about formulas of several kinds, which files it offers for them, and which
// commands it shows.
func testWords(t *testing.T, b *browsertest.Browser) {
	const offered = `| js [...document.querySelectorAll("#files [data-draw]")].filter((e) => !e.hidden).map((e) => e.textContent).join(" ") | `
	b.Follow("#options summary")
	for _, test := range [][4]string{
		{"w.cnf", "c p weight 1 7/10 0\nc p weight -1 3/10 0\np cnf 1 1\n1 0\n", "#count", "Weighted count: 7/10."},
		{"m.wcnf", "h 1 2 0\n1 -1 0\n1 -2 0\n", "#count", "Optimum: cost 1; 2 optimal models."},
		{"m2.wcnf", "h 1 2 0\n1 -1 0\n1 -2 0\n", "#all", "Optimum: cost 1; 2 optimal models."},
		{"e.cnf", "p cnf 2 1\n1 2 0\n", "#backbone", "No literal is true in every model."},
		{"i.icnf", "p inccnf\n1 2 0\na 1 0\n", "#solve", "A model:"},
	} {
		drop(b, test[0], test[1])
		b.Follow(offered + "CNF")
		b.Expect(test[0], ask(b, test[2]), test[3])
	}
	drop(b, "q.cnf", qgen(b, map[string]any{"n": 5}))
	b.Follow(offered + "SVG PNG JSON CNF")
	b.Follow("hover " + browsertest.Square("c3") + " | js at('meaning').textContent.startsWith('c3 is in ') | true")
	write(b, "p cnf 3 1\n1 2 3 0\n")
	b.Follow("| #meaning |")
	b.Follow("hover " + browsertest.Square("c3") + " | #meaning |")
	b.Follow("#restore " + offered + "SVG PNG JSON CNF")
	b.Await(loaded)

	set(b, "n", "3")
	b.Expect("why not", ask(b, "#whynot"), "Why not:")
	b.Follow("| #pipeline | qgen --annotate 3 | qsat --mus --groups | qshow")
	ask(b, "#steps")
	b.Follow("| #pipeline | qgen 3 | qshow --puzzle --steps")
	set(b, "n", "6")
	b.Expect("next step", ask(b, "#steps"), "Next step:")
	b.Follow("| #pipeline | qgen 6")

	set(b, "family", "regions")
	set(b, "n", "5")
	b.Eval(`(change({ regions: "ABBBB/BBBBB/CCCCC/DDDDD/EEEEE" }), written.then(() => 0))`, new(int))
	b.Follow("#paint-tool, .swatch, e1")
	b.Eval(`written.then(() => 0)`, new(int))
	b.Follow(`
		| #told | Region A is not connected: it has a part around e1.
		| #pipeline | qgen --family=regions --regions=ABBBB,BBBBB,CCCCC,DDDDD,EEEEA 5 | qsat | qshow`)
	packed := filepath.Join(t.TempDir(), "q.cnf.xz")
	os.WriteFile(packed, []byte("\xfd7zXZ\x00"), 0o666) // Drop notices a failure
	b.Drop("#stage", packed)
	b.Await(`at("notice").textContent === "q.cnf.xz: compressed by xz, which the page cannot read: expected gzip or no compression"`)
}

// testKeys compares the keys that are listed with the table, and presses them, also while a frame has the focus.
func testKeys(t *testing.T, b *browsertest.Browser) {
	b.Follow(`
		| keys | ← ↑ → ↓ Space Q X 1 2 U Ctrl+Z S C A M N W F G , . D Esc
		| js at("solve").title + at("undo").getAttribute("aria-keyshortcuts") | Find a solution (S)U Control+Z
		a1, h8, Ctrl+z | #told | 1 of 8 queens.
		#formula, d | js document.documentElement.dataset.theme ?? "" | `)
	set(b, "family", "regions")
	b.Follow("| js at('keys').textContent.includes('3 tool Region') | true")
	b.Follow("#tab-puzzles")
	b.Await(`puzzle && at("play").contentDocument?.querySelectorAll(".square").length === 64 && ` + idle)
	const listed = `| js [...at("play").contentDocument.querySelectorAll("#keys kbd")].map((e) => e.textContent).join(" ") | `
	const told = `| js at("play").contentDocument.getElementById("message").textContent.slice(0, 10) | `
	b.Follow(listed + "← ↑ → ↓ Space Q X A B F E U Ctrl+Z C O L T D")
	b.Follow("f " + told + "Step 1 of")
	b.Follow("d | js document.documentElement.dataset.theme | dark")
	b.Follow("#play, d | js document.documentElement.dataset.theme | light")
	b.Follow("media print | seen .maker #play header | #play")
	b.Follow("media screen, #tab-workbench")
	set(b, "family", "queens")
}

// testNumbers types numbers that are not in the range of their fields, and expects a notice until the next change.
func testNumbers(t *testing.T, b *browsertest.Browser) {
	for _, test := range [][4]string{
		{"n", "31", "30", "Size: expected a whole number from 1 to 30, found 31."}, {"n", "0", "1", "Size: expected a whole number from 1 to 30, found 0."},
		{"queens", "9", "1", "Queens: expected a whole number from 0 to 1, found 9."}, {"samples", "0", "1", "Samples: expected a whole number from 1 to 1000, found 0."},
		{"seed", "-3", "0", "Seed: expected a whole number, found -3."}, {"puzzle-n", "21", "20", "Size: expected a whole number from 4 to 20, found 21."},
	} {
		set(b, test[0], test[1])
		b.Expect(test[0], b.Text("#notice"), test[3])
		b.Expect(test[0], b.Read("js at('"+test[0]+"').value"), test[2])
	}
	set(b, "n", "4")
	b.Follow("| #notice |")
	b.Eval(`(notify("Stopped."), 0)`, new(int))
	b.Follow("a1 | #notice |")
	for command, want := range map[string]string{"": "", "$ qsat": "The commands below are faster in a shell: they use all processors."} {
		b.Eval(fmt.Sprintf(`(engine.ask = (request, progress) => { if (%[1]q) { progress(%[1]q); } return new Promise(() => {}); }, work("", { ask: "puzzle" }).catch(() => 0), job.start -= 30000, 0)`, command), new(int))
		b.Await(`!at("working").hidden`)
		b.Expect("advice after "+command, b.Text("#advice"), want)
		b.Press("Escape")
	}
}

// testShare copies boards as text, because the address of a page from a disk is of no use elsewhere.
func testShare(t *testing.T, b *browsertest.Browser) {
	b.Eval(`(navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0)`, new(int))
	share := func() {
		b.T.Helper()
		b.Eval(`(window.copied = "", 0)`, new(int))
		b.Follow("#share")
		b.Await(`copied && at("notice").textContent !== ""`)
		b.Follow(`| js at("notice").textContent.startsWith("This page is a file on this computer, so a link to it opens nowhere else.") | true`)
	}
	b.Follow("b4")
	share()
	b.Follow("| js copied[0] | #")
	b.Follow("#clear | #notice |")
	write(b, b.String("copied"))
	b.Await(`settings.place.join() === "b4"`)
	board := qgen(b, map[string]any{"n": 5, "place": []string{"a1"}, "encoding": "sequential"})
	drop(b, "q.cnf", board)
	share()
	drop(b, "more.cnf", strings.Replace(board, "\n1 ", "\n7 1 ", 1))
	share()
	b.Expect("a link to a formula", b.Read("js copied.length > 200"), "true")
	b.Follow("#restore")
	set(b, "family", "regions")
	b.Await(`settings.regions !== "AAAAA/BBBBB/CCCCC/DDDDD/EEEEE"`)
	share()
	b.Await(`at("notice").querySelector("button")`)
	b.Follow("#notice button | js copied.startsWith('https://puzz.link/p?starbattle/5/5/1/') | true")
}

// testStop stops a count, and goes on.
func testStop(t *testing.T, b *browsertest.Browser) {
	set(b, "n", "20")
	b.Follow("#count")
	b.Await(`!at("working").hidden`)
	b.Follow(`| js at("doing").textContent !== "" | true`)
	b.Expect("command", b.Text("#pipeline"), "qgen 20 | qsat --count")
	b.Keep("qpage working")
	b.Eval(`(window.pressed = 0, at("stop").addEventListener("pointerup", () => { pressed = performance.now(); }), 0)`, new(int))
	b.Follow("#stop")
	b.Await(`at("working").hidden`)
	t.Logf("Stop took %d ms", b.Number("performance.now() - pressed"))
	b.Follow(`| #notice | Stopped.`)
	b.Expect("after it", ask(b, "#solve"), "A solution:")
	b.Follow("c, Escape | #notice | Stopped.")
	b.Eval(`(engine.worker.terminate(), engine.worker = null, window.whole = engine.module, engine.module = undefined, 0)`, new(int))
	b.Follow("n, Escape | #notice | Stopped.") // before the module is there
	b.Expect("waiting", b.Read("js engine.pending.size"), "0")
	b.Eval(`WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then((empty) => { engine.module = empty; return 0; })`, new(int))
	b.Follow("s")
	b.Await(`!job && at("notice").textContent.startsWith("The browser cannot start the programs: ")`)
	b.Eval(`(engine.module = whole, 0)`, new(int))
	b.Expect("after a failure", ask(b, "#solve"), "A solution:")
	b.Eval(`(engine.module = undefined, engine.worker = null, window.compiled = async () => { throw new Error("no memory"); }, engine.load().then(() => 0))`, new(int))
	b.Follow("c, s | #notice | This browser cannot run the programs: no memory")
}

func testReload(t *testing.T, b *browsertest.Browser) {
	other := `(localStorage.setItem(stateKey, '{"settings":{"n":5}}'), 0)` // as another tab does
	b.Eval(other, new(int))
	b.Follow("reload | js settings.n | 8")
	b.Follow("a1, #block-tool, h1, #theme")
	b.Eval(other, new(int))
	b.Follow("reload")
	b.Await(loaded + ` && made.includes("a1")`)
	b.Follow(`
		| #told | 1 of 8 queens.
		| js settings.block | h1
		| js document.documentElement.dataset.theme | dark`)
	write(b, "p cnf 1 1\n1 0\n")
	b.Follow("reload")
	b.Eval(`written.then(() => 0)`, new(int))
	b.Follow(`| js at("formula").value.length | 14`)
	b.Expect("count", ask(b, "#count"), "1 model.")
	b.Follow("#tab-puzzles, reload | seen #puzzles #workbench | #puzzles")
}

// testLinks writes and reads the links of 100 boards.
func testLinks(t *testing.T, b *browsertest.Browser) {
	b.Eval(`(async () => {
		let state = 1;
		const random = (n) => (state = state * 48271 % 2147483647) % n, longest = [];
		for (let i = 0; i < 100; i++) {
			const n = 1 + i % 15, squares = () => upTo(random(n * n)).map(() => squareName(random(n * n), { n })), family = Object.keys(families)[i % 7];
			const board = checked({ family, n, columns: i % 3 ? n : 1 + random(15), piece: allPieces[random(8)].name, place: squares(), block: squares(), stars: 1 + random(3), queens: random(n), variant: i % 2 ? "torus" : "", regions: upTo(n).map(() => upTo(n).map(() => regionNames[random(n)]).join("")).join("/") });
			const hash = await hashOf(board, "workbench"), { tab, ...raw } = JSON.parse(await textOf(hash));
			longest.push(hash.length);
			if (JSON.stringify(checked(raw)) !== JSON.stringify(board)) { throw new Error(JSON.stringify([board, raw])); }
		}
		if (Math.max(...longest) > 1900) { throw new Error("a link has " + Math.max(...longest) + " characters"); }
		return 0; })()`, new(int))
	for _, grid := range []string{"AABB/AABC/DDCC/DDCC", "1 1 2 2\n1 1 2 30\n4 4 30 30\n4 4 30 30", "#AABB/AABC/DDCC/DDCC", "https://example.org/queens.html#AABB%2FAABC/DDCC/DDCC", "AABBAABCDDCCDDCC", "1122\n1123\n4433\n4433", `[["a","a","b","b"],["a","a","b","c"],["d","d","c","c"],["d","d","c","c"]]`} {
		b.Eval(fmt.Sprintf(`(openTab("workbench"), setProblem(checked({ n: 8 })), openLink(%q).then(() => 0))`, grid), new(int))
		b.Await(`settings.family === "regions" && settings.n === 4 && new Set(settings.regions.replaceAll("/", "")).size === 4`)
	}
	const opened = `settings.regions === "AABB/AABC/DDCC/DDDC" && settings.n === 4 && !own && ` + loaded
	b.Eval(`(setProblem(checked({ n: 8 })), written.then(() => 0))`, new(int))
	write(b, "1122\n1123\n4433\n4443\n")
	b.Await(opened)
	b.Follow("#undo | js [settings.n, own] | 8,")
	b.Eval(`written.then(() => 0)`, new(int)) // the formula of the board would take the selection
	write(b, "AABB/AABC/DDC/DDDC")
	b.Await(`!at("fault").hidden`)
	b.Follow("| #fault | the regions:1:14: expected a row of 4 cells like the first, found 3\n#restore")
	file := filepath.Join(t.TempDir(), "archive.json")
	os.WriteFile(file, []byte(`{"id": 7, "regions": [[1, 1, 2, 2], [1, 1, 2, 3], [4, 4, 3, 3], [4, 4, 4, 3]]}`), 0o666) // Drop notices a failure
	b.Drop("#stage", file)
	b.Await(opened)
	b.Eval(`(at("link").value = "", at("link").dispatchEvent(new ClipboardEvent("paste", { clipboardData: (() => { const d = new DataTransfer(); d.setData("text", "AAB\nABB\nCCC\n"); return d; })(), cancelable: true })), 0)`, new(int))
	b.Follow(`| js at("link").value | AAB/ABB/CCC`)
	b.Eval(`(setProblem(checked({ n: 8 })), written.then(() => 0))`, new(int))
	b.Follow("a1, #share")
	b.Await(`location.hash !== ""`)
	b.Eval(`(localStorage.clear(), sessionStorage.clear(), 0)`, new(int))
	b.Follow("reload")
	b.Await(`settings.place.length === 1`)
	b.Follow("b3 | js location.hash | ")
	write(b, "p cnf 1 1\n1 0\n") // the link must not drop it, nor the puzzle
	b.Eval(`(puzzle = checked({ n: 4 }), keepState(), hashOf(checked({ n: 5 }), "workbench").then((hash) => { history.replaceState(null, "", "#" + hash); return 0; }))`, new(int))
	b.Follow("reload")
	b.Await(`settings.n === 5`)
	b.Follow("reload, #undo | js [at('formula').value.slice(0, 9), puzzle.n] | p cnf 1 1,4")
	b.Eval(`(upTo(300).forEach(remember), 0)`, new(int))
	b.Expect("limit of undo", b.Read("js past.length"), "200")
	b.Eval(`(own = { request: { bytes: { length: 40e6 } } }, remember(), remember(), own = null, 0)`, new(int))
	b.Expect("limit of bytes", b.Read("js past.length"), "1")
}

// testHostile opens links, files and storage of attackers.
func testHostile(t *testing.T, b *browsertest.Browser) {
	for _, hash := range []string{"x", "%00", "AAAA", strings.Repeat("A", 100000)} {
		b.Eval(fmt.Sprintf(`(at("notice").textContent = "", location.hash = %q, 0)`, hash), new(int))
		b.Await(`at("notice").textContent === "This link contains no problem."`)
	}
	b.Eval(`openLink("https://puzz.link/p?nurikabe/4/4/0").then(() => 0)`, new(int))
	b.Follow(`| #notice | the link: expected one that this page has copied, one to a Star Battle of puzz.link, or regions such as AAB/ABB/CCC`)
	for _, settings := range []string{`{"family":"__proto__","n":1e9}`, `{"n":"8","place":["<img src=x>", "a99", 7, null]}`, `{"family":"regions","n":4,"regions":"<b>/<b>/<b>/<b>"}`, `null`, `{"n":8,"place":{"length":1e9}}`} {
		b.Eval(`(setProblem(checked(JSON.parse(`+fmt.Sprintf("%q", settings)+`))), 0)`, new(int))
		b.Await(loaded)
	}
	b.Eval(`openLink("https://puzz.link/p?starbattle/30/30/1/" + "0".repeat(174) + "v".repeat(174)).then(() => 0)`, new(int))
	b.Follow(`| #notice | This page has boards with at most 26 rows, 26 regions and 5 stars.`)
	b.Eval(`(sessionStorage.setItem(stateKey, '{"past":[null,{"own":7}],"earlier":{"length":1e9},"settings":{"family":{"toString":1},"place":[{"toString":1}]},"own":{"name":{"toString":1},"text":""}}'), 0)`, new(int))
	b.Follow("reload")
	b.Await(loaded)
	write(b, "c board: 4\nc variable 1: <img src=x onerror=alert(1)>\nc 1 <script>\np cnf 16 1\n1 <b> 0\n")
	b.Follow(`| count #workbench img, #workbench b, #workbench script | 0`)
	write(b, "p cnf 99999999999 1\n1 0\n")
	b.Follow(`| seen #fault | #fault`)
	long := filepath.Join(t.TempDir(), "<img src=x>.cnf")
	if err := os.WriteFile(long, []byte("p cnf 100000 200000\n"+strings.Repeat("-1 2 100000 0\n", 200000)), 0o666); err != nil {
		t.Fatal(err)
	}
	b.Drop("#stage", long)
	b.Await(`formula.cut`)
	b.Follow(`
		| js at("formula").value.split("\n").length <= 5000 | true
		| #pipeline | cat formula.cnf | qsat | qshow
		| count #workbench img | 0`)
}

// testPuzzles makes a puzzle, plays it, and opens links to it.
func testPuzzles(t *testing.T, b *browsertest.Browser) {
	b.Follow("#tab-puzzles")
	b.Await(`puzzle && at("play").contentDocument?.querySelectorAll(".square").length === 64`)
	b.Await(idle)
	b.Follow(`
		| js at("play").contentDocument.getElementById("message").textContent | 0 of 8 queens.
		| js at("play").contentDocument.getElementById("forward").hidden | false
		| js at("play").contentDocument.getElementById("theme").hidden | true
		#tab-workbench | #size | 64 variables, 744 clauses
		#tab-puzzles | seen #play | #play`)
	b.Follow(`
		| js /^star-battle-8-(easy|medium|hard)-17.svg$/.test(downloadName("svg", [puzzleDifficulty, 17], puzzle)) | true
		| js [{ n: 5, piece: "king" }, { n: 4, columns: 6 }, { family: "armies", piece: "bishop" }, { family: "domination", piece: "king" }, { family: "regions", stars: 2 }].map((all) => downloadName("cnf", [], checked(all))).join(" ") | kings-5.cnf queens-4x6.cnf two-armies-bishops-8.cnf dominating-kings-8.cnf star-battle-8-2-stars.cnf
		| js JSON.stringify([29, 30].map((day) => puzzleOfDay(new Date(2026, 10, day)))) | [{"family":"regions","n":10,"difficulty":"hard","seed":20261129},{"family":"regions","n":8,"difficulty":"easy","seed":20261130}]`)
	b.Eval(`(at("link").value = "no link", 0)`, new(int)) // must not keep New puzzle from working
	b.Eval(`(window.puzzleOfDay = () => ({ family: "regions", n: 6, difficulty: "easy", seed: 20261130 }), at("daily").click(), 0)`, new(int))
	b.Await(`puzzleSeed === 20261130 && !job`)
	b.Eval(`(window.today = puzzle.regions, at("earlier").click(), 0)`, new(int))
	b.Await(`puzzle.n === 8 && !job`)
	b.Eval(`(at("daily").click(), 0)`, new(int))
	b.Await(`puzzle.regions === today && !job`)
	set(b, "puzzle-n", "7")
	set(b, "puzzle-difficulty", "hard")
	b.Follow("reload")
	b.Await(`!job && puzzle?.n === 6`)
	b.Follow(`| js [at("puzzle-n").value, at("puzzle-difficulty").value] | 7,hard`)
	set(b, "puzzle-n", "8")
	set(b, "puzzle-difficulty", "")
	b.Follow("#earlier")
	b.Await(`puzzle.n === 8 && earlier.length === 0 && !job`)
	b.Follow("#make")
	b.Await(`earlier.length === 1 && !job`)
	b.Eval(`(document.querySelector(".maker details").open = true, at("link").focus(), at("link").select(), 0)`, new(int))
	b.Call("Input.insertText", map[string]any{"text": "puzz.link/p?starbattle/4/4/1/9k83og"}, nil)
	b.Press("Enter")
	b.Await(`puzzle.n === 4 && at("play").contentDocument?.querySelectorAll(".square").length === 16`)
	b.Expect("regions", b.Read("js puzzle.regions"), "AABB/AABC/DDCC/DDDC")
	b.Follow("#puzzle-elsewhere")
	b.Await(`at("puzzle-elsewhere").textContent === "Copied"`)
	b.Follow("#share")
	b.Await(`location.hash.length > 10`)
	b.Follow("reload")
	b.Await(`!at("puzzles").hidden && puzzle && puzzle.n === 4 && !job`)
	b.Follow("#earlier")
	b.Await(`puzzle.n === 8 && earlier.length === 1`)
	b.Await(`at("play").contentDocument?.querySelectorAll(".square").length === 64`)
	b.Eval(`(at("play").contentDocument.querySelector(".square").dispatchEvent(new MouseEvent("click", { bubbles: true })), 0)`, new(int))
	b.Follow(".maker summary, #to-workbench | seen #puzzles #workbench | #workbench")
	b.Expect("in the workbench", ask(b, "#count"), "1 solution.")
	b.Follow(`
		#back-to-game | seen #puzzles #workbench | #puzzles
		| js [...at("play").contentDocument.querySelectorAll("#stage .note")].some((e) => e.getAttribute("d")) | true`)

	// There is no hard puzzle of four queens.
	b.Eval(`(at("puzzle-family").value = "queens", at("puzzle-n").value = 4, at("puzzle-difficulty").value = "hard", at("puzzle-piece").value = "", showMaker(), 0)`, new(int))
	b.Follow("#make")
	b.Await(`at("notice").querySelector("button")`)
	b.Follow(`| #notice | No puzzle: found no hard puzzle on 500 random boards: try again, or choose a larger board. Try on`)
	b.Follow("#notice button")
	b.Await(`!at("working").hidden && at("doing").textContent.startsWith("Attempt ")`)
	b.Follow("#stop | #notice | Stopped.")
	b.Eval(`(at("puzzle-n").value = 6, at("puzzle-difficulty").value = "", engine.ask = ((ask, left) => function (...request) {
		return left-- > 0 ? Promise.reject(new Error("no puzzle: found no hard puzzle on 500 random boards: try again, or choose a larger board")) : ask.apply(this, request);
	})(engine.ask, 3), 0)`, new(int))
	b.Follow("#make, #notice button")
	b.Await(idle + ` && puzzle.n === 6`)
	b.Follow(`| #notice |`)
}

// testWorksheets makes worksheets in the dialog, prints and saves them, and plays their puzzles, also from a link.
func testWorksheets(t *testing.T, b *browsertest.Browser) {
	const preview = `js at("sheet-preview").contentDocument.`
	shown := func() { // waits until the preview shows the set
		b.T.Helper()
		b.Await(idle + ` && sheet?.puzzles.length === Number(at("sheet-number").value) && at("sheet-preview").contentDocument.querySelectorAll(".puzzles figure").length === sheet.puzzles.length`)
	}
	choose := func(fields ...string) {
		b.T.Helper()
		for i := 2; i < len(fields); i += 2 {
			b.Eval(fmt.Sprintf(`(at("sheet-%s").value = %q, 0)`, fields[i], fields[i+1]), new(int))
		}
		set(b, "sheet-"+fields[0], fields[1])
		shown()
	}
	b.Eval(`(navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0)`, new(int))
	b.Follow("#tab-puzzles")
	b.Eval(`changeLanguage({ language: "fr", symbol: "star" }).then(() => 0)`, new(int))
	b.Follow("#sheets")
	shown()
	b.Follow("| js ['family', 'n', 'lang', 'symbol', 'difficulty'].map((name) => at('sheet-' + name).value).join() | regions,8,fr,star,")
	b.Keep("qpage worksheet fr")
	b.Follow("Escape")
	b.Eval(`changeLanguage({ language: "en", symbol: "queen" }).then(() => 0)`, new(int))
	b.Follow("#sheets")
	choose("n", "6", "number", "7", "difficulty", "mixed")
	b.Eval(`(window.drawnOnce = JSON.stringify(sheet.puzzles), 0)`, new(int))
	choose("number", "4")
	choose("number", "7", "lang", "de", "title", "Übung <b>", "columns", "3", "paper", "letter", "symbol", "star")
	b.Follow(`
		| js JSON.stringify(sheet.puzzles) === drawnOnce | true
		| ` + preview + `querySelectorAll(".answers figure").length | 7
		| ` + preview + `querySelector("h1").textContent | Übung <b>
		| ` + preview + `querySelector("section").getBoundingClientRect().width / at("sheet-preview").contentDocument.querySelector("figure").getBoundingClientRect().width > 3 | true
		| js [...at("sheet-preview").contentDocument.querySelectorAll(".puzzles figcaption")].map((e) => /leicht|mittel|schwer/.exec(e.textContent)[0]).join(" ") | leicht leicht leicht mittel mittel schwer schwer
		| js at("sheet-command").textContent.replace(/seed=\d+/g, "seed=7").replace(/.*; /, "") | qgen --difficulty=hard --family=regions --seed=7 6) | qshow --puzzle --format=html --answers=- --columns=3 --lang=de --paper=letter --symbol=star '--title=Übung <b>' > worksheet.html`)
	b.Eval(`(at("sheet-preview").contentWindow.print = () => { window.printed = true; }, 0)`, new(int))
	b.Follow("#sheet-print | js printed | true")
	b.Eval(`(window.printed = false, 0)`, new(int))
	b.Follow("Ctrl+p | js printed | true")
	dir := t.TempDir()
	b.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir, "eventsEnabled": true}, nil)
	for _, save := range []string{"#sheet-save", "#sheet-page"} {
		b.Follow(save)
		b.AwaitEvent("Browser.downloadProgress", `"completed"`)
	}
	for i, size := range [][2]int{{1280, 800}, {768, 1024}, {360, 740}} {
		b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": []string{"light", "dark"}[i%2]}}}, nil)
		b.Window(size[0], size[1], false)
		b.AwaitFrame()
		b.Follow("| js at('worksheet').scrollWidth <= at('worksheet').clientWidth | true")
		b.Keep(fmt.Sprintf("qpage worksheet %d", size[0]))
		b.CheckContrast()
	}
	b.Eval(`(document.querySelector("#worksheet details").open = true, at("sheet-copy").scrollIntoView(), 0)`, new(int))
	b.Keep("qpage worksheet preview")
	b.Eval(`(at("sheet-answers").click(), 0)`, new(int))
	shown()
	b.Follow("| " + preview + `querySelectorAll(".answers").length | 0`)
	set(b, "sheet-number", "31")
	b.Follow("| #sheet-told | Number of puzzles: expected a whole number from 1 to 30, found 31.")
	b.Eval(`(at("sheet-n").value = 9, at("sheet-others").click(), 0)`, new(int))
	b.Await(`!at("working").hidden && at("doing").textContent.startsWith("Making puzzle ")`)
	b.Keep("qpage worksheet working")
	b.Follow("#stop | #sheet-told | Stopped.")

	b.Window(1366, 768, false) // a narrow window folds the form
	choose("number", "12", "difficulty", "", "n", "8")
	b.Follow("#sheet-link")
	b.Await(`window.copied`)
	b.Follow(`| js at("sheet-told").textContent.startsWith("This page is a file on this computer, so a link to it opens nowhere else. Copied instead: the puzzles as text") | true
		Escape | js at("worksheet").open | false`)
	t.Logf("the link to 12 star battles of size 8 has %d characters", b.Number("copied.length"))
	b.Eval(`(window.boards = sheet.puzzles.map(({ regions }) => regions).join(), openLink(copied).then(() => 0))`, new(int))
	played := func(place string) {
		b.T.Helper()
		b.Await(idle + ` && playedSet && at("play").contentDocument.getElementById("place")?.textContent === "` + place + `"`)
	}
	played("1 von 12")
	b.Follow(`
		| js playedSet.puzzles.map(({ regions }) => regions).join() === boards && copied.length < 2500 | true
		| js at("play").contentDocument.title | Übung <b>
		| js puzzle.regions === playedSet.puzzles[0].regions | true`)
	b.Eval(`(at("play").contentDocument.getElementById("next").click(), 0)`, new(int))
	b.Await(`puzzle.regions === playedSet.puzzles[1].regions && !at("to-workbench").disabled`)
	b.Eval(`(at("play").contentDocument.getElementById("previous").click(), 0)`, new(int))
	b.Follow(`
		#sheets`)
	shown()
	b.Follow(`| js sheet.puzzles.map(({ regions }) => regions).join() === boards | true
		#sheet-close, reload`)
	played("1 von 12")
	b.Follow("#sheets")
	shown()
	b.CheckNames()
	choose("number", "2")
	b.Follow("#sheet-play")
	played("1 von 2")
	b.Follow("#share")
	b.Await(`at("share").textContent === "Copied"`)
	for _, hash := range []string{"(await hashOf(playedSet, 'puzzles')).slice(0, 100)", `await hashOf({ puzzles: Array(31).fill({ n: 4 }) }, "puzzles")`, `await hashOf({ puzzles: [null] }, "puzzles")`, `await hashOf({ puzzles: "no" }, "puzzles")`} {
		b.Eval(`(async () => { notify(""); await openHash(`+hash+`); return 0; })()`, new(int))
		b.Follow("| #notice | This link contains no problem.")
	}
	b.Follow("#make")
	b.Await(`puzzle && !playedSet && ` + idle)
	b.Open(filepath.Join(dir, "star-battle-6-worksheet-7.html"))
	b.Follow("| count .puzzles figure | 7")
	if n := b.Pages(); n != 2 {
		t.Errorf("%d pages", n)
	}
	b.Open(filepath.Join(dir, "star-battle-6-puzzles-7.html"))
	b.Follow("| #place | 1 von 7")
}

func testLesson(t *testing.T, b *browsertest.Browser) {
	set(b, "n", "4")
	b.Follow("#tab-lesson")
	b.Await(`at("lesson-page").contentDocument?.querySelectorAll(".square").length === 16`)
	b.Eval(`(at("lesson-page").contentDocument.getElementById("next").click(), 0)`, new(int))
	b.Follow(`| js at("lesson-page").contentDocument.getElementById("message").textContent.slice(0, 12) | Tour, 2 of 5`)
	b.Follow("#tab-workbench")
	set(b, "n", "30")
	b.Follow("#tab-lesson")
	b.Await(`!at("no-lesson").hidden`)
	b.Follow("#small-lesson")
	b.Await(`!at("lesson-page").hidden && settings.n === 4`)
	b.Follow("#tab-workbench")
	write(b, "c 1 Ada\nc 2 <b>\np cnf 2 2\n1 2 0\n-1 0\n")
	b.Follow("#tab-lesson")
	b.Await(`at("lesson-page").contentDocument?.querySelector("#stage")?.textContent === "Ada: no value <b>: no value "`)
	b.Eval(`(["tour", "all"].forEach((id) => at("lesson-page").contentDocument.getElementById(id).click()), 0)`, new(int))
	b.Follow(`| js at("lesson-page").contentDocument.getElementById("message").textContent.slice(-36) | tisfied: this is a model. True: <b>.`)
}

// testExercises solves all exercises, each after wrong answers, by mouse, finger and keyboard.
func testExercises(t *testing.T, b *browsertest.Browser) {
	exercise := func(n int) { b.Follow(fmt.Sprintf("#exercise-list button:nth-child(%d)", n)) }
	told := func(wants ...string) {
		t.Helper()
		b.Await(idle + ` && !at("feedback").hidden`)
		for _, want := range wants {
			if got := b.Text("#feedback"); !strings.Contains(got, want) {
				t.Errorf("%q lacks %q", got, want)
			}
		}
		b.Eval(`(at("feedback").hidden = true, 0)`, new(int))
	}
	check := func(wants ...string) {
		t.Helper()
		b.Follow("#check")
		told(wants...)
	}
	write := func(text string, wants ...string) {
		t.Helper()
		b.Eval(`(at("clauses").focus(), at("clauses").select(), 0)`, new(int))
		b.Call("Input.insertText", map[string]any{"text": text}, nil)
		check(wants...)
	}
	press := func(numbers ...int) {
		for _, n := range numbers {
			b.Follow(fmt.Sprintf(`#exercise-area [data-lit="%d"]`, n))
		}
	}
	b.Follow("#tab-exercises | #exercise-title | 1. Read a clause")
	press(6, 1, 2, 3, 5)
	check("You have chosen these values, but they make all literals of the clause false:", "You have not chosen these values")
	press(6, 0, 7)
	check("✓ Right.A clause forbids only")

	exercise(2)
	check("This is no model, because all literals of the clause 3 4 5 0 are false.")
	b.UseFinger(true)
	b.Follow(`~#exercise-area [data-lit="2"], ~#exercise-area [data-lit="3"] | count .clauses .true | 9`)
	b.UseFinger(false)
	check("✓ Right.This is a model")

	exercise(3)
	for _, step := range [][2]string{{"4", "The literal 4 does not follow: in no clause are all other literals false."}, {"3", "Right: 3 follows from the clause 3 -5 0, because its other literals are false."},
		{"Nothing follows", "There is more: a clause is false, or all its literals but one are false."}, {"Conflict", "There is no conflict: each clause has a literal that is not false."}, {"4", "Right: 4 follows"}, {"-1", "Right: -1"}, {"6", "Right: 6"},
		{"2", "All literals of a clause are false already. Then propagation ends."}, {"Conflict", "✓ Right.All literals of the clause -4 -6 0 are false"}} {
		b.Eval(fmt.Sprintf(`([...document.querySelectorAll("#exercise-area button")].find((e) => e.textContent === %q).id = "wanted", 0)`, step[0]), new(int))
		b.Follow("#wanted")
		told(step[1])
	}

	exercise(4)
	write("1 2 3 0\n1 x 0", `Line 2, column 3: expected a literal, found "x"`)
	write("1 2\n3 0", "Line 1 does not end with 0.")
	write("1 2 3 0\n-1 -2 0", "Too weak")
	write("1 0\n-2 0\n-3 0", "Too strong", "Your clause 1 0 is false here.")
	write("1 2 0\n-2 -3 0", "Too weak", "Too strong")
	b.Follow("#reveal | count #feedback pre, #check:disabled, #reveal[hidden] | 3")
	b.Follow("#again | js at('clauses').value | \n#reveal")
	write("c 4 is true if 1 or 2 is\n-1 4 0\n-2 4 0\n1 2 -4 0\n-1 -2 0\n3 4 0\n-3 -4 0", "✓ Right.")

	exercise(5)
	x, y := b.Place(".cells button")
	toX, toY := b.Place(".cells tr:last-child td:last-child button")
	b.UseFinger(true)
	b.Touch(x, y, toX, toY)
	b.UseFinger(false)
	b.Follow(`| js [...document.querySelectorAll(".cells [aria-pressed=true]")].map((e) => e.textContent) | 1,6,11,16`)
	b.Follow(`#exercise-area .tools button:nth-of-type(2) | js at("clauses").value.split("\n").join() | -1 -6 0,-1 -11 0,-1 -16 0,-6 -11 0,-6 -16 0,-11 -16 0,`)
	b.Drag(".cells button", ".cells td:last-child button")
	b.Follow(`#exercise-area .tools button:nth-of-type(1) | js at("clauses").value.split("\n").at(-2) | 1 2 3 4 0`)
	four := qgen(b, map[string]any{"n": 4})
	clauses := four[strings.Index(four, "1 2 3"):]
	check("Too weak: your clauses allow this, but it is no solution.")
	write(strings.Replace(clauses, "-2 -7 0\n", "", 1), "Too weak", "b4 and c3")
	write(four+"-2 0\n", "expected 84 clauses as the header says, found 85")
	write(clauses+"-2 0\n", "Too strong: this is a solution, but your clauses forbid it.Your clause -2 0 is false here.")
	write(qgen(b, map[string]any{"n": 4, "encoding": "sequential"}), "✓ Right.")

	exercise(6)
	check("Write a clause first.")
	write("3 4 5 0", "Your clause does not follow.")
	write("2 -2 3 4 5 0", "Your clause says too little.")
	write("1 -2 3 4 5 0", "The resolvent does not contain variable 1")
	write("5 4 3 -2 0", "✓ Right.")
	b.Follow("#another") // a tautology
	write("-3 5 0", "does not follow")
	press(1)
	check("✓ Right.The resolvent contains a literal and its complement")

	exercise(7)
	press(5)
	check("This way leads around the cut:")
	press(6, -9)
	check("of its literals are of level 3")
	press(5, 6, -8, 4)
	check("✓ Right.This is the clause")
	b.Follow("| count #exercise-area .uip | 1")

	exercise(8)
	right := b.String(`item.question().then(({ right }) => right)`)
	write(strings.Replace(right, "-10 -11 0\n", "", 1), "Too weak", "Region D has several colours.")
	write(strings.Replace(right, "-1 -4 0\n", "", 1), "Too weak", "Regions A and B have a common border, and the same colour.")
	write("c\n", "Too weak", "has no colour.")
	write(right+"\n-1 0\n", "Too strong")
	write(right+"\n-1 13 0\n1 -13 0\n", "✓ Right.")
	b.Follow(`reload | js [at("solved").textContent, at("exercise-title").textContent, at("clauses").value.endsWith("-13 0\n")].join() | 8 of 8 solved,8. Colour a map,true`)
	b.Follow("#again | #solved | 7 of 8 solved")
	b.Eval(`(async () => { // the solution of each variant is right
		for (let i = 0; i < 80; i++) {
			const state = Object.assign(practice[i % 8], { variant: Math.floor(i / 8), text: "", chosen: [], shown: false });
			showExercise(i % 8);
			state.text = (await item.solve() ?? []).find((e) => e.tagName === "PRE")?.textContent ?? "";
			if (item.question && item.wrong(await engine.ask({ ask: "compare", ...await item.question() })).length > 0) { throw new Error("variant " + i + " " + state.text); }
		}
		return 0; })()`, new(int))
	b.Eval(`(sessionStorage.setItem(stateKey, '{"tab":"exercises","exercise":"__proto__","practice":[7,{"text":{},"variant":-1,"chosen":[{},1e99]},null,{"text":"<b>"}]}'), 0)`, new(int))
	b.Follow("reload")
	b.Await(loaded)
	b.Follow(`| js [practice.length, practice[1].text, practice[1].chosen.length, exercise].join() | 8,,0,0`)
}

// testKeyboard reaches everything by Tab, and checks that everything has a name.
func testKeyboard(t *testing.T, b *browsertest.Browser) {
	seen := map[string]bool{}
	for range 60 {
		b.Press("Tab")
		seen[b.String(`document.activeElement.id || document.activeElement.className.baseVal || document.activeElement.tagName`)] = true
	}
	for _, id := range []string{"tab-workbench", "share", "theme", "family", "n", "square", "queen-tool", "formula", "open", "solve", "count", "steps", "pipeline", "copy"} {
		if !seen[id] {
			t.Errorf("Tab does not reach %s: %v", id, seen)
		}
	}
	b.CheckNames()
}

// testPhone checks the page on phones, used with a finger.
func testPhone(t *testing.T, b *browsertest.Browser) {
	for _, width := range []int{360, 390} {
		b.Window(width, 844, true)
		b.Follow(fmt.Sprintf(`
			| js document.scrollingElement.scrollWidth | %d
			| js [...document.querySelectorAll("button")].filter((e) => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 38)).map((e) => e.id) | `, width))
	}
	b.Follow(`
		~#fewest | #notice | Fewest: this puzzle has no number to minimise.
		~d4, ~#solve`)
	b.Await(idle)
	b.Follow(`| #headline | A solution:`)
	b.Await(`at("result").getBoundingClientRect().top < innerHeight / 2`)
	// A notice is in view, although the page has scrolled.
	b.Eval(`(notify("Stopped."), scrollTo(0, 600), 0)`, new(int))
	b.AwaitFrame()
	b.Follow("| js document.elementFromPoint(40, at('notice').getBoundingClientRect().top + 10).id | notice")
	// Message, board and buttons of a puzzle are in one view, and keys work.
	b.Window(360, 740, true)
	b.Eval(`(window.wishes = () => ({ family: "regions", n: 10, stars: 2, seed: 1 }), 0)`, new(int))
	b.Follow("~#tab-puzzles | seen #puzzles #workbench | #puzzles")
	b.Await(`!job && at("play").contentDocument?.querySelectorAll(".square").length === 100`)
	b.Follow("f")
	b.Eval(`(at("play").contentDocument.getElementById("message").textContent += " A queen there would leave no room.".repeat(5), 0)`, new(int))
	b.Follow(`
		| js at("play").contentDocument.getElementById("message").textContent.slice(0, 8) | Step 1 o
		| js (({ top, left }, ids) => [58, ...ids.map((e) => e.getBoundingClientRect()).flatMap((r) => [top + r.top, top + r.bottom]), at("tab-puzzles").getBoundingClientRect().top].every((y, i, all) => i === 0 || y >= all[i - 1] - 1))(at("play").getBoundingClientRect(), ["message", "stage", "clear"].map((id) => at("play").contentDocument.getElementById(id))) | true
		| js document.scrollingElement.scrollHeight <= innerHeight | true
		| seen #wishes #earlier #make #unfold | #make #unfold
		~#unfold | js at("puzzle-n").checkVisibility() | true`)
}

// testSizes keeps screenshots of several windows, light and dark, and checks that nothing is cut off.
func testSizes(t *testing.T, b *browsertest.Browser) {
	ask(b, "#all")
	for _, scheme := range []string{"light", "dark"} {
		b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
		for _, size := range [][2]int{{390, 844}, {768, 1024}, {1366, 768}, {1920, 1080}} {
			b.Window(size[0], size[1], false)
			b.AwaitFrame()
			b.Follow(fmt.Sprintf("| js document.documentElement.scrollWidth <= %d | true", size[0]))
			b.Keep(fmt.Sprintf("qpage %d %s", size[0], scheme))
			b.CheckContrast()
		}
	}
	for _, language := range []string{"de", "fr", "es", "pl"} { // whose words are longer
		set(b, "language", language)
		b.Await(`document.documentElement.lang === "` + language + `"`)
		for _, tab := range []string{"puzzles", "exercises", "workbench"} {
			b.Follow("#tab-" + tab)
			b.Await(idle)
			for _, size := range [][2]int{{360, 740}, {768, 1024}, {1280, 800}} {
				b.Window(size[0], size[1], false)
				b.AwaitFrame()
				b.Follow(fmt.Sprintf(`
					| js document.documentElement.scrollWidth <= %d | true
					| js [...document.querySelectorAll("button, select, summary")].filter((e) => e.scrollWidth > e.clientWidth + 1 && e.offsetParent).map((e) => e.textContent) | `, size[0]))
				b.Keep(fmt.Sprintf("qpage %s %d %s", tab, size[0], language))
			}
		}
	}
}

// testSame compares the answers of the page with the answers of the programs, on 50 instances.
func testSame(t *testing.T, b *browsertest.Browser) {
	bench := &workbench.Bench{}
	answer := func(request map[string]any) (native, page map[string]any) {
		text, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(bench.Answer(text, nil), &native); err != nil {
			t.Fatal(err)
		}
		b.Eval(fmt.Sprintf(`engine.ask(JSON.parse(%q)).catch((e) => ({ error: e.message }))`, text), &page)
		delete(native, "seconds")
		delete(page, "seconds")
		return native, page
	}
	families := []string{"queens", "superqueens", "regions", "dominoes", "colouring"}
	for i := range 25 {
		settings := map[string]any{"n": 4 + i/5, "family": families[i%5]}
		if families[i%5] == "regions" {
			settings["unique"], settings["seed"] = true, i
		}
		for _, request := range []map[string]any{{"ask": "problem", "settings": settings}, {"ask": "question", "question": []string{"solve", "count"}[i%2]}} {
			if native, page := answer(request); fmt.Sprint(native) != fmt.Sprint(page) {
				t.Errorf("%v: the page answers %.300v, expected %.300v", request, page, native)
			}
		}
	}
}

// recorder is a script that collects the texts of the page in a set, from its last load on.
const recorder = `if (window === top) {
	window.seen = new Set();
	const visit = (e) => {
		if (e.nodeType === 3 && e.parentElement && !e.parentElement.closest("script, style, noscript, title, [translate=no]")) { seen.add(e.data.trim()); }
		if (e.nodeType === 1) { ["title", "aria-label", "placeholder"].forEach((name) => seen.add((e.getAttribute(name) ?? "").trim())); e.childNodes.forEach(visit); }
	};
	new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => document.documentElement?.lang === "en" && (addedNodes.length > 0 ? addedNodes : [target]).forEach(visit)))
		.observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["title", "aria-label", "placeholder"] });
}`

// checkTexts checks that every text that the page has shown in English has a translation, except names and
// messages of the programs.
func checkTexts(b *browsertest.Browser, texts []string) {
	b.T.Helper()
	text, err := json.Marshal(texts)
	if err != nil {
		b.T.Fatal(err)
	}
	var left []string
	b.Eval(`(async () => {
		const texts = [...new Set(`+string(text)+`)].filter((text) => /[a-z]{3}/.test(text)), left = new Map(texts.map((text) => [text, 0]));
		await readTable();
		for (const language of table[0].slice(1)) {
			document.documentElement.lang = language;
			speak(rowsOf(language, false), true);
			texts.forEach((text) => { left.set(text, left.get(text) + (translated(text) === text)); });
		}
		return [...left].filter(([, times]) => times === 4).map(([text]) => text); })()`, &left)
	for _, text := range left {
		if !isName.MatchString(text) {
			b.T.Errorf("no words for %q", text)
		}
	}
}

var isName = regexp.MustCompile(`^(Star Battle|Backbone|puzz\.link|https:.*|.*\.(w?cnf|drat)\b.*|.*(Ada|Bob).*|Ctrl\+Z|p (cnf|show) .*|(generator|arguments|board|family|variant|form|encoding|seed|objective|placed|blocked|blocked-diagonals|placed queens|empty squares|number of \w+|symmetry class): .*|.*<script>.*|[\d.]+ % of .*|\d+ conflicts, .*|Line \d+, column .*|the regions:\d.*|three|five|Four\..*)$`)

// testLanguage changes the language of the page, without a reload, and of the pages in frames.
func testLanguage(t *testing.T, b *browsertest.Browser) {
	const texts = `JSON.stringify([...document.querySelectorAll("body *")].flatMap((e) => e.matches("script, noscript") ? [] : [e.title, e.placeholder, e.getAttribute("aria-label"), ...[...e.childNodes].map((c) => c.nodeType === 3 ? c.data : "")]))`
	b.Follow("#options summary, #settings summary")
	b.Expect("count", ask(b, "#count"), "92 solutions.")
	english := b.String(texts)
	choose := func(language string) {
		set(b, "language", language)
		b.Await(`document.documentElement.lang === "` + language + `"`)
		b.Await(idle)
	}
	choose("pl")
	choose("es")
	choose("en")
	if got := b.String(texts); got != english {
		t.Errorf("in English again: %s, expected %s", got, english)
	}
	choose("de")
	b.Follow(`
		| #headline | 92 Lösungen.
		| js at("time").textContent.includes(",") | true
		| #size | 64 Variablen, 744 Klauseln
		| js at("solve").title | Eine Lösung finden (S)
		| js [at("assume").placeholder, document.title, at("told").textContent] | 1 -3 oder a1,Damen,0 von 8 Damen.
		| js at("keys").textContent.includes("S Lösen") | true
		| js at("stage").firstElementChild.getAttribute("aria-label").slice(0, 22) | Das Problem, 8 mal 8. 
		a1, b2 | #told | Die Damen auf b2 und a1 greifen sich an.`)
	b.Follow("#undo, #undo")
	b.Await(loaded)
	choose("pl")
	b.Expect("count", ask(b, "#count"), "92 rozwiązania.")
	for text, want := range map[string]string{"p cnf 2 2\n1 0\n2 0\n": "1 model.", "p cnf 1 0\n": "2 modele.", "p cnf 3 1\n1 2 3 0\n": "7 modeli.", "p cnf 11 0\n": "2048 modeli.", "p cnf 14 0\n": "16\u00a0384 modele."} {
		write(b, text)
		b.Expect(text, ask(b, "#count"), want)
	}
	write(b, "p cnf 2 9\n1 2 0\n")
	b.Follow("| js at('fault').textContent.includes('expected 9') | true\n#restore")
	b.Await(loaded)
	b.Follow("#tab-puzzles")
	b.Await(`puzzle && at("play").contentDocument?.querySelectorAll(".square").length === 64 && ` + idle)
	b.Follow("| js at('play').contentDocument.getElementById('message').textContent | 0 z 8 hetmanów.\n#tab-lesson")
	b.Await(`at("lesson-page").contentDocument?.getElementById("next")?.textContent === "Dalej"`)
	b.Follow("reload")
	b.Await(loaded)
	b.Follow("| js document.documentElement.lang | pl\n#tab-workbench")
	b.Call("Emulation.setUserAgentOverride", map[string]any{"userAgent": "Chromium", "acceptLanguage": "it,fr-CA,de"}, nil)
	b.Eval(`(localStorage.clear(), sessionStorage.clear(), 0)`, new(int))
	b.Follow("reload")
	b.Await(loaded)
	b.Eval(`(window.label = at("solve").textContent, 0)`, new(int)) // a script may write later what it reads now
	choose("de")
	b.Eval(`(at("solve").textContent = label, 0)`, new(int))
	b.Follow("| #solve | Lösen")
	choose("fr")
	b.Follow(`
		| #headline | Appuyer sur « Résoudre » ou poser une autre question.
		| js [languageOf("es"), languageOf("xx"), (at("tables").dataset.lang = "pl", languageOf(""))] | es,fr,pl`)
}

// testSymbol changes the symbol of the page to a star.
func testSymbol(t *testing.T, b *browsertest.Browser) {
	b.Follow("#settings summary, a1")
	set(b, "symbol", "star")
	b.Await(`at("told").textContent === "1 of 8 stars."`)
	b.Follow(`
		| @a1 | a1, given star
		| js at("queens").labels[0].textContent.trim() + at("queen-tool").textContent | StarsStar`)
	b.Expect("solve", ask(b, "#solve"), "A solution:")
	b.Follow(`
		| #pipeline | qgen --place=a1 8 | qsat | qshow --symbol=star
		| js document.querySelector("#queen .body").getAttribute("d") === symbols.star.body | true
		#tab-puzzles`)
	b.Await(`puzzle && at("play").contentDocument?.getElementById("message")?.textContent === "0 of 8 stars." && ` + idle)
	b.Follow("reload")
	b.Await(`at("play").contentDocument?.getElementById("message")?.textContent === "0 of 8 stars." && ` + idle)
	set(b, "language", "de")
	b.Await(`at("play").contentDocument?.getElementById("message")?.textContent === "0 von 8 Sternen." && ` + idle)
	set(b, "puzzle-symbol", "queen")
	b.Await(`at("play").contentDocument?.getElementById("message")?.textContent === "0 von 8 Damen." && ` + idle)
	b.Follow("#tab-workbench")
	set(b, "language", "en")
	set(b, "symbol", "star")
	set(b, "family", "regions")
	b.Follow(`| js [...document.querySelectorAll(".problem > .fields label")].filter((e) => e.checkVisibility()).map((e) => e.firstChild.data.trim()).join() | Puzzle,Size,Columns,In total,Stars`)
	set(b, "family", "queens")
	set(b, "piece", "king")
	set(b, "symbol", "star")
	b.Follow("b2")
	b.Await(`document.querySelectorAll('#stage use[href="#queen"]').length === 2`)
}
