package drat

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strconv"
	"sync"

	"queens/dimacs"
)

// HeadSize is the number of bytes at the beginning of a proof by which IsLRAT decides.
const HeadSize = 1 << 20

// CheckAny checks a proof in DRAT or LRAT, depending on its content. It returns the same errors
// as Check.
func CheckAny(ctx context.Context, f *dimacs.Formula, r io.Reader, o Options) error {
	head, err := io.ReadAll(io.LimitReader(r, HeadSize))
	if err != nil {
		return err
	}
	r = io.MultiReader(bytes.NewReader(head), r)
	if IsLRAT(head, f.NumClauses()) {
		_, err = CheckLRAT(ctx, f, r, o)
	} else {
		_, err = Check(ctx, f, r, o)
	}
	return err
}

// IsLRAT reports whether a proof for a formula with that many clauses is in LRAT and not in
// DRAT. head is its beginning: HeadSize bytes, or all of it.
func IsLRAT(head []byte, clauses int) bool {
	if IsBinary(head) {
		return isBinaryLRAT(head, clauses)
	}
	return isTextLRAT(head, clauses)
}

// isBinaryLRAT reads head as LRAT and as DRAT. The format that gets further is right. If both
// read all of head, it is LRAT only if the empty clause is derived in LRAT and not in DRAT.
func isBinaryLRAT(head []byte, clauses int) bool {
	lrat, byLRAT := binarySteps(head, int64(clauses), true)
	drat, byDRAT := binarySteps(head, 0, false)
	if lrat != drat {
		return lrat > drat
	}
	return byLRAT && !byDRAT
}

// binarySteps reads steps from the beginning of head until one is not well-formed; the last step
// may be cut off. It returns their size in bytes, and whether a step derives the empty clause. In LRAT the
// numbers of clauses have to ascend from last on, and a hint is at most the number of its lemma.
func binarySteps(head []byte, last int64, lrat bool) (size int, refutes bool) {
	r := &reader{ctx: context.Background(), r: bytes.NewReader(head), lrat: lrat, binary: true, buf: make([]byte, bufferSize)}
	for s := (step{}); ; size = int(r.at()) {
		if err := r.next(&s); err == io.EOF || errors.Is(err, errCut) {
			return len(head), refutes
		} else if err != nil {
			return size, refutes
		}
		refutes = refutes || !s.deletes && len(s.lits) == 0
		if !lrat {
			continue
		}
		if !s.deletes && s.number <= last {
			return size, refutes
		}
		last = max(last, s.number)
		for _, h := range s.hints {
			if max(h, -h) > last || h < 0 && s.deletes {
				return size, refutes
			}
		}
	}
}

// lratLine is a line of LRAT: a lemma with its hints, or a deletion by numbers.
var lratLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([1-9]\d*)(?:(?: -?[1-9]\d*)* 0((?: -?[1-9]\d*)*)|( d)(?: [1-9]\d*)*) 0$`)
})

// lratDeletion is the beginning of such a deletion, which may be very long.
var lratDeletion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[1-9]\d* d [ \d]*$`)
})

// isTextLRAT reports whether all lines of head are lines of LRAT, the first number is greater
// than the number of clauses in the formula, and some line has hints or deletes. Solvers write
// one clause per line in DRAT, so that none of their lines has hints.
func isTextLRAT(head []byte, clauses int) bool {
	lines := bytes.Split(head, []byte("\n"))
	if len(head) == HeadSize && len(lines) > 1 {
		lines = lines[:len(lines)-1] // the last is cut
	}
	isLRAT, lemmas := false, 0
	for i, line := range lines {
		line = bytes.Join(bytes.Fields(line), []byte(" "))
		if len(line) == 0 || line[0] == 'c' {
			continue
		}
		m := lratLine().FindSubmatch(line)
		switch {
		case m == nil:
			return i == len(lines)-1 && (isLRAT || lratDeletion().Match(line)) // it was cut off
		case m[3] != nil:
			isLRAT = true
			continue
		}
		if n, err := strconv.ParseInt(string(m[1]), 10, 64); lemmas == 0 && err == nil && n <= int64(clauses) {
			return false
		}
		lemmas++
		isLRAT = isLRAT || len(m[2]) > 0
	}
	return isLRAT
}
