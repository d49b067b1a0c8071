package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/draw"
	"queens/encode"
	"queens/encode/board"
)

// drawn returns the picture of the placements.
func drawn(t *testing.T, s draw.Style, placements ...*decode.Placement) image.Image {
	t.Helper()
	var b bytes.Buffer
	if err := Format.Draw(t.Context(), &b, s, placements...); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// knightwise returns n queens, each a knight's move below the queen before it. They solve the
// instance if n is divisible neither by 2 nor by 3.
func knightwise(in encode.Instance) *decode.Placement {
	p := &decode.Placement{Instance: &in}
	for row := range in.N {
		p.Queens = append(p.Queens, board.Square{Row: row + 1, Col: 2*row%in.N + 1})
	}
	return p
}

func rgb(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("%02x%02x%02x", n.R, n.G, n.B)
}

// long reports whether QUEENS_LONG asks for the long tests.
func long() bool { return os.Getenv("QUEENS_LONG") != "" }

// TestPNG reads the boards from the pixels. The foot of a queen is dark, and the corner of a
// square has the colour of the square.
func TestPNG(t *testing.T) {
	sizes := []int{1, 7, 61}
	if long() {
		sizes = append(sizes, 5, 11, 29, 59, 199)
	}
	for _, n := range sizes {
		p := knightwise(encode.Instance{N: n})
		picture := drawn(t, draw.Style{}, p)
		side := squarePixels(n, boardPixels)
		total, _ := draw.BoardSize(board.Board{N: n})
		if got := float64(picture.Bounds().Dx()) / float64(side); got < total/draw.SquareSide || got > total/draw.SquareSide+1 {
			t.Errorf("N=%d: %v squares wide", n, got)
		}
		left, top := edges(picture, n, side)
		for row := range n {
			for col := range n {
				x, y := left+col*side, top+row*side
				want := "f0dcb9"
				if (n-1-row+col)%2 == 0 {
					want = map[bool]string{true: "dfc59d", false: "b98a5e"}[n > 60]
				}
				if got := rgb(picture.At(x, y)); got != want {
					t.Fatalf("N=%d: square %d:%d has the colour %s, want %s", n, row+1, col+1, got, want)
				}
				queen := 2*row%n == col
				if got := rgb(picture.At(x+side/2, y+side*89/100)) == "1c1a19"; got != queen {
					t.Fatalf("N=%d: queen on %d:%d: %v, want %v", n, row+1, col+1, got, queen)
				}
			}
		}
	}
}

// edges returns the upper left corner of the squares. It looks for the inner edge of the frame
// from the right and from below.
func edges(picture image.Image, n, side int) (left, top int) {
	const frame = "4b3425"
	b := picture.Bounds()
	right, bottom := b.Dx()-1, b.Dy()-1
	for y := b.Dy() / 2; rgb(picture.At(right, y)) == frame; {
		right--
	}
	for x := right - 1; rgb(picture.At(x, bottom)) == frame; {
		bottom--
	}
	return right + 1 - n*side, bottom + 1 - n*side
}

// Several boards share a sheet. A picture with too many pixels is an error.
func TestPNGSheet(t *testing.T) {
	one := knightwise(encode.Instance{N: 1})
	picture := drawn(t, draw.Style{}, one, one, one)
	if _, _, _, a := picture.At(picture.Bounds().Dx()-1, picture.Bounds().Dy()-1).RGBA(); a != 0 {
		t.Error("there is a fourth board")
	}
	large := knightwise(encode.Instance{N: 1500})
	if err := Format.Draw(t.Context(), io.Discard, draw.Style{}, large); err == nil || !strings.Contains(err.Error(), "million pixels") {
		t.Errorf("a board of 1500 by 1500: %v", err)
	}
}

// Pictures of many boards have a limited size, and pictures with a given width have that width.
func TestPNGSize(t *testing.T) {
	tests := []struct {
		boards, n     int
		style         draw.Style
		width, height int // largest size
	}{
		{92, 8, draw.Style{}, 2400, 2400},
		{1000, 5, draw.Style{}, 3200, 3200},
		{1, 5, draw.Style{Pixels: 333}, 333, 333},
		{3, 5, draw.Style{Columns: 3, Pixels: 900}, 900, 290},
		{3, 5, draw.Style{Columns: 1, Pixels: 100}, 100, 330},
	}
	for _, tt := range tests {
		if tt.boards > 50 && !long() {
			continue
		}
		list := make([]*decode.Placement, tt.boards)
		for i := range list {
			list[i] = knightwise(encode.Instance{N: tt.n})
		}
		got := drawn(t, tt.style, list...).Bounds()
		if got.Dx() > tt.width || got.Dy() > tt.height || 10*got.Dx() < 8*tt.width || 10*got.Dy() < 8*tt.height && tt.n != 5 {
			t.Errorf("%d boards, %+v: %v", tt.boards, tt.style, got)
		}
	}
}

// The squares of a region have its colour and no dark squares, borders are dark, and the text of a
// marked board is below it.
func TestPNGRegions(t *testing.T) {
	p, err := board.ParsePartition("AAABB,AAABB,CCCDD,CCCDD,EEEEE", "", true)
	if err != nil {
		t.Fatal(err)
	}
	puzzle := decode.NewPuzzle(&encode.Instance{N: 5, Family: encode.Regions, Regions: p}, 0)
	picture := drawn(t, draw.Style{}, puzzle)
	side := squarePixels(5, boardPixels)
	left, top := edges(picture, 5, side)
	left, top = left-side*45/1000, top-side*45/1000 // half of the border is outside the squares
	at := func(x, y int) string { return rgb(picture.At(left+side*x/100, top+side*y/100)) }
	if a, b, c := at(50, 50), at(150, 50), at(350, 50); a != b || a == c {
		t.Errorf("colours %s and %s of region A, %s of region B", a, b, c)
	}
	if got := at(300, 50); got != "1c1a19" {
		t.Errorf("the border has the colour %s", got)
	}
	puzzle.Marked = &decode.Marked{Text: "Région", Look: []board.Square{{Row: 1, Col: 1}}, Queens: []board.Square{{Row: 1, Col: 2}}, Crosses: []board.Square{{Row: 1, Col: 3}}}
	marked := drawn(t, draw.Style{}, puzzle)
	foreign := *puzzle
	foreign.Marked = &decode.Marked{Text: "queens, 女王"}
	if err := Format.Draw(t.Context(), io.Discard, draw.Style{}, &foreign); err == nil || !strings.Contains(err.Error(), "found U+5973 '女'") {
		t.Errorf("a letter that the font lacks: %v", err)
	}
	if marked.Bounds().Dy() <= picture.Bounds().Dy() {
		t.Error("there is no place for the text")
	}
	for _, tt := range []struct {
		what string
		x    int
		want string
	}{{"frame of the new queen", 108, "c21812"}, {"cross", 250, "c21812"}} {
		if got := rgb(marked.At(left+side*tt.x/100, top+side/2)); got != tt.want {
			t.Errorf("%s: colour %s, want %s", tt.what, got, tt.want)
		}
	}
	if rgb(marked.At(left+side/2, top+side/2)) == at(50, 50) {
		t.Error("the square to look at has no tint")
	}
}
