package dimacs

// A Mode says how far from the canonical form a text may be.
type Mode int

const (
	// Default accepts what is found in the wild and cannot be mistaken:
	// comments wherever a literal may begin, clauses over several lines or
	// several on one, blanks and tabs, both line ends, the `%` trailer of SATLIB, repeated and
	// complementary literals in a clause.
	Default Mode = iota
	// Strict accepts only the bytes that every solver reads: single blanks,
	// one clause per line ended by " 0", exact counts, a final newline, no
	// repeated or complementary literals.
	Strict
	// Relaxed also accepts a last clause without its 0, `+1`, vertical tabs and
	// form feeds, and header counts that are wrong, with a warning for the latter.
	Relaxed
)

// Options say how to read a CNF. The zero value is ready to use.
type Options struct {
	Name string // name of the input in messages; "<input>" if empty
	Mode Mode
	// Keys lists the keys of the comments to keep; others are dropped.
	Keys []string
	// Threads bounds the number of goroutines that parse; 0 stands for the
	// number of processors. Only ReadFormula uses more than one.
	Threads int

	chunk int // bytes read at once; 0 stands for chunkSize
}

// name returns the name of the input for messages.
func (o *Options) name() string {
	if o.Name == "" {
		return "<input>"
	}
	return o.Name
}
