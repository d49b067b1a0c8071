//go:build unix

package command

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"strings"
	"testing"
)

// TestPage operates the pages of qshow in a browser. If QUEENS_REQUIRE lists Chromium it runs
// all tests, and otherwise a few, because they take long.
func TestPage(t *testing.T) {
	t.Parallel()
	b := startBrowser(t)
	for _, test := range []struct {
		name  string
		run   func(t *testing.T, b *browser)
		smoke bool
	}{
		{"screenshot", testScreenshot, true}, {"puzzle", testPuzzle, true}, {"pressed", testPressed, true}, {"lesson on a phone", testLessonPhone, true},
		{"puzzle on a phone", testPuzzlePhone, false}, {"puzzle rules", testPuzzleRules, false}, {"lesson", testLesson, false},
		{"lesson conflict", testLessonConflict, false}, {"lesson graph", testLessonGraph, false}, {"lesson runs", testLessonRuns, false}, {"lesson print", testLessonPrint, false}, {"lesson large", testLessonLarge, false},
		{"gallery", testGallery, false}, {"themes", testThemes, false}, {"phone", testPhone, false}, {"attacks", testAttacks, false},
		{"families", testFamilies, false}, {"print", testPrint, false}, {"play", testPlay, false}, {"worksheet", testWorksheet, false},
		{"thousands", testThousands, false}, {"regions", testRegions, true}, {"dragged", testDragged, false}, {"region rules", testRegionRules, false},
		{"region gallery", testRegionGallery, false}, {"two stars", testTwoStars, false}, {"options", testOptions, false}, {"explained", testExplained, false}, {"several", testSeveral, false},
	} {
		if !test.smoke && !browserRequired() {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			b.newTab(t)
			test.run(t, b)
			for _, c := range b.complaints() {
				t.Error(c)
			}
		})
	}
}

func testGallery(t *testing.T, b *browser) {
	result, boards := enumeration(8)
	b.show(result)
	b.expect("title", b.text("h1"), "92 boards of 8 × 8")
	b.expect("first board", b.shown(), boards[0])

	t.Run("keyboard", func(t *testing.T) {
		b.t = t
		b.press("ArrowRight")
		b.press("ArrowRight")
		b.expect("two on", b.shown(), boards[2])
		b.press("ArrowLeft")
		b.expect("one back", b.shown(), boards[1])
		b.press("End")
		b.expect("last", b.shown(), boards[91])
		b.press("ArrowRight")
		b.expect("beyond", b.shown(), boards[91])
		b.press("Home")
		b.expect("first", b.shown(), boards[0])
	})
	t.Run("buttons", func(t *testing.T) {
		b.t = t
		b.click("#next")
		b.expect("next", b.shown(), boards[1])
		b.click("#last")
		b.expect("last", b.shown(), boards[91])
		b.click("#previous")
		b.expect("previous", b.shown(), boards[90])
		b.click("#first")
		b.expect("first", b.shown(), boards[0])
		b.click("#number")
		b.eval(`(() => { const e = document.getElementById("number"); e.value = "17"; e.dispatchEvent(new Event("change")); return 0; })()`, new(int))
		b.expect("by number", b.shown(), boards[16])
		b.expect("address", b.string("location.hash"), "#17")
	})
	t.Run("thumbnails", func(t *testing.T) {
		b.t = t
		if n := b.number(`document.querySelectorAll("#thumbs .thumb").length`); n != 92 {
			t.Errorf("%d thumbnails", n)
		}
		b.click(`#thumbs .thumb:nth-child(50)`)
		b.expect("fiftieth", b.shown(), boards[49])
	})
	t.Run("skip", func(t *testing.T) {
		b.t = t
		b.eval(`document.getElementById("skip").click() ?? 0`, new(int))
		b.expect("past the thumbnails", b.string("document.activeElement.id"), "back")
		b.eval(`document.getElementById("back").click() ?? 0`, new(int))
		b.expect("back", b.string("document.activeElement.id"), "number")
		b.expect("the same board", b.shown(), boards[49])
		b.eval(`document.activeElement.blur() ?? 0`, new(int))
	})
	t.Run("lines", func(t *testing.T) {
		b.t = t
		b.press("Home") // a queen on a8
		b.mouse("mouseMoved", 1, 1)
		x, y := b.place("#stage .queen")
		b.mouse("mouseMoved", x, y)
		b.expect("hover", b.text("#lines"), "The queen on a8 attacks 21 squares and no queen.")
		if n := b.parts("#stage .glow"); n != 21 {
			t.Errorf("%d squares are lit", n)
		}
		b.keep("lines")
		b.mouse("mouseMoved", 1, 1)
		if n := b.number(`document.querySelector("#stage .glow").getAttribute("d").length`); n != 0 {
			t.Error("lines stay")
		}
		b.click("#stage .queen:last-of-type")
		b.mouse("mouseMoved", 1, 1)
		b.expect("pinned", b.text("#lines"), "The queen on d1 attacks 21 squares and no queen.")
		b.press("Escape")
		b.eval(`document.querySelector('#stage .queen[aria-label="queen on b2"]').focus() ?? 0`, new(int))
		b.expect("focus", b.text("#lines"), "The queen on b2 attacks 23 squares and no queen.")
	})
	t.Run("symmetry", func(t *testing.T) {
		b.t = t
		b.press("Home")
		if n := b.number(`document.querySelectorAll("#images .thumb").length`); n != 8 {
			t.Errorf("%d rotations and reflections", n)
		}
		b.click("#group")
		b.expect("classes", b.text(".place"), " of 12 classes")
		if n := b.number(`document.querySelectorAll("#thumbs .thumb").length`); n != 12 {
			t.Errorf("%d thumbnails", n)
		}
		b.press("End")
		if n := b.number(`document.querySelectorAll("#thumbs .thumb[aria-current=true]").length`); n != 1 {
			t.Errorf("%d thumbnails are current", n)
		}
		b.keep("grouped")
		b.press("g")
		b.expect("all", b.text(".place"), " of 92 boards")
		for blocked, want := range map[string]string{"1:1": " of 1 class", "1:1 2:3": " of 2 classes"} {
			b.show("c blocked: " + blocked + "\n" + both)
			b.press("g")
			b.expect("classes of the instance", b.text(".place"), want)
		}
		b.show(result)
	})
	t.Run("names", func(t *testing.T) {
		b.t = t
		b.checkNames()
	})
}

func testThemes(t *testing.T, b *browser) {
	result, _ := enumeration(6)
	b.show(result)
	background := func() string { return b.string("getComputedStyle(document.body).backgroundColor") }
	scheme := func(name string) {
		b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": name}}}, nil)
		b.awaitFrame()
	}
	const light, dark = "rgb(250, 246, 239)", "rgb(25, 22, 20)"
	scheme("light")
	b.expect("light", background(), light)
	b.checkContrast()
	b.keep("light")
	scheme("dark")
	b.expect("dark", background(), dark)
	b.checkContrast()
	b.keep("dark")
	b.expect("button", b.text("#theme"), "Light")
	b.click("#theme")
	b.expect("light in spite of the system", background(), light)
	b.press("d")
	b.expect("dark again", background(), dark)
	b.show(result, "--theme", "safe", "--numbers")
	b.expect("last square", b.text("#stage .number :last-child"), "36")
	b.expect("theme of the boards", b.string(`getComputedStyle(document.querySelector("#stage .dark")).fill`), "rgb(188, 195, 200)")
}

func testPhone(t *testing.T, b *browser) {
	result, boards := enumeration(8, "placed: 1:1", "blocked: 8:8", "blocked-diagonals: s3 d5")
	result = result[:strings.Index(result, "v ")] + strings.Join(strings.SplitAfter(result[strings.Index(result, "v "):], "0\n")[:2], "")
	b.show(result, "--no-verify")
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true}, nil)
	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true}, nil)
	if n := b.number("document.scrollingElement.scrollWidth"); n != 360 {
		t.Errorf("the page is %d wide", n)
	}
	if n := b.number(`Math.min(...[...document.querySelectorAll("header button")].filter((e) => !e.hidden).flatMap((e) => [e.offsetWidth, e.offsetHeight]))`); n < 44 {
		t.Errorf("a button is %d pixels small", n)
	}
	b.expect("marks", strings.Join(strings.Fields(b.text("#legend")), " "), "given queenblocked squareblocked diagonal")
	for selector, want := range map[string]int{".barred": 5, ".blocked": 1, ".cross": 1, ".placed": 1} {
		if n := b.parts("#stage " + selector); n != want {
			t.Errorf("%d marks %s, want %d", n, selector, want)
		}
	}
	b.checkDark(8)
	b.keep("phone")
	x, y := b.place("#stage .queen")
	b.touch(x, y, x, y)
	b.expect("tap", b.text("#lines"), "The queen on a8 attacks 21 squares and no queen.")
	b.touch(x+200, y, x+20, y)
	b.expect("swipe", b.shown(), boards[1])
	b.touch(x, y, x+200, y)
	b.expect("swipe back", b.shown(), boards[0])
}

func testAttacks(t *testing.T, b *browser) {
	b.show("c board: 5\nc variant: torus\nv 1 8 15 17 20 0\n", "--attacks")
	if n := b.number(`document.querySelectorAll("#stage .attacked").length`); n != 4 {
		t.Errorf("%d queens attack", n)
	}
	b.expect("lines", b.string(`document.querySelector("#stage .conflict").getAttribute("d")`),
		"M2.5 1.5L4.5 3.5M4.5 2.5L4.5 3.5M1.5 3.5L4.5 3.5")
	b.expect("line around the border", b.string(`conflictLines([[3, 10]], { n: 5, torus: true }).getAttribute("d")`),
		"M3.5 0.5L4 1L4 1L4.5 1.5L5 2M0 2L0.5 2.5")
	b.checkDark(5)
	if n := b.number(`document.querySelector("#gallery").offsetHeight`); n != 0 {
		t.Error("a gallery of one board")
	}
	b.keep("attacks")
}

// testFamilies shows two armies, a colouring and dominating queens.
func testFamilies(t *testing.T, b *browser) {
	b.show("c board: 4\nc family: armies\nc queens: 2\nv 5 7 30 32 0\nv 5 8 30 31 0\n", "--attacked", "--no-verify")
	b.expect("armies", b.text("#squares"), "white: a3 c3; black: b1 d1")
	for selector, want := range map[string]int{".army.white": 2, ".army.black": 2, ".tile": 4, "#thumbs .dots.white": 2} {
		if n := b.number(fmt.Sprintf(`document.querySelectorAll("%s").length`, selector)); n != want {
			t.Errorf("%d of %s, want %d", n, selector, want)
		}
	}
	for selector, want := range map[string]int{"#stage .mark.white": 12, "#stage .mark.black": 11} {
		if n := b.parts(selector); n != want {
			t.Errorf("%d of %s, want %d", n, selector, want)
		}
	}
	if n := b.number(`Math.round(100 * document.querySelector("#stage .tile").getBoundingClientRect().width * 4 / document.querySelector("#stage .light").getBoundingClientRect().width)`); n != 88 {
		t.Errorf("a tile is %d hundredths of a square wide", n)
	}
	b.expect("no play", b.string(`String(document.getElementById("play").disabled)`), "true")
	b.keep("armies")
	b.show("c board: 2\nc family: colouring\nc colours: 4\nv 1 6 11 16 0\n")
	b.expect("colours", b.text("#squares"), "A: a2; B: b2; C: a1; D: b1")
	if n := b.number(`document.querySelectorAll("#stage .coloured").length + document.querySelectorAll("#stage .queen").length`); n != 4 {
		t.Errorf("%d squares with a colour", n)
	}
	x, y := b.place("#stage .coloured")
	b.mouse("mouseMoved", x, y)
	b.expect("colour", b.text("#lines"), "a2 is A, a colour that no square on its lines has.")
	b.keep("colouring")
	b.show("c board: 4\nc family: domination\nc queens: 2\nv 4 10 0\n", "--attacked")
	if n := b.parts("#stage .reached"); n != 14 {
		t.Errorf("%d attacked squares", n)
	}
	b.show("c board: 4\nc family: superqueens\nc queens: 2\nv 1 7 0\n", "--attacks")
	b.expect("a leap", b.string(`document.querySelector("#stage .conflict").getAttribute("d")`), "M0.5 0.5L2.5 1.5")
	b.show("c board: 4\nc family: superqueens\nc queens: 1\nv 1 0\n")
	x, y = b.place("#stage .queen")
	b.mouse("mouseMoved", x, y)
	b.expect("superqueen", b.text("#lines"), "The queen on a4 attacks 11 squares and no queen.")
	b.expect("play", b.string(`String(document.getElementById("play").disabled)`), "false")
}

// testPlay solves a puzzle with the mouse, the keyboard and a finger, and saves it.
func testPlay(t *testing.T, b *browser) {
	b.show("c board: 4\nc placed: 1:2\nc blocked: 4:4\nv 2 8 9 15 0\n")
	b.press("p")
	b.expect("begin", b.text("#lines"), "1 of 4 queens.")
	b.expect("given", b.string(fmt.Sprintf("document.querySelector('%s').getAttribute('aria-label')", square("b4"))), "b4, given queen")
	b.click(square("b4"))
	b.expect("given queens stay", b.text("#lines"), "1 of 4 queens.")
	b.click(square("a4"))
	b.expect("attack", b.text("#lines"), "Queens on a4 and b4 attack each other.")
	b.click(square("a4"))
	b.click(square("d1"))
	b.expect("blocked", b.text("#lines"), "d1 must stay empty.")
	b.keep("play")
	b.press(" ")
	b.expect("removed", b.text("#lines"), "1 of 4 queens.")
	b.press("ArrowUp")
	b.press("ArrowUp")
	b.press("Enter")
	b.expect("by keyboard", b.text("#squares"), "b4 d3")
	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true}, nil)
	for _, name := range []string{"a2", "c1"} {
		x, y := b.place(square(name))
		b.touch(x, y, x, y)
	}
	b.expect("solved", b.text("#lines"), "Solved: 4 queens.")
	var saved struct{ Name, Text string }
	b.eval(`(() => { const link = document.getElementById("save"); link.addEventListener("click", (e) => e.preventDefault());
		link.click(); return { Name: link.download, Text: decodeURIComponent(link.href.replace("data:image/svg+xml,", "")) }; })()`, &saved)
	b.expect("file", saved.Name, "queens.svg")
	queens := 0
	for d := xml.NewDecoder(strings.NewReader(saved.Text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, saved.Text)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "use" {
			queens++
		}
	}
	if queens != 4 || strings.Contains(saved.Text, "class=") || strings.Contains(saved.Text, "var(") {
		t.Errorf("%d queens in\n%s", queens, saved.Text)
	}
	b.press("Escape")
	if n := b.number(`document.querySelectorAll(".square").length`); n != 0 {
		t.Errorf("%d squares can be pressed", n)
	}
}

// testPrint prints the thumbnails, or the large board with its squares. Nothing to press is on
// paper.
func testPrint(t *testing.T, b *browser) {
	result, _ := enumeration(8)
	b.show(result)
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	seen := func() string {
		var list []string
		b.eval(`[..."button:not(.thumb) input #title #one #stage #squares #range #thumbs".split(" ")].filter((s) => [...document.querySelectorAll(s)].some((e) => e.offsetParent))`, &list)
		return strings.Join(list, " ")
	}
	b.expect("all", seen(), "#title #range #thumbs")
	b.expect("range", b.text("#range"), "Boards 1 to 92 of 92")
	if n := b.pages(); n < 2 || n > 6 {
		t.Errorf("%d pages", n)
	}
	b.eval(`(window.print = () => {}, document.getElementById("printone").click(), 0)`, new(int))
	b.expect("one", seen(), "#one #stage #squares")
	b.expect("its title", b.text("#one"), "Board 1 of 92")
	if n := b.pages(); n != 1 {
		t.Errorf("%d pages", n)
	}
	b.expect("after it", seen(), "#title #range #thumbs")
	b.press("p")
	b.expect("played", seen(), "#one #stage #squares")
}

// testWorksheet prints puzzles, and answers on a separate sheet.
func testWorksheet(t *testing.T, b *browser) {
	cnf := file(t, "q8.cnf", "c board: 8\nc placed: 1:1\nc blocked: 8:8\nc blocked-diagonals: s10\np cnf 64 0\n")
	_, boards := enumeration(8)
	if len(boards) != 92 {
		t.Fatal(len(boards))
	}
	b.show("", "--puzzle", "--cnf", cnf, "--cnf", cnf, "--no-verify", file(t, "1", "v 1 13 24 30 35 47 50 60 0\n"), file(t, "2", "v 1 14 24 27 39 42 52 61 0\n"))
	b.expect("caption", b.text("figcaption"), "1. Place 7 more queens so that no two attack each other. Squares with a cross stay empty. Dashed diagonals stay empty.")
	b.expect("answer", b.text(".answers figcaption"), "1. a8 b2 c4 d1 e7 f5 g3 h6")
	for selector, want := range map[string]int{".puzzles figure": 2, ".answers figure": 2, ".puzzles use": 2, ".answers use": 16, "script, button": 0} {
		if n := b.number(fmt.Sprintf("document.querySelectorAll(%q).length", selector)); n != want {
			t.Errorf("%d of %s, want %d", n, selector, want)
		}
	}
	if n := b.pages(); n != 2 {
		t.Errorf("%d pages", n)
	}
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true}, nil)
	if n := b.number("document.scrollingElement.scrollWidth"); n != 360 {
		t.Errorf("the page is %d wide", n)
	}
	b.keep("worksheet")
}

// testThousands steps through the 14,200 boards of N = 12 and one of another size.
func testThousands(t *testing.T, b *browser) {
	result, boards := enumeration(12)
	b.show(result + "c board: 1\ns SATISFIABLE\nv 1 0\n")
	b.expect("title", b.text("h1"), "14,201 boards")
	b.expect("board", b.shown(), boards[0])
	b.press("End")
	b.expect("last", b.shown(), "1")
	b.press("ArrowLeft")
	b.expect("before it", b.shown(), boards[14199])
	b.expect("page", b.text("#range"), "Boards 14,161 to 14,201 of 14,201")
	b.click("#earlier")
	b.expect("page before", b.text("#range"), "Boards 14,041 to 14,160 of 14,201")
	b.press("g")
	b.expect("classes", b.text(".place"), " of 1,788 classes")
	b.keep("thousands")
}

// The page is visible: a screenshot contains the colours of a queen and of its square.
func testScreenshot(t *testing.T, b *browser) {
	b.show("c board: 1\nv 1 0\n")
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 600, "height": 500, "deviceScaleFactor": 1, "mobile": false}, nil)
	shot, err := png.Decode(bytes.NewReader(b.screenshot()))
	if err != nil {
		t.Fatal(err)
	}
	x, y := b.place("#stage .queen")
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
