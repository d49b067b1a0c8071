package command

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// machine describes the computer as Linux does; elsewhere it names the system alone.
func machine() string {
	cpus, _ := os.ReadFile("/proc/cpuinfo")
	memory, _ := os.ReadFile("/proc/meminfo")
	return describeMachine(string(cpus), string(memory), runtime.NumCPU())
}

// describeMachine puts together the model of the processors, their number and the size of
// the memory, of texts that may be empty.
func describeMachine(cpus, memory string, n int) string {
	text := cmp.Or(value(cpus, "model name"), runtime.GOOS+"/"+runtime.GOARCH)
	if text += fmt.Sprintf(", %d processors", n); n == 1 {
		text = strings.TrimSuffix(text, "s")
	}
	kilobytes, err := strconv.ParseInt(strings.TrimSuffix(value(memory, "MemTotal"), " kB"), 10, 64)
	if err == nil {
		text += fmt.Sprintf(", %.1f GB", float64(kilobytes<<10)/1e9)
	}
	return text
}

// value returns what the first line "KEY: VALUE" of a text says, empty if there is none.
func value(text, key string) string {
	for line := range strings.Lines(text) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
