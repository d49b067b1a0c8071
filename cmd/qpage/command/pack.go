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

// packed returns data as six script elements, one for each stream of factored, which the function compiled of
// the page reads. The windows of gzip have 32 kB, which is too small for a module. So factored removes repeated
// bytes first, at distances below 16 MB. The result takes 78 % of the size of gzip.
func packed(data []byte) string {
	var text strings.Builder
	for _, s := range factored(data) {
		text.WriteString(compressed(`class="module"`, s))
	}
	return text.String()
}

// compressed returns data as a script element with attributes, which the function inflated of the page reads.
// DEFLATE compresses it. The attribute data-size is the number of compressed bytes, and sevenBits makes them text.
func compressed(attributes string, data []byte) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is valid
	w.Write(data)
	w.Close()
	return fmt.Sprintf("<script type=\"text/plain\" %s data-size=\"%d\">%s</script>\n", attributes, b.Len(), sevenBits(b.Bytes()))
}

const (
	mostLiterals = 3  // largest number of literals in a token
	mostRepeated = 15 // largest length in a token, minus leastMatch
	leastMatch   = 2  // least length of a match
)

// factored returns data as six streams of literals and matches, which repeat bytes that came before (LZ77):
//
//	0     the literals
//	1     a byte for each match, its token: class | literals << 2 | (length - leastMatch) << 4
//	2     the rest of numbers that do not fit in a token, as in binary.AppendUvarint
//	3..5  the low, middle and high bytes of distances
//
// In a token, literals is the number of literals before the match. The class is the number of bytes of the
// distance, or 0 if the distance is equal to the distance of the match before. A number in a token that has its
// largest value, mostLiterals or mostRepeated, continues in stream 2: the rest, which may be 0, is added to it.
// Literals after the last match have no token.
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

// A match means that the length bytes from index start on are equal to the bytes from start-distance on.
// The two ranges may overlap.
type match struct{ start, length, distance int }

// Estimates of the bits that literals and matches take, and limits of the search for matches.
const (
	literalBits, matchBits, repeatBits = 6, 10, 6 // of a literal, of a match without its distance, of a match with the last distance
	shortest, longest                  = 4, 256   // length of a match; with the last distance, it may be leastMatch
	candidates                         = 16       // earlier positions with the same hash that are tried per position
	furthest                           = 1 << 24  // distances are smaller, because they have three bytes
	hashBits                           = 20       // of a hash of four bytes
)

// matches returns matches in data, in the order of their starts and without overlaps. The bytes between them
// are literals. The matches are the cheapest way through data that it finds, by the estimates and within the
// limits above: the shortest path by dynamic programming, as in zopfli (J. Alakuijala and L. Vandevenne, "Data
// compression using Zopfli", 2013).
func matches(data []byte) (list []match) {
	type node struct {
		cost             uint32 // estimated bits of the cheapest sequence up to here
		length, distance int32  // of its last match; length is 0 if it ends with a literal
	}
	var head [1 << hashBits]int32 // indexed by the hash of four bytes: the last position, from 1
	before, path := make([]int32, len(data)), make([]node, len(data)+1)
	for i := range data {
		path[i+1].cost = 1<<32 - 1
	}
	relax := func(i, from, to, distance, bits int) { // tries the matches from index i on with lengths from..to
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

// common returns the largest n, at most longest, for which the n bytes of data from j on and from i on are
// equal. It requires 0 <= j < i.
func common(data []byte, j, i int) (n int) {
	for most := min(longest, len(data)-i); n < most && data[j+n] == data[i+n]; n++ {
	}
	return n
}

// special lists the characters that sevenBits never writes.
const special = "\x00\r<"

// sevenBits returns data as text for a script element: each 7 bits, the highest first, are a character. The 0
// to 6 bits that remain, followed by zeros, are one more character. Special characters, which the parser of
// HTML changes or which may begin a tag, are not written. Such a character and the next 7 bits, or 0 at the
// end, become the character U+0080 + 128*(index in special) + bits, which has two bytes. So 7 bytes take 8
// bytes of text. Source: K. Albertson, "Base-122 Encoding", 2016.
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
