//go:build !unix

package input

import (
	"os"
	"testing"
)

// blocking returns r, because the runtime does not poll pipes on these systems.
func blocking(_ testing.TB, r *os.File) *os.File { return r }
