package dimacs

// A Mode determines how much a text may differ from the canonical form.
type Mode int

const (
	// Default accepts all common forms that have only one meaning: comments wherever a
	// literal may begin, clauses over several lines, several clauses on a line, blanks and
	// tabs, both kinds of line ends, the `%` trailer of SATLIB, and repeated or
	// complementary literals in a clause.
	Default Mode = iota
	// Strict accepts only the bytes that every solver reads: single blanks,
	// one clause per line ended by " 0", exact counts, a final newline, no
	// repeated or complementary literals. Of a GCNF it checks only the header.
	Strict
	// Relaxed also accepts a last clause without its 0, `+1` except in a WCNF, vertical tabs and form
	// feeds, and variables above the number in the header. Wrong counts in the header become warnings.
	Relaxed
)

// Options control how a formula is read. The zero value is ready to use.
type Options struct {
	Name string // name of the input in messages; "<input>" if empty
	Mode Mode
	// Keys lists the keys of the comments `c key: value` to keep. A nil list keeps every
	// comment whose key is a single word; an empty list that is not nil keeps none. Other
	// comments are dropped.
	Keys []string
	// Lines keeps all comments, in Formula.Lines.
	Lines bool
	// Names keeps the names of variables, in Formula.Names.
	Names bool
	// Groups accepts the format GCNF, with the header `p gcnf VARIABLES CLAUSES GROUPS` and
	// {GROUP} before each clause, and not the header `p inccnf`; see Formula.Groups.
	Groups bool
	// Threads is the largest number of goroutines that parse; 0 or less means the number of processors.
	Threads int
	// Soft accepts a WCNF, too, except in the strict mode: after the header `p wcnf`, without a
	// header if the first clause begins with h, or without a header in a file whose name
	// contains .wcnf.
	Soft bool
	// Linear accepts the formats OPB, KNF and CNF+, too, except in the strict mode; see Formula.Linear.
	// With Groups, Formula.Groups is then empty, but not nil, so that the encoding fills it.
	Linear bool
	// XOR accepts lines such as `x1 -2 3 0` in a CNF, except in the strict mode: an odd number of the literals is
	// true. They become Formula.Linear. Linear accepts them, too.
	XOR bool
	// DeferProjection accepts a projection with a variable above the number in the header, for
	// questions that may not need the projection; see Formula.ProjectionError.
	DeferProjection bool

	chunk int // size of a chunk in bytes; 0 means ChunkSize
}
