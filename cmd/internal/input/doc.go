// Package input opens what a program reads: a file or standard input, plain or
// compressed. The format is told by the first bytes, not by the name, so that
// pipes are understood as well as files.
//
// A regular file that is not compressed is handed over as the *os.File itself,
// to be read at offsets and from several goroutines; a pipe is read directly
// into the buffers of the reader. Compressed data is decompressed ahead of the
// reader by another goroutine. Reads end with the cause of the context when it
// ends, even those that wait for a pipe.
package input
