package memory

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
)

// Peak returns the largest resident size that this process has had, in bytes. On systems other than
// Linux it returns the number of bytes that the Go runtime has taken from the system.
func Peak() int64 {
	if peak := fromStatus("/proc/self", "VmHWM"); peak > 0 {
		return peak
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// Anonymous returns the anonymous memory of a process and its descendants at present, in bytes:
// heap and stacks, without pages of files, which the kernel could drop. It counts a child only if
// the main thread of its parent started it. It returns 0 for a process that has ended and on
// systems other than Linux.
func Anonymous(pid int) int64 {
	dir := "/proc/" + strconv.Itoa(pid)
	total := fromStatus(dir, "RssAnon")
	children, err := os.ReadFile(dir + "/task/" + strconv.Itoa(pid) + "/children")
	if err != nil {
		return total
	}
	for _, field := range bytes.Fields(children) {
		if child, err := strconv.Atoi(string(field)); err == nil {
			total += Anonymous(child)
		}
	}
	return total
}

// fromStatus returns a value such as VmHWM or RssAnon of the file status in a directory of /proc,
// in bytes. It returns 0 if the file or the key is missing, as on all systems other than Linux.
func fromStatus(dir, key string) int64 {
	status, err := os.ReadFile(dir + "/status")
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(status, []byte("\n"+key+":"))
	line, _, _ := bytes.Cut(after, []byte(" kB\n"))
	kilobytes, _ := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	return kilobytes << 10
}
