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
	md5    hash.Hash
	begun  bool   // a clause has been hashed
	line   []byte // the beginning of a line whose end has not been written
	joined []byte // buffer for Write
}

// NewGBDHash returns the hash of an empty list of clauses.
func NewGBDHash() *GBDHash { return &GBDHash{md5: md5.New()} }

// Write adds text to the hash. Its error is always nil.
func (h *GBDHash) Write(p []byte) (int, error) {
	h.joined = h.joined[:0]
	for text := p; len(text) > 0; {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		if h.line = append(h.line, line...); !ended {
			break
		}
		if !bytes.HasPrefix(h.line, []byte("c")) && !bytes.HasPrefix(h.line, []byte("p")) {
			if h.begun {
				h.joined = append(h.joined, ' ')
			}
			h.begun, h.joined = true, append(h.joined, h.line...)
		}
		h.line, text = h.line[:0], rest
	}
	h.md5.Write(h.joined)
	return len(p), nil
}

// Sum returns the hash of the text written so far in hexadecimal.
func (h *GBDHash) Sum() string { return hex.EncodeToString(h.md5.Sum(nil)) }
