package dimacs

import (
	"bytes"

	"queens/dimacs/internal/lex"
)

// A Name is the name of a variable.
type Name struct {
	Var  int    // from 1; it may exceed Formula.Vars
	Text string // not empty, without blanks around it; it may hold any byte but a newline
}

// readName keeps the name in a comment " 3 Wheel", " 3$ Wheel" or " variable 3: Wheel", without its c, and
// ignores other comments. Feature models contain the first two forms, where $ marks a variable that a
// program has added. The third comes from the annotations of package encode. A clause such as " 3 -4 0" is
// no name.
func (c *comments) readName(line []byte) {
	line = bytes.TrimRight(line, " \t\r")
	w := words{data: line, end: len(line)}
	number, marked := w.next(), true
	if string(number) == "variable" {
		number, marked = bytes.CutSuffix(w.next(), []byte(":"))
	} else {
		number = bytes.TrimSuffix(number, []byte("$"))
	}
	text := bytes.TrimLeft(line[w.i:], " \t")
	v := (&words{data: number, end: len(number)}).count("", MaxVar)
	if v == 0 || !marked || len(text) == 0 || !lex.IsBlank(line[0]) {
		return
	}
	ends := text[len(text)-1] == '0' && lex.IsBlank(line[len(line)-2])
	if clause := ends && len(bytes.Trim(text, "-0123456789 \t")) == 0; !clause {
		c.names = append(c.names, Name{int(v), string(text)})
		c.keptBytes += len(text) + 64
	}
}
