package cdcl

// options are what a solver does, and how often. The zero value does nothing but
// search.
type options struct {
	vivify, probe, substitute, subsume, eliminate, walk bool

	restart   int64 // conflicts between two restarts of focused mode, at least
	reduce    int64 // conflicts until the first reduction of learned clauses
	rephase   int64 // and until the first new phases,
	mode      int64 // the first stable mode,
	inprocess int64 // the first simplification after the search began,
	rounds    int64 // of which one in so many eliminates variables
}

// defaults are the options of the engine.
var defaults = options{
	vivify: true, probe: true, substitute: true, subsume: true, eliminate: true, walk: true,
	restart: 2, reduce: 1000, rephase: 1000, mode: 1000, inprocess: 2000, rounds: 3,
}
