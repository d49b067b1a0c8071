//go:build unix

package command

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"testing"

	"queens/cmd/internal/browsertest"
	"queens/decode"
	"queens/encode"
	"queens/encode/board"
)

// testPuzzle solves a puzzle on its page, with the keyboard, the mouse and a finger.
func testPuzzle(t *testing.T, b *browser) {
	b.show("this is not read", "--puzzle", "--cnf", file(t, "p.cnf", "c board: 4\nc placed: 1:2\nc blocked: 4:4\np cnf 16 0\n"))
	b.follow("puzzle")
	b.UseFinger(true)
	b.follow("puzzle: finger")
	b.checkLabels()
	for kept, want := range map[string]int{`{"queens": [0, 0, 1, 15, 99, "x"], "crosses": [0, 5, -1]}`: 2, "{": 1} {
		b.Eval(fmt.Sprintf(`(Object.keys(localStorage).forEach((key) => localStorage.setItem(key, %q)), 0)`, kept), new(int))
		b.Follow(fmt.Sprintf("reload | count #stage .queen | %d", want))
	}
	b.Eval(`(localStorage.clear(), 0)`, new(int))
	b.Follow("reload, h | #message | Row 3 has one square left: d3.")
}

// testPuzzlePhone opens puzzles of several sizes and kinds in a narrow window, and checks that
// all text is readable.
func testPuzzlePhone(t *testing.T, b *browser) {
	b.Window(390, 844, true)
	for _, test := range []struct{ name, comments, said string }{
		{"large", "c board: 30\nc placed: 1:2 2:4\nc blocked-diagonals: s9\n", "2 of 30 queens."},
		{"torus", "c board: 5\nc variant: torus\n", "0 of 5 queens."},
		{"empty", "c board: 4\n", "0 of 4 queens."},
		{"nothing left", "c board: 3\nc placed: 1:1\nc queens: 3\n", "1 of 3 queens."},
		{"too large", "c board: 31\n", "This board is too large to play here."},
		{"armies", "c board: 4\nc family: armies\nc queens: 2\n", "This page only shows puzzles of this kind, because it does not know their rules."},
	} {
		b.show("", "--puzzle", "--cnf", file(t, "p.cnf", test.comments+"p cnf 1 0\n"))
		b.Expect(test.name, b.Text("#message"), test.said)
		b.Follow("| js document.scrollingElement.scrollWidth | 390")
		plays := strings.HasSuffix(test.said, "queens.")
		if n := b.Number(`document.querySelectorAll(".player:not([hidden])").length`); (n == 9) != plays {
			t.Errorf("%s: %d buttons", test.name, n)
		}
		for range 2 {
			b.CheckContrast()
			b.Press("d")
		}
		if hint := map[string]string{
			"nothing left": "2 queens are missing, but only 1 rising diagonal has a square left: the queens so far cannot be completed.",
			"empty":        "b3 must stay empty. With a queen on b3, a queen on d4 follows, and then row 2 has no square left.",
		}[test.name]; hint != "" {
			b.Press("h")
			b.Expect("hint", b.Text("#message"), hint)
		}
	}
}

// testPuzzleRules compares the rules of the page with those of package decode on all boards
// of small puzzles, and its hints with their solutions.
func testPuzzleRules(t *testing.T, b *browser) {
	two, three, four, five, six := 2, 3, 4, 5, 6
	piece := func(text string) []encode.Kind {
		k, err := encode.ParsePiece(text)
		if err != nil {
			t.Fatal(err)
		}
		return []encode.Kind{k}
	}
	corner, middle := board.Square{Row: 1, Col: 1}, board.Square{Row: 2, Col: 3}
	for _, in := range []encode.Instance{
		{N: 1}, {N: 2}, {N: 3, Queens: &two}, {N: 4}, {N: 4, Queens: &three, Blocked: board.SquaresOf(middle)}, {N: 4, Queens: &five},
		{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}}, {N: 4, Placed: []board.Square{corner}},
		{N: 4, BlockedDiagonals: []board.Diagonal{{Index: 1}, {Rising: true, Index: 3}}},
		{N: 4, Variant: board.Torus, Queens: &two, BlockedDiagonals: []board.Diagonal{{Index: 1}, {Rising: true, Index: 3}}},
		{N: 3, Variant: board.Torus}, {N: 4, Family: encode.Superqueens, Queens: &three}, {N: 4, Family: encode.Superqueens, Variant: board.Torus, Queens: &two},
		{N: 4, Family: encode.Domination, Queens: &two}, {N: 4, Family: encode.Domination, Queens: &three, Independent: true, Placed: []board.Square{corner}},
		{N: 4, Family: encode.Domination, Variant: board.Torus, Queens: &two, Blocked: board.SquaresOf(corner, middle)},
		{N: 3, Columns: 4}, {N: 5, Columns: 3, BlockedDiagonals: []board.Diagonal{{Index: 1}, {Rising: true, Index: 3}}}, {N: 3, Columns: 5, Variant: board.Torus, Queens: &two}, {N: 2, Columns: 6, Variant: board.Torus},
		{N: 3, Columns: 4, Pieces: piece("king"), Queens: &four}, {N: 3, Columns: 4, Pieces: piece("knight"), Queens: &six}, {N: 3, Columns: 4, Pieces: piece("bishop"), Queens: &five}, {N: 3, Columns: 4, Pieces: piece("rook")},
		{N: 4, Pieces: piece("archbishop"), Queens: &three}, {N: 4, Columns: 3, Pieces: piece("rider 1,2"), Queens: &six}, {N: 4, Columns: 3, Variant: board.Torus, Pieces: piece("rider 1,2 leaper 0,2"), Queens: &two},
		{N: 4, Variant: board.Torus, Pieces: piece("king"), Queens: &four}, {N: 4, Columns: 3, Family: encode.Domination, Pieces: piece("knight"), Queens: &four},
	} {
		b.checkRules(in)
	}
}

// checkRules opens the page of a small puzzle, and compares its rules and hints with package
// decode on all boards.
func (b *browser) checkRules(in encode.Instance) {
	b.T.Helper()
	b.show("", "--puzzle", "--cnf", instanceFile(b.T, in))
	solutions := [][]int{}
	for queens := range subsets(in.Board().Count(), in.QueenCount()) {
		p := decode.Placement{Instance: &in}
		for _, q := range queens {
			s, _ := in.Board().SquareOf(q + 1)
			p.Queens = append(p.Queens, s)
		}
		if decode.Check(&p) == nil {
			solutions = append(solutions, slices.Clone(queens))
		}
	}
	var wrong []string
	b.Eval(fmt.Sprintf(checkRules, strings.ReplaceAll(fmt.Sprint(solutions), " ", ",")), &wrong)
	for _, w := range wrong {
		b.T.Errorf("%+v: %s", in, w)
	}
}

// testPressed presses squares of each page with the mouse and with a finger. Afterwards no
// focus is visible. If the keyboard moves the focus, a mark shows it, which differs from the
// mark of given queens.
func testPressed(t *testing.T, b *browser) {
	instance := instanceFile(t, encode.Instance{N: 4, Placed: []board.Square{{Row: 1, Col: 2}}})
	answer := "c board: 4\nc placed: 1:2\n" + first
	pages := []struct {
		name   string
		open   func()
		square string
		key    string // moves the focus to a square
	}{
		{"puzzle", func() { b.show("", "--puzzle", "--cnf", instance) }, browsertest.Square("d3"), "ArrowLeft"},
		{"lesson", func() { b.show("", "-flesson", "--cnf", instance) }, browsertest.Square("d3"), "ArrowLeft"},
		{"played viewer", func() { b.show(answer); b.Press("p") }, browsertest.Square("d3"), "ArrowLeft"},
		{"viewer", func() { b.show(answer) }, `#stage .queen[aria-label="queen on d3"]`, "Tab"},
	}
	b.Window(900, 700, false)
	for _, page := range pages {
		for _, finger := range []bool{false, true} {
			page.open()
			b.UseFinger(finger)
			if finger {
				b.Tap(page.square)
			} else {
				b.Click(page.square)
			}
			b.Mouse("mouseMoved", 1, 1)
			if focus := b.String("document.activeElement.dataset.square || ''"); focus != "7" {
				t.Errorf("%s: the focus is on square %q", page.name, focus)
			}
			if with, without := b.withFocus(); !bytes.Equal(with, without) {
				t.Errorf("%s, finger %v: the focus shows after a press", page.name, finger)
			}
		}
		b.Click(page.square)
		b.Press(page.key)
		given := b.String(`getComputedStyle(document.querySelector("#stage .placed")).stroke`)
		if mark := b.String(`getComputedStyle(document.querySelector("#stage .focus")).stroke`); mark == given {
			t.Errorf("%s: the mark of the focus is %s, as a given queen", page.name, mark)
		}
		if with, without := b.withFocus(); bytes.Equal(with, without) {
			t.Errorf("%s: the focus of the keyboard does not show", page.name)
		}
	}
}

// withFocus returns the pixels of the window with the current focus and without a focus. It
// waits until two pictures in a row are the same, because the browser marks a touched place for
// some frames.
func (b *browser) withFocus() (with, without []byte) {
	b.T.Helper()
	pixels := func() []byte {
		shot, err := png.Decode(bytes.NewReader(b.Screenshot()))
		if err != nil {
			b.T.Fatal(err)
		}
		all := image.NewRGBA(shot.Bounds())
		draw.Draw(all, all.Bounds(), shot, image.Point{}, draw.Src)
		return all.Pix
	}
	settled := func() []byte {
		last := pixels()
		for range 100 {
			b.AwaitFrame()
			next := pixels()
			if bytes.Equal(next, last) {
				return next
			}
			last = next
		}
		b.T.Fatal("the window changes without end")
		return nil
	}
	with = settled()
	b.Eval(`document.activeElement.blur() ?? 0`, new(int))
	return with, settled()
}

// subsets yields the subsets of 0 to n-1 with size elements.
func subsets(n, size int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		var add func(chosen []int, first int) bool
		add = func(chosen []int, first int) bool {
			if len(chosen) == size {
				return yield(chosen)
			}
			for i := first; i < n; i++ {
				if !add(append(chosen, i), i+1) {
					return false
				}
			}
			return true
		}
		add(nil, 0)
	}
}

// checkRules is a script that returns the errors of a puzzle page, given the solutions. It checks the
// verdict and the hint for each board that contains the given queens.
const checkRules = `(() => {
	const solutions = %s, wrong = [], none = new Set();
	const visit = (queens, first) => {
		const b = { puzzle, queens, layers: queens.map(() => 0) }, told = JSON.stringify(queens);
		const rest = solutions.filter((s) => queens.every((q) => s.includes(q)));
		if (judge(b, true).solved !== (rest.length > 0 && queens.length === puzzle.total) || judge(b, false).solved !== judge(b, true).solved) {
			wrong.push(told + " is judged " + judge(b, true).text);
		}
		const { square, part, text } = hint(b, none);
		if (square !== undefined && !rest.every((s) => s.includes(square)) ||
			/must stay empty\. /.test(text) && rest.some((s) => s.includes(part[0])) || /cannot be completed/.test(text) && rest.length > 0) {
			wrong.push(told + " has the hint " + text);
		}
		for (let s = first; queens.length <= Math.min(puzzle.total, 4) && s < areaOf(puzzle); s++) {
			if (!puzzle.placed.has(s)) { visit([...queens, s], s + 1); }
		}
	};
	visit([...puzzle.placed], 0);
	return wrong.slice(0, 5);
})()`
