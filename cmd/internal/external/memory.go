package external

import (
	"bytes"
	"os"
	"strconv"
)

// anonymousBytes returns the anonymous memory of a process and its children
// now: heap and stacks, without the pages of files it reads or maps, which the
// kernel could drop. It is 0 where there is no /proc (RssAnon is Linux) and
// for a process that has ended.
func anonymousBytes(pid int) int64 {
	proc := "/proc/" + strconv.Itoa(pid)
	var total int64
	if status, err := os.ReadFile(proc + "/status"); err == nil {
		total = kilobytes(status, "RssAnon:") << 10
	}
	children, err := os.ReadFile(proc + "/task/" + strconv.Itoa(pid) + "/children")
	if err != nil {
		return total
	}
	for _, field := range bytes.Fields(children) {
		if child, err := strconv.Atoi(string(field)); err == nil {
			total += anonymousBytes(child)
		}
	}
	return total
}

// kilobytes returns the number after the key in /proc/PID/status, 0 if none.
func kilobytes(status []byte, key string) int64 {
	_, rest, ok := bytes.Cut(status, []byte("\n"+key))
	if !ok {
		return 0
	}
	line, _, _ := bytes.Cut(rest, []byte(" kB\n"))
	n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
