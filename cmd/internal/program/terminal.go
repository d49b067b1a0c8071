package program

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A Screen is a stream that is no file, but shows lines of progress like a terminal.
type Screen interface{ IsTerminal() bool }

// IsTerminal reports whether a stream is a terminal or a Screen that acts as one.
func IsTerminal(stream any) bool {
	if s, is := stream.(Screen); is {
		return s.IsTerminal()
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// TerminalWidth returns the number of characters in a line of the terminal w, or 0 if w is not a
// terminal.
func TerminalWidth(w io.Writer) (width int) {
	if f, ok := w.(*os.File); ok {
		width, _, _ = term.GetSize(int(f.Fd())) // 0 after an error
	}
	return width
}

// A Status is a line of progress on a terminal that is updated repeatedly. A nil Status shows nothing. Its
// methods may be called by several goroutines.
type Status struct {
	w  io.Writer
	mu sync.Mutex
	at time.Time // time of the last update, or of the creation
	on bool      // a line is shown
}

// Status returns a Status on standard error, or nil with --quiet, if standard error is not a terminal, or if
// TERM is dumb.
func (in *Invocation) Status() *Status {
	if in.Quiet || !IsTerminal(in.Stderr) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Status{w: in.Stderr, at: time.Now()}
}

// statusEvery is the least time between two updates, and before the first.
const statusEvery = 250 * time.Millisecond

// unknownWidth is the width of a terminal that does not give its width.
const unknownWidth = 80

// Show replaces the line on the terminal by line(), with unprintable characters escaped, and cut to be shorter
// than the current width of the terminal. It does nothing, and does not call line, if the last update, or the
// creation of s, was less than statusEvery ago.
func (s *Status) Show(line func() string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.at) >= statusEvery {
		s.at, s.on = now, true
		fmt.Fprintf(s.w, "\r\x1b[K%.*s", cmp.Or(TerminalWidth(s.w), unknownWidth)-1, Printable(line()))
	}
}

// Clear removes the line from the terminal, if it is shown.
func (s *Status) Clear() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.on {
		s.on = false
		io.WriteString(s.w, "\r\x1b[K")
	}
}
