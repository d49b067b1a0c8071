package decode

import (
	"image/color"
	"math"
	"testing"
)

// A lab is a colour in CIELAB (CIE 1976) under the white of sRGB.
type lab struct{ l, a, b float64 }

// sights holds the matrices of Machado, Oliveira and Fernandes (2009) for readers with all three kinds of
// cones, and without the cones for red, green and blue.
var sights = map[string][9]float64{
	"normal": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protan": {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deutan": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritan": {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// seen returns a colour as a reader sees it.
func seen(c color.NRGBA, m [9]float64) lab {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	times := func(m [9]float64, v [3]float64) (w [3]float64) {
		for i := range w {
			w[i] = min(max(m[3*i]*v[0]+m[3*i+1]*v[1]+m[3*i+2]*v[2], 0), 1)
		}
		return w
	}
	xyz := times([9]float64{0.433891, 0.376235, 0.189906, 0.212673, 0.715152, 0.072175, 0.017757, 0.109469, 0.872956},
		times(m, [3]float64{linear(c.R), linear(c.G), linear(c.B)})) // divided by white
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	return lab{116*f(xyz[1]) - 16, 500 * (f(xyz[0]) - f(xyz[1])), 200 * (f(xyz[1]) - f(xyz[2]))}
}

// ciede2000 returns the difference of two colours.
func ciede2000(p, q lab) float64 {
	turn, seven := math.Pi/180, func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	g := 0.5 * (1 - seven((math.Hypot(p.a, p.b)+math.Hypot(q.a, q.b))/2))
	c1, c2 := math.Hypot((1+g)*p.a, p.b), math.Hypot((1+g)*q.a, q.b)
	h1, h2 := math.Mod(math.Atan2(p.b, (1+g)*p.a)/turn+360, 360), math.Mod(math.Atan2(q.b, (1+g)*q.a)/turn+360, 360)
	l, c, dh, h := (p.l+q.l)/2, (c1+c2)/2, h2-h1, (h1+h2)/2
	if far := math.Abs(dh) > 180; c1*c2 == 0 {
		dh, h = 0, h1+h2
	} else if far {
		dh, h = dh-math.Copysign(360, dh), math.Mod(h+180, 360)
	}
	cos := func(degrees float64) float64 { return math.Cos(degrees * turn) }
	t := 1 - 0.17*cos(h-30) + 0.24*cos(2*h) + 0.32*cos(3*h+6) - 0.2*cos(4*h-63)
	dl := (q.l - p.l) / (1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50)))
	dc, dH := (c2-c1)/(1+0.045*c), 2*math.Sqrt(c1*c2)*math.Sin(dh/2*turn)/(1+0.015*c*t)
	rotation := -math.Sin(60*turn*math.Exp(-(h-275)*(h-275)/625)) * 2 * seven(c)
	return math.Sqrt(dl*dl + dc*dc + dH*dH + rotation*dc*dH)
}

// TestColourDistances checks that any two colours of regions differ by more than 20 in CIEDE2000, in
// the theme safe also for colour-blind readers, and that black text is readable on them. The first
// distances are from table 1 of Sharma, Wu and Dalal.
func TestColourDistances(t *testing.T) {
	for want, pair := range map[float64][2]lab{2.0425: {{50, 2.6772, -79.7751}, {50, 0, -82.7485}}, 7.2195: {{50, 2.49, -0.001}, {50, -2.49, 0.0011}},
		19.4535: {{50, 2.5, 0}, {58, 24, 15}}, 0.9082: {{2.0776, 0.0795, -1.1350}, {0.9033, -0.0636, -0.5514}}} {
		if got := ciede2000(pair[0], pair[1]); math.Abs(got-want) > 0.0001 {
			t.Errorf("%v: %.4f, want %.4f", pair, got, want)
		}
	}
	var usual []color.NRGBA
	for _, i := range regionColours {
		usual = append(usual, xtermColour(i))
	}
	for sight, m := range sights {
		colours := ThemeByName("safe").regions
		if sight == "normal" {
			colours = usual
		}
		for _, list := range [][]color.NRGBA{colours, ThemeByName("safe").regions} {
			least := math.Inf(1)
			for i, c := range list {
				if l := seen(c, m).l; sight == "normal" && (l < 50 || l > 93) {
					t.Errorf("%s has the lightness %.1f", hex(c), l)
				}
				for _, other := range list[:i] {
					least = min(least, ciede2000(seen(c, m), seen(other, m)))
				}
			}
			if least <= 20 {
				t.Errorf("%s: %d colours have the distance %.1f", sight, len(list), least)
			}
		}
	}
}
