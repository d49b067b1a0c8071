package decode

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"queens/dimacs"
	"queens/encode"
)

// commentMarks are the characters that begin comments in the languages of instances: CNF and
// similar formats, LP, MiniZinc and OPB. A comment may be "key: value".
const commentMarks = `c\%*`

// byteOrderMark is the byte order mark with which some editors begin a file in UTF-8.
var byteOrderMark = []byte("\ufeff")

// IsClauses reports whether a text with this beginning may be a CNF. It reports false if the text
// begins with a comment of another language (see commentMarks), or if its header is "p knf" or
// "p cnf+". Then the text is an instance that only ReadPuzzle reads.
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

// IsInstance reports whether a text is an instance and not an answer: whether its first line
// that is neither blank nor a comment of CNF or MiniZinc is a line "p", a hard clause of a WCNF,
// an include item of MiniZinc, or a comment of LP or OPB.
// Comments of CNF and MiniZinc do not decide, because answers repeat them. IsInstance reads only
// up to this line, but buffers more.
func IsInstance(r io.Reader) bool {
	l := &lines{r: bufio.NewReader(r)}
	for l.next() == nil {
		l.text = bytes.TrimPrefix(l.text, byteOrderMark) // the next reader reports it
		words := l.split()
		switch {
		case len(words) == 0 || words[0].is("c") || words[0].text[0] == '%':
			continue
		case words[0].text[0] == '\\', words[0].text[0] == '*', words[0].is("h"), words[0].is("include"):
			return true
		}
		return words[0].is("p") && len(words) > 1
	}
	return false
}

// ReadPuzzle returns the comments with encode.Keys before the first other line of an instance,
// in any language of package encode. It reads only up to that line, but buffers more.
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
			value = bytes.TrimLeft(value, " \t")
			found = append(found, dimacs.Comment{Key: string(key), Value: string(bytes.TrimSpace(value)), Line: l.line, Column: len(l.text) - len(value) + 1})
		}
	}
}
