package result

import (
	"bytes"
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"queens/dimacs"
	"queens/dimacs/internal/lex"
)

// comment reads a line that begins with c, at the given place. Unless it is whole, it is ignored. The line
// `c Answer: n`, with which clasp begins each model, ends a model that lacks its 0: then goOn is false.
// The error is one of interpret.
func (r *Reader) comment(at place, line []byte, whole bool) (goOn bool, err error) {
	if !whole {
		return true, nil
	}
	text := bytes.TrimLeft(line[1:], " \t")
	if bytes.HasPrefix(text, []byte("Answer: ")) {
		return !r.inModel, nil
	}
	return true, r.interpret(at, line, text)
}

// interpret handles the text of a comment, the end of the line at the given place: an exact count
// (countComment), a number of models, the `c samples n` and `c failed` of qsat, the `c UNKNOWN` of cadical before
// any status, or `key: value` (keyComment). It ignores other comments. The error is about a second, different
// count or about too many comments.
func (r *Reader) interpret(at place, line, text []byte) error {
	if count, ok := bytes.CutPrefix(text, []byte("s ")); ok {
		return r.countComment(at, bytes.TrimLeft(count, " \t"))
	}
	if lits, ok := bytes.CutPrefix(text, []byte("failed ")); ok {
		r.failedComment(lits)
		return nil
	}
	if models, ok := bytes.CutPrefix(text, []byte("models ")); ok {
		r.announce(models)
		return nil
	}
	if models, ok := bytes.CutPrefix(text, []byte("Models ")); ok {
		if number, ok := bytes.CutPrefix(bytes.TrimLeft(models, " "), []byte(":")); ok {
			r.announce(number)
		}
		return nil
	}
	r.sampled = r.sampled || bytes.HasPrefix(text, []byte("samples "))
	if string(text) == "UNKNOWN" && !r.hasStatus {
		r.setStatus(dimacs.Unknown)
	}
	return r.keyComment(at, line, text)
}

// countComment reads the text after `c s` in a line of the model counting competition, which sets
// r.counted. It keeps an exact integer n or 2^K * M, with K below 2^31, in r.count, or the fraction of a
// weighted count in r.sum. Estimates and unknown forms leave both unchanged. The kinds wmc and pwmc set
// r.weighted. A second count with another M or K, and a second, different fraction, are errors.
func (r *Reader) countComment(at place, text []byte) error {
	r.counted = true
	r.weighted = r.weighted || string(text) == "type wmc" || string(text) == "type pwmc"
	if fraction, ok := bytes.CutPrefix(text, []byte("exact arb frac ")); ok {
		return r.fraction(at, bytes.TrimLeft(fraction, " \t"))
	}
	digits, ok := bytes.CutPrefix(text, []byte("exact arb int "))
	shift := uint64(0)
	if power, isPower := bytes.CutPrefix(text, []byte("exact 2^")); isPower {
		var exponent []byte
		exponent, digits, ok = bytes.Cut(power, []byte(" * "))
		n, err := strconv.ParseUint(string(exponent), 10, 31)
		shift, ok = n, ok && err == nil
	}
	n := parseCount(bytes.TrimLeft(digits, " \t"))
	if !ok || n == nil {
		return nil
	}
	if r.count.M != nil && (r.count.M.Cmp(n) != 0 || r.count.Shift != shift) {
		return r.in.errorAt(at, "one exact count", "a second one", "")
	}
	r.count = dimacs.Count{M: n, Shift: shift}
	return nil
}

// failedComment sets r.failed to the literals before a final 0. It ignores any other text.
func (r *Reader) failedComment(text []byte) {
	failed := []dimacs.Lit{}
	for _, word := range bytes.Fields(text) {
		l, err := strconv.ParseInt(string(word), 10, 32)
		if err != nil || l < -dimacs.MaxVar {
			return
		}
		failed = append(failed, dimacs.Lit(l))
	}
	if n := len(failed) - 1; slices.Index(failed, 0) == n {
		r.failed = failed[:n]
	}
}

// fraction sets r.sum to a fraction such as -19/15 or an integer. It ignores any other text. An error says
// that r.sum has another value already.
func (r *Reader) fraction(at place, text []byte) error {
	digits, negative := bytes.CutPrefix(text, []byte("-"))
	numerator, denominator, found := bytes.Cut(digits, []byte("/"))
	if !found {
		denominator = []byte("1")
	}
	p, q := parseCount(numerator), parseCount(denominator)
	if p == nil || q == nil || q.Sign() == 0 {
		return nil
	}
	sum := new(big.Rat).SetFrac(p, q)
	if negative {
		sum.Neg(sum)
	}
	if r.sum != nil && r.sum.Cmp(sum) != 0 {
		return r.in.errorAt(at, "one exact count", "a second one", "")
	}
	r.sum = sum
	return nil
}

// keyComment keeps a comment `key: value` if the key is wanted; see Comments for comments after a result.
// The text is the end of the line at the given place. More than CommentBytesMax bytes are an error.
func (r *Reader) keyComment(at place, line, text []byte) error {
	word, text, found := bytes.Cut(text, []byte(":"))
	k := slices.IndexFunc(r.keys, func(key string) bool { return key == string(word) })
	if !found || k < 0 {
		return nil
	}
	key := r.keys[k]
	if r.resultBegun {
		if len(r.comments) > 0 && r.comments[0].Key != key {
			return nil
		}
		r.comments, r.commentBytes, r.resultBegun = nil, 0, false
	}
	column := at.column + len(line) - len(bytes.TrimLeft(text, " \t"))
	value := string(bytes.TrimSpace(text))
	r.commentBytes += len(value) + 64
	if r.commentBytes > lex.CommentBytesMax {
		return r.in.errorAt(at, fmt.Sprintf("at most %d MB of comments", lex.CommentBytesMax>>20), "more", "")
	}
	r.comments = append(r.comments, dimacs.Comment{Key: key, Value: value, Line: at.line + 1, Column: column + 1})
	return nil
}

// setStatus handles a status line. Once a status line says Satisfiable, or a model came before all status
// lines, the status stays Satisfiable: `s UNSATISFIABLE` after models means that there are no further
// models. A status Satisfiable also clears r.conflict.
//
// If a model has begun and lacks its 0, setStatus only stores the status in r.pending. The
// status line then ends the model, and endModel sets the status. There is one exception: if `s
// SATISFIABLE` is the first status line of the model, the next lines may continue the model; see
// goesOn.
func (r *Reader) setStatus(s dimacs.Status) {
	if r.inModel {
		r.pending, r.interrupted = &s, s == dimacs.Satisfiable && !r.statusBefore
		return
	}
	r.hasStatus, r.statusBefore = true, true
	r.resultBegun = true
	switch {
	case s == dimacs.Satisfiable:
		r.status = s
		r.conflict = nil
	case r.status != dimacs.Satisfiable:
		r.status = s
	}
}

// goesOn reports whether the current line continues the model that a status line interrupted. A
// comment does. A line of values does unless its first variable already has a value in the model.
// Other lines do not.
func (r *Reader) goesOn() bool {
	text := r.in.text[r.in.pos:]
	switch c := text[0]; {
	case c == 'c' && r.in.word():
		return true
	case c == 'v' && r.in.word():
		text = bytes.TrimLeft(text[1:], " \t\r")
	case c != '-' && !lex.IsDigit(c):
		return false
	}
	v, _ := lex.Number(bytes.TrimLeft(text, "-x"), 0, dimacs.MaxVar)
	return !slices.ContainsFunc(r.model, func(l dimacs.Lit) bool { return int64(l.Var()) == v })
}

// objectiveLine reads `o VALUE`, the objective value of the best model so far, into r.objective. The line
// text is at the given place. A value that is no decimal number, and a line that is not whole, are errors.
func (r *Reader) objectiveLine(at place, text []byte, whole bool) error {
	value := bytes.TrimLeft(text[1:], " \t")
	digits := bytes.TrimLeft(value, "+-")
	integer, fraction, _ := bytes.Cut(digits, []byte("."))
	if !whole || len(integer) == 0 || len(value)-len(digits) > 1 || len(bytes.Trim(integer, "0123456789"))+len(bytes.Trim(fraction, "0123456789")) > 0 {
		at.column += len(text) - len(value)
		hint := ""
		if words := bytes.Fields(value); len(words) > 1 && string(words[len(words)-1]) == "0" {
			hint = "this looks like FRAT"
		}
		return r.in.errorAt(at, "the value of an objective, a number such as 3 or -0.5", lex.Found(value), hint)
	}
	r.objective = string(value)
	return nil
}

// backboneLine reads `b LITERAL`, which it adds to r.backbone, or the line `b 0`, which ends the backbone.
// The line text is at the given place. Another word, a line that is not whole, and a line b after `b 0`,
// are errors.
func (r *Reader) backboneLine(at place, text []byte, whole bool) error {
	value := bytes.TrimLeft(text[1:], " \t")
	l, err := strconv.ParseInt(string(value), 10, 32)
	if !whole || err != nil || l < -dimacs.MaxVar || r.hasBackbone {
		at.column += len(text) - len(value)
		return r.in.errorAt(at, "a literal of a backbone, or 0 after the last", lex.Found(value), "")
	}
	if r.hasBackbone = l == 0; l != 0 {
		r.backbone = append(r.backbone, dimacs.Lit(l))
	}
	return nil
}

// statusWords holds the statuses that an `s` line may give. Glucose prints INDETERMINATE.
var statusWords = map[string]dimacs.Status{
	"SATISFIABLE": dimacs.Satisfiable, "OPTIMUM FOUND": dimacs.Satisfiable, "UNSATISFIABLE": dimacs.Unsatisfiable, "UNKNOWN": dimacs.Unknown, "INDETERMINATE": dimacs.Unknown,
}

// statusLine reads `s STATUS` or `s SOLUTIONS n`, the line text at the given place. It calls setStatus,
// sets r.optimal if the word is SATISFIABLE or OPTIMUM FOUND, and adds deviations. Any other word, and a
// line that is not whole, are errors. The result goOn is false if the status ends a model, or with an
// error.
func (r *Reader) statusLine(at place, text []byte, whole bool) (goOn bool, err error) {
	word := bytes.TrimLeft(text[1:], " \t")
	status, known := statusWords[string(word)]
	switch {
	case whole && known:
		if status == dimacs.Satisfiable {
			r.optimal = word[0] == 'O'
		}
		r.setStatus(status)
	case whole && r.solutions(word):
	default:
		at.column += len(text) - len(word)
		return false, r.in.errorAt(at, "SATISFIABLE, UNSATISFIABLE or UNKNOWN", lex.Found(word), "")
	}
	switch {
	case word[0] == 'I' || word[1] == 'O': // INDETERMINATE or SOLUTIONS
		r.in.deviate("status other than SATISFIABLE, UNSATISFIABLE and UNKNOWN", at.line)
	case word[0] == 'O':
		r.in.deviate(optimum, at.line)
	}
	return !r.inModel || r.interrupted, nil
}

// solutions reads the SOLUTIONS n of picosat, and sets the status: Unsatisfiable if n is 0, and
// Satisfiable otherwise. It reports whether word, the rest of a line s, has this form.
func (r *Reader) solutions(word []byte) bool {
	number, ok := bytes.CutPrefix(word, []byte("SOLUTIONS "))
	if !ok || !r.announce(number) {
		return false
	}
	status := dimacs.Satisfiable
	if r.announced.Sign() == 0 {
		status = dimacs.Unsatisfiable
	}
	r.setStatus(status)
	return true
}

// announce reads the number of models that a solver reports, followed by + if there may be more, into
// r.announced and r.atLeast. It reports whether number has this form; if not, it changes neither.
func (r *Reader) announce(number []byte) bool {
	number, atLeast := bytes.CutSuffix(bytes.TrimLeft(number, " \t"), []byte("+"))
	n := parseCount(number)
	if n == nil {
		return false
	}
	r.announced, r.atLeast = n, atLeast
	return true
}

// parseCount returns the value of decimal digits. It returns nil if digits is empty, longer than
// lineMax/2, or contains another byte.
func parseCount(digits []byte) *big.Int {
	if len(digits) == 0 || len(digits) > lineMax/2 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return nil
	}
	return parseDecimal(string(digits))
}

// parseDecimal returns the value of decimal digits, at least one. It joins the values of two halves,
// because SetString takes quadratic time.
func parseDecimal(digits string) *big.Int {
	if len(digits) <= 2048 {
		n, _ := new(big.Int).SetString(digits, 10)
		return n
	}
	low := len(digits) / 2
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(low)), nil)
	high := parseDecimal(digits[:len(digits)-low])
	return high.Mul(high, power).Add(high, parseDecimal(digits[len(digits)-low:]))
}

// minisatStatus holds the status lines of minisat, on its output or in its result file, and of
// z3.
var minisatStatus = map[string]dimacs.Status{
	"SAT": dimacs.Satisfiable, "SATISFIABLE": dimacs.Satisfiable,
	"UNSAT": dimacs.Unsatisfiable, "UNSATISFIABLE": dimacs.Unsatisfiable,
	"INDET": dimacs.Unknown, "INDETERMINATE": dimacs.Unknown, "UNKNOWN": dimacs.Unknown,
	"sat": dimacs.Satisfiable, "unsat": dimacs.Unsatisfiable, "unknown": dimacs.Unknown, "timeout": dimacs.Unknown, // z3
}

// minisatMessages holds the beginnings of minisat's other lines, which occur if its result file
// is /dev/stdout. The lines of its tables begin with the first two.
var minisatMessages = []string{
	"|", "====",
	"WARNING: for repeatability", "Reading from standard input",
	"Solved by ", "*** INTERRUPTED ***",
	"restarts ", "conflicts ", "decisions ", "propagations ",
	"conflict literals ", "Memory used ", "CPU time ",
}

// otherLine reads the line text at the given place in a form of minisat or z3: a status or a message. Any
// other line, or one that is not whole, is an error. If r.Tolerant is set, it is skipped instead, and
// r.skipped keeps the first such error. A message or skipped line ends a model that lacks its 0; for a
// status, see setStatus. The result goOn is false if a model ends, or with an error.
func (r *Reader) otherLine(at place, text []byte, whole bool) (goOn bool, err error) {
	if status, is := minisatStatus[string(text)]; is && whole {
		r.setStatus(status)
		return !r.inModel || r.interrupted, nil
	}
	for _, m := range minisatMessages {
		if whole && bytes.HasPrefix(text, []byte(m)) {
			return !r.inModel, nil
		}
	}
	found, hint := lex.Quote(text), ""
	switch {
	case bytes.HasPrefix(text, lex.ByteOrderMark):
		found, hint = lex.FoundMark, lex.HintMark
	case bytes.HasPrefix(text, []byte("p ")):
		hint = "this is a formula; a solver has to read it first"
	default:
		hint = lex.LooksLike(text)
	}
	err = r.in.errorAt(at, "the result of a solver", found, hint)
	if r.Tolerant {
		r.skipped = cmp.Or(r.skipped, err)
		return !r.inModel, nil
	}
	return false, err
}
