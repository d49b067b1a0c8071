// Package decode turns the models of an instance back into boards, and checks them.
//
// A model is a list of literals. For queens, the true variables among the first N*N are the
// squares with queens (see package encode). Decoder.Decode maps a model to a Placement, and FromModel
// also checks it.
//
// Check uses the coordinates of the queens and the moves in the encode.Definition of the family. It
// shares no code with the lines and clauses of package encode. So an error in an encoding cannot hide
// itself. For each encode.Rule, a value of type rule in a file such as rule_tiled.go holds the code
// that checks and describes the boards of its families.
//
// Package read reads the models that solvers print, draw draws placements, and page makes pages in
// HTML. Package words has the texts of captions and pages in other languages.
package decode
