package draw

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
)

// A Theme holds the colours of pictures. Queens must contrast with both kinds of squares, and
// coordinates with the frame.
type Theme struct {
	Name  string // as on the command line
	About string // a description for the help

	frame, edge, text   color.NRGBA   // edge is the colour of a line around the squares; no line if its A is 0
	light, dark, pale   color.NRGBA   // squares; pale replaces dark on large boards
	queen, Detail       color.NRGBA   // a queen, and the details painted over it
	given, attack, glow color.NRGBA   // given queens, attacks and queens that attack, attacked squares
	blocked, cross      color.NRGBA   // blocked squares; crosses, numbers and letters
	regions             []color.NRGBA // at least six, from light to dark; nil means regionColours
}

// Themes lists all themes; the first is the default.
var Themes = []*Theme{
	{
		Name: "wood", About: "the colours of a chess board; queens that attack are red, given ones blue",
		frame: rgb(0x4b3425), text: rgb(0xf3e3c8), light: rgb(0xf0dcb9), dark: rgb(0xb98a5e), pale: rgb(0xdfc59d),
		queen: rgb(0x1c1a19), Detail: rgb(0xf7ecd6), given: rgb(0x123f8c), attack: rgb(0xc21812), glow: rgb(0x2f9e44),
		blocked: rgb(0x8a8a86), cross: rgb(0x4a4a48),
	},
	PrintTheme,
	{
		// M. Okabe and K. Ito, "Color Universal Design", 2002: black, blue, vermilion
		// and sky blue differ for every reader, in lightness as well.
		Name: "safe", About: "colours that colour-blind readers can tell apart, too, on grey squares",
		frame: rgb(0x2f3437), text: rgb(0xffffff), light: rgb(0xf4f4f2), dark: rgb(0xbcc3c8), pale: rgb(0xdadfe2),
		queen: rgb(0x000000), Detail: rgb(0xffffff), given: rgb(0x0072b2), attack: rgb(0xd55e00), glow: rgb(0x56b4e9),
		blocked: rgb(0x7d8488), cross: rgb(0x26292b),
		// Any two of these differ by more than 20 in CIEDE2000, also for readers without one of the
		// three cones (G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based
		// Model for Simulation of Color Vision Deficiency", IEEE TVCG 15, 2009).
		regions: []color.NRGBA{rgb(0x95f9d4), rgb(0xd3ccff), rgb(0xddc941), rgb(0x6c7df3), rgb(0xa37082), rgb(0x778421)},
	},
}

// PrintTheme takes little ink on paper and does not rely on colours.
var PrintTheme = &Theme{
	Name: "print", About: "black and grey on white, for paper",
	frame: rgb(0xffffff), edge: rgb(0x000000), text: rgb(0x000000), light: rgb(0xffffff), dark: rgb(0xd8d8d8), pale: rgb(0xe8e8e8),
	queen: rgb(0x000000), Detail: rgb(0xffffff), given: rgb(0x000000), attack: rgb(0x6e6e6e), glow: rgb(0xa8a8a8),
	blocked: rgb(0xb4b4b4), cross: rgb(0x000000),
}

// ThemeByName returns the theme called name, or nil.
func ThemeByName(name string) *Theme {
	if i := slices.IndexFunc(Themes, func(t *Theme) bool { return t.Name == name }); i >= 0 {
		return Themes[i]
	}
	return nil
}

// CSS returns the colours as custom properties for the style of a page, such as " --light: #f0dcb9;". It
// leaves out the colours of regions, and the edge if there is none.
func (t *Theme) CSS() string {
	var b strings.Builder
	for _, p := range []struct {
		name string
		ink  color.NRGBA
	}{
		{"frame", t.frame}, {"coordinate", t.text}, {"light", t.light}, {"dark", t.dark}, {"pale", t.pale},
		{"queen", t.queen}, {"detail", t.Detail}, {"given", t.given}, {"attack", t.attack}, {"glow", t.glow},
		{"blocked", t.blocked}, {"cross", t.cross}, {"edge", t.edge},
	} {
		if p.ink.A > 0 {
			fmt.Fprintf(&b, " --%s: %s;", p.name, Hex(p.ink))
		}
	}
	return b.String()
}
