package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	pages "queens/cmd/qpage/page"
	"queens/decode/page"
	"queens/decode/words"
)

// executable returns the name of the file of this program. Tests change it.
var executable = os.Executable

// installedPage returns the text and the name of the page queens.html of a release. It is in the directory
// of the program, or in ../share/queens. Both results are "" if it cannot be read.
func installedPage() (text, name string) {
	program, err := executable()
	if err == nil {
		program, err = filepath.EvalSymlinks(program)
	}
	if err != nil {
		return "", ""
	}
	for _, where := range []string{".", "../share/queens"} {
		name := filepath.Join(filepath.Dir(program), where, "queens.html")
		if text, err := os.ReadFile(name); err == nil {
			return string(text), name
		}
	}
	return "", ""
}

// byteOrderMark begins the page, so that browsers read it as UTF-8 even if a server says otherwise.
const byteOrderMark = "\ufeff"

// buildPage returns the text of the page with the WebAssembly module in the file called name. If name is "",
// it builds the module by buildModule. The page begins in a language, or in the language of the browser if
// language is "". It needs the go command in all cases, for supportScript.
func buildPage(ctx context.Context, name, language string) (string, error) {
	module, err := os.ReadFile(name)
	if name == "" {
		module, err = buildModule(ctx)
	}
	if err != nil {
		return "", err
	}
	support, err := supportScript(ctx)
	if err != nil {
		return "", err
	}
	worker := support + pages.Worker
	if strings.Contains(worker, "</script") || strings.Contains(worker, "<!--") {
		return "", errors.New("wasm_exec.js of the go command contains a tag")
	}
	return byteOrderMark + page.Source{Title: "Queens", Markup: pages.Markup + compressed(`id="tables" data-lang="`+language+`"`, []byte(words.PageTable())), Style: pages.Style, Script: pages.Script(),
		After: "<script type=\"text/plain\" id=\"worker\">" + worker + "</script>\n" + packed(module)}.Page(), nil
}
