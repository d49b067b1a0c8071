// Package decode turns the models of a queens instance back into boards.
//
// A model is a list of literals; the true variables among the first N*N are
// the squares with queens (see package encode). What N is, and which puzzle the
// board is to solve, the comments of the instance tell, if they came along, or
// the instance itself, or the user. A Reader brings these together and yields
// one Placement for each model.
//
// Every placement is checked before it is shown. The check is geometry: it
// works with the coordinates of the queens and shares no code with the lines
// and clauses of package encode, so that a wrong encoding cannot vouch for
// itself.
//
// What the pieces of a family are, what is asked of them and how they are drawn and told is
// one value in a file of the family.
//
// Results are what models come from, with what they tell of their instance.
// NewResults tells by the first line who wrote a text: a SAT solver (package
// dimacs), CBC or GLPK, whose files are read line by line, or MiniZinc, which
// prints JSON. A shuffled instance is read back through encode.Shuffle.
//
// A Renderer writes placements in a Format, one after the other; a format is in a
// file of its own, or with those that differ little from it. Pictures are drawn on
// a Canvas, so that another program can add one of pixels without this package
// needing a rasterizer. The pages of html, of lessons and of worksheets are in the
// directory page.
package decode
