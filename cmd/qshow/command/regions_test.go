//go:build unix

package command

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"queens/cmd/internal/browsertest"
	"queens/decode"
	"queens/decode/draw"
	"queens/encode"
	"queens/encode/board"
)

// fourRegions is a board with one solution: c4 a3 d2 b1.
const fourRegions = "AABB,AABC,DDCC,DDDC"

// regionBoard returns an instance with regions.
func regionBoard(t *testing.T, rows string) encode.Instance {
	t.Helper()
	p, err := board.ParsePartition(rows, "", true)
	if err != nil {
		t.Fatal(err)
	}
	return encode.Instance{N: p.Board().N, Family: encode.Regions, Regions: p}
}

// begin opens a page of puzzles on which nothing was played before.
func (b *browser) begin(args ...string) {
	b.T.Helper()
	b.show("", args...)
	b.Eval(`(localStorage.clear(), 0)`, new(int))
	b.Reload()
}

// testRegions solves a puzzle with regions with the mouse, the keyboard and a finger.
func testRegions(t *testing.T, b *browser) {
	b.begin("--puzzle", "--cnf", instanceFile(t, regionBoard(t, fourRegions)))
	b.follow("regions")
	b.UseFinger(true)
	b.Follow(`
		~a3, ~a3, ~d2, ~d2, b2, reload | #message | 3 of 4 queens.
		| crosses | b2
		b1, b1 | #message | Solved: 4 queens.`)
	b.CheckContrast()
	b.checkLabels()
}

// testDragged marks crosses by dragging, with the mouse and with a finger.
func testDragged(t *testing.T, b *browser) {
	in := regionBoard(t, fourRegions)
	in.Blocked = board.SquaresOf(board.Square{Row: 1, Col: 2})
	b.Window(1200, 900, false) // holds the whole board, so that nothing scrolls between two squares
	b.begin("--puzzle", "--cnf", instanceFile(t, in))
	b.follow("regions: drag")

	b.UseFinger(true)
	x, y := b.Place(browsertest.Square("d3"))
	toX, toY := b.Place(browsertest.Square("d1"))
	b.Touch(x, y, toX, toY)
	b.Follow("| crosses | d3 d2 d1")
	b.Fingers("touchStart", x, y)
	b.During("pointermove", func() { b.Fingers("touchMove", x-100, y) })
	b.Follow("| js game.crosses.size | 2") // while a drag removes the cross on d3
	b.During("pointercancel", func() { b.Fingers("touchCancel") })
	b.Follow(`
		| crosses | d3 d2 d1
		| js scrollY | 0
		| js JSON.parse(kept(key)).crosses.length | 3`)

	b.begin("--puzzle", "--cnf", instanceFile(t, encode.Instance{N: 4}))
	b.Follow("a1-a2 | crosses | a2 a1")
}

// testRegionRules compares the rules and hints of boards with regions with package decode.
func testRegionRules(t *testing.T, b *browser) {
	blocked := regionBoard(t, "AAAA,BBBB,CCCC,DDDD")
	blocked.Blocked = board.SquaresOf(board.Square{Row: 1, Col: 2})
	given := regionBoard(t, fourRegions)
	given.Placed = []board.Square{{Row: 2, Col: 1}}
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
		b.Follow("| count #stage .region | 4\ng | .place | " + want)
		b.Follow("p, c4, c3 | #lines | Queens on c4 and c3 touch.")
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
	b.follow("regions: two stars")
}

// testOptions switches automatic crosses, letters, the clock and Undo on and off. The clock also runs if it is hidden.
func testOptions(t *testing.T, b *browser) {
	b.Window(1200, 900, false)
	b.begin("--puzzle", "--cnf", instanceFile(t, regionBoard(t, fourRegions)))
	b.follow("options")
	b.CheckContrast()
	b.Press("t")
	b.Expect("clock", b.String(`(() => { game.seconds = 0; for (let i = 0; i < 65; i++) { tick(); } return at("clock").textContent; })()`), "1:05")
	b.follow("options: kept")
}

// testExplained goes through the steps of a page.
func testExplained(t *testing.T, b *browser) {
	in := regionBoard(t, fourRegions)
	p := decode.NewPuzzle(&in, 0)
	at := func(names ...string) (list []board.Square) {
		for _, name := range names {
			list = append(list, board.Square{Row: 4 - int(name[1]-'1'), Col: int(name[0]-'a') + 1})
		}
		return list
	}
	p.Steps = []decode.Marked{
		{Text: "Look at <b>region</b> C: cross b2.", Look: at("d3", "c2"), Crosses: at("b2")},
		{Text: "Queen on c4.", Queens: at("c4")},
		{Text: "The queen on c4 attacks d3.", Crosses: at("d3", "d4")},
		{Text: "The rest follows.", Queens: at("a3", "b1", "d2")},
	}
	page := file(t, "steps.html", "")
	var text bytes.Buffer
	if err := errors.Join(formatByName("html").Draw(t.Context(), &text, draw.Style{}, p), os.WriteFile(page, text.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	b.Open(page)
	b.Eval(`(localStorage.clear(), 0)`, new(int))
	b.follow("steps")
	b.begin("--puzzle", "--cnf", instanceFile(t, in))
	b.Follow("| count .withsteps:not([hidden]) | 0")
}

// testSeveral plays several puzzles of one page, and prints them as a worksheet.
func testSeveral(t *testing.T, b *browser) {
	two := 2
	b.begin("--puzzle", "--play", "--title", "Week 3", instanceFile(t, regionBoard(t, fourRegions)), instanceFile(t, encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}}),
		instanceFile(t, encode.Instance{N: 13}), instanceFile(t, encode.Instance{N: 4, Family: encode.Armies, Queens: &two}))
	b.follow("several puzzles")
	b.checkLabels()
	b.CheckContrast()
	b.Window(360, 740, true)
	b.Follow("| js document.scrollingElement.scrollWidth | 360")
	b.Call("Emulation.clearDeviceMetricsOverride", nil, nil)
	b.Follow(`
		media print | seen button #stage #message #keys #question #paper #clock #list .field figcaption | #paper .field figcaption
		| #paper figure:nth-child(2) figcaption | 2. Place 3 more queens so that no two attack each other.
		| count #paper figure | 4
		| count #paper figure.large | 1
		| count #paper .queen | 1`)
	if n := b.Pages(); n != 3 {
		t.Errorf("%d pages", n)
	}
}
