package decode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"queens/encode"
)

// Marked describes squares of a board to point at, with a sentence about them: a step of an
// explanation, or the reason why a board has no solution. The lists are in reading order.
type Marked struct {
	Text    string          // what follows and why, in plain text
	Look    []encode.Square // the squares that the text is about
	Queens  []encode.Square // squares that must hold a queen
	Crosses []encode.Square // squares that must stay empty
}

// A role is how a square of a Marked is drawn. Larger roles win.
type role uint8

const (
	unmarked role = iota
	looked        // tinted, or between parentheses
	crossed       // a new cross: small, or between brackets
	crowned       // a new queen: framed, or between brackets
)

// roles returns the roles of the marked squares. A nil Marked has none.
func (m *Marked) roles() map[encode.Square]role {
	if m == nil {
		return nil
	}
	all := map[encode.Square]role{}
	for _, group := range [...]struct {
		squares []encode.Square
		role    role
	}{{m.Look, looked}, {m.Crosses, crossed}, {m.Queens, crowned}} {
		for _, s := range group.squares {
			all[s] = group.role
		}
	}
	return all
}

// delimiters are written around the text of a square, indexed by role.
var delimiters = [...][2]string{unmarked: {" ", " "}, looked: {"(", ")"}, crossed: {"[", "]"}, crowned: {"[", "]"}}

// text returns the text with blanks between its words and without characters that cannot be
// printed, so that it is safe on a terminal and in XML. It is empty for a nil Marked.
func (m *Marked) text() string {
	if m == nil {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.Join(strings.Fields(m.Text), " "))
}

// lines returns the text in lines of at most width characters, divided at blanks. A longer word
// has a line of its own. A nil Marked and an empty text have no lines.
func (m *Marked) lines(width int) (lines []string) {
	for word := range strings.FieldsSeq(m.text()) {
		if last := len(lines) - 1; last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// textLines returns the lines below a board in formats of text, each with a line end. The board
// is width characters wide.
func (m *Marked) textLines(width int) string {
	const narrow = 40
	var b strings.Builder
	for _, line := range m.lines(max(width, narrow)) {
		b.WriteString(line + "\n")
	}
	return b.String()
}
