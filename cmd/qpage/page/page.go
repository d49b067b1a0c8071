// Package page holds the sources of the page that qpage writes.
package page

import _ "embed"

var (
	//go:embed page.html
	Markup string // the body
	//go:embed page.css
	Style string // follows the style of the boards
	//go:embed module.js
	module string
	//go:embed engine.js
	engine string
	//go:embed problem.js
	problem string
	//go:embed editor.js
	editor string
	//go:embed formula.js
	formula string
	//go:embed answer.js
	answer string
	//go:embed puzzles.js
	puzzles string
	//go:embed worksheets.js
	worksheets string
	//go:embed language.js
	language string
	//go:embed exercises.js
	exercises string
	//go:embed start.js
	start string
	//go:embed worker.js
	Worker string // follows wasm_exec.js of Go
)

// Script returns the script, which follows the scripts of the boards.
func Script() string {
	return module + engine + problem + editor + formula + answer + puzzles + worksheets + exercises + language + start + "\nbegin();\n"
}
