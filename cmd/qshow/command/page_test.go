//go:build unix

package command

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"queens/cmd/internal/browsertest"
)

// A browser is a tab of Chromium in which a test opens pages of qshow.
type browser struct{ *browsertest.Browser }

// follow carries out a script of testdata/pages.txtar.
func (b *browser) follow(name string) {
	b.T.Helper()
	scripts, err := txtar.ParseFile("testdata/pages.txtar")
	if err != nil {
		b.T.Fatal(err)
	}
	i := slices.IndexFunc(scripts.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		b.T.Fatalf("no script %q", name)
	}
	b.Follow(string(scripts.Files[i].Data))
}

// TestPage operates the pages of qshow in a browser. If QUEENS_REQUIRE lists Chromium it runs
// all tests, and otherwise a few, because they take long.
func TestPage(t *testing.T) {
	t.Parallel()
	b := &browser{browsertest.Start(t)}
	for _, test := range []struct {
		name  string
		run   func(t *testing.T, b *browser)
		smoke bool
	}{
		{"screenshot", testScreenshot, true}, {"puzzle", testPuzzle, true}, {"pressed", testPressed, true}, {"lesson on a phone", testLessonPhone, true},
		{"puzzle on a phone", testPuzzlePhone, false}, {"languages", testLanguages, false}, {"puzzle rules", testPuzzleRules, false}, {"lesson", testLesson, false}, {"lesson with guesses", testLessonGuess, false},
		{"lesson conflict", testLessonConflict, false}, {"lesson formula", testLessonFormula, false}, {"lesson graph", testLessonGraph, false}, {"lesson runs", testLessonRuns, false}, {"lesson print", testLessonPrint, false}, {"lesson large", testLessonLarge, false},
		{"gallery", testGallery, false}, {"themes", testThemes, false}, {"phone", testPhone, false}, {"attacks", testAttacks, false},
		{"families", testFamilies, false}, {"print", testPrint, false}, {"play", testPlay, false}, {"worksheet", testWorksheet, false},
		{"thousands", testThousands, false}, {"pieces", testPieces, false}, {"regions", testRegions, true}, {"dragged", testDragged, false}, {"region rules", testRegionRules, false},
		{"region gallery", testRegionGallery, false}, {"two stars", testTwoStars, false}, {"options", testOptions, false}, {"explained", testExplained, false}, {"several", testSeveral, false},
	} {
		if !test.smoke && !browsertest.Required() {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			b.NewTab(t)
			test.run(t, b)
			b.Keep(test.name)
			for _, c := range b.Complaints() {
				t.Error(c)
			}
		})
	}
}

func testGallery(t *testing.T, b *browser) {
	result, boards := enumeration(8)
	b.show(result)
	b.Follow(`
		| h1 | 92 boards of 8 × 8
		| keys | ← → Home End G P D Esc Tab`)
	for _, test := range []struct {
		actions string
		board   int
	}{
		{"", 0}, {"ArrowRight, ArrowRight", 2}, {"ArrowLeft", 1}, {"End", 91}, {"ArrowRight", 91}, {"Home", 0},
		{"#next", 1}, {"#last", 91}, {"#previous", 90}, {"#first", 0}, {"#thumbs .thumb:nth-child(50)", 49},
	} {
		b.Follow(test.actions)
		b.Expect(test.actions, b.shown(), boards[test.board])
	}
	b.Follow(`
		| js document.getElementById("skip").click() ?? document.activeElement.id | back
		| js document.getElementById("back").click() ?? document.activeElement.id | number`)
	b.Expect("the same board", b.shown(), boards[49])
	b.Eval(`(() => { const e = document.activeElement; e.value = "17"; e.dispatchEvent(new Event("change")); e.blur(); return 0; })()`, new(int))
	b.Expect("by number", b.shown(), boards[16])
	b.follow("gallery")
	b.checkNames()
	for blocked, want := range map[string]string{"1:1": "1 class", "1:1 2:3": "2 classes"} {
		b.show("c blocked: " + blocked + "\n" + both)
		b.Follow("g | .place | of " + want)
	}
}

func testThemes(t *testing.T, b *browser) {
	result, _ := enumeration(6)
	b.show(result)
	const background = "| js getComputedStyle(document.body).backgroundColor | "
	const light, dark = background + "rgb(250, 246, 239)", background + "rgb(25, 22, 20)"
	for _, scheme := range [][2]string{{"light", light}, {"dark", dark}} {
		b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme[0]}}}, nil)
		b.AwaitFrame()
		b.Follow(scheme[1])
		b.CheckContrast()
	}
	b.Follow("| #theme | Light")
	b.Follow("#theme " + light)
	b.Follow("d " + dark)
	b.show(result, "--theme", "safe", "--numbers")
	b.Follow(`
		| #stage .number :last-child | 36
		| js getComputedStyle(document.querySelector("#stage .dark")).fill | rgb(188, 195, 200)`)
}

func testPhone(t *testing.T, b *browser) {
	result, boards := enumeration(8, "placed: 1:1", "blocked: 8:8", "blocked-diagonals: s3 d5")
	result = result[:strings.Index(result, "v ")] + strings.Join(strings.SplitAfter(result[strings.Index(result, "v "):], "0\n")[:2], "")
	b.show(result, "--no-verify")
	b.Window(360, 740, true)
	b.follow("gallery: phone")
	b.checkDark(8)
	x, y := b.Place("#stage .queen")
	b.Touch(x+200, y, x+20, y)
	b.Expect("swipe", b.shown(), boards[1])
	b.Touch(x, y, x+200, y)
	b.Expect("swipe back", b.shown(), boards[0])
}

func testAttacks(t *testing.T, b *browser) {
	b.show("c board: 5\nc variant: torus\nv 1 8 15 17 20 0\n", "--attacks")
	b.Follow(`
		| count #stage .attacked | 4
		| js document.querySelector("#stage .conflict").getAttribute("d") | M2.5 1.5L4.5 3.5M4.5 2.5L4.5 3.5M1.5 3.5L4.5 3.5
		| js conflictLines([[3, 10]], { n: 5, torus: true }).getAttribute("d") | M3.5 0.5L4 1L4 1L4.5 1.5L5 2M0 2L0.5 2.5
		| js at("gallery").offsetHeight | 0`)
	b.checkDark(5)
}

// testFamilies shows two armies, a colouring and dominating queens.
func testFamilies(t *testing.T, b *browser) {
	b.show("c board: 4\nc family: armies\nc queens: 2\nv 5 7 30 32 0\nv 5 8 30 31 0\n", "--attacked", "--no-verify")
	b.follow("armies")
	b.show("c board: 2\nc family: colouring\nc colours: 4\nv 1 6 11 16 0\n")
	b.Follow(`
		| #squares | A: a2; B: b2; C: a1; D: b1
		| count #stage .coloured, #stage .queen | 4
		hover #stage .coloured | #lines | a2 is A, a colour that no square on its lines has.`)
	b.show("c board: 4\nc family: domination\nc queens: 2\nv 4 10 0\n", "--attacked")
	b.Follow("| outlines #stage .reached | 14")
	b.show("c board: 4\nc family: superqueens\nc queens: 2\nv 1 7 0\n", "--attacks")
	b.Follow(`| js document.querySelector("#stage .conflict").getAttribute("d") | M0.5 0.5L2.5 1.5`)
	b.show("c board: 4\nc family: superqueens\nc queens: 1\nv 1 0\n")
	b.Follow(`
		hover #stage .queen | #lines | The queen on a4 attacks 11 squares and no queen.
		| js at("play").disabled | false`)
}

// testPieces shows boards that are not square and pieces that are no queens.
func testPieces(t *testing.T, b *browser) {
	b.show("c board: 4x5\nc pieces: queen*2 knight*2\nv 1 8 31 40 0\nv 2 9 33 40 0\n", "--attacks", "--attacked", "--no-verify")
	b.follow("pieces: gallery")
	b.show("c board: 4x5\nc pieces: queen*2 knight*2 allow-same\nv 1 8 31 40 0\nv 2 9 33 40 0\n", "--attacks", "--no-verify")
	b.Follow("End | outlines #stage .conflict | 4")
	b.show("c board: 3x4\nc piece: archbishop\nc queens: 1\nv 1 0\nv 4 0\nv 9 0\nv 2 0\n")
	b.Follow(`
		| #lines | Point at a square or tap it to see what an archbishop there attacks.
		g | .place | of 2 classes
		p | js at("stage").querySelector("svg").getAttribute("aria-label") | Your board, 3 by 4. Arrow keys move, Enter places or removes an archbishop.`)
	b.show("c board: 3x4\nc variant: torus\nc queens: 2\nv 1 8 0\n", "--attacks", "--no-verify")
	b.Follow(`| js document.querySelector("#stage .conflict").getAttribute("d") | M0.5 0.5L1 1L1 1L1.5 1.5L2 2L2 2L2.5 2.5L3 3M3 0L3.5 0.5L4 1M0 1L0.5 1.5L1 2L1 2L1.5 2.5L2 3M2 0L2.5 0.5L3 1L3 1L3.5 1.5`)
	b.show("", "--puzzle", "--cnf", file(t, "p.cnf", "c board: 5x4\nc piece: knight\nc queens: 10\nc placed: 1:1\np cnf 20 0\n"))
	b.follow("pieces: puzzle")
	b.show("", "--puzzle", "--cnf", file(t, "p.cnf", "c board: 3x9\nc piece: king\nc queens: 10\np cnf 27 0\n"))
	b.Follow("h | #message | The block of squares at i1 has one square left: i1.")
	b.show("", "--puzzle", "--cnf", file(t, "p.cnf", "c board: 20x4\nc queens: 3\np cnf 80 0\n"))
	b.Follow(`| js at("stage").firstElementChild.clientHeight < innerHeight | true`)
}

// testPlay solves a puzzle with the mouse, the keyboard and a finger, and saves it.
func testPlay(t *testing.T, b *browser) {
	b.show("c board: 4\nc placed: 1:2\nc blocked: 4:4\nv 2 8 9 15 0\n")
	b.follow("gallery: play")
	b.UseFinger(true)
	b.Follow("~a2, ~c1 | #lines | Solved: 4 queens.")
	var saved struct{ Name, Text string }
	b.Eval(`(() => { const link = document.getElementById("save"); link.addEventListener("click", (e) => e.preventDefault());
		link.click(); return { Name: link.download, Text: decodeURIComponent(link.href.replace("data:image/svg+xml,", "")) }; })()`, &saved)
	b.Expect("file", saved.Name, "queens.svg")
	if err := xml.Unmarshal([]byte(saved.Text), new(struct{})); err != nil || strings.Count(saved.Text, "<use ") != 4 || strings.Contains(saved.Text, "class=") || strings.Contains(saved.Text, "var(") {
		t.Errorf("%v\n%s", err, saved.Text)
	}
	b.Follow("Escape | count .square | 0")
}

// testPrint prints the thumbnails, or the large board with its squares. Nothing to press is on
// paper.
func testPrint(t *testing.T, b *browser) {
	result, _ := enumeration(8)
	b.show(result)
	const seen = "| seen button:not(.thumb) input #title #one #stage #squares #range #thumbs | "
	b.Follow("media print " + seen + "#title #range #thumbs\n| #range | Boards 1 to 92 of 92")
	if n := b.Pages(); n < 2 || n > 6 {
		t.Errorf("%d pages", n)
	}
	b.Eval(`(window.print = () => {}, document.getElementById("printone").click(), 0)`, new(int))
	b.Follow(seen + "#one #stage #squares\n| #one | Board 1 of 92")
	if n := b.Pages(); n != 1 {
		t.Errorf("%d pages", n)
	}
	b.Follow(seen + "#title #range #thumbs\np " + seen + "#one #stage #squares")
}

// testWorksheet prints puzzles, and answers on a separate sheet.
func testWorksheet(t *testing.T, b *browser) {
	cnf := file(t, "q8.cnf", "c board: 8\nc placed: 1:1\nc blocked: 8:8\nc blocked-diagonals: s10\np cnf 64 0\n")
	b.show("", "--puzzle", "--cnf", cnf, "--cnf", cnf, "--no-verify", file(t, "1", "v 1 13 24 30 35 47 50 60 0\n"), file(t, "2", "v 1 14 24 27 39 42 52 61 0\n"))
	b.follow("worksheet")
	if n := b.Pages(); n != 2 {
		t.Errorf("%d pages", n)
	}
	b.Window(360, 740, true)
	b.Follow("| js document.scrollingElement.scrollWidth | 360")
}

// testThousands steps through the 14,200 boards of size 12, and a board of another size.
func testThousands(t *testing.T, b *browser) {
	result, boards := enumeration(12)
	b.show(result + "c board: 1\ns SATISFIABLE\nv 1 0\n")
	b.Expect("board", b.shown(), boards[0])
	b.Follow("End | h1 | 14,201 boards")
	b.Expect("last", b.shown(), "1")
	b.Press("ArrowLeft")
	b.Expect("before it", b.shown(), boards[14199])
	b.Follow(`
		| #range | Boards 14,161 to 14,201 of 14,201
		#earlier | #range | Boards 14,041 to 14,160 of 14,201
		g | .place | of 1,788 classes`)
}

// The page is visible: a screenshot contains the colours of a queen and of its square.
func testScreenshot(t *testing.T, b *browser) {
	b.show("c board: 1\nv 1 0\n")
	b.Window(600, 500, false)
	shot, err := png.Decode(bytes.NewReader(b.Screenshot()))
	if err != nil {
		t.Fatal(err)
	}
	x, y := b.Place("#stage .queen")
	colors := map[string]bool{}
	for dy := -200; dy <= 200; dy++ {
		r, g, bl, _ := shot.At(int(x), int(y)+dy).RGBA()
		colors[fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, bl>>8)] = true
	}
	for _, want := range []string{"#1c1a19", "#b98a5e"} { // queen, dark square
		if !colors[want] {
			t.Errorf("no %s around the queen: %v", want, colors)
		}
	}
}
