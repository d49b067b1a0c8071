// Package browsertest drives a headless Chromium, so that tests operate pages with real events: the
// mouse, the keyboard and fingers. Only tests import it.
package browsertest

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

// A Browser is a tab of a headless Chromium, driven over a pair of pipes by the
// Chrome DevTools Protocol: messages are JSON, each ended by a NUL byte. If a command fails, the
// methods end the test T. A selector is a CSS selector; the first element that it matches counts.
type Browser struct {
	T        *testing.T
	commands io.Writer
	replies  *bufio.Reader
	id       int     // number of the last command
	target   string  // identifier of the tab; "" before NewTab
	session  string  // identifier of the connection to the tab
	events   []event // received since the last page began to load; AwaitEvent removes events
}

// An event is a message that is not a reply.
type event struct {
	Method string
	Params json.RawMessage
}

// Start starts Chromium, which ends with the test t or after 9 minutes. NewTab must be called next. Start
// skips the test if QUEENS_LONG is not set. Without Chromium, it ends the test as failed if QUEENS_REQUIRE
// lists chromium, and skips it otherwise.
func Start(t *testing.T) *Browser {
	t.Helper()
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("Chromium takes seconds: QUEENS_LONG is not set")
	}
	program, err := exec.LookPath("chromium")
	if err != nil {
		if Required() {
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
	b := &Browser{T: t, commands: commandsIn, replies: bufio.NewReader(repliesOut)}
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

// Required reports whether QUEENS_REQUIRE, a list with commas or blanks, contains chromium, as in .ci/run.
func Required() bool {
	required := strings.FieldsFunc(os.Getenv("QUEENS_REQUIRE"), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(required, "chromium")
}

// NewTab closes the tab of the test before, if there is one, and opens an empty tab for the test t, which
// becomes b.T. It closes the old tab because all tabs share the storage of the browser, which the old page
// could change.
func (b *Browser) NewTab(t *testing.T) {
	t.Helper()
	b.T, b.session = t, ""
	if b.target != "" {
		b.Call("Target.closeTarget", map[string]any{"targetId": b.target}, nil)
	}
	var target struct{ TargetID string }
	b.Call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.target = target.TargetID
	var attached struct{ SessionID string }
	b.Call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.Call(domain+".enable", nil, nil)
	}
}

// Call sends a command with params, which may be nil, to the tab, or to the browser if no tab is attached.
// It waits for the reply, and stores its result in result, a pointer for json.Unmarshal, unless result is
// nil. It appends events that come before the reply to b.events.
func (b *Browser) Call(method string, params map[string]any, result any) {
	b.T.Helper()
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
		b.T.Fatal(err)
	}
	if _, err := b.commands.Write(append(text, 0)); err != nil {
		b.T.Fatal(err)
	}
	for {
		reply := b.receive()
		if reply.ID != b.id {
			continue
		}
		if reply.Error != nil {
			b.T.Fatalf("%s: %s", method, reply.Error)
		}
		if result != nil {
			if err := json.Unmarshal(reply.Result, result); err != nil {
				b.T.Fatal(err)
			}
		}
		return
	}
}

// A reply is a message from the browser: the reply to the command with the number ID, or an event.
type reply struct {
	ID            int
	Result, Error json.RawMessage
	event
}

// receive waits for the next message and returns it. It also appends an event to b.events.
func (b *Browser) receive() reply {
	b.T.Helper()
	text, err := b.replies.ReadBytes(0)
	if err != nil {
		b.T.Fatalf("the browser has gone: %v", err)
	}
	var r reply
	if err := json.Unmarshal(text[:len(text)-1], &r); err != nil {
		b.T.Fatal(err)
	}
	if r.Method != "" {
		b.events = append(b.events, r.event)
	}
	return r
}

// Open loads a file, given by its absolute path, and waits for its load event.
func (b *Browser) Open(file string) {
	b.T.Helper()
	b.events = nil
	b.Call("Page.navigate", map[string]any{"url": "file://" + file}, nil)
	b.awaitLoad()
}

// Reload loads the page again and waits for its load event. The page must be a file.
func (b *Browser) Reload() {
	b.T.Helper()
	b.events = nil
	b.Call("Page.reload", nil, nil)
	b.awaitLoad()
}

// awaitLoad waits until a file has been loaded. It ignores load events of the document before.
func (b *Browser) awaitLoad() {
	b.T.Helper()
	b.AwaitEvent("Page.frameNavigated", `"file:`)
	b.events = nil
	b.AwaitEvent("Page.loadEventFired", "")
}

// AwaitEvent waits until there is an event of the method whose parameters, as JSON, contain a text, and
// removes it from b.events. The event may have arrived before the call.
func (b *Browser) AwaitEvent(method, contained string) {
	b.T.Helper()
	for {
		if i := slices.IndexFunc(b.events, func(e event) bool { return e.Method == method && strings.Contains(string(e.Params), contained) }); i >= 0 {
			b.events = slices.Delete(b.events, i, i+1)
			return
		}
		b.receive()
	}
}

// Complaints returns the errors of the page that have arrived since it began to load, as JSON: exceptions,
// entries of the browser's log such as violations of the page's policy, and requests other than file, blob
// and data URLs.
func (b *Browser) Complaints() []string {
	var list []string
	for _, e := range b.events {
		switch e.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded":
			list = append(list, string(e.Params))
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			if err := json.Unmarshal(e.Params, &p); err != nil || !(strings.HasPrefix(p.Request.URL, "file://") || strings.HasPrefix(p.Request.URL, "blob:") || strings.HasPrefix(p.Request.URL, "data:")) {
				list = append(list, string(e.Params))
			}
		}
	}
	return list
}

// Eval stores the value of a JavaScript expression on the page in value, a pointer for json.Unmarshal. If
// the expression is a promise, Eval waits for its value. An exception and the value undefined end the test.
func (b *Browser) Eval(expression string, value any) {
	b.T.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.T.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	if err := json.Unmarshal(r.Result.Value, value); err != nil {
		b.T.Fatalf("%s: %v", expression, err)
	}
}

// Number returns the value of an expression, a number, without its fraction.
func (b *Browser) Number(expression string) int {
	b.T.Helper()
	var n float64
	b.Eval(expression, &n)
	return int(n)
}

// String returns the value of an expression, a string.
func (b *Browser) String(expression string) string {
	b.T.Helper()
	var s string
	b.Eval(expression, &s)
	return s
}

// Text returns the text of an element.
func (b *Browser) Text(selector string) string {
	b.T.Helper()
	return b.String(fmt.Sprintf("document.querySelector(%q).textContent", selector))
}

// Press presses a key, which is a letter or a name such as Enter, perhaps after "Ctrl+".
func (b *Browser) Press(key string) {
	b.T.Helper()
	modifiers := 0
	if name, is := strings.CutPrefix(key, "Ctrl+"); is {
		key, modifiers = name, 2
	}
	for _, kind := range []string{"keyDown", "keyUp"} {
		b.Call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "modifiers": modifiers}, nil)
	}
}

// Place scrolls an element into view and returns its middle, in CSS pixels of the window.
func (b *Browser) Place(selector string) (x, y float64) {
	b.T.Helper()
	var p [2]float64
	b.Eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector), &p)
	return p[0], p[1]
}

// Click moves the mouse to the middle of an element and clicks with the left button.
func (b *Browser) Click(selector string) {
	b.T.Helper()
	x, y := b.Place(selector)
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		b.Mouse(kind, x, y)
	}
}

// Mouse sends a mouse event at a point of the window: mouseMoved or, for the left button, mousePressed or
// mouseReleased.
func (b *Browser) Mouse(kind string, x, y float64) {
	b.T.Helper()
	p := map[string]any{"type": kind, "x": x, "y": y}
	if kind != "mouseMoved" {
		p["button"], p["clickCount"] = "left", 1
	}
	b.Call("Input.dispatchMouseEvent", p, nil)
}

// Drag presses the left mouse button on the first element, moves to each further element in turn, and
// releases the button on the last.
func (b *Browser) Drag(selectors ...string) {
	b.T.Helper()
	x, y := b.Place(selectors[0])
	b.Mouse("mouseMoved", x, y)
	b.Mouse("mousePressed", x, y)
	for _, selector := range selectors[1:] {
		x, y = b.Place(selector)
		b.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}, nil)
	}
	b.Mouse("mouseReleased", x, y)
}

// Touch puts a finger on the window at x, y, moves it to toX, toY if this is another point, and lifts it.
func (b *Browser) Touch(x, y, toX, toY float64) {
	b.T.Helper()
	b.Fingers("touchStart", x, y)
	if toX != x || toY != y {
		b.Fingers("touchMove", toX, toY)
	}
	b.Fingers("touchEnd")
}

// Fingers sends a touch event of a kind such as touchStart, for one finger at the point x, y in at, or for
// no finger if at is empty.
func (b *Browser) Fingers(kind string, at ...float64) {
	b.T.Helper()
	points := []any{}
	if len(at) == 2 {
		points = append(points, map[string]any{"x": at[0], "y": at[1]})
	}
	b.Call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil)
}

// AwaitFrame waits until the page has noticed earlier events and drawn itself: for two frames.
func (b *Browser) AwaitFrame() {
	b.T.Helper()
	b.Eval(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))`, new(int))
}

// Await waits until a condition, a JavaScript expression, is true on the page. It looks once a frame. After
// a minute it ends the test.
func (b *Browser) Await(condition string) {
	b.T.Helper()
	b.Eval(fmt.Sprintf(`new Promise((done, fail) => {
		const end = performance.now() + 60000, look = () => %s ? done(0) : performance.now() > end ? fail(new Error("waited a minute")) : requestAnimationFrame(look);
		look(); })`, condition), new(int))
}

// Drop drops files of the disk, given by their absolute paths, on an element.
func (b *Browser) Drop(selector string, files ...string) {
	b.T.Helper()
	x, y := b.Place(selector)
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		b.Call("Input.dispatchDragEvent", map[string]any{"type": kind, "x": x, "y": y, "data": map[string]any{"items": []any{}, "files": files, "dragOperationsMask": 1}}, nil)
	}
}

// During calls send, which sends input, and waits until an event that the input causes, such as "touchend",
// has reached the window of the page. The browser answers some input, such as touchCancel, before the page
// notices it.
func (b *Browser) During(event string, send func()) {
	b.T.Helper()
	b.Eval(fmt.Sprintf(`(window.noticed = new Promise((done) => addEventListener(%q, () => done(0), {once: true})), 0)`, event), new(int))
	send()
	b.Eval("noticed", new(int))
}

// Screenshot returns the content of the window as PNG.
func (b *Browser) Screenshot() []byte {
	b.T.Helper()
	var shot struct{ Data []byte }
	b.Call("Page.captureScreenshot", nil, &shot)
	return shot.Data
}

// Keep writes a screenshot to the file NAME.png in the directory QSHOW_SCREENSHOTS, if this variable is set.
func (b *Browser) Keep(name string) {
	b.T.Helper()
	if dir := os.Getenv("QSHOW_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+".png", b.Screenshot(), 0o666); err != nil {
			b.T.Fatal(err)
		}
	}
}
