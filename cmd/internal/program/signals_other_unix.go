//go:build unix && !linux

package program

import "os"

func systemSignals() []os.Signal { return nil }
