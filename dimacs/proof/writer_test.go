package proof

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

func TestWriter(t *testing.T) {
	for _, tt := range []struct {
		binary bool
		want   string
	}{
		{false, "1 -2 0\nd 63 -64 0\n-2147483647 8191 0\n0\n"},
		{true, "a\x02\x05\x00d\x7e\x81\x01\x00a\xff\xff\xff\xff\x0f\xfe\x7f\x00a\x00"},
	} {
		var b bytes.Buffer
		p := NewWriter(&b, tt.binary)
		p.Add([]dimacs.Lit{1, -2})
		p.Delete([]dimacs.Lit{63, -64})
		p.Add([]dimacs.Lit{-dimacs.MaxVar, 8191})
		p.Add(nil)
		if err := p.Flush(); err != nil || b.String() != tt.want {
			t.Errorf("binary %t: %q, %v, want %q", tt.binary, b.String(), err, tt.want)
		}
	}
}

// A number that is not a literal would end the clause. Nothing of its step is written.
func TestWriterRefusesNumbers(t *testing.T) {
	for _, binary := range []bool{false, true} {
		for _, l := range []dimacs.Lit{0, math.MinInt32} {
			var b bytes.Buffer
			p := NewWriter(&b, binary)
			added, deleted := p.Add([]dimacs.Lit{1, l, 2}), p.Delete([]dimacs.Lit{l})
			if err := p.Flush(); added != lex.ErrLiteral || deleted != lex.ErrLiteral || err != lex.ErrLiteral || b.Len() > 0 {
				t.Errorf("%d: Add %v, Delete %v, Flush %v, %q", l, added, deleted, err, b.String())
			}
		}
	}
}

func TestWriterError(t *testing.T) {
	broken := errors.New("broken")
	p := NewWriter(writerFunc(func([]byte) (int, error) { return 0, broken }), false)
	for range 1 << 16 {
		p.Add([]dimacs.Lit{1})
	}
	if err := p.Flush(); err != broken {
		t.Errorf("Flush() = %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
