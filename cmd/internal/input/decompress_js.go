package input

import "io"

// The module of a page has no decompressors: the page itself decompresses gzip.
var openGzip, openBzip2, openXZ, openZstd func(io.Reader) (io.Reader, error)

func (f format) explain(err error) error { return err }
