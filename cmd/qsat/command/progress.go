package command

import (
	"queens/cmd/internal/program"
	"queens/cmd/internal/terminal"
)

// progress returns what shows on a terminal how far a search is, nil if there is
// nobody to show it to, and what clears that. Models that go to a terminal as they are
// found say enough.
func (s *settings) progress(call *program.Invocation) (show func(text func() string), clear func()) {
	status := terminal.NewStatus(call.Stderr)
	if status == nil || call.Quiet || s.enumerate && printsToTerminal(call) {
		return nil, func() {}
	}
	return func(text func() string) {
		status.Show(func() string { return "qsat: " + text() })
	}, status.Clear
}

// printsToTerminal reports whether the answer goes to a terminal.
func printsToTerminal(call *program.Invocation) bool {
	return call.Output == "" && terminal.Is(call.Stdout)
}
