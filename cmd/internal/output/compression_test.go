package output

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"
)

// sample returns 300 KB of clauses.
func sample() []byte {
	var b bytes.Buffer
	for i := 1; b.Len() < 300_000; i++ {
		fmt.Fprintf(&b, "-%d -%d 0\n", i, 7*i%1000+1)
	}
	return b.Bytes()
}

func compressed(t *testing.T, format string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := Compressed(&b, format)
	if err != nil {
		t.Fatal(err)
	}
	for chunk := range bytes.Lines(data) {
		if _, err := w.Write(chunk); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The number of processors and the time do not change the bytes.
func TestSameBytesAgain(t *testing.T) {
	data := sample()
	for _, format := range Compressions() {
		first := compressed(t, format, data)
		before := runtime.GOMAXPROCS(1)
		again := compressed(t, format, data)
		runtime.GOMAXPROCS(before)
		if !bytes.Equal(first, again) {
			t.Errorf("%s: a second run gives other bytes", format)
		}
	}
}
