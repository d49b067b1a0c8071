//go:build unix

package command

import (
	"fmt"
	"path/filepath"
)

// show runs qshow on a result and opens the page.
func (b *browser) show(result string, args ...string) {
	b.T.Helper()
	t := b.T
	page := filepath.Join(t.TempDir(), "boards.html")
	if got := qshow(result, append([]string{"-o", page}, args...)...); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	b.Open(page)
}

// shown returns the board in the format list, according to the positions of the queens in the
// window.
func (b *browser) shown() string {
	b.T.Helper()
	var at [][2]float64
	b.Eval(`(() => { const board = document.querySelector("#stage .light").getBoundingClientRect();
		return [...document.querySelectorAll("#stage .queen")].map((q) => { const r = q.getBoundingClientRect();
			return [(r.y + r.height / 2 - board.y) / board.height, (r.x + r.width / 2 - board.x) / board.width]; }); })()`, &at)
	columns := make([]int, len(at))
	for i, p := range at {
		n := float64(len(at))
		if row := int(p[0] * n); row != i {
			b.T.Errorf("queen %d is in row %d", i+1, row+1)
		}
		columns[i] = int(p[1] * n)
	}
	return list(columns)
}

// checkDark checks which squares are dark. The lower left corner is dark.
func (b *browser) checkDark(n int) {
	b.T.Helper()
	var dark []bool
	b.Eval(fmt.Sprintf(`[...Array(%d).keys()].map((i) => document.querySelector("#stage .dark")
		.isPointInFill(new DOMPoint(i %% %d + 0.5, Math.floor(i / %d) + 0.5)))`, n*n, n, n), &dark)
	for i, got := range dark {
		if want := (n-1-i/n+i%n)%2 == 0; got != want {
			b.T.Errorf("square %d:%d is dark: %v", i/n+1, i%n+1, got)
		}
	}
}

// checkNames checks the names of a page with all boards of 8 queens.
func (b *browser) checkNames() {
	b.T.Helper()
	if seen := b.CheckNames(); seen["button"] < 92 || seen["image"]+seen["img"] < 8 || seen["textbox"] != 1 {
		b.T.Errorf("found %v", seen)
	}
}
