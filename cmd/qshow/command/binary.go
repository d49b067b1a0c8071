//go:build !js

package command

import (
	"queens/cmd/qshow/internal/pdf"
	"queens/cmd/qshow/internal/raster"
	"queens/decode/draw"
)

// binaryFormats lists the formats that are not text, and binary their names.
var (
	binaryFormats = []draw.Format{raster.Format, pdf.Format}
	binary        = []string{raster.Format.Name, pdf.Format.Name}
)
