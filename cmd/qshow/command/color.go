package command

import (
	"os"

	"queens/cmd/internal/program"
	"queens/cmd/internal/terminal"
)

// Values of --color.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// colored reports whether to use colours. NO_COLOR is the convention of
// no-color.org; TERM=dumb says that there are none.
func (s *settings) colored(call *program.Invocation) bool {
	switch s.color {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	return toTerminal(call) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// toTerminal reports whether the boards go to a terminal.
func toTerminal(call *program.Invocation) bool {
	return (call.Output == "" || call.Output == "-") && terminal.Is(call.Stdout)
}
