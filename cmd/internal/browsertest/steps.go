package browsertest

import (
	"fmt"
	"regexp"
	"strings"
)

// Follow carries out a script on the page. Each line has actions, separated by commas, and then
// optionally what the page shows afterwards:
//
//	ArrowDown, c4, ~d1 | #message | 2 of 4 queens.
//
// An action is a key to press, as for Press or "Space"; a square or a selector (of an identifier or a
// class) to click; after a tilde a square or a selector to touch; squares to drag over, as in a1-a4-d4;
// "reload"; "hover SELECTOR"; "away" to move the mouse to a corner; or "media NAME", such as "media print".
// Read takes the middle column. If the page does not show the last column, apart from blanks at its ends,
// Follow reports an error of the test.
func (b *Browser) Follow(script string) {
	b.T.Helper()
	for line := range strings.Lines(strings.TrimSpace(script)) {
		line = strings.TrimSpace(line)
		columns := strings.SplitN(" "+line+" ", " | ", 3)
		for action := range strings.SplitSeq(columns[0], ", ") {
			b.act(strings.TrimSpace(action))
		}
		if len(columns) < 3 {
			continue
		}
		if got, want := b.Read(strings.TrimSpace(columns[1])), strings.TrimSpace(columns[2]); strings.TrimSpace(got) != want {
			b.T.Errorf("%s: got %q", line, got)
		}
	}
}

// act carries out an action of Follow. An empty action does nothing.
func (b *Browser) act(action string) {
	b.T.Helper()
	selector := func(name string) string {
		if len(name) == 2 {
			return Square(name)
		}
		return name
	}
	touched, touch := strings.CutPrefix(action, "~")
	squares := strings.Split(action, "-")
	kind, rest, _ := strings.Cut(action, " ")
	switch {
	case action == "":
	case action == "reload":
		b.Reload()
	case action == "Space":
		b.Press(" ")
	case action == "away":
		b.Mouse("mouseMoved", 1, 1)
	case kind == "hover":
		x, y := b.Place(rest)
		b.Mouse("mouseMoved", x, y)
	case kind == "media":
		b.Call("Emulation.setEmulatedMedia", map[string]any{"media": rest}, nil)
	case touch:
		b.Tap(selector(touched))
	case strings.ContainsAny(action[:1], "#."):
		b.Click(action)
	case len(action) == 2:
		b.Click(Square(action))
	case len(squares) > 1:
		for i, name := range squares {
			squares[i] = Square(name)
		}
		b.Drag(squares...)
	default:
		b.Press(action)
	}
}

// Read returns what the page shows, as what, which must not be empty, asks: the label of a square
// ("@c4"), the number of elements ("count #stage .queen"), the number of outlines in a path ("outlines
// .glow"), the squares that the player has crossed out ("crosses"), the keys that the page lists
// ("keys"), the number of clauses in each state ("counts"), the selectors that match a visible element
// ("seen #one #stage"), the value of an expression ("js n * n"), or else the text of the element that the
// selector what matches.
func (b *Browser) Read(what string) string {
	b.T.Helper()
	kind, rest, _ := strings.Cut(what, " ")
	switch {
	case what[0] == '@':
		return b.String(fmt.Sprintf("document.querySelector('%s').getAttribute('aria-label')", Square(what[1:])))
	case kind == "count":
		return b.String(fmt.Sprintf("String(document.querySelectorAll(%q).length)", rest))
	case kind == "outlines":
		return b.String(fmt.Sprintf(`String(document.querySelector(%q).getAttribute("d").split("M").length - 1)`, rest))
	case kind == "js":
		return b.String("String(" + rest + ")")
	case kind == "seen":
		return b.String(fmt.Sprintf(`%q.split(" ").filter((s) => [...document.querySelectorAll(s)].some((e) => e.offsetParent)).join(" ")`, rest))
	case what == "crosses":
		return b.String(`[...game.crosses].sort((a, b) => a - b).map((s) => squareName(s, puzzle)).join(" ")`)
	case what == "keys":
		return b.String(`[...document.querySelectorAll("#keys kbd")].map((e) => e.textContent).join(" ")`)
	case what == "counts":
		return b.String(`[...document.querySelectorAll("#counts button")].map((e) => e.textContent).join(", ")`)
	}
	return b.Text(what)
}

// Window sets the size of the window in CSS pixels. If phone is set, the page sees the screen of a phone
// with touch events, otherwise a screen without them.
func (b *Browser) Window(width, height int, phone bool) {
	b.T.Helper()
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}, nil)
	b.UseFinger(phone)
}

// UseFinger turns touch events on or off.
func (b *Browser) UseFinger(is bool) {
	b.T.Helper()
	b.Call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": is}, nil)
}

// Tap touches an element with a finger.
func (b *Browser) Tap(selector string) {
	b.T.Helper()
	x, y := b.Place(selector)
	b.Touch(x, y, x, y)
}

// Square returns the selector of the button over a square, such as c4.
func Square(name string) string { return fmt.Sprintf(`.square[aria-label^="%s,"]`, name) }

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
