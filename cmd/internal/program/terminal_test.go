package program

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestIsTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if IsTerminal(null) || IsTerminal(&bytes.Buffer{}) || (&Invocation{Stderr: null}).Status() != nil {
		t.Error("a terminal where there is none")
	}
	var none *Status
	none.Show(func() string { t.Error("a line for nobody"); return "" })
	none.Clear()
}

func TestStatus(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // otherwise time could pass between two lines
		var b bytes.Buffer
		s := &Status{w: &b, at: time.Now()}
		s.Show(func() string { return "too early" })
		s.Clear()
		time.Sleep(statusEvery)
		s.Show(func() string { return "half" })
		s.Show(func() string { return "too early" })
		time.Sleep(statusEvery)
		s.Show(func() string { return "a\x1b" + strings.Repeat("é", unknownWidth) })
		s.Clear()
		s.Clear()
		if want := "\r\x1b[Khalf\r\x1b[Ka\\x1b" + strings.Repeat("é", unknownWidth-6) + "\r\x1b[K"; b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	})
}
