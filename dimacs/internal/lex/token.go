// Package lex divides texts into chunks, lines and tokens, and writes literals in decimal, for package
// dimacs and the packages below it.
package lex

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return c-'0' <= 9 }

// IsBlank reports whether c is a blank within a line: a space, a tab or a carriage return.
func IsBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// IsSpace reports whether c is a blank or a newline.
func IsSpace(c byte) bool { return c == '\n' || IsBlank(c) }

// LineEnd returns the index of the next newline in data[i:], or len(data). The index counts
// from the start of data.
func LineEnd(data []byte, i int) int {
	if k := bytes.IndexByte(data[i:], '\n'); k >= 0 {
		return i + k
	}
	return len(data)
}

// TrimRight returns s without the blanks at its end.
func TrimRight(s []byte) []byte { return bytes.TrimRight(s, " \t\r") }

// EndOfFile names the end of a text in a message.
const EndOfFile = "end of file"

// Found returns Quote(word), or "end of line" if word is empty.
func Found(word []byte) string {
	if len(word) == 0 {
		return "end of line"
	}
	return Quote(word)
}

// Quote returns the token at the start of data for a message, in quotes. A token ends before a blank or a
// newline. A token of 24 bytes or more is cut after 24 bytes, and two dots follow it. A single blank
// counts as a token. At a newline, Quote returns "end of line", and for empty data EndOfFile.
func Quote(data []byte) string {
	const most = 24
	n := 0
	for n < len(data) && n < most && !IsSpace(data[n]) {
		n++
	}
	switch {
	case n == 0 && len(data) == 0:
		return EndOfFile
	case n == 0 && data[0] == '\n':
		return "end of line"
	case n == most:
		return strconv.Quote(string(data[:n])) + ".."
	}
	return strconv.Quote(string(data[:max(n, 1)]))
}

// Number returns the value of the digits at data[i:], or -1 if it is larger than most, and the index
// after them. Without digits it returns 0 and i.
func Number(data []byte, i int, most int64) (value int64, end int) {
	v := uint64(0)
	for end = i; end < len(data) && IsDigit(data[end]); end++ {
		if v > (math.MaxUint64-9)/10 {
			v = math.MaxUint64
		} else {
			v = 10*v + uint64(data[end]-'0')
		}
	}
	if v > uint64(most) {
		return -1, end
	}
	return int64(v), end
}

// Word returns the literal at the start of the eight bytes in w, and its length in bytes. The first byte
// of the text is the lowest byte of w. Word returns 0, 0 if there is no literal, if it has eight digits,
// or if its variable exceeds limit. The caller must check that the byte after the literal is no digit,
// because a literal of eight bytes may continue. No branch depends on the sign, because signs are hard to
// predict.
func Word(w, limit uint64) (int32, int) {
	sign := signOf(w)
	v, n := digits(w >> (8 * sign))
	if v-1 >= limit || n == 8 {
		return 0, 0
	}
	return int32(v^-sign) + int32(sign), n + int(sign)
}

// signOf returns 1 if the first byte in w is a minus sign, and 0 otherwise.
func signOf(w uint64) uint64 {
	if byte(w) == '-' {
		return 1
	}
	return 0
}

// digits returns the value and the number n of the decimal digits at the start of the eight
// bytes in w, whose first byte is the lowest.
//
// It works on all bytes at once. A digit differs from '0' by at most 9 when combined with
// exclusive or, so adding 0x76 sets the top bit of every other byte. Then the digits are
// shifted to the end of the word and summed in pairs, fours and eights.
func digits(w uint64) (value uint64, n int) {
	x := w ^ 0x3030303030303030
	other := (x + 0x7676767676767676 | x) & 0x8080808080808080
	n = bits.TrailingZeros64(other) >> 3
	x <<= uint(64-8*n) & 127
	x = x*10 + x>>8
	const pairs = 0x000000FF000000FF
	const upper, lower = 100 + 1000000<<32, 1 + 10000<<32
	return ((x&pairs)*upper + (x>>16&pairs)*lower) >> 32, n
}

// KeyComment returns the text of the comment `c key: value`, without its c, or of `c key:` if value is empty.
func KeyComment(key, value string) string {
	if value != "" {
		value = " " + value
	}
	return key + ":" + value
}

// WriteComment calls write with the line `c text`, or `c` if text is empty, and a newline. If there is a line
// break in text, it calls fail instead.
func WriteComment(text string, write func(string), fail func(error)) {
	if strings.ContainsAny(text, "\r\n") {
		fail(fmt.Errorf("comment %q contains a line break", text))
		return
	}
	if text != "" {
		text = " " + text
	}
	write("c" + text + "\n")
}
