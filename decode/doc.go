// Package decode turns the models of an instance back into boards.
//
// A model is a list of literals. For queens, the true variables among the first N*N are the
// squares with queens (see package encode). N and the puzzle to solve come from the comments of
// the result, from the instance itself, or from the user. A Reader combines these sources and
// returns one Placement per model.
//
// Every placement is checked before it is shown. The check uses the coordinates of the queens and
// the moves in the encode.Definition of the family. It shares no code with the lines and clauses of
// package encode. So an error in an encoding cannot hide itself.
//
// For each encode.Rule, a value of type rule in a file such as rule_tiled.go holds the code that
// checks, draws and describes the boards of its families.
//
// A Results value yields the models and the instance that the text describes. NewResults
// recognizes the writer of a text by its first line: a SAT solver (package dimacs), CBC or
// GLPK, whose files are read line by line, or MiniZinc, which prints JSON. encode.Shuffle
// undoes the shuffling of an instance.
//
// A Renderer writes placements in a Format. Each format has a file of its own, or shares one
// with similar formats. Pictures are drawn on a Canvas, so that another program can add a
// canvas of pixels and this package needs no rasterizer. The directory page holds the sources
// of the pages: html, lesson, play and worksheet.
package decode
