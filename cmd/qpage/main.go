// Command qpage writes a page that runs the other programs in a browser.
//
//	qpage -o queens.html
//
// See `qpage --help`.
package main

import (
	"os"

	"queens/cmd/internal/program"
	"queens/cmd/qpage/command"
)

func main() { os.Exit(program.Main(command.New())) }
