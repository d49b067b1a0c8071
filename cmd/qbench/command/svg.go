package command

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// Layout of a picture, in pixels.
const (
	plotWidth, plotHeight                    = 480, 360
	plotLeft, plotRight, plotTop, plotBottom = 64, 28, 12, 42
	plotBeyondX, plotBeyondY                 = 46, 22 // distance of the line for unsolved instances
	legendRow, legendMark, characterWidth    = 18, 20, 6.2
)

// Colours and shapes of solvers. The page uses the same, and other colours in dark mode.
var (
	colours = []string{"#0060a8", "#b84a00", "#00775a", "#a0307c", "#7a6200", "#4a4aa8", "#555555", "#b01030"}
	shapes  = []string{"M-3-3h6v6h-6z", "M0-4l4 7h-8z", "M0-4.5l4 4.5l-4 4.5l-4-4.5z", "M-3.5-1h2.5v-2.5h2v2.5h2.5v2h-2.5v2.5h-2v-2.5h-2.5z",
		"M0 4l4-7h-8z", "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z"}
)

// writeSVG writes an SVG picture that refers to no other files.
func writeSVG(w io.Writer, p plot) error {
	longest := 0
	for _, s := range p.series {
		longest = max(longest, len([]rune(s.name)))
	}
	column := float64(longest)*characterWidth + legendMark + 10
	columns := max(1, int((plotWidth-plotLeft-plotRight)/column))
	rows := (len(p.series) + columns - 1) / columns
	b := &strings.Builder{}
	height := plotHeight + legendRow*rows + 6
	width := max(plotWidth, plotLeft+plotRight+int(column))
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" font-family="sans-serif" font-size="11" fill="#22201e">
<title>%s</title>
<rect width="100%%" height="100%%" fill="#ffffff"/>
`, width, height, escape(p.title))
	x := p.x.scale(plotLeft, plotWidth-plotRight, plotBeyondX)
	y := p.y.scale(plotHeight-plotBottom, plotTop, plotBeyondY)
	p.drawAxes(b, x, y)
	for i, s := range p.series {
		s.draw(b, x, y)
		left, top := float64(plotLeft)+float64(i%columns)*column, float64(plotHeight+legendRow*(i/columns)+6)
		fmt.Fprintf(b, "<path d=%q transform=\"translate(%.1f %.1f)\" fill=%q/><text x=\"%.1f\" y=\"%.1f\">%s</text>\n",
			s.shape(), left+5, top, s.colour(), left+legendMark, top+4, escape(s.name))
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// scale returns a function that maps values to positions between from and to. If some values are
// infinite, they are mapped to to, and finite values end before it by gap.
func (a axis) scale(from, to, gap float64) func(float64) float64 {
	end := to
	if a.unsolved {
		end += math.Copysign(gap, from-to)
	}
	f := func(v float64) float64 { return v }
	if a.log {
		f = math.Log10
	}
	low, high := f(a.low), f(a.high)
	if high <= low { // the axis has a single value
		low, high = low-1, high+1
	}
	return func(v float64) float64 {
		if math.IsInf(v, 1) {
			return to
		}
		return from + (end-from)*(f(v)-low)/(high-low)
	}
}

// marks returns the ticks and their labels, with an infinite tick "unsolved" if a.unsolved.
func (a axis) marks() (values []float64, labels []string) {
	values = a.ticks()
	for _, v := range values {
		labels = append(labels, number(v))
	}
	if a.unsolved {
		values, labels = append(values, math.Inf(1)), append(labels, "unsolved")
	}
	return values, labels
}

func (p plot) drawAxes(b *strings.Builder, x, y func(float64) float64) {
	const bottom, right, line = plotHeight - plotBottom, plotWidth - plotRight, `<path d="M%.1f %.1f%s" stroke="#d9d4cc" fill="none"%s/>` + "\n"
	dashed := func(v float64) string {
		if math.IsInf(v, 1) {
			return ` stroke-dasharray="4 3"`
		}
		return ""
	}
	values, labels := p.x.marks()
	for i, v := range values {
		fmt.Fprintf(b, line, x(v), float64(plotTop), fmt.Sprintf("V%d", bottom), dashed(v))
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x(v), bottom+14, labels[i])
	}
	values, labels = p.y.marks()
	for i, v := range values {
		fmt.Fprintf(b, line, float64(plotLeft), y(v), fmt.Sprintf("H%d", right), dashed(v))
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", plotLeft-6, y(v)+4, labels[i])
	}
	if p.diagonal {
		fmt.Fprintf(b, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#66605a\" stroke-dasharray=\"4 3\"/>\n", x(p.x.low), y(p.y.low), x(p.x.high), y(p.y.high))
	}
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", (plotLeft+right)/2, bottom+32, escape(short(p.x.label)))
	fmt.Fprintf(b, "<text transform=\"translate(12 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", (plotTop+bottom)/2, escape(short(p.y.label)))
}

// escape escapes a text for XML, and replaces ASCII control characters by blanks.
func escape(text string) string { return html.EscapeString(strings.Map(inColumn, text)) }

// short returns the label of an axis, cut to at most 48 characters so that it fits the axis. A label
// that was cut ends in an ellipsis.
func short(label string) string {
	if text := []rune(label); len(text) > 48 {
		return string(text[:47]) + "…"
	}
	return label
}

func (s series) colour() string { return colours[s.solver%len(colours)] }
func (s series) shape() string  { return shapes[s.solver%len(shapes)] }

// draw draws the line and the points.
func (s series) draw(b *strings.Builder, x, y func(float64) float64) {
	var places []string
	for _, q := range s.line {
		places = append(places, fmt.Sprintf("%.1f %.1f", x(q.x), y(q.y)))
	}
	if len(places) > 0 {
		fmt.Fprintf(b, "<path d=\"M%s\" fill=\"none\" stroke=%q stroke-width=\"1.75\"/>\n", strings.Join(places, "L"), s.colour())
	}
	for _, q := range s.points {
		fmt.Fprintf(b, "<path d=%q transform=\"translate(%.1f %.1f)\" fill=%q><title>%s</title></path>\n",
			s.shape(), x(q.x), y(q.y), s.colour(), escape(s.name+" on "+q.about))
	}
}
