package command

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// machine returns a description of the computer, such as "AMD EPYC 7B13, 8 processors, 33.6 GB". If
// /proc/cpuinfo does not name the processor, as on systems other than Linux and on some processors, it has the
// system and the architecture instead, such as "darwin/arm64". Without /proc/meminfo it has no memory.
func machine() string {
	cpus, _ := os.ReadFile("/proc/cpuinfo")
	memory, _ := os.ReadFile("/proc/meminfo")
	return describeMachine(string(cpus), string(memory), runtime.NumCPU())
}

// describeMachine returns the description for machine, made from the texts of /proc/cpuinfo and
// /proc/meminfo, which may be empty, and the number of processors.
func describeMachine(cpus, memory string, n int) string {
	text := cmp.Or(value(cpus, "model name"), runtime.GOOS+"/"+runtime.GOARCH) + ", " + quantity(n, "processor")
	kilobytes, err := strconv.ParseInt(strings.TrimSuffix(value(memory, "MemTotal"), " kB"), 10, 64)
	if err == nil {
		text += fmt.Sprintf(", %.1f GB", float64(kilobytes<<10)/1e9)
	}
	return text
}

// value returns the value of the first line "KEY: VALUE" in text, without blanks around it, or ""
// if there is no such line.
func value(text, key string) string {
	for line := range strings.Lines(text) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
