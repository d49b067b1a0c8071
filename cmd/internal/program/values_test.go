package program

import (
	"slices"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "2.5": 2500 * time.Millisecond, "500ms": 500 * time.Millisecond, "1h30m": 90 * time.Minute, ".5": time.Second / 2,
		"": 0, "0": 0, "-1": 0, "5x": 0, ".": 0, "99999999999": 0, "soon": 0,
	} {
		var d time.Duration
		if err := Duration(&d).Set(text); (err == nil) != (want > 0) || err == nil && d != want {
			t.Errorf("%q: %v, want %v; %v", text, d, want, err)
		}
	}
	err := Duration(new(time.Duration)).Set("0")
	if err == nil || err.Error() != `expected seconds above 0 and up to 9223372036, or a duration like 500ms, found "0"` {
		t.Error(err)
	}
}

func TestSomeOf(t *testing.T) {
	list := []string{"gz"}
	v := SomeOf(&list, Names("gz", "xz", "zst")...)
	if v.String() != "gz" {
		t.Errorf("the default is %q", v)
	}
	for text, want := range map[string]string{
		"xz":     "",
		"xz,zst": "",
		"xz,zzt": `expected gz, xz or zst, found "zzt"`,
		"xz,":    "expected gz, xz or zst, found nothing",
		"":       "expected gz, xz or zst, found nothing",
	} {
		says := ""
		if err := v.Set(text); err != nil {
			says = err.Error()
		}
		if says != want {
			t.Errorf("%q: error %q, want %q", text, says, want)
		}
	}
	if v.Set("zst,gz") != nil || !slices.Equal(list, []string{"zst", "gz"}) {
		t.Errorf("the list is %q", list)
	}
}

// Text is valid UTF-8 on one line.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"Übung ♕ 👑": "Übung ♕ 👑", "D\xe9j\xe0": "D\ufffdj\ufffd", "a\xe2\x99": "a\ufffd", "\xf0\x9f\x91": "\ufffd", "a\x1b[31m\nb\x00": "a [31m b ", "\ufffe\u0085": "  ", "": "",
	} {
		got := "before"
		if err := Text(&got).Set(text); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}
