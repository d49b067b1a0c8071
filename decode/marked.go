package decode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"queens/encode"
)

// Marked holds squares to mark on a board, and a text about them: a step of an explanation, or the
// reason why a board has no solution. The lists are in reading order.
type Marked struct {
	Text    string          // the conclusion and its reason, in plain text
	Kind    string          // how hard the step is, such as "2 constraints", or ""
	Look    []encode.Square // the squares that the text is about
	Queens  []encode.Square // squares that must hold a queen
	Crosses []encode.Square // squares that must stay empty
}

// A role determines how a marked square is drawn. If a square occurs in several lists of a Marked,
// it gets the largest role.
type role uint8

const (
	unmarked role = iota
	looked        // in Look: tinted, or in text between parentheses
	crossed       // in Crosses: a small cross, or in text between brackets
	crowned       // in Queens: a queen in a frame, or in text between brackets
)

// roles returns the roles of the marked squares, or nil for a nil Marked.
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

// delimiters holds the characters before and after a square in text formats, indexed by role.
var delimiters = [...][2]string{unmarked: {" ", " "}, looked: {"(", ")"}, crossed: {"[", "]"}, crowned: {"[", "]"}}

// text returns the text, and the kind in brackets, with one blank between words, and without
// unprintable characters, so that it is safe on a terminal. XML, HTML and LaTeX need escapes as
// well. It returns "" for a nil Marked.
func (m *Marked) text() string {
	if m == nil {
		return ""
	}
	text := m.Text
	if m.Kind != "" {
		text += " [" + m.Kind + "]"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.Join(strings.Fields(text), " "))
}

// lines divides the text at blanks into lines of at most width characters. A longer word gets a line
// of its own. lines returns nil for a nil Marked and for an empty text.
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

// textLines returns the text below a board that is width characters wide, in text formats. The lines
// have at most width characters, but at least 40 are allowed. Each line ends in a line end.
func (m *Marked) textLines(width int) string {
	const narrow = 40
	var b strings.Builder
	for _, line := range m.lines(max(width, narrow)) {
		b.WriteString(line + "\n")
	}
	return b.String()
}
