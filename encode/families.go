package encode

// To add a family, write a file named after it that declares its Family constant and its
// family value, and add the value to this list. The list is set in init because the
// functions of a family look up families in it, so an initializer would be an
// initialization cycle.
func init() {
	families = []*family{&queens, &colouring, &domination, &armies, &superqueens, &dominoes, &regions}
}
