package command

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// samples returns data of all kinds: short, random, with short and with long repeats, near and far.
func samples() [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(r.IntN(256))
		}
		return data
	}
	mixed, far := []byte{}, noise(200)
	for i := range 3000 {
		mixed = append(append(mixed, "local.get "...), byte(i), byte(i>>r.IntN(9)))
	}
	list := [][]byte{{}, {0}, {1, 2, 3}, noise(5000), bytes.Repeat([]byte{7}, 100_000), mixed, slices.Concat(far, noise(40_000), far, far)}
	for n := range 16 { // the last bits have all lengths and values
		list = append(list, bytes.Repeat([]byte{byte(n * 13)}, n))
	}
	return list
}

// TestPacked unpacks elements as the function compiled in module.js does.
func TestPacked(t *testing.T) {
	element := regexp.MustCompile(`(?s)<script type="text/plain" class="module" data-size="(\d+)">(.*?)</script>\n`)
	for i, data := range samples() {
		text := packed(data)
		if strings.ContainsAny(element.ReplaceAllString(text, "$2"), special) {
			t.Errorf("sample %d has special characters", i)
		}
		var s [][]byte
		for _, e := range element.FindAllStringSubmatch(text, -1) {
			size, _ := strconv.Atoi(e[1])
			inflated, err := io.ReadAll(flate.NewReader(bytes.NewReader(eightBits(e[2])[:size])))
			if err != nil {
				t.Fatalf("sample %d: %v", i, err)
			}
			s = append(s, inflated)
		}
		if got := joined(s); !bytes.Equal(got, data) {
			t.Errorf("sample %d: %d bytes became %d", i, len(data), len(got))
		}
		if i == 4 && len(text) > 1000 || i == 6 && len(text) > 47_000 {
			t.Errorf("sample %d of %d bytes takes %d characters", i, len(data), len(text))
		}
	}
}

// eightBits undoes sevenBits.
func eightBits(text string) (data []byte) {
	bits, n := 0, 0
	add := func(seven rune) {
		if bits, n = (bits<<7|int(seven))&0x3fff, n+7; n >= 8 {
			n -= 8
			data = append(data, byte(bits>>n))
		}
	}
	for _, c := range text {
		if c >= 0x80 {
			add(rune(special[c>>7-1]))
		}
		add(c & 0x7f)
	}
	return data
}

// joined undoes factored.
func joined(s [][]byte) (data []byte) {
	next := func(i, n int) []byte {
		part := s[i][:n]
		s[i] = s[i][n:]
		return part
	}
	number := func(n, most int) int {
		if n < most {
			return n
		}
		more, bytes := binary.Uvarint(s[2])
		next(2, bytes)
		return n + int(more)
	}
	distance := 0
	for _, token := range s[1] {
		run := number(int(token>>2&3), mostLiterals)
		length := number(int(token>>4), mostRepeated) + leastMatch
		data = append(data, next(0, run)...)
		for i := range int(token & 3) {
			if i == 0 {
				distance = 0
			}
			distance |= int(next(3+i, 1)[0]) << (8 * i)
		}
		for range length {
			data = append(data, data[len(data)-distance])
		}
	}
	return append(data, s[0]...)
}
