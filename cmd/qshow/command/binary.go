//go:build !js

package command

import (
	"queens/cmd/qshow/internal/pdf"
	"queens/cmd/qshow/internal/raster"
	"queens/decode"
)

// binaryFormats lists the formats that are not text, and binary their names.
var (
	binaryFormats = []decode.Format{raster.Format, pdf.Format}
	binary        = []string{raster.Format.Name, pdf.Format.Name}
)
