package command

import (
	"os"

	"queens/cmd/internal/program"
	"queens/cmd/internal/terminal"
	"queens/cmd/qshow/internal/raster"
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

// checkBinary keeps what is no text off a terminal.
func (s *settings) checkBinary(call *program.Invocation) error {
	if s.format == raster.Format.Name && !s.count && !s.verifyOnly && toTerminal(call) {
		return program.Usagef("%s cannot be shown on a terminal: expected --output or a pipe", s.format)
	}
	return nil
}
