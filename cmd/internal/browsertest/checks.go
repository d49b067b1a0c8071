package browsertest

import "regexp"

// Expect reports an error of the test, which begins with what, unless got is want.
func (b *Browser) Expect(what, got, want string) {
	b.T.Helper()
	if got != want {
		b.T.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// Pages prints the page and returns the number of sheets of paper.
func (b *Browser) Pages() int {
	b.T.Helper()
	var printed struct{ Data []byte }
	b.Call("Page.printToPDF", map[string]any{"printBackground": true}, &printed)
	return len(regexp.MustCompile(`/Type /Page\b`).FindAll(printed.Data, -1))
}

// CheckContrast checks that the elements of all visible text have the opacity 1, and that the text has a
// contrast of at least 4.5 to its background, as WCAG 2.2 requires (success criterion 1.4.3). It ignores
// text of disabled elements. It reports an error of the test for each text that fails.
func (b *Browser) CheckContrast() {
	b.T.Helper()
	var faint []string
	b.Eval(`(() => {
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
			if (!walk.currentNode.data.trim() || !e.checkVisibility() || e.closest("script, style, :disabled")) { continue; }
			const [a, b] = [light(e.namespaceURI.endsWith("svg") ? style.fill : style.color), light(behind(e))].sort((a, b) => b - a);
			if ((a + 0.05) / (b + 0.05) < 4.5 || Number(style.opacity) < 1) { found.push(e.textContent + " " + style.color + " on " + behind(e)); }
		}
		return found; })()`, &faint)
	for _, text := range faint {
		b.T.Errorf("faint: %s", text)
	}
}

// CheckNames checks that every element with one of the roles in its list, such as button, image, group and
// region, has a name for screen readers. It reports an error of the test for each element without a name.
// It returns the number of elements with such a role, indexed by role. The number includes elements that
// screen readers ignore, which need no name.
func (b *Browser) CheckNames() map[string]int {
	b.T.Helper()
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name struct{ Value any }
		}
	}
	b.Call("Accessibility.getFullAXTree", nil, &tree)
	seen := map[string]int{}
	for _, n := range tree.Nodes {
		role, _ := n.Role.Value.(string)
		switch role {
		case "button", "textbox", "spinbutton", "combobox", "checkbox", "tab", "tabpanel", "radio", "image", "img", "group", "toolbar", "region":
			if !n.Ignored && (n.Name.Value == nil || n.Name.Value == "") {
				b.T.Errorf("a %s without a name", role)
			}
			seen[role]++
		}
	}
	return seen
}
