package decode

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// commentMarks are the characters that begin comments in the languages of
// instances, with a key and a value after them: CNF and its relatives, LP,
// MiniZinc, OPB.
const commentMarks = `c\%*`

// byteOrderMark is how some editors begin a file in UTF-8.
var byteOrderMark = []byte("\ufeff")

// IsClauses reports whether a text that begins like this may be a CNF, rather
// than an instance in another language that only ReadPuzzle understands.
func IsClauses(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) > 0 && bytes.IndexByte([]byte(commentMarks[1:]), text[0]) >= 0 {
		return false
	}
	for line := range bytes.Lines(text) {
		if words := bytes.Fields(line); len(words) > 1 && string(words[0]) == "p" {
			return string(words[1]) != "knf" && string(words[1]) != "cnf+"
		}
	}
	return true
}

// IsInstance reports whether a text is an instance of a puzzle, not an answer to one: the
// line "p" of a formula follows its comments, or it begins with a comment as in LP or OPB.
// Comments alone do not tell, as answers repeat them. It reads no further than that line,
// up to what it buffers.
func IsInstance(r io.Reader) bool {
	l := &lines{r: bufio.NewReader(r)}
	for l.next() == nil {
		l.text = bytes.TrimPrefix(l.text, byteOrderMark) // which the next reader complains about
		words := l.split()
		switch {
		case len(words) == 0 || words[0].is("c"):
			continue
		case words[0].text[0] == '\\', words[0].text[0] == '*':
			return true
		}
		return words[0].is("p") && len(words) > 1
	}
	return false
}

// ReadPuzzle returns the comments at the head of an instance that describe it,
// in any of the languages of package encode. It reads no further.
func ReadPuzzle(r io.Reader, name string) ([]dimacs.Comment, error) {
	l := &lines{r: bufio.NewReader(r), name: name}
	var found []dimacs.Comment
	for {
		if err := l.next(); err == io.EOF {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		text := bytes.TrimLeft(l.text, " \t")
		switch {
		case l.line == 1 && bytes.HasPrefix(text, byteOrderMark):
			return nil, &dimacs.SyntaxError{Name: name, Line: 1, Column: 1, Expected: "an instance", Found: "a byte order mark", Hint: "save the file without one"}
		case len(text) == 0:
			continue
		case bytes.IndexByte([]byte(commentMarks), text[0]) < 0 || text[0] == 'c' && len(text) > 1 && text[1] != ' ':
			return found, nil
		}
		key, value, ok := bytes.Cut(bytes.TrimLeft(text[1:], " \t"), []byte(":"))
		if ok && slices.Contains(encode.Keys, string(key)) {
			found = append(found, dimacs.Comment{Key: string(key), Value: string(bytes.TrimSpace(value)), Line: l.line})
		}
	}
}
