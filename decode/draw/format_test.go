package draw_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/draw"
	"queens/decode/internal/boardtest"
	"queens/encode"
	"queens/encode/board"
)

// Every format stops soon after its context ends or writing fails: at the latest after a row,
// or after a board in a picture.
func TestFormatsStop(t *testing.T) {
	const n = 300
	stop, full := errors.New("stopped"), errors.New("no space left")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	plain := &encode.Instance{N: n, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}, {Row: n, Col: n}}...), BlockedDiagonals: []board.Diagonal{{Index: 1}}}
	var stripes []string
	for i := range n * n {
		stripes = append(stripes, decode.ColumnLetters(i%n+1))
	}
	p, err := board.NewPartition(board.Board{N: n}, stripes)
	if err != nil {
		t.Fatal(err)
	}
	striped := &encode.Instance{N: n, Family: encode.Regions, Regions: p}
	render := func(ctx context.Context, w *bufio.Writer, f draw.Format, s draw.Style) error {
		r, in := f.New(w, s), plain
		if s.Letters {
			in = striped
		}
		if err := r.Render(ctx, &decode.Placement{Instance: in}); err != nil {
			return err
		}
		return r.Close(ctx)
	}
	for _, f := range draw.Formats {
		for _, style := range []draw.Style{{}, {Color: true, Attacks: true}, {Letters: true}} {
			if !slices.Contains([]string{"text", "compact", "matrix", "unicode", "box", "latex", "svg"}, f.Name) {
				continue
			}
			var b strings.Builder
			w := bufio.NewWriter(&b)
			if err := render(ctx, w, f, style); err != stop || b.Len()+w.Buffered() > 60*n {
				t.Errorf("%s %v: %v after %d bytes", f.Name, style, err, b.Len()+w.Buffered())
			}
			broken := &brokenWriter{err: full}
			if err := render(t.Context(), bufio.NewWriterSize(broken, 1<<10), f, style); err != full || broken.calls != 1 {
				t.Errorf("%s %v: %v, %d writes to a full disk", f.Name, style, err, broken.calls)
			}
		}
	}
}

// A brokenWriter always fails, and counts the calls.
type brokenWriter struct {
	err   error
	calls int
}

func (w *brokenWriter) Write([]byte) (int, error) {
	w.calls++
	return 0, w.err
}

// Draw writes what a renderer writes, and returns the errors of the context and of the writer.
func TestDraw(t *testing.T) {
	four, full := boardtest.Queens(2, 4, 1, 3), errors.New("full")
	for _, f := range draw.Formats {
		var b bytes.Buffer
		if err := f.Draw(t.Context(), &b, draw.Style{}, four, four); err != nil || b.String() != rendered(t, f, draw.Style{}, four, four) {
			t.Errorf("%s: %v\n%s", f.Name, err, &b)
		}
		several := boardtest.Pieces(boardtest.Numbered(encode.Colouring, 4), "AB", "CD")
		if err := f.Draw(t.Context(), io.Discard, draw.Style{}, several); (err == nil) != f.Can(draw.Pieces) {
			t.Errorf("%s: colours: %v", f.Name, err)
		}
		if got := rendered(t, f, draw.Style{}); got != "" {
			t.Errorf("%s without boards: %q", f.Name, got)
		}
	}
	if err := draw.SVG(t.Context(), &brokenWriter{err: full}, four); err != full {
		t.Error(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(full)
	if err := draw.SVG(ctx, io.Discard, boardtest.Queens(make([]int, 200)...)); err != full {
		t.Error(err)
	}
}
