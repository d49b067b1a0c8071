// Command qpage writes a page that runs the other programs in a browser.
//
//	qpage -o queens.html
//
// See `qpage --help`.
package main

import (
	"queens/cmd/internal/program"
	"queens/cmd/qpage/command"
)

func main() { program.Main(command.New()) }
