// Package raster makes PNG files of the pictures that package decode draws. It
// is not part of decode because it needs more than the standard library: the
// anti-aliasing rasterizer and the Go fonts of golang.org/x/image.
//
// The side of a square is a whole number of pixels, and the edges of squares
// fall on pixels, so that they are sharp; outlines and text are anti-aliased.
package raster
