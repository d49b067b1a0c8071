//go:build unix

package command

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// plotted returns a plot of the set that measured makes.
func plotted(t *testing.T, name string) plot {
	t.Helper()
	r := reporting{}
	r.flags() // sets the defaults
	table, err := r.read([]string{measured(t)})
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.plot(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// An axis of whole numbers has whole ticks, and unsolved instances lie beyond the limit.
func TestTicks(t *testing.T) {
	for _, test := range []struct {
		axis axis
		want string
	}{
		{axis{low: 10, high: 13, whole: true}, "10 11 12 13"},
		{axis{low: 1.2, high: 1.4}, "1.2 1.25 1.3 1.35 1.4"},
		{axis{low: 0, high: 92, whole: true}, "0 20 40 60 80"},
		{axis{low: 7, high: 7, whole: true}, "7"},
		{axis{low: 0, high: 2500000, whole: true}, "0 500000 1000000 1500000 2000000 2500000"},
		{axis{low: 0.01, high: 10, log: true}, "0.01 0.1 1 10"},
		{axis{low: 0.1, high: 60, log: true, unsolved: true}, "0.1 1 10 60 unsolved"},
		{axis{low: 0.1, high: 12, log: true, unsolved: true}, "0.1 1 12 unsolved"},
	} {
		values, labels := test.axis.marks()
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.axis, got, test.want)
		}
		at := test.axis.scale(0, 100, 20)
		for i, v := range values {
			if place := at(v); place < -1e-9 || place > 100+1e-9 || i > 0 && place <= at(values[i-1]) {
				t.Errorf("%+v: %g is at %g", test.axis, v, place)
			}
		}
	}
}

// textsOf returns the texts of a picture, which must be valid XML without scripts.
func textsOf(t *testing.T, svg string) (texts []string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if start, is := token.(xml.StartElement); err != nil || is && start.Name.Local == "script" {
			t.Fatalf("%v, %v\n%s", token, err, svg)
		}
		if text, is := token.(xml.CharData); is {
			texts = append(texts, string(text))
		}
	}
}

// A picture is valid XML with the texts of the table and a legend.
func TestSVG(t *testing.T) {
	for name, marks := range map[string]int{"cactus": 3, "scatter": 2, "random-diagonals": 5} {
		var b strings.Builder
		if err := writeSVG(&b, plotted(t, name)); err != nil {
			t.Fatal(err)
		}
		texts, points := textsOf(t, b.String()), 0
		for _, text := range texts {
			if strings.Contains(text, " on q") {
				points++
			}
		}
		if fast := map[bool]string{true: "seconds of "}[name == "scatter"] + "fast|`"; points != marks || !slices.Contains(texts, fast) || !slices.Contains(texts, "slow </script>") {
			t.Errorf("%s: %d points, %q", name, points, texts)
		}
		for i, s := range plotted(t, name).series {
			if want := map[bool]int{true: 1, false: i}[name == "scatter"]; s.solver != want {
				t.Errorf("%s: %s has the colour of solver %d, want %d", name, s.name, s.solver, want)
			}
		}
		if unsolved := slices.Contains(texts, "unsolved"); unsolved == (name == "cactus") {
			t.Errorf("%s: %q", name, texts)
		}
	}
}

// Names of solvers and instances do not break the syntax.
func TestHostilePlots(t *testing.T) {
	name := "\x1b]0;\x00</text><script>\\end{axis}\n\xff\u65e5\u00e9%_^$&{"
	p := plot{x: axis{high: 1, label: name}, y: axis{low: 1, high: 10, log: true}, series: []series{{name: name, points: []point{{1, 2, name}}}}}
	var svg strings.Builder
	if err := writeSVG(&svg, p); err != nil {
		t.Fatal(err)
	}
	textsOf(t, svg.String())
}

// The suffix of a file name chooses the format, except for FIFOs and .txt.
func TestReportNames(t *testing.T) {
	set, dir := measured(t), t.TempDir()
	for name, want := range map[string]string{
		"x": "<!DOCTYPE html>", "x.txt": "<!DOCTYPE html>", "x.HTML": "<!DOCTYPE html>", "x.csv": "instance,", "x.md": "| instance",
		"x.svg": "<svg ",
	} {
		report(t, "-o", filepath.Join(dir, name), set)
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: %.80s, %v", name, text, err)
		}
	}
	report(t, "-f", "comparison", "-o", filepath.Join(dir, "c.md"), set)
	report(t, "-f", "html", "-o", filepath.Join(dir, "x.page"), set)
	fifo := filepath.Join(dir, "x.fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(fifo)
		read <- string(text)
	}()
	report(t, "-o", fifo, set)
	if text := <-read; !strings.HasPrefix(text, "<!DOCTYPE html>") {
		t.Errorf("%.80s", text)
	}
	if _, err := os.Stat(filepath.Join(dir, "x.pdf")); err == nil {
		t.Error("a file of a name that was refused")
	}
}
