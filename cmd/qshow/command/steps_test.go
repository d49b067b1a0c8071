//go:build unix

package command

import (
	"fmt"
	"strings"
)

// follow carries out a script on the page. Each line has actions, separated by commas, and then
// optionally what the page shows afterwards:
//
//	ArrowDown, c4, ~d1 | #message | 2 of 4 queens.
//
// An action is a key to press, a square or a selector to click, after a tilde a square or a selector
// to touch, squares to drag over, as in a1-a4-d4, "reload", "hover SELECTOR", "away" for the mouse, or
// "media print". The middle column is the selector of a text, or as read defines.
func (b *browser) follow(script string) {
	b.t.Helper()
	for line := range strings.Lines(strings.TrimSpace(script)) {
		line = strings.TrimSpace(line)
		parts := strings.SplitN(" "+line+" ", " | ", 3)
		for action := range strings.SplitSeq(parts[0], ", ") {
			b.act(strings.TrimSpace(action))
		}
		if len(parts) < 3 {
			continue
		}
		if got, want := b.read(strings.TrimSpace(parts[1])), strings.TrimSpace(parts[2]); strings.TrimSpace(got) != want {
			b.t.Errorf("%s: got %q", line, got)
		}
	}
}

// act carries out an action of follow.
func (b *browser) act(action string) {
	b.t.Helper()
	selector := func(name string) string {
		if len(name) == 2 {
			return square(name)
		}
		return name
	}
	touched, touch := strings.CutPrefix(action, "~")
	squares := strings.Split(action, "-")
	kind, rest, _ := strings.Cut(action, " ")
	switch {
	case action == "":
	case action == "reload":
		b.reload()
	case action == "Space":
		b.press(" ")
	case action == "away":
		b.mouse("mouseMoved", 1, 1)
	case kind == "hover":
		x, y := b.place(rest)
		b.mouse("mouseMoved", x, y)
	case kind == "media":
		b.call("Emulation.setEmulatedMedia", map[string]any{"media": rest}, nil)
	case touch:
		b.tap(selector(touched))
	case strings.ContainsAny(action[:1], "#."):
		b.click(action)
	case len(action) == 2:
		b.click(square(action))
	case len(squares) > 1:
		for i, name := range squares {
			squares[i] = square(name)
		}
		b.drag(squares...)
	default:
		b.press(action)
	}
}

// read returns what the page shows: the label of a square ("@c4"), the number of elements ("count
// #stage .queen"), the number of outlines in a path ("outlines .glow"), the squares that the player
// has crossed out ("crosses"), the number of clauses in each state ("counts"), which of several
// selectors are visible ("seen #one #stage"), the value of an expression ("js n * n"), or the text of
// a selector.
func (b *browser) read(what string) string {
	b.t.Helper()
	kind, rest, _ := strings.Cut(what, " ")
	switch {
	case what[0] == '@':
		return b.string(fmt.Sprintf("document.querySelector('%s').getAttribute('aria-label')", square(what[1:])))
	case kind == "count":
		return b.string(fmt.Sprintf("String(document.querySelectorAll(%q).length)", rest))
	case kind == "outlines":
		return fmt.Sprint(b.parts(rest))
	case kind == "js":
		return b.string("String(" + rest + ")")
	case kind == "seen":
		return b.string(fmt.Sprintf(`%q.split(" ").filter((s) => [...document.querySelectorAll(s)].some((e) => e.offsetParent)).join(" ")`, rest))
	case what == "crosses":
		return b.string(`[...game.crosses].sort((a, b) => a - b).map((s) => squareName(s, n)).join(" ")`)
	case what == "counts":
		return b.string(`[...document.querySelectorAll("#counts button")].map((e) => e.textContent).join(", ")`)
	}
	return b.text(what)
}

// window sets the size of the window. A window of a phone is used with a finger.
func (b *browser) window(width, height int, phone bool) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}, nil)
	b.useFinger(phone)
}

func (b *browser) useFinger(is bool) {
	b.t.Helper()
	b.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": is}, nil)
}

// tap touches an element with a finger.
func (b *browser) tap(selector string) {
	b.t.Helper()
	x, y := b.place(selector)
	b.touch(x, y, x, y)
}
