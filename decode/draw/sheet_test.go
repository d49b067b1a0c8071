package draw

import (
	"errors"
	"strings"
	"testing"

	"queens/decode"
	"queens/decode/internal/boardtest"
)

// A sheet keeps copies of its boards, and has room for a number of them.
func TestSheet(t *testing.T) {
	var s Sheet
	p := boardtest.Queens(2, 4, 1, 3)
	for i := range maxSheet {
		if err := s.Add(p); err != nil {
			t.Fatalf("board %d: %v", i+1, err)
		}
	}
	if err := s.Add(p); !errors.Is(err, ErrSheetFull) || s.Len() != maxSheet {
		t.Errorf("%d boards, error %v", s.Len(), err)
	}
	if p.Queens[0].Col = 1; s.boards[0].Queens[0].Col != 2 {
		t.Error("the sheet does not keep a copy")
	}
}

// The words of a Marked are divided into lines, without unprintable characters.
func TestMarkedLines(t *testing.T) {
	var none *decode.Marked
	for _, tt := range []struct {
		m    *decode.Marked
		want string
	}{
		{none, ""}, {&decode.Marked{}, ""}, {&decode.Marked{Text: " one  two\nthree "}, "one two|three"}, {&decode.Marked{Text: "a\x1b[1m \u202eb\xff"}, "a[1m b\ufffd"},
		{&decode.Marked{Text: "é é é é abcdefghij k"}, "é é é é|abcdefghij|k"},
	} {
		if got := strings.Join(captionLines(tt.m, 8), "|"); got != tt.want {
			t.Errorf("%+v: got %q, want %q", tt.m, got, tt.want)
		}
	}
}
