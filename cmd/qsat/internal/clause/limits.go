package clause

// The limits of the package. A comment gives a measurement where one is recorded; the other values
// were not measured against others.

const (
	// maxArena is the largest length of the arena in words: a Reason has 31 bits for a Ref.
	maxArena = 1 << 30
	// minimizeDepth is the depth of recursion beyond which implied gives up.
	minimizeDepth = 1000
)
