package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	pages "queens/cmd/qpage/page"
	"queens/decode/page"
)

// executable returns the name of the program. Tests change it.
var executable = os.Executable

// installedPage returns the page that a release has beside the program, or in share/queens of the directory
// above, and its name; both are "" if there is none.
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

// buildPage returns the page with the module in the file called name, or with a module that it builds if name is
// empty.
func buildPage(ctx context.Context, name string) (string, error) {
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
	return byteOrderMark + page.Source{Title: "Queens", Markup: pages.Markup, Style: pages.Style, Script: pages.Script(),
		After: "<script type=\"text/plain\" id=\"worker\">" + worker + "</script>\n" + packed(module)}.Page(), nil
}
