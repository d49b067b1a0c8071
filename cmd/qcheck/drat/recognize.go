package drat

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// HeadSize is the number of bytes at the beginning of a proof that IsLRAT needs.
const HeadSize = 1 << 20

// CheckAny checks a proof in DRAT or LRAT, in text or in the binary form; IsLRAT decides between them. Its
// errors come from Check.
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

// IsLRAT reports whether a proof for a formula with the given number of clauses is in LRAT, and not in
// DRAT. The argument head is the beginning of the proof: HeadSize bytes, or the whole proof. For a proof in
// the binary form isBinaryLRAT decides, and otherwise isTextLRAT.
func IsLRAT(head []byte, clauses int) bool {
	if IsBinary(head) {
		return isBinaryLRAT(head, clauses)
	}
	return isTextLRAT(head, clauses)
}

// isBinaryLRAT is IsLRAT for the binary form. It reads head as LRAT and as DRAT. The format that
// can be read further is right. If both can be read equally far, the proof is in LRAT only if the
// empty clause is derived in LRAT, and not in DRAT.
func isBinaryLRAT(head []byte, clauses int) bool {
	lrat, byLRAT := binarySteps(head, int64(clauses), true)
	drat, byDRAT := binarySteps(head, 0, false)
	if lrat != drat {
		return lrat > drat
	}
	return byLRAT && !byDRAT
}

// binarySteps reads steps from the beginning of head until one is malformed. It returns the size in bytes
// of the steps before it, and whether an empty lemma was read. If the end comes first, also within a step,
// the size is len(head). If lrat is set, the numbers of lemmas must ascend and exceed last. Then the
// absolute value of a hint is at most the number of its lemma, and a deletion has positive numbers up to
// the number of the last lemma, or up to last.
func binarySteps(head []byte, last int64, lrat bool) (size int, refutes bool) {
	r := newReader(context.Background(), bytes.NewReader(head), "", lrat)
	for s := (step{}); ; size = int(r.At()) {
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

// lratLine matches a line of LRAT: a lemma with its hints, or a deletion by numbers.
var lratLine = certificate.Pattern(`^([1-9]\d*)(?:(?: -?[1-9]\d*)* 0((?: -?[1-9]\d*)*)|( d)(?: [1-9]\d*)*) 0$`)

// lratBeginning matches the beginning of such a line, which may be very long: a lemma with a hint,
// or a deletion.
var lratBeginning = certificate.Pattern(`^([1-9]\d*)(?:(?: -?[1-9]\d*)* 0(?: -?[1-9]\d*)+(?: -)?|( d) [ \d]*)$`)

// isTextLRAT is IsLRAT for a text. It reports whether all lines of head are lines of LRAT, empty, or
// comments, and some line has hints or deletes. The last line may be cut off; it may be any line if a line
// before it has hints or deletes. Lines of DRAT do not match, because solvers write one clause per line in
// DRAT, without hints. Unless a deletion comes first, the first number must be greater than the number of
// clauses in the formula.
func isTextLRAT(head []byte, clauses int) bool {
	lines := bytes.Split(head, []byte("\n"))
	if len(head) == HeadSize && len(lines) > 1 {
		lines = lines[:len(lines)-1] // the last line is cut off
	}
	isLRAT, lemmas := false, 0
	for i, line := range lines {
		line = bytes.Join(bytes.Fields(line), []byte(" "))
		if len(line) == 0 || line[0] == 'c' {
			continue
		}
		m := lratLine().FindSubmatch(line)
		switch {
		case m == nil: // the last line may be cut off
			m = lratBeginning().FindSubmatch(line)
			return i == len(lines)-1 && (isLRAT || m != nil && (m[2] != nil || lemmas > 0 || follows(m[1], clauses)))
		case m[3] != nil:
			isLRAT = true
			continue
		case !isLRAT && lemmas == 0 && !follows(m[1], clauses):
			return false
		}
		lemmas++
		isLRAT = isLRAT || len(m[2]) > 0
	}
	return isLRAT
}

// follows reports whether the decimal number is greater than the number of clauses, as the number of a
// lemma is. A number of more than 63 bits is greater.
func follows(number []byte, clauses int) bool {
	n, err := strconv.ParseInt(string(number), 10, 64)
	return err != nil || n > int64(clauses)
}
