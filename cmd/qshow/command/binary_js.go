package command

import "queens/decode"

// The module of a page has no formats that are not text: the page draws PNG, and the browser prints.
var (
	binaryFormats []decode.Format
	binary        []string
)
