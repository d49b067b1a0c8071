package decode

import (
	"image/color"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens/encode"
)

// customProperties returns the colours that the CSS blocks of a selector define.
func customProperties(css, selector string) map[string]color.NRGBA {
	found := map[string]color.NRGBA{}
	for _, block := range regexp.MustCompile(`(?m)^\s*(?:@media \(prefers-color-scheme: dark\) \{\s*)?`+regexp.QuoteMeta(selector)+` \{([^}]*)\}`).FindAllStringSubmatch(css, -1) {
		for _, p := range regexp.MustCompile(`--(\w+): #([0-9a-f]{6}|[0-9a-f]{3});`).FindAllStringSubmatch(block[1], -1) {
			if len(p[2]) == 3 {
				p[2] = strings.Repeat(p[2][:1], 2) + strings.Repeat(p[2][1:2], 2) + strings.Repeat(p[2][2:], 2)
			}
			v, _ := strconv.ParseUint(p[2], 16, 32)
			found[p[1]] = rgb(uint32(v))
		}
	}
	return found
}

// contrast returns the contrast of two colours, from 1 to 21 (WCAG 2.2).
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		sum := 0.0
		for _, part := range []struct {
			value  uint8
			weight float64
		}{{c.R, 0.2126}, {c.G, 0.7152}, {c.B, 0.0722}} {
			v := float64(part.value) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += part.weight * v
		}
		return sum
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x/y, y/x)
}

// A lesson names lines by the coordinates on the edge of the board, and diagonals by their
// first square.
func TestLineNames(t *testing.T) {
	regular, torus := encode.Board{N: 5}, encode.Board{N: 5, Variant: encode.Torus}
	for _, tt := range []struct {
		board      encode.Board
		text, want string
	}{
		{regular, "row 2: at least one queen", "row 2 (rank 4): at least one queen"},
		{regular, "on b4 in row 1: up to column 3 none", "on b4 in row 1 (rank 5): up to column 3 (file c) none"},
		{regular, "falling diagonal d1: at most one", "falling diagonal through a4: at most one"},
		{regular, "falling diagonal d-2", "falling diagonal through c5"},
		{regular, "rising diagonal s3, rising diagonal s8", "rising diagonal through b5, rising diagonal through e3"},
		{torus, "falling diagonal d1", "falling diagonal through e5"},
		{torus, "falling diagonal d0, rising diagonal s6", "falling diagonal through a5, rising diagonal through e5"},
		{encode.Board{N: 30}, "column 28", "column 28 (file ab)"},
		{regular, "qgen --annotate -e sequential 6, 4 clauses, arrow 1", "qgen --annotate -e sequential 6, 4 clauses, arrow 1"},
	} {
		if got := asOnBoard(tt.text, tt.board); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	for _, variant := range []encode.Variant{encode.Regular, encode.Torus} {
		b := encode.Board{N: 4, Variant: variant}
		for line := range b.Lines() {
			vars := line.AppendVars(nil)
			first, _ := b.SquareOf(slices.Min(vars).Var())
			got := asOnBoard(line.String(), b)
			if _, through, ok := strings.Cut(got, "through "); ok && through != first.Algebraic(4) || strings.HasSuffix(got, line.String()) {
				t.Errorf("%v: %s, but its first square is %s", line, got, first.Algebraic(4))
			}
		}
	}
}

// Every text of a lesson has a contrast of at least 4.5 in both themes. The browser tests of
// qshow look at the drawn page.
func TestLessonContrast(t *testing.T) {
	css := pageStyle("lesson")
	light := customProperties(css, `:root`)
	dark := maps.Clone(light)
	maps.Copy(dark, customProperties(css, `:root[data-theme="dark"]`))
	bySystem := maps.Clone(light)
	maps.Copy(bySystem, customProperties(css, `:root:not([data-theme="light"])`))
	if !maps.Equal(dark, bySystem) || maps.Equal(dark, light) {
		t.Errorf("dark is %v by choice and %v by the system", dark, bySystem)
	}
	number := regexp.MustCompile(`\.number \{ fill: ([^;]*);`).FindStringSubmatch(css)[1]
	pairs := [][2]string{
		{"ink", "page"}, {"ink", "panel"}, {"soft", "page"}, {"soft", "panel"}, {"accent", "page"}, {"accent", "panel"}, {"panel", "accent"},
		{"wrong", "page"}, {"wrong", "panel"}, {"panel", "wrong"}, {"right", "page"}, {"right", "panel"}, {"coordinate", "frame"},
		{number, "light"}, {number, "dark"}, {number, "blocked"},
	}
	for name, colours := range map[string]map[string]color.NRGBA{"light": light, "dark": dark} {
		colours["#000"], colours["var(--cross)"] = rgb(0), colours["cross"]
		for _, p := range pairs {
			a, ok1 := colours[p[0]]
			b, ok2 := colours[p[1]]
			if got := contrast(a, b); !ok1 || !ok2 || got < 4.5 {
				t.Errorf("%s: %s on %s has a contrast of %.2f", name, p[0], p[1], got)
			}
		}
	}
}
