package sat

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"queens/dimacs"
)

// WriteMap writes the way back from the small formula to the big one, which ReadMap reads. The digests identify the two
// formulas. The section "The format of a map" in the manual of qsat describes the text. The error is from writing.
func (r *Simplified) WriteMap(w io.Writer, big, small string) error {
	h := sha256.New()
	out := bufio.NewWriter(io.MultiWriter(w, h))
	line := func(kind string, lits ...dimacs.Lit) {
		out.WriteString(kind)
		for _, l := range lits {
			out.WriteString(" " + strconv.Itoa(int(l)))
		}
		out.WriteString("\n")
	}
	fmt.Fprintf(out, "map 1\nkept %s\nbig %d %s\nsmall %d %s\nfactor %v\n", r.Kept, r.Vars, big, len(r.Old), small, r.Factor.RatString())
	for _, v := range r.Old {
		line("v", dimacs.Lit(v))
	}
	for _, l := range r.True {
		line("u", l)
	}
	for _, c := range r.Removed {
		line("s", c...)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "end %s\n", hex.EncodeToString(h.Sum(nil)))
	return err
}

// ReadMap reads a map, without the small formula, and returns it with the digest of the big formula. The name is for
// messages. The error is from r, or says that the map is cut off or changed.
func ReadMap(r io.Reader, name string) (s *Simplified, digest string, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, "", err
	}
	at := bytes.LastIndex(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) + 1
	sum := sha256.Sum256(text[:at])
	if string(text[at:]) != "end "+hex.EncodeToString(sum[:])+"\n" {
		return nil, "", fmt.Errorf("%s: expected a map that qsat --simplify wrote, found a file that is cut off or changed", name)
	}
	s, number, small := &Simplified{Factor: new(big.Rat)}, 0, 0
	used := &dimacs.Assignment{}
	for line := range strings.Lines(string(text[:at])) {
		number++
		words, ok := strings.Fields(line), true
		lits := []dimacs.Lit{}
		literals := func() {
			for _, w := range words[1:] { // literals is called for lines that begin with a word
				n, err := strconv.ParseInt(w, 10, 32)
				v := max(n, -n)
				ok = ok && err == nil && 1 <= v && v <= int64(s.Vars)
				lits = append(lits, dimacs.Lit(n))
			}
			ok = ok && len(lits) > 0
		}
		count := func(to *int) {
			ok = len(words) == 3
			if ok {
				*to, err = strconv.Atoi(words[1])
				ok = err == nil && 0 <= *to && *to <= dimacs.MaxVar
			}
		}
		switch kind := append(words, "")[0]; {
		case number == 1:
			ok = line == "map 1\n"
		case number == 2 && len(words) == 2:
			s.Kept = Kept(words[1])
			ok = kind == "kept" && slices.Contains([]Kept{KeepModel, KeepModels, KeepCount}, s.Kept)
		case number == 3:
			if count(&s.Vars); ok {
				digest, ok = words[2], kind == "big"
			}
		case number == 4:
			count(&small)
			ok = ok && kind == "small"
		case number == 5 && len(words) == 2:
			if ok = strings.Trim(words[1], "-/0123456789") == ""; ok {
				_, ok = s.Factor.SetString(words[1])
			}
			ok = ok && kind == "factor" && s.Factor.RatString() == words[1]
		case kind == "v" && len(words) == 2:
			if literals(); ok {
				v := lits[0].Var()
				ok = lits[0] > 0 && !used.Value(v)
				used.Set(v, true)
				s.Old = append(s.Old, v)
			}
		case kind == "u" && len(words) == 2:
			literals()
			s.True = append(s.True, lits...)
		case kind == "s":
			literals()
			s.Removed = append(s.Removed, lits)
		default:
			ok = false
		}
		if !ok {
			return nil, "", fmt.Errorf("%s:%d: expected a line of a map, found %.40q", name, number, strings.TrimSpace(line))
		}
	}
	if number < 5 || len(s.Old) != small {
		return nil, "", fmt.Errorf("%s: expected a whole map, found %d lines with %d of %d variables", name, number, len(s.Old), small)
	}
	return s, digest, nil
}
