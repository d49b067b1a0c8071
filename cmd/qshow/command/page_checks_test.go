//go:build unix

package command

import (
	"fmt"
	"path/filepath"
	"regexp"
)

// show runs qshow on a result and opens the page.
func (b *browser) show(result string, args ...string) {
	b.t.Helper()
	t := b.t
	page := filepath.Join(t.TempDir(), "boards.html")
	if got := qshow(result, append([]string{"-o", page}, args...)...); got.Code != 0 {
		t.Fatalf("%+v", got)
	}
	b.open(page)
}

// shown returns the board in the format list, according to the positions of the queens in the
// window.
func (b *browser) shown() string {
	b.t.Helper()
	var at [][2]float64
	b.eval(`(() => { const board = document.querySelector("#stage .light").getBoundingClientRect();
		return [...document.querySelectorAll("#stage .queen")].map((q) => { const r = q.getBoundingClientRect();
			return [(r.y + r.height / 2 - board.y) / board.height, (r.x + r.width / 2 - board.x) / board.width]; }); })()`, &at)
	columns := make([]int, len(at))
	for i, p := range at {
		n := float64(len(at))
		if row := int(p[0] * n); row != i {
			b.t.Errorf("queen %d is in row %d", i+1, row+1)
		}
		columns[i] = int(p[1] * n)
	}
	return list(columns)
}

func (b *browser) expect(what, got, want string) {
	b.t.Helper()
	if got != want {
		b.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// parts returns the number of outlines in a path.
func (b *browser) parts(selector string) int {
	b.t.Helper()
	return b.number(fmt.Sprintf(`document.querySelector(%q).getAttribute("d").split("M").length - 1`, selector))
}

// pages prints the page and returns the number of sheets of paper.
func (b *browser) pages() int {
	b.t.Helper()
	var printed struct{ Data []byte }
	b.call("Page.printToPDF", map[string]any{"printBackground": true}, &printed)
	return len(regexp.MustCompile(`/Type /Page\b`).FindAll(printed.Data, -1))
}

// checkDark checks which squares are dark. The lower left corner is dark.
func (b *browser) checkDark(n int) {
	b.t.Helper()
	var dark []bool
	b.eval(fmt.Sprintf(`[...Array(%d).keys()].map((i) => document.querySelector("#stage .dark")
		.isPointInFill(new DOMPoint(i %% %d + 0.5, Math.floor(i / %d) + 0.5)))`, n*n, n, n), &dark)
	for i, got := range dark {
		if want := (n-1-i/n+i%n)%2 == 0; got != want {
			b.t.Errorf("square %d:%d is dark: %v", i/n+1, i%n+1, got)
		}
	}
}

// checkNames checks that every control and every picture has a name for screen readers.
func (b *browser) checkNames() {
	b.t.Helper()
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value any }
		}
	}
	b.call("Accessibility.getFullAXTree", nil, &tree)
	seen := map[string]int{}
	for _, n := range tree.Nodes {
		role, _ := n.Role.Value.(string)
		switch role {
		case "button", "textbox", "image", "img", "group", "toolbar", "region":
			if !n.Ignored && (n.Name.Value == nil || n.Name.Value == "") {
				b.t.Errorf("a %s without a name", role)
			}
			seen[role]++
		}
	}
	if seen["button"] < 92 || seen["image"]+seen["img"] < 8 || seen["textbox"] != 1 {
		b.t.Errorf("found %v", seen)
	}
}

// checkContrast checks that all visible text has a contrast of at least 4.5 to its background,
// as WCAG 2.2 requires (success criterion 1.4.3).
func (b *browser) checkContrast() {
	b.t.Helper()
	var faint []string
	b.eval(`(() => {
		const numbers = (c) => c.match(/[\d.]+/g).map(Number);
		const light = (c) => { const [r, g, b] = numbers(c).map((v) => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
		const fill = (e) => e ? getComputedStyle(e).fill : "rgba(0, 0, 0, 0)";
		const behind = (e) => { for (; e; e = e.parentElement) {
			const c = e.matches("text") && !e.matches(".point") && e.closest(".node") ? fill(e.parentElement.querySelector("rect")) :
				e.matches(".letter") ? fill(document.querySelector("#stage .region")) :
				e.matches(".number") ? fill(e.parentElement.querySelector(".dark")) :
				e.tagName === "svg" ? fill(e.querySelector(".frame")) : e.namespaceURI.endsWith("svg") ? fill() : getComputedStyle(e).backgroundColor;
			if ((numbers(c)[3] ?? 1) > 0) { return c; } } return "rgb(255, 255, 255)"; };
		const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walk.nextNode()) {
			const e = walk.currentNode.parentElement, style = getComputedStyle(e);
			if (!walk.currentNode.data.trim() || !e.checkVisibility() || e.closest("script, style")) { continue; }
			const [a, b] = [light(e.namespaceURI.endsWith("svg") ? style.fill : style.color), light(behind(e))].sort((a, b) => b - a);
			if ((a + 0.05) / (b + 0.05) < 4.5 || Number(style.opacity) < 1) { found.push(e.textContent + " " + style.color + " on " + behind(e)); }
		}
		return found; })()`, &faint)
	for _, text := range faint {
		b.t.Errorf("faint: %s", text)
	}
}
