//go:build !linux

package command

import "runtime"

// peakMemory returns the memory that the process has taken from the system, in
// bytes.
func peakMemory() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
