//go:build !unix

package external

// onlyFile is nothing where there are no FIFOs among files.
const onlyFile = 0
