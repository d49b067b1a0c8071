//go:build unix

package command

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/decode"
	"queens/encode"
)

// fourRegions is a board with one solution: c4 a3 d2 b1.
const fourRegions = "AABB,AABC,DDCC,DDDC"

// regionBoard returns an instance with regions.
func regionBoard(t *testing.T, rows string) encode.Instance {
	t.Helper()
	p, err := encode.ParseRows(rows)
	if err != nil {
		t.Fatal(err)
	}
	return encode.Instance{N: p.N(), Family: encode.Regions, Regions: p}
}

// begin opens a page of puzzles on which nothing was played before.
func (b *browser) begin(args ...string) {
	b.t.Helper()
	b.show("", args...)
	b.eval(`(localStorage.clear(), 0)`, new(int))
	b.reload()
}

// label returns the label of a square.
func (b *browser) label(name string) string {
	b.t.Helper()
	return b.string(fmt.Sprintf("document.querySelector('%s').getAttribute('aria-label')", square(name)))
}

// crosses returns the squares that the player has crossed out.
func (b *browser) crosses() string {
	b.t.Helper()
	return b.string(`[...game.crosses].sort((a, b) => a - b).map((s) => squareName(s, n)).join(" ")`)
}

// testRegions solves a puzzle with regions with the mouse, the keyboard and a finger.
func testRegions(t *testing.T, b *browser) {
	b.begin("--puzzle", "--cnf", instanceFile(t, regionBoard(t, fourRegions)))
	said := func(want string) {
		t.Helper()
		b.expect("said", b.text("#message"), want)
	}
	b.expect("question", b.text("#question"), "Place 1 queen in each row, column and region so that no two touch, not even diagonally.")
	if n := b.number(`new Set([...document.querySelectorAll("#stage .region")].map((e) => getComputedStyle(e).fill)).size`); n != 4 {
		t.Errorf("%d colours of regions", n)
	}
	for selector, want := range map[string]int{".region:first-child": 4, ".border": 11, ".side": 14} {
		if n := b.parts("#stage " + selector); n != want {
			t.Errorf("%d parts of %s, want %d", n, selector, want)
		}
	}

	for _, want := range []string{"c4, region B, crossed out", "c4, region B, queen", "c4, region B, empty", "c4, region B, crossed out", "c4, region B, queen"} {
		b.click(square("c4"))
		b.expect("press", b.label("c4"), want)
	}
	said("1 of 4 queens.")
	b.press("h")
	said("Row 2 (rank 3) has one square left: a3.")
	b.press("ArrowDown") // to c3
	b.press("q")
	said("Queens on c4 and c3 touch.")
	b.keep("regions-touch")
	b.press("a")
	said("2 of 4 queens.")
	b.press("a")
	b.press("q")
	b.press("ArrowDown")
	b.press("q")
	said("Queens on c4 and c2 are both in column 3 (file c).")
	b.press("u")
	b.press("x")
	b.expect("crossed out", b.label("c2"), "c2, region C, crossed out")
	b.press(" ")
	b.expect("then a queen", b.label("c2"), "c2, region C, queen")
	b.press("Enter")
	b.expect("then empty", b.label("c2"), "c2, region C, empty")

	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true}, nil)
	for _, name := range []string{"a3", "d2"} {
		x, y := b.place(square(name))
		b.touch(x, y, x, y)
		b.touch(x, y, x, y)
	}
	b.click(square("b2"))
	b.reload()
	said("3 of 4 queens.")
	b.expect("kept", b.crosses(), "b2")
	b.click(square("b1"))
	b.click(square("b1"))
	said("Solved: 4 queens.")
	b.keep("regions-solved")
	b.checkContrast()
	b.checkLabels()
}

// testDragged marks crosses by dragging, with the mouse and with a finger.
func testDragged(t *testing.T, b *browser) {
	in := regionBoard(t, fourRegions)
	in.Blocked = encode.SquaresOf(encode.Square{Row: 1, Col: 2})
	b.begin("--puzzle", "--cnf", instanceFile(t, in))
	b.click(square("c4"))
	b.click(square("c4"))
	b.drag(square("a4"), square("d4")) // over b4, which is blocked, and a queen
	b.expect("row", b.crosses(), "a4 d4")
	b.expect("queen", b.label("c4"), "c4, region B, queen")
	b.drag(square("a4"), square("a3"), square("b3"), square("b2"))
	b.expect("removed", b.crosses(), "d4")
	b.drag(square("a1"), square("b1"), square("a1"))
	b.expect("there and back", b.crosses(), "d4 a1 b1")
	b.press("u")
	b.expect("one step", b.crosses(), "d4")
	b.press("u")
	b.expect("two steps", b.crosses(), "a4 d4")
	b.press("u")
	b.press("u")
	b.expect("before the queen", b.crosses(), "c4")
	b.click("#clear")

	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": true}, nil)
	x, y := b.place(square("d3"))
	toX, toY := b.place(square("d1"))
	b.touch(x, y, toX, toY)
	b.expect("finger", b.crosses(), "d3 d2 d1")
	b.fingers("touchStart", x, y)
	b.fingers("touchMove", x-100, y)
	b.awaitFrame()
	if n := b.number("game.crosses.size"); n != 2 {
		t.Errorf("%d crosses while a drag removes the cross on d3", n)
	}
	b.fingers("touchCancel")
	b.expect("cancelled", b.crosses(), "d3 d2 d1")
	if scrolled := b.number("scrollY"); scrolled != 0 {
		t.Errorf("the page scrolls by %d", scrolled)
	}
	b.reload()
	b.expect("kept", b.crosses(), "d3 d2 d1")

	b.begin("--puzzle", "--cnf", instanceFile(t, encode.Instance{N: 4}))
	b.drag(square("a1"), square("a2"))
	b.expect("other families", b.crosses(), "")
}

// testRegionRules compares the rules and hints of boards with regions with package decode.
func testRegionRules(t *testing.T, b *browser) {
	blocked := regionBoard(t, "AAAA,BBBB,CCCC,DDDD")
	blocked.Blocked = encode.SquaresOf(encode.Square{Row: 1, Col: 2})
	given := regionBoard(t, fourRegions)
	given.Placed = []encode.Square{{Row: 2, Col: 1}}
	for _, in := range []encode.Instance{regionBoard(t, "A,"), regionBoard(t, "AAB,ABB,CCC"), regionBoard(t, fourRegions), blocked, given} {
		b.checkRules(in)
	}
}

// testRegionGallery looks through the solutions of boards with regions, and plays them. A symmetry
// maps regions to regions.
func testRegionGallery(t *testing.T, b *browser) {
	for rows, want := range map[string]string{"AAAA,BBBB,CCCC,DDDD": " of 1 class", "AAAB,BBBB,CCCC,DDDD": " of 2 classes"} {
		comments := ""
		for row := range strings.SplitSeq(rows, ",") {
			comments += "c regions: " + strings.Join(strings.Split(row, ""), " ") + "\n"
		}
		b.show("c board: 4\nc family: regions\n" + comments + both)
		if n := b.number(`document.querySelectorAll("#stage .region").length`); n != 4 {
			t.Errorf("%d regions", n)
		}
		b.press("g")
		b.expect("classes", b.text(".place"), want)
		b.press("p")
		b.click(square("c4"))
		b.click(square("c3"))
		b.expect("played", b.text("#lines"), "Queens on c4 and c3 touch.")
	}
}

// testTwoStars plays a board with two queens in each row, column and region.
func testTwoStars(t *testing.T, b *browser) {
	rows := make([]string, 9)
	for i := range rows {
		rows[i] = strings.Repeat(string(rune('A'+i)), 9)
	}
	in := regionBoard(t, strings.Join(rows, ","))
	in.Stars = 2
	b.begin("--puzzle", "--cnf", instanceFile(t, in))
	b.expect("begin", b.text("#message"), "0 of 18 queens.")
	for _, test := range []struct{ queens, want string }{
		{"[0, 2]", "2 of 18 queens."},
		{"[0, 2, 4]", "Row 1 (rank 9) has 3 queens, expected 2."},
		{"[1, 28, 55]", "Column 2 (file b) has 3 queens, expected 2."},
		{"[0, 10]", "Queens on a9 and b8 touch."},
	} {
		b.expect(test.queens, b.string(fmt.Sprintf(`(game.queens = %s, render(), at("message").textContent)`, test.queens)), test.want)
	}
	b.eval(`(game.queens = [0, 2], options.automatic = true, render(), 0)`, new(int))
	b.expect("full row", b.label("i9"), "i9, region A, crossed out by a queen")
	b.expect("open column", b.label("a1"), "a1, region I, empty")
	b.eval(`(game.queens = [], game.crosses = new Set([0, 1, 2, 3, 4, 5, 6]), 0)`, new(int))
	b.press("h")
	b.expect("hint", b.text("#message"), "With your crosses: Row 1 (rank 9) has 2 squares left for 2 queens: h9.")
	b.eval(`(game.crosses.add(7), 0)`, new(int))
	b.press("h")
	b.expect("no hint", b.text("#message"), "With your crosses: Row 1 (rank 9) has one square left for 2 queens: the queens and crosses so far cannot be completed.")
}

// testOptions switches automatic crosses, letters, the clock and Undo on and off.
func testOptions(t *testing.T, b *browser) {
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.begin("--puzzle", "--cnf", instanceFile(t, regionBoard(t, fourRegions)))
	b.click(square("c4"))
	b.click(square("c4"))
	pressed := func(want string) {
		t.Helper()
		b.expect("pressed", b.string(`[...document.querySelectorAll('button[aria-pressed="true"]')].map((e) => e.id).join(" ")`), want)
	}
	pressed("attacks undoes")
	b.click("#automatic")
	if n := b.parts("#stage .automatic"); n != 8 {
		t.Errorf("%d automatic crosses", n)
	}
	b.expect("automatic", b.label("d3"), "d3, region C, crossed out by a queen")
	b.click(square("d3")) // looks crossed out, so that a queen comes next
	b.expect("queen", b.label("d3"), "d3, region C, queen")
	b.click(square("d3"))
	b.expect("automatic again", b.label("d3"), "d3, region C, crossed out by a queen")
	b.press("l")
	b.expect("letters", b.text("#stage .letter"), "AABBAABCDDCCDDDC")
	b.expect("letters on paper", b.text("#paper .letter"), "AABBAABCDDCCDDDC")
	b.checkContrast()
	b.keep("regions-options")
	b.press("t")
	b.expect("clock", b.string(`(() => { game.seconds = 0; for (let i = 0; i < 65; i++) { tick(); } return at("clock").textContent; })()`), "1:05")
	b.click("#undoes")
	pressed("attacks automatic letters timed")
	b.press("u")
	b.expect("no undo", b.label("c4"), "c4, region B, queen")

	b.reload()
	pressed("attacks automatic letters timed")
	if n := b.number("game.seconds"); n < 65 {
		t.Errorf("the clock shows %d seconds", n)
	}
	b.click("#undoes")
	b.click(square("a3"))
	b.press("u")
	b.expect("undo", b.crosses(), "")
	for _, id := range []string{"#automatic", "#letters", "#timed"} {
		b.click(id)
	}
	pressed("attacks undoes")
	b.expect("stopped", b.string(`(() => { const before = game.seconds; tick(); return String(game.seconds - before); })()`), "0")
	b.eval(`(localStorage.setItem("queens options", '{"undo": 0, "clock": true, "isDark": true}'), 0)`, new(int))
	b.reload()
	pressed("attacks timed undoes")
	if n := b.number(`document.querySelectorAll("#clock:not([hidden])").length`); n != 1 {
		t.Error("no clock")
	}
}

// testExplained goes through the steps of a page.
func testExplained(t *testing.T, b *browser) {
	in := regionBoard(t, fourRegions)
	p := decode.NewPuzzle(&in, 0)
	at := func(names ...string) (list []encode.Square) {
		for _, name := range names {
			list = append(list, encode.Square{Row: 4 - int(name[1]-'1'), Col: int(name[0]-'a') + 1})
		}
		return list
	}
	p.Steps = []decode.Marked{
		{Text: "Look at <b>region</b> C: cross b2.", Look: at("d3", "c2"), Crosses: at("b2")},
		{Text: "Queen on c4.", Queens: at("c4")},
		{Text: "The queen on c4 attacks d3.", Crosses: at("d3", "d4")},
		{Text: "The rest follows.", Queens: at("a3", "b1", "d2")},
	}
	page := filepath.Join(t.TempDir(), "steps.html")
	f, err := os.Create(page)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	r := formatByName("html").New(w, decode.Style{})
	if err := r.Render(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	b.open(page)
	b.eval(`(localStorage.clear(), 0)`, new(int))
	b.reload()
	said := func(want string) {
		t.Helper()
		b.press("e")
		b.expect("said", b.text("#message"), want)
	}
	b.click("#explain")
	b.expect("first", b.text("#message"), "Look at <b>region</b> C: cross b2.")
	for selector, want := range map[string]int{".glow": 2, ".hinted": 1} {
		if n := b.parts("#stage " + selector); n != want {
			t.Errorf("%d squares of %s, want %d", n, selector, want)
		}
	}
	b.keep("regions-explained")
	b.click(square("b2"))
	said("Queen on c4.")
	b.click(square("c4"))
	said("The cross on c4 is wrong.")
	b.click(square("c4"))
	b.click(square("d4"))
	b.click(square("d4"))
	said("The queen on d4 is wrong.")
	b.press("u")
	b.press("u")
	said("The rest follows.") // the queen on c4 rules out d3 and d4
	b.press("h")
	b.expect("no hint", b.text("#message"), "The rest follows.")
	for _, name := range []string{"a3", "b1", "d2"} {
		b.click(square(name))
		b.click(square(name))
	}
	said("Solved: 4 queens.")
	b.begin("--puzzle", "--cnf", instanceFile(t, in))
	if n := b.number(`document.querySelectorAll("#explain:not([hidden])").length`); n != 0 {
		t.Error("an explanation without steps")
	}
}

// testSeveral plays several puzzles of one page, and prints them as a worksheet.
func testSeveral(t *testing.T, b *browser) {
	two := 2
	b.begin("--puzzle", "--play", "--title", "Week 3", instanceFile(t, regionBoard(t, fourRegions)), instanceFile(t, encode.Instance{N: 4, Placed: []encode.Square{{Row: 1, Col: 2}}}),
		instanceFile(t, encode.Instance{N: 13}), instanceFile(t, encode.Instance{N: 4, Family: encode.Armies, Queens: &two}))
	b.expect("title", b.text("h1"), "Week 3")
	b.expect("place", b.text("#place"), "1 of 4")
	b.expect("question", b.text("#question"), "1. Place 1 queen in each row, column and region so that no two touch, not even diagonally.")
	for _, name := range []string{"c4", "a3", "d2", "b1"} {
		b.click(square(name))
		b.click(square(name))
	}
	b.keep("several")
	b.press("n")
	b.expect("question", b.text("#question"), "2. Place 3 more queens so that no two attack each other.")
	b.press("ArrowUp") // the focus stays on the board
	b.press(" ")
	b.expect("progress", b.text("#message"), "2 of 4 queens.")
	b.click("#next")
	b.expect("place", b.text("#place"), "3 of 4")
	b.click("#list button:last-child")
	b.expect("armies", b.text("#message"), "This page only shows puzzles of this kind, because it does not know their rules.")
	b.press("n")
	b.press("a")
	b.expect("last", b.text("#place"), "4 of 4")
	names := func() string {
		return b.string(`[...document.querySelectorAll("#list button")].map((e) => e.getAttribute("aria-label") + (e.getAttribute("aria-current") === "true" ? " (current)" : "")).join("; ")`)
	}
	b.expect("states", names(), "Puzzle 1, solved; Puzzle 2, begun; Puzzle 3; Puzzle 4 (current)")
	b.reload()
	b.expect("states", names(), "Puzzle 1, solved; Puzzle 2, begun; Puzzle 3; Puzzle 4 (current)")
	b.click("#list button:first-child")
	b.expect("kept", b.text("#message"), "Solved: 4 queens.")
	b.checkLabels()
	b.checkContrast()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": true}, nil)
	if n := b.number("document.scrollingElement.scrollWidth"); n != 360 {
		t.Errorf("the page is %d wide", n)
	}
	b.keep("several-phone")
	b.call("Emulation.clearDeviceMetricsOverride", nil, nil)

	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	var seen []string
	b.eval(`[..."button #stage #message #keys #question #paper #clock #list .field figcaption".split(" ")].filter((s) => [...document.querySelectorAll(s)].some((e) => e.offsetParent))`, &seen)
	b.expect("printed", strings.Join(seen, " "), "#paper .field figcaption")
	b.expect("caption", b.text("#paper figure:nth-child(2) figcaption"), "2. Place 3 more queens so that no two attack each other.")
	for selector, want := range map[string]int{"figure": 4, "figure.large": 1, ".queen": 1} {
		if n := b.number(fmt.Sprintf("document.querySelectorAll('#paper %s').length", selector)); n != want {
			t.Errorf("%d of %s, want %d", n, selector, want)
		}
	}
	if n := b.pages(); n != 3 {
		t.Errorf("%d pages", n)
	}
}
