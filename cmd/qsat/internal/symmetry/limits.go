package symmetry

// Limits of a Search. A unit of work is one neighbour read in the graph, about four nanoseconds.
const (
	// maxLiterals is the largest size of the long clauses, in words, of a formula that may look
	// symmetric.
	maxLiterals = 1 << 21
	// auxiliarySteps limits the literals that an auxiliaryFinder reads, per word of the clauses.
	// Beyond that, it finds no more variables.
	auxiliarySteps = 128
	// stepsPerEntry limits the entries of watch lists that pairs reads, per entry of all watch
	// lists, and maxSteps limits them in total. Beyond either limit, newReducedGraph returns nil.
	// maxSteps also limits the steps of an auxiliaryFinder.
	maxSteps      = 1 << 27
	stepsPerEntry = 128
	// minClique is the smallest size of a clique that gets a vertex.
	minClique = 4
	// cliqueSteps limits the vertices that a cliqueFinder reads, per entry of pairs. Beyond that,
	// all pairs that are in no clique stay edges.
	cliqueSteps = 64
	// workPerLiteral is the work of a call of Search.Solve without a budget, per unit of
	// reducedGraph.size. Finding symmetries may take half of any budget. startPerLiteral is the
	// largest work for the first colours, in the same unit.
	workPerLiteral  = 16
	startPerLiteral = 64
	// generators is the largest number of symmetries that a Search finds. products is the largest
	// number of random products per call of Solve; if little work is left, it makes fewer.
	generators = 4
	products   = 24
	// maxMisses limits the failed attempts to find a symmetry, per symmetry found plus one. A
	// search with more failures gives up for good.
	maxMisses = 8
	// A formula with at least pairsPerLong binary clauses per longer clause is searched for
	// symmetries at once; alternatives that exclude each other have such clauses. Other formulas
	// wait for a budget of workPerWord per word of the clauses and the watch lists.
	pairsPerLong = 3
	workPerWord  = 64
	// tryWork is the fixed work for solving a quotient. The work that solve reports and
	// workPerLiteral per literal of the quotient come on top.
	tryWork = 1 << 12
)

// Limits of Break, in the same unit of work.
const (
	// maxBroken is the largest number of clauses for which Break looks for symmetries.
	// maxExchanged limits the literals in the clauses that a proof derives again for exchanged
	// variables. It applies without a proof, too, so that the resulting formula is the same.
	maxBroken    = 1 << 16
	maxExchanged = 1 << 21
	// breakWork is the work for all symmetries. It takes some hundredths of a second.
	breakWork = 1 << 22
)
