package dimacs

import (
	"bytes"
	"fmt"
	"slices"
)

// commentBytesMax bounds the memory for comments; the squares of a board with a
// million of them take less.
const commentBytesMax = 16 << 20

var (
	countLine  = []byte("s ")
	exactLine  = []byte("exact arb int ")
	modelsLine = []byte("models ")
	claspLine  = []byte("Models ")
	answerLine = []byte("Answer: ")
)

// comment reads a line that begins with c. clasp begins each model with one;
// before it, a model that lacks its 0 ends.
func (r *ResultReader) comment() (more bool, err error) {
	at := r.in.at(r.in.pos)
	text, whole, err := r.in.restOfLine()
	if err != nil || !whole {
		return true, err
	}
	text = bytes.TrimLeft(text[1:], " \t")
	if bytes.HasPrefix(text, answerLine) {
		return !r.open, nil
	}
	return true, r.telling(at, text)
}

// telling looks for what a comment may say besides: the number of models found,
// cadical's way of giving up, counts, and what the instance is.
func (r *ResultReader) telling(at position, text []byte) error {
	switch {
	case len(text) == 0:
		return nil
	case bytes.HasPrefix(text, countLine):
		return r.countComment(at, bytes.TrimLeft(text[2:], " \t"))
	case string(text) == "UNKNOWN":
		if !r.stated {
			r.setStatus(Unknown)
		}
		return nil
	case bytes.HasPrefix(text, modelsLine):
		r.announce(text[len(modelsLine):])
		return nil
	case bytes.HasPrefix(text, claspLine):
		if number, ok := bytes.CutPrefix(bytes.TrimLeft(text[len(claspLine):], " "), []byte(":")); ok {
			r.announce(number)
		}
		return nil
	}
	return r.keyComment(at, text)
}

// countComment reads a line of the model counting competition. Of the numbers
// only an exact integer is kept: an estimate, a weight or a form this reader
// does not know leaves Count as it is.
func (r *ResultReader) countComment(at position, text []byte) error {
	r.counted = true
	digits, ok := bytes.CutPrefix(text, exactLine)
	if !ok {
		return nil
	}
	n := parseCount(bytes.TrimLeft(digits, " \t"))
	if n == nil {
		return nil
	}
	if r.count != nil && r.count.Cmp(n) != 0 {
		return r.in.errorAt(at, "one exact count", "a second one", "")
	}
	r.count = n
	return nil
}

// keyComment keeps `key: value` if the key is wanted.
func (r *ResultReader) keyComment(at position, text []byte) error {
	i := bytes.IndexByte(text, ':')
	if i < 0 {
		return nil
	}
	k := slices.IndexFunc(r.keys, func(key string) bool { return key == string(text[:i]) })
	if k < 0 {
		return nil
	}
	key := r.keys[k]
	if r.sealed {
		if len(r.comments) > 0 && r.comments[0].Key != key {
			return nil
		}
		r.comments, r.commentBytes, r.sealed = nil, 0, false
	}
	value := string(bytes.TrimSpace(text[i+1:]))
	r.commentBytes += len(value) + 64
	if r.commentBytes > commentBytesMax {
		return r.in.errorAt(at, fmt.Sprintf("at most %d MB of comments", commentBytesMax>>20), "more", "")
	}
	r.comments = append(r.comments, Comment{Key: key, Value: value, Line: at.line})
	return nil
}
