package command

import "queens/decode/draw"

// The module of a page has no formats that are not text: the page draws PNG, and the browser prints.
var (
	binaryFormats []draw.Format
	binary        []string
)
