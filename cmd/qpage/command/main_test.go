package command

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/cmd/internal/program"
)

// qpage runs the program, and returns its standard output, its messages and its exit code.
func qpage(args ...string) (out, messages string, code int) {
	var stdout, stderr strings.Builder
	code = program.Run(New(), append([]string{"qpage"}, args...), strings.NewReader(""), &stdout, &stderr)
	return stdout.String(), stderr.String(), code
}

// TestPage writes a page with a module that was built before. It does not build one, because that takes
// seconds. The page needs only its own text.
func TestPage(t *testing.T) {
	dir := t.TempDir()
	module, name := filepath.Join(dir, "m.wasm"), filepath.Join(dir, "p.html")
	if err := os.WriteFile(module, []byte("\x00asm\x01\x00\x00\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, messages, code := qpage("--module", module, "--lang", "fr")
	if code != 0 || messages != "" {
		t.Fatal(code, messages)
	}
	for _, want := range []string{"script-src 'sha256-", "'wasm-unsafe-eval'; worker-src blob:; img-src data: blob:", `id="worker">`, `id="tables" data-lang="fr" data-size="`, "globalThis.Go = class", `class="module" data-size="`} {
		if !strings.Contains(out, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	readable := regexp.MustCompile(`data-size="\d+">[^<]*`).ReplaceAllString(out, "") // compressed text may contain anything
	for _, wrong := range []string{"{{", "unsafe-inline", "'unsafe-eval'", " src=", "@import", "url("} {
		if i := strings.Index(readable, wrong); i >= 0 {
			t.Errorf("the page has %s", readable[i:min(i+60, len(readable))])
		}
	}
	if !strings.HasPrefix(out, byteOrderMark+"<!") {
		t.Errorf("the page begins with %q", out[:20])
	}
	if _, messages, code = qpage("--module", module, "--lang", "fr", "-o", name); code != 0 {
		t.Fatal(messages)
	}
	if again, err := os.ReadFile(name); err != nil || string(again) != out {
		t.Error("the second page differs", err)
	}
}

// TestInstalled copies the page of a release if the page cannot be built, because there is no go command.
func TestInstalled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	executable = func() (string, error) { return filepath.Join(dir, "bin", "qpage"), nil }
	defer func() { executable = os.Executable }()
	write := func(name string) {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(name), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	write("bin/qpage")
	if out, messages, code := qpage(); code != 1 || out != "" || !strings.Contains(messages, `go: executable file not found`) {
		t.Errorf("without a page: %d, %q, %s", code, out, messages)
	}
	for _, name := range []string{"share/queens/queens.html", "bin/queens.html"} {
		write(name)
		name = filepath.Join(dir, name)
		if out, messages, code := qpage(); code != 0 || out != name || !strings.HasPrefix(messages, "qpage: copied "+name+", because the page was not built: ") {
			t.Errorf("%d, %q, %s", code, out, messages)
		}
	}
	if _, messages, code := qpage("--module", filepath.Join(dir, "none")); code != 1 || strings.Contains(messages, "copied") {
		t.Errorf("without the module: %d, %s", code, messages)
	}
}

func TestErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "none.wasm")
	for want, args := range map[string][]string{
		"none.wasm: no such file":            {"--module", missing},
		"expected no arguments, found":       {"8"},
		"--lang: expected":                   {"--lang", "xx", "--module", missing},
		"refusing to write html to page.cnf": {"-o", "page.cnf", "--module", missing},
	} {
		if out, messages, code := qpage(args...); code == 0 || out != "" || !strings.Contains(messages, want) {
			t.Errorf("%q: exit code %d, %s", args, code, messages)
		}
	}
}
