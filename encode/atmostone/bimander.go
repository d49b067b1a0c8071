package atmostone

// bimander divides the literals into groups of two and numbers the groups from 0. At most
// one literal of a group is true. Each literal implies that the auxiliary variables are the
// binary digits of the number of its group.
//
// Size: d = ceil(log2 ceil(k/2)) auxiliary variables, floor(k/2) + kd clauses, all binary.
// Propagation: a true literal makes all other literals false by unit propagation.
// Models: an assignment with a true literal has one model. If all literals are false, there
// are 2^d, because the digits are free.
//
// References: Steffen Hölldobler and Van Hau Nguyen, "On SAT-Encodings of the At-Most-One
// Constraint", ModRef 2013.
var bimander = numbered("bimander", 2)

// groupsOf returns the number of groups of the given size for k literals. The last group
// may be smaller.
func groupsOf(size, k int) int { return (k + size - 1) / size }
