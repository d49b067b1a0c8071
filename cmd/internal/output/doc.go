// Package output writes the files that -o names: a reader never sees half of
// one, and a failed run leaves the old one as it was.
//
// A regular file is written under a temporary name in the same directory and
// renamed when it is complete. Anything else (a terminal, a FIFO, /dev/null,
// standard output itself) is written directly, as there is nothing to keep.
// What the run reads or writes already is refused, see package opened.
//
// The ending of a file's name chooses the format and the compression, see
// Choice.
package output
