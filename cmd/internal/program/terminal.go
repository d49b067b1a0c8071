package program

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// TerminalWidth returns the number of characters in a line of a terminal, 0 if w is none.
func TerminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// A Status is one line on a terminal that is written over and over. A nil
// Status shows nothing. It is safe for concurrent use.
type Status struct {
	w  io.Writer
	mu sync.Mutex
	at time.Time // of the last line
	on bool      // a line is there
}

// NewStatus returns a Status on w, or nil if w is no terminal.
func NewStatus(w io.Writer) *Status {
	if !IsTerminal(w) {
		return nil
	}
	return &Status{w: w, at: time.Now()}
}

// statusEvery is how often the line changes at most, and how long a program
// runs before it has one.
const statusEvery = 250 * time.Millisecond

// Show puts a line there, unless the last one is too recent. The line is
// not evaluated then.
func (s *Status) Show(line func() string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := time.Now(); now.Sub(s.at) >= statusEvery {
		s.at, s.on = now, true
		fmt.Fprintf(s.w, "\r\x1b[K%s", line())
	}
}

// Clear removes the line.
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
