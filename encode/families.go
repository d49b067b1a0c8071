package encode

// A new family is a file of its own, named after it, with its name and its value, and an
// entry here. Families use functions that look for their family in this list, so a list that
// is set at its declaration would be a cycle.
func init() { families = []*family{&queens, &colouring, &domination, &armies, &superqueens, &dominoes} }
