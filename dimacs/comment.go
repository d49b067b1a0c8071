package dimacs

// A Comment is a comment line of the form `c key: value`, the form in which
// the programs of this project tell each other about an instance.
type Comment struct {
	Key   string // without the colon
	Value string // without surrounding blanks
	Line  int    // 1-based line in the text, 0 if it was not read from one
}
