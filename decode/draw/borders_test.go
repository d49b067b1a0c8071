package draw

import (
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"queens/decode"
	"queens/decode/internal/boardtest"
	"queens/encode"
	"queens/encode/board"
)

// grown returns connected regions of random shapes, which grow from the squares of the diagonal.
func grown(t *testing.T, n int, seed uint64) *board.Partition {
	t.Helper()
	random, cells := rand.New(rand.NewPCG(seed, 0)), make([]string, n*n)
	for i := range n {
		cells[i*n+i] = decode.ColumnLetters(i + 1)
	}
	for left := n*n - n; left > 0; {
		row, col := random.IntN(n), random.IntN(n)
		r, c := row, col
		switch random.IntN(4) {
		case 0:
			r = max(row-1, 0)
		case 1:
			r = min(row+1, n-1)
		case 2:
			c = max(col-1, 0)
		case 3:
			c = min(col+1, n-1)
		}
		if cells[row*n+col] == "" && cells[r*n+c] != "" {
			cells[row*n+col] = cells[r*n+c]
			left--
		}
	}
	p, err := board.NewPartition(board.Board{N: n}, cells)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Regions with a common side differ in colour, and up to as many regions as colours all differ.
func TestRegionColours(t *testing.T) {
	for seed := range uint64(60) {
		for _, theme := range []*Theme{nil, ThemeByName("safe")} {
			p := grown(t, 4+int(seed%17), seed)
			m, all := newRegionMap(&encode.Instance{Regions: p}, theme), map[color.NRGBA]bool{}
			for i, row := range neighbours(p) {
				all[m.colour(i)] = true
				for j, are := range row {
					if are && m.colour(i) == m.colour(j) {
						t.Fatalf("%v: regions %d and %d have the colour %s", p, i, j, Hex(m.colour(i)))
					}
				}
			}
			if theme == nil && len(all) != min(p.Count(), len(regionColours)) {
				t.Errorf("%v: %d colours", p, len(all))
			}
		}
	}
	if ColourOf(len(regionColours)+2) != regionColours[2].ink {
		t.Error("further layers do not reuse the colours")
	}
}

// The colours of regions stay apart in pictures and on a terminal, and are light enough for black text.
func TestPalette(t *testing.T) {
	if got := ciede2000(lab{50, 2.6772, -79.7751}, lab{50, 0, -82.7485}); math.Abs(got-2.0425) > 0.0001 { // the first pair of Sharma et al.
		t.Fatal(got)
	}
	for i, a := range regionColours {
		x := labOf(a.ink)
		if y := luminance(a.ink); math.Hypot(x.a, x.b) > 50.1 || (y+0.05)/0.05 < 6 || (luminance(xtermColour(a.xterm))+0.05)/0.05 < 6 {
			t.Errorf("colour %d, %s: chroma %.1f, contrast %.2f", i, Hex(a.ink), math.Hypot(x.a, x.b), (y+0.05)/0.05)
		}
		for _, b := range regionColours[:i] {
			if d, e := ciede2000(x, labOf(b.ink)), ciede2000(labOf(xtermColour(a.xterm)), labOf(xtermColour(b.xterm))); d < 20 || e < 13 {
				t.Errorf("%s and %s differ by %.2f, on a terminal by %.2f", Hex(a.ink), Hex(b.ink), d, e)
			}
		}
	}
	if got := Palette(); len(got) != 20 || got[0] != "#8ad88b" {
		t.Error(got)
	}
}

// xtermColour returns colour i of the 256-colour palette of xterm, for i from 16.
func xtermColour(i uint8) color.NRGBA {
	if i >= 232 {
		grey := 8 + 10*(i-232)
		return color.NRGBA{grey, grey, grey, 0xff}
	}
	channel := func(step uint8) uint8 { return min(step, 1)*55 + 40*step }
	i -= 16
	return color.NRGBA{channel(i / 36), channel(i / 6 % 6), channel(i % 6), 0xff}
}

// linear returns the channels of an sRGB colour in linear light (IEC 61966-2-1).
func linear(c color.NRGBA) (list [3]float64) {
	for i, x := range [...]uint8{c.R, c.G, c.B} {
		if list[i] = float64(x) / 255 / 12.92; x > 10 {
			list[i] = math.Pow((float64(x)/255+0.055)/1.055, 2.4)
		}
	}
	return list
}

func luminance(c color.NRGBA) float64 {
	l := linear(c)
	return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
}

// A lab is a colour in CIELAB.
type lab struct{ l, a, b float64 }

// labOf converts a colour to CIELAB for the white point D65. It is exact for colours that are not very dark.
func labOf(c color.NRGBA) lab {
	l := linear(c)
	x := math.Cbrt((0.4124564*l[0] + 0.3575761*l[1] + 0.1804375*l[2]) / 0.95047)
	y := math.Cbrt(0.2126729*l[0] + 0.7151522*l[1] + 0.0721750*l[2])
	z := math.Cbrt((0.0193339*l[0] + 0.1191920*l[1] + 0.9503041*l[2]) / 1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 returns the difference of two colours; see regionColours.
func ciede2000(p, q lab) float64 {
	cos := func(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
	share := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	stretch := 1.5 - share((math.Hypot(p.a, p.b)+math.Hypot(q.a, q.b))/2)/2
	c1, c2 := math.Hypot(p.a*stretch, p.b), math.Hypot(q.a*stretch, q.b)
	h1, h2 := math.Atan2(p.b, p.a*stretch)*180/math.Pi, math.Atan2(q.b, q.a*stretch)*180/math.Pi
	turn := math.Remainder(h2-h1, 360)
	light, chroma, hue := (p.l+q.l)/2, (c1+c2)/2, h1+turn/2
	t := 1 - 0.17*cos(hue-30) + 0.24*cos(2*hue) + 0.32*cos(3*hue+6) - 0.2*cos(4*hue-63)
	off := math.Pow(light-50, 2)
	dl := (q.l - p.l) / (1 + 0.015*off/math.Sqrt(20+off))
	dc := (c2 - c1) / (1 + 0.045*chroma)
	dh := 2 * math.Sqrt(c1*c2) * math.Sin(turn/2*math.Pi/180) / (1 + 0.015*chroma*t)
	around := math.Remainder(hue-275, 360) / 25
	return math.Sqrt(dl*dl + dc*dc + dh*dh - 2*share(chroma)*math.Sin(math.Pi/3*math.Exp(-around*around))*dc*dh)
}

// Names are in lower case in grids, unless two would be equal or one would be a blocked square.
func TestLowerCase(t *testing.T) {
	for rows, want := range map[string]string{"AB,AB": "[a b]", "Aa,Aa": "[A a]", "X1,X1": "[X 1]", "QXx,QXx,QXx": "[q X x]"} {
		if got := fmt.Sprint(lowerCase(boardtest.Regions(t, rows).Regions)); got != want {
			t.Errorf("%s: got %s, want %s", rows, got, want)
		}
	}
}
