package command

import (
	"context"
	"errors"
	"os"
	"strings"

	pages "queens/cmd/qpage/page"
	"queens/decode"
)

// byteOrderMark begins the page, so that browsers read it as UTF-8 even if a server says otherwise.
const byteOrderMark = "\ufeff"

// page returns the page with the module in the file called name, or with a module that it builds if name is
// empty.
func page(ctx context.Context, name string) (string, error) {
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
	return byteOrderMark + decode.PageSource{Title: "Queens", Markup: pages.Markup, Style: pages.Style, Script: pages.Script(),
		After: "<script type=\"text/plain\" id=\"worker\">" + worker + "</script>\n" + packed(module)}.Page(), nil
}
