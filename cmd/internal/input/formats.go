package input

import (
	"bytes"
	"io"
	"slices"
)

// A format is a compression that Open recognizes.
type format struct {
	name  string
	magic [][]byte                           // the first bytes of the data: one of these
	open  func(io.Reader) (io.Reader, error) // returns a reader of the decompressed data; nil if the format is not supported
}

var formats = []format{
	{"gzip", [][]byte{{0x1f, 0x8b}}, openGzip},
	{"bzip2", [][]byte{[]byte("BZh")}, openBzip2},
	{"xz", [][]byte{{0xfd, '7', 'z', 'X', 'Z', 0}}, openXZ},
	{"zstd", zstdMagic(), openZstd},
	{"lz4", [][]byte{{0x04, 0x22, 0x4d, 0x18}, {0x02, 0x21, 0x4c, 0x18}}, nil},
	{"lzma", [][]byte{{0x5d, 0, 0}}, nil},
	{"lzip", [][]byte{[]byte("LZIP")}, nil},
	{"lzop", [][]byte{{0x89, 'L', 'Z', 'O'}}, nil},
	{"compress", [][]byte{{0x1f, 0x9d}}, nil},
	{"zip", [][]byte{[]byte("PK\x03\x04")}, nil},
	{"7-Zip", [][]byte{{'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}}, nil},
}

// longestMagic is the length of the longest magic in bytes, such as the magic of xz.
const longestMagic = 6

// zstdMagic returns the magic of a frame and of the 16 kinds of skippable frames. The output of
// pzstd begins with a skippable frame.
func zstdMagic() [][]byte {
	magic := [][]byte{{0x28, 0xb5, 0x2f, 0xfd}}
	for b := byte(0x50); b <= 0x5f; b++ {
		magic = append(magic, []byte{b, 0x2a, 0x4d, 0x18})
	}
	return magic
}

// recognize returns the format of data that begins with prefix. Its name is empty if the data begins like no
// format.
func recognize(prefix []byte) format {
	for _, f := range formats {
		if slices.ContainsFunc(f.magic, func(m []byte) bool { return bytes.HasPrefix(prefix, m) }) {
			return f
		}
	}
	return format{}
}

// Compression returns the name of the compression of data that begins with prefix, or "" if it begins like
// no compression. Open does not support all of them.
func Compression(prefix []byte) string { return recognize(prefix).name }

// mayBegin reports whether b is the first byte of compressed data of any format.
func mayBegin(b byte) bool {
	return slices.ContainsFunc(formats, func(f format) bool {
		return slices.ContainsFunc(f.magic, func(m []byte) bool { return m[0] == b })
	})
}
