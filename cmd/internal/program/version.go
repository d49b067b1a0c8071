package program

import "runtime/debug"

// version returns the version of the module that the program was built from,
// which is "devel" unless the go command knew better.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
