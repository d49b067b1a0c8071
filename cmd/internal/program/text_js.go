package program

import "io"

// The module of a page prints no help, manual page or completions, because a page shows other texts.

func print(io.Writer, string, Program) {}
func manual(io.Writer, Program)        {}
