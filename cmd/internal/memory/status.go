package memory

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
)

// FromStatus returns what the file status in a directory of /proc says under a key, such
// as VmHWM or RssAnon, in bytes; 0 if that is not known, as everywhere but on Linux.
func FromStatus(dir, key string) int64 {
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(status, []byte("\n"+key+":"))
	line, _, _ := bytes.Cut(after, []byte(" kB\n"))
	kilobytes, _ := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	return kilobytes << 10
}

// Peak returns the largest resident size of this process so far, in bytes, or the memory
// that it has taken from the system where that is not known.
func Peak() int64 {
	if peak := FromStatus("/proc/self", "VmHWM"); peak > 0 {
		return peak
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
