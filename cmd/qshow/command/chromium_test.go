//go:build unix

package command

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// A browser is a tab of a headless Chromium, driven over a pair of pipes by the
// Chrome DevTools Protocol: messages are JSON, each ended by a NUL byte.
type browser struct {
	t        *testing.T
	commands io.Writer
	replies  *bufio.Reader
	id       int
	session  string
	events   []event
}

// An event is a message that is not a reply.
type event struct {
	Method string
	Params json.RawMessage
}

// startBrowser skips the test without QUEENS_LONG, or without Chromium unless QUEENS_REQUIRE
// lists it.
func startBrowser(t *testing.T) *browser {
	t.Helper()
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("Chromium takes seconds: QUEENS_LONG is not set")
	}
	program, err := exec.LookPath("chromium")
	if err != nil {
		if browserRequired() {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	commandsOut, commandsIn, err1 := os.Pipe()
	repliesOut, repliesIn, err2 := os.Pipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	cmd := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--disable-dev-shm-usage", "--no-first-run", "--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{commandsOut, repliesIn} // 3 and 4, as the browser expects
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	commandsOut.Close()
	repliesIn.Close()
	b := &browser{t: t, commands: commandsIn, replies: bufio.NewReader(repliesOut)}
	watchdog := time.AfterFunc(9*time.Minute, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		watchdog.Stop()
		commandsIn.Close() // ends the browser
		io.Copy(io.Discard, repliesOut)
		cmd.Wait()
		repliesOut.Close()
	})
	return b
}

// browserRequired reports whether QUEENS_REQUIRE lists Chromium, as in .ci/run.
func browserRequired() bool {
	required := strings.FieldsFunc(os.Getenv("QUEENS_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(required, "chromium")
}

// newTab opens a tab for the next test.
func (b *browser) newTab(t *testing.T) {
	t.Helper()
	b.t, b.session = t, ""
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
}

// call sends a command, waits for the reply, and stores its result unless result is nil.
func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.id++
	message := map[string]any{"id": b.id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.commands.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		reply := b.receive()
		if reply.ID != b.id {
			continue
		}
		if reply.Error != nil {
			b.t.Fatalf("%s: %s", method, reply.Error)
		}
		if result != nil {
			if err := json.Unmarshal(reply.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

type reply struct {
	ID            int
	Result, Error json.RawMessage
	event
}

// receive returns the next message. It stores events in b.events.
func (b *browser) receive() reply {
	b.t.Helper()
	text, err := b.replies.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("the browser has gone: %v", err)
	}
	var r reply
	if err := json.Unmarshal(text[:len(text)-1], &r); err != nil {
		b.t.Fatal(err)
	}
	if r.Method != "" {
		b.events = append(b.events, r.event)
	}
	return r
}

// open loads a file and waits for its load event.
func (b *browser) open(file string) {
	b.t.Helper()
	b.events = nil
	b.call("Page.navigate", map[string]any{"url": "file://" + file}, nil)
	b.awaitLoad()
}

// reload loads the page again.
func (b *browser) reload() {
	b.t.Helper()
	b.events = nil
	b.call("Page.reload", nil, nil)
	b.awaitLoad()
}

func (b *browser) awaitLoad() {
	b.t.Helper()
	for !slices.ContainsFunc(b.events, func(e event) bool { return e.Method == "Page.loadEventFired" }) {
		b.receive()
	}
}

// complaints returns the errors of the page: exceptions, violations of its policy, and requests
// for anything but files.
func (b *browser) complaints() []string {
	var list []string
	for _, e := range b.events {
		switch e.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded":
			list = append(list, string(e.Params))
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			if err := json.Unmarshal(e.Params, &p); err != nil || !strings.HasPrefix(p.Request.URL, "file://") {
				list = append(list, string(e.Params))
			}
		}
	}
	return list
}

// eval stores the value of an expression on the page. If it is a promise, eval waits for its
// value.
func (b *browser) eval(expression string, value any) {
	b.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	if err := json.Unmarshal(r.Result.Value, value); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}

// number returns the value of an expression.
func (b *browser) number(expression string) int {
	b.t.Helper()
	var n float64
	b.eval(expression, &n)
	return int(n)
}

// string returns the value of an expression.
func (b *browser) string(expression string) string {
	b.t.Helper()
	var s string
	b.eval(expression, &s)
	return s
}

// text returns the text of an element.
func (b *browser) text(selector string) string {
	b.t.Helper()
	return b.string(fmt.Sprintf("document.querySelector(%q).textContent", selector))
}

// press presses a key, which is a letter or a name such as Enter.
func (b *browser) press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key}, nil)
	}
}

// place scrolls an element into view and returns its middle in the window.
func (b *browser) place(selector string) (x, y float64) {
	b.t.Helper()
	var p [2]float64
	b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector), &p)
	return p[0], p[1]
}

// click clicks on an element.
func (b *browser) click(selector string) {
	b.t.Helper()
	x, y := b.place(selector)
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		b.mouse(kind, x, y)
	}
}

func (b *browser) mouse(kind string, x, y float64) {
	b.t.Helper()
	p := map[string]any{"type": kind, "x": x, "y": y}
	if kind != "mouseMoved" {
		p["button"], p["clickCount"] = "left", 1
	}
	b.call("Input.dispatchMouseEvent", p, nil)
}

// drag presses the mouse on one element and releases it on another, by way of others.
func (b *browser) drag(selectors ...string) {
	b.t.Helper()
	x, y := b.place(selectors[0])
	b.mouse("mouseMoved", x, y)
	b.mouse("mousePressed", x, y)
	for _, selector := range selectors[1:] {
		x, y = b.place(selector)
		b.call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}, nil)
	}
	b.mouse("mouseReleased", x, y)
}

// touch puts a finger on the window, moves it if the end differs, and lifts it.
func (b *browser) touch(x, y, toX, toY float64) {
	b.t.Helper()
	b.fingers("touchStart", x, y)
	if toX != x || toY != y {
		b.fingers("touchMove", toX, toY)
	}
	b.fingers("touchEnd")
}

// fingers sends an event of a finger at a point x, y, or of no finger.
func (b *browser) fingers(kind string, at ...float64) {
	b.t.Helper()
	points := []any{}
	if len(at) == 2 {
		points = append(points, map[string]any{"x": at[0], "y": at[1]})
	}
	b.call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil)
}

// awaitFrame waits until the page has noticed earlier events and drawn itself.
func (b *browser) awaitFrame() {
	b.t.Helper()
	b.eval(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))`, new(int))
}

// awaitEvent sends input and waits until the page has handled an event that the input causes. The
// browser answers some input, such as touchCancel, before the page notices it.
func (b *browser) awaitEvent(name string, send func()) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`(window.noticed = new Promise((done) => addEventListener(%q, () => done(0), {once: true})), 0)`, name), new(int))
	send()
	b.eval("noticed", new(int))
}

// screenshot returns the content of the window as PNG.
func (b *browser) screenshot() []byte {
	b.t.Helper()
	var shot struct{ Data []byte }
	b.call("Page.captureScreenshot", nil, &shot)
	return shot.Data
}

// keep writes a screenshot to the directory in QSHOW_SCREENSHOTS, if it is set.
func (b *browser) keep(name string) {
	b.t.Helper()
	if dir := os.Getenv("QSHOW_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+".png", b.screenshot(), 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
}
