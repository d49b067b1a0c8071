package memory

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
)

// Peak returns the largest resident size of this process so far, in bytes, or the memory
// that it has taken from the system where that is not known.
func Peak() int64 {
	if peak := fromStatus("/proc/self", "VmHWM"); peak > 0 {
		return peak
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// Anonymous returns the anonymous memory of a process and its children now, in bytes:
// heap and stacks, without the pages of files that it reads or maps, which the kernel
// could drop. It is 0 where there is no /proc (RssAnon is Linux) and for a process that
// has ended.
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

// fromStatus returns what the file status in a directory of /proc says under a key, such
// as VmHWM or RssAnon, in bytes; 0 if that is not known, as everywhere but on Linux.
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
