package manifest

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"hash"
)

// A GBDHash identifies a formula in the Global Benchmark Database: it is the MD5 of the clauses,
// each with its final 0, joined by single blanks. Comments and the header do not count. A GBDHash
// is an io.Writer for DIMACS text in the canonical form that package dimacs writes.
//
// References: Markus Iser and Carsten Sinz, "A Problem Meta-Data Library for Research in SAT",
// Pragmatics of SAT 2018.
type GBDHash struct {
	md5     hash.Hash
	inside  bool   // a line has begun and not ended
	skipped bool   // the current line is a comment or the header
	begun   bool   // a clause has begun
	joined  []byte // buffer for Write
}

// NewGBDHash returns a GBDHash to which nothing has been written.
func NewGBDHash() *GBDHash { return &GBDHash{md5: md5.New()} }

// Write adds text to the hash. Its error is always nil.
func (h *GBDHash) Write(p []byte) (int, error) {
	h.joined = h.joined[:0]
	for rest := p; len(rest) > 0; {
		if !h.inside {
			h.inside = true
			h.skipped = rest[0] == 'c' || rest[0] == 'p'
			if !h.skipped && h.begun {
				h.joined = append(h.joined, ' ')
			}
			h.begun = h.begun || !h.skipped
		}
		end := bytes.IndexByte(rest, '\n')
		line := rest
		if end >= 0 {
			line, rest = rest[:end], rest[end+1:]
			h.inside = false
		} else {
			rest = nil
		}
		if !h.skipped {
			h.joined = append(h.joined, line...)
		}
	}
	h.md5.Write(h.joined)
	return len(p), nil
}

// Sum returns the hash of the text written so far in hexadecimal.
func (h *GBDHash) Sum() string { return hex.EncodeToString(h.md5.Sum(nil)) }
