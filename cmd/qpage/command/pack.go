package command

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// packed returns data as the script elements that the function unpacked of the page reads. Windows of
// gzip have 32 kB, which is too small for a module: repeated bytes are taken out first, at any distance.
// The rest is compressed by DEFLATE, and takes 78 % of what gzip makes.
func packed(data []byte) string {
	var text strings.Builder
	for _, s := range factored(data) {
		var b bytes.Buffer
		w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is valid
		w.Write(s)
		w.Close()
		fmt.Fprintf(&text, "<script type=\"text/plain\" class=\"module\" data-size=\"%d\">%s</script>\n", b.Len(), sevenBits(b.Bytes()))
	}
	return text.String()
}

// The largest numbers in a token. Larger numbers continue in the stream of lengths.
const (
	mostLiterals = 3
	mostRepeated = 15
	leastMatch   = 2
)

// factored returns data as literals and matches, which repeat bytes that have come before (LZ77). The
// streams are: the literals; a token for each match, class | literals before it << 2 | (length - 2) << 4;
// the rest of lengths that do not fit in a token, as in binary.AppendUvarint; and the low, middle and
// high bytes of distances. The class is the number of bytes of the distance, or 0 for the distance of the
// match before. Literals after the last match have no token.
func factored(data []byte) [6][]byte {
	var s [6][]byte
	number := func(n, most int) int {
		if n >= most {
			s[2] = binary.AppendUvarint(s[2], uint64(n-most))
		}
		return min(n, most)
	}
	at, last := 0, 0
	for _, m := range matches(data) {
		s[0] = append(s[0], data[at:m.start]...)
		class := 0
		if m.distance != last {
			class = (bits.Len(uint(m.distance)) + 7) / 8
		}
		s[1] = append(s[1], byte(class|number(m.start-at, mostLiterals)<<2|number(m.length-leastMatch, mostRepeated)<<4))
		for i := range class {
			s[3+i] = append(s[3+i], byte(m.distance>>(8*i)))
		}
		at, last = m.start+m.length, m.distance
	}
	s[0] = append(s[0], data[at:]...)
	return s
}

// A match says that length bytes from start on are the same as distance bytes before.
type match struct{ start, length, distance int }

// Estimates of the bits that literals and matches take, and limits of the search for matches.
const (
	literalBits, matchBits, repeatBits = 6, 10, 6
	shortest, longest                  = 4, 256  // bytes of a match; a repeat of a distance may be shorter
	candidates                         = 16      // earlier positions with the same first bytes, per position
	furthest                           = 1 << 24 // distances have three bytes
	hashBits                           = 20
)

// matches returns the matches of the cheapest way through data that it finds: the shortest path by dynamic
// programming, as in zopfli (J. Alakuijala and L. Vandevenne, "Data compression using Zopfli", 2013).
func matches(data []byte) (list []match) {
	type node struct {
		cost             uint32 // bits of the cheapest way here
		length, distance int32  // its last match; length is 0 after a literal
	}
	var head [1 << hashBits]int32 // indexed by the hash of four bytes: the last position, from 1
	before, path := make([]int32, len(data)), make([]node, len(data)+1)
	for i := range data {
		path[i+1].cost = 1<<32 - 1
	}
	relax := func(i, from, to, distance, bits int) { // matches from i on, of from to to bytes
		for n := from; n <= to; n++ {
			if end, cost := &path[i+n], path[i].cost+uint32(bits); cost < end.cost {
				*end = node{cost, int32(n), int32(distance)}
			}
		}
	}
	for i := range data {
		if cost := path[i].cost + literalBits; cost < path[i+1].cost {
			path[i+1] = node{cost, 0, path[i].distance}
		}
		if d := int(path[i].distance); d > 0 {
			relax(i, leastMatch, common(data, i-d, i), d, repeatBits)
		}
		if i+shortest > len(data) {
			continue
		}
		h := binary.LittleEndian.Uint32(data[i:]) * 2654435761 >> (32 - hashBits)
		best := shortest - 1
		for j, k := int(head[h])-1, 0; k < candidates && j >= 0 && i-j < furthest && best < longest; k++ {
			if n := common(data, j, i); n > best {
				relax(i, best+1, n, i-j, matchBits+bits.Len(uint(i-j)))
				best = n
			}
			j = int(before[j]) - 1
		}
		before[i], head[h] = head[h], int32(i+1)
	}
	for i := len(data); i > 0; {
		n := int(path[i].length)
		if n > 0 {
			list = append(list, match{i - n, n, int(path[i].distance)})
		}
		i -= max(n, 1)
	}
	slices.Reverse(list)
	return list
}

// common returns the number of bytes, at most longest, that are the same from j on and from i on; j < i.
func common(data []byte, j, i int) (n int) {
	for most := min(longest, len(data)-i); n < most && data[j+n] == data[i+n]; n++ {
	}
	return n
}

// special lists the characters that sevenBits never writes.
const special = "\x00\r<"

// sevenBits returns data as text for a script element: each 7 bits are a character. A character that the
// parser of HTML changes, or that may begin a tag, joins the next 7 bits in a character of two bytes,
// from U+0080 on. So 7 bytes take 8 bytes of text. K. Albertson, "Base-122 Encoding", 2016, has the idea.
func sevenBits(data []byte) string {
	var text strings.Builder
	text.Grow(len(data)*8/7 + 2)
	held := -1 // the index in special of the last character, which is not written yet; or -1
	add := func(bits byte) {
		if held >= 0 {
			text.WriteRune(rune(0x80 + held*0x80 + int(bits)))
			held = -1
		} else if held = strings.IndexByte(special, bits); held < 0 {
			text.WriteByte(bits)
		}
	}
	rest, n := 0, 0
	for _, c := range data {
		rest, n = rest<<8|int(c), n+8
		for ; n >= 7; n -= 7 {
			add(byte(rest >> (n - 7) & 0x7f))
		}
		rest &= 1<<n - 1
	}
	add(byte(rest << (7 - n) & 0x7f))
	if held >= 0 {
		add(0)
	}
	return text.String()
}
