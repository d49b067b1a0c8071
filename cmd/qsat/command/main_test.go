package command

import (
	"runtime"
	"testing"
)

// What is to follow the next collection does.
func TestAfterCollection(t *testing.T) {
	done := make(chan bool)
	afterCollection(func() { close(done) })
	runtime.GC()
	<-done
}
