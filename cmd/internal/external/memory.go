package external

import (
	"bytes"
	"os"
	"strconv"

	"queens/cmd/internal/memory"
)

// anonymousBytes returns the anonymous memory of a process and its children
// now: heap and stacks, without the pages of files it reads or maps, which the
// kernel could drop. It is 0 where there is no /proc (RssAnon is Linux) and
// for a process that has ended.
func anonymousBytes(pid int) int64 {
	proc := "/proc/" + strconv.Itoa(pid)
	total := memory.FromStatus(proc, "RssAnon")
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
