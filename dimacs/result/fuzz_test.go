package result

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzReader checks for any text: an error has a position, and an answer that was read,
// written in the competition's format and read again is the same. The seeds in testdata/fuzz
// have one text for each form of answer.
func FuzzReader(f *testing.F) {
	f.Add([]byte("v 01\nv 10\ns OPTIMUM FOUND\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		first := readResult(bytes.NewReader(text))
		if first.Err != "" {
			if !strings.HasPrefix(first.Err, "in:") {
				t.Fatalf("error without position: %s", first.Err)
			}
			return
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		w.Status(first.Status)
		for _, m := range first.Models {
			w.Model(m)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		second := readResult(&b)
		if second.Err != "" || second.Status != first.Status {
			t.Fatalf("status %v became %v, error %q", first.Status, second.Status, second.Err)
		}
		if diff := cmp.Diff(first.Models, second.Models, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("models changed\n%s", diff)
		}
	})
}
