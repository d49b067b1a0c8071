package browsertest

import (
	"fmt"
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
		return b.String(`[...game.crosses].sort((a, b) => a - b).map((s) => squareName(s, n)).join(" ")`)
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
