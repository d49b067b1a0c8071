package dimacs

import (
	"bytes"
	"math/big"
)

// setStatus takes note of a status line. Once a model or a status said that
// the formula is satisfiable it stays so: `s UNSATISFIABLE` after models means
// that there are no more. While a model is open that it ends, it has to wait.
func (r *ResultReader) setStatus(s Status) {
	if r.open {
		r.next = &s
		return
	}
	r.stated = true
	r.sealed = true
	switch {
	case s == Satisfiable:
		r.status = s
		r.conflict = position{}
	case r.status == Satisfiable && s == Unsatisfiable:
		r.exhausted = true
	case r.status != Satisfiable:
		r.status = s
	}
}

// statusLine reads `s STATUS`. It ends a model that lacks its 0.
func (r *ResultReader) statusLine() (more bool, err error) {
	at := r.in.at(r.in.pos)
	text, whole, err := r.in.restOfLine()
	if err != nil {
		return false, err
	}
	word := bytes.TrimLeft(text[1:], " \t")
	switch {
	case whole && (string(word) == "SATISFIABLE" || string(word) == "OPTIMUM FOUND"):
		r.setStatus(Satisfiable)
	case whole && string(word) == "UNSATISFIABLE":
		r.setStatus(Unsatisfiable)
	case whole && (string(word) == "UNKNOWN" || string(word) == "INDETERMINATE"):
		r.setStatus(Unknown)
	case whole && r.solutions(word):
	default:
		at.column += len(text) - len(word)
		found := "end of line"
		if len(word) > 0 {
			found = quote(word)
		}
		return false, r.in.errorAt(at, "SATISFIABLE, UNSATISFIABLE or UNKNOWN", found, "")
	}
	return !r.open, nil
}

// solutions reads picosat's `s SOLUTIONS n`.
func (r *ResultReader) solutions(word []byte) bool {
	number, ok := bytes.CutPrefix(word, []byte("SOLUTIONS "))
	if !ok || !r.announce(number) {
		return false
	}
	if r.announced.Sign() == 0 {
		r.setStatus(Unsatisfiable)
	} else {
		r.setStatus(Satisfiable)
		r.exhausted = true
	}
	return true
}

// announce reads the number of models that a solver says it has found, with a
// + if there may be more.
func (r *ResultReader) announce(number []byte) bool {
	number = bytes.TrimLeft(number, " \t")
	number, more := bytes.CutSuffix(number, []byte("+"))
	n := parseCount(number)
	if n == nil {
		return false
	}
	r.announced, r.announcedMore = n, more
	if !more && n.Sign() > 0 {
		r.exhausted = true
	}
	return true
}

// parseCount returns the value of decimal digits, or nil if there are other
// characters, no digits, or too many.
func parseCount(digits []byte) *big.Int {
	if len(digits) == 0 || len(digits) > resultLineMax/2 {
		return nil
	}
	for _, c := range digits {
		if c-'0' > 9 {
			return nil
		}
	}
	n, ok := new(big.Int).SetString(string(digits), 10)
	if !ok {
		return nil
	}
	return n
}
