package encode

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"queens/dimacs"
	"queens/encode/atmostone"
	"queens/encode/board"
)

// everyForm returns instances of size n in all forms, variants and encodings.
func everyForm(n int) []Instance {
	var all []Instance
	for _, variant := range []board.Variant{board.Regular, board.Torus} {
		for _, minimal := range []bool{false, true} {
			for _, e := range atmostone.All() {
				all = append(all, Instance{N: n, Variant: variant, Minimal: minimal, Encoding: e.Name})
			}
		}
	}
	return all
}

func (in Instance) String() string {
	s := fmt.Sprintf("%s %s %v minimal=%v %s", in.Board().Size(), in.PieceText(), in.Variant, in.Minimal, in.Encoding)
	for _, c := range in.Comments()[4:] {
		s += " " + c.Key + "=" + c.Value
	}
	return s
}

func text(t *testing.T, in Instance) string {
	t.Helper()
	var b bytes.Buffer
	if err := in.Write(context.Background(), &b); err != nil {
		t.Fatalf("%v: %v", in, err)
	}
	return b.String()
}

func TestCheckRefuses(t *testing.T) {
	tooMany, negative := 65, -1
	for _, in := range []Instance{
		{}, {N: -1}, {N: board.MaxN + 1}, {N: math.MaxInt}, {N: 8, Variant: 9}, {N: 8, Encoding: "nonsense"},
		{N: 8, Queens: &tooMany}, {N: 8, Queens: &negative},
		{N: 8, Placed: []board.Square{{Row: 1, Col: 0}}}, {N: 8, Placed: []board.Square{{Row: 9, Col: 1}}}, {N: 8, Blocked: board.SquaresOf([]board.Square{{Row: 1, Col: 1}, {Row: 8, Col: 9}}...)},
		{N: 8, BlockedDiagonals: []board.Diagonal{{Rising: true, Index: 1}}}, {N: 8, BlockedDiagonals: []board.Diagonal{{Rising: false, Index: 8}}},
	} {
		if err := in.Check(); err == nil {
			t.Errorf("%+v: Check finds nothing wrong", in)
		}
		if _, err := in.Size(); err == nil {
			t.Errorf("%+v: Size finds nothing wrong", in)
		}
		var b bytes.Buffer
		if err := in.Write(context.Background(), &b); err == nil || b.Len() > 0 {
			t.Errorf("%+v: Write returns %v after %d bytes", in, err, b.Len())
		}
		if err := in.Encode(dimacs.NewCollector(t.Context(), 0)); err == nil {
			t.Errorf("%+v: Encode finds nothing wrong", in)
		}
	}
}

// A limited is a writer that fails after room bytes. It counts the calls.
type limited struct{ room, calls int }

var errFull = errors.New("no room left")

func (l *limited) Write(p []byte) (int, error) {
	l.calls++
	if l.room -= len(p); l.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteStopsAtTheFirstError(t *testing.T) {
	w := &limited{room: 1 << 20}
	if err := (Instance{N: board.MaxN}).Write(context.Background(), w); !errors.Is(err, errFull) {
		t.Errorf("Write returns %v, want %v", err, errFull)
	}
	if w.calls > 100 {
		t.Errorf("%d writes", w.calls)
	}
}

func TestWriteStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	if err := (Instance{N: board.MaxN}).Write(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("Write returns %v, want %v", err, context.Canceled)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
