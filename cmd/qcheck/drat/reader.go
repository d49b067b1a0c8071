package drat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"unicode"

	"queens/cmd/qcheck/internal/certificate"
	"queens/dimacs"
)

// A step of a proof adds a clause, or deletes a clause; in LRAT it may delete several clauses.
type step struct {
	deletes  bool
	lits     []dimacs.Lit // the clause; empty for a deletion in LRAT
	location int64        // line number in a text; number of bytes before a binary step

	// The rest is used only in LRAT.
	number int64   // number of the added clause; in a text, also the number before a deletion
	hints  []int64 // hints of an added clause, or the numbers of the clauses to delete
}

// A reader reads the steps of a proof.
type reader struct {
	certificate.Reader
	lrat, binary bool // the format is LRAT; the form is binary
}

// newReader returns a reader of a proof in LRAT if lrat is set, and otherwise in DRAT. It
// recognizes the binary form by the beginning of r, which it reads. The name is for messages.
func newReader(ctx context.Context, r io.Reader, name string, lrat bool) *reader {
	s := &reader{Reader: certificate.NewReader(ctx, r, name, errCut), lrat: lrat}
	s.binary = IsBinary(s.Head())
	return s
}

// errCut is the error for a proof that ends within a step.
var errCut = errors.New("the proof is cut off: it ends within a step")

// IsBinary reports whether a DRAT or LRAT proof that begins with head is in the binary form, where each
// step begins with a or d. A text may begin with d, too, but contains no zero byte, and its first line
// consists of printable characters and blanks. An empty head is no binary proof.
func IsBinary(head []byte) bool {
	if len(head) == 0 || head[0] != 'd' {
		return len(head) > 0 && head[0] == 'a'
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.IndexByte(head, 0) >= 0 || bytes.ContainsFunc(line, func(c rune) bool { return c == unicode.ReplacementChar || !unicode.IsPrint(c) && !unicode.IsSpace(c) })
}

// Names of numbers in messages.
const (
	aLiteral = "a literal"
	aNumber  = "the number of a clause"
)

// next reads the next step into s, whose slices are valid until the next call. After the last step it
// returns io.EOF. Other errors are a *dimacs.SyntaxError, or in the binary form an error with the byte, an
// error of the input, an error that wraps errCut, and the cause of the end of the context.
//
// A step of a text is like "d 1 -2 0", or in LRAT "7 1 -2 0 3 5 0" or "7 d 3 0". In the binary form it is a
// or d, the literals, and a zero byte. In LRAT, an addition has the number of the clause before the
// literals, and hints and a zero byte after them. A deletion in LRAT consists of numbers of clauses and a
// zero byte.
func (r *reader) next(s *step) (err error) {
	*s = step{lits: s.lits[:0], hints: s.hints[:0]}
	c := 0
	if r.binary {
		c, s.location = r.Peek(), r.At()
	} else {
		c, s.location = r.Begin(), int64(r.Line)
	}
	switch {
	case c < 0:
		return r.Err
	case r.binary:
		s.deletes = c == 'd'
		if r.Skip(); c != 'a' && c != 'd' {
			return r.expected("a or d", fmt.Sprintf("%q", rune(c)))
		}
	}
	if r.lrat && !(r.binary && s.deletes) {
		if s.number, err = r.number(aNumber, math.MaxInt64); err == nil && s.number <= 0 {
			err = r.expected(aNumber, strconv.FormatInt(s.number, 10))
		}
		if err != nil {
			return err
		}
	}
	if !r.binary && r.blanks() == 'd' {
		s.deletes = true
		r.Skip()
	}
	for !(r.lrat && s.deletes) {
		l, err := r.number(aLiteral, dimacs.MaxVar)
		if err != nil {
			return err
		}
		if l == 0 {
			break
		}
		s.lits = append(s.lits, dimacs.Lit(l))
	}
	for r.lrat {
		h, err := r.number(aNumber, math.MaxInt64)
		if h == 0 {
			return err
		}
		s.hints = append(s.hints, h)
	}
	return nil
}

// blanks skips blanks and line ends. It returns the next byte without reading it, or -1 at the end or after
// an error.
func (r *reader) blanks() int {
	c := r.Blanks()
	for ; c == '\n'; c = r.Blanks() {
		r.EndLine()
	}
	return c
}

// expected returns the error for the last word, or in the binary form for the last byte. The noun
// phrases what and found describe the expected text and the actual text.
func (r *reader) expected(what, found string) error {
	if r.binary {
		return fmt.Errorf("%s: byte %d: expected %s, found %s", r.Name, r.At()-1, what, found)
	}
	return r.Expected(what, found)
}

// number reads a number from -limit to limit. The argument what names it in messages. In a text, blanks and
// line ends may come before it. It returns the errors of next except io.EOF.
//
// In the binary form, v > 0 is written as 2v and -v as 2v+1, in groups of 7 bits, the lowest first. A zero
// byte gives 0, the end of a list.
func (r *reader) number(what string, limit int64) (int64, error) {
	if !r.binary {
		r.blanks()
		return r.Decimal(what, limit)
	}
	value, shift := uint64(0), 0
	for c := r.Peek(); c >= 0; c = r.Peek() {
		r.Skip()
		value |= uint64(c&0x7f) << shift
		if c >= 0x80 && shift < bits.Len64(uint64(limit))/7*7 {
			shift += 7
			continue
		}
		switch l := int64(value >> 1); {
		case value == 0 && shift == 0 && c == 0:
			return 0, nil
		case shift == 63 && c > 1: // value lacks the bits beyond 64
			return 0, r.expected(what, "a number of more than 63 bits")
		case value < 2 || value>>1 > uint64(limit) || c >= 0x80:
			return 0, r.expected(what, fmt.Sprintf("the number %d", value))
		case value&1 != 0:
			return -l, nil
		default:
			return l, nil
		}
	}
	return 0, r.Ended()
}

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
