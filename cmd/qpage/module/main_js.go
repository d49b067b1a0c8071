// Command module is the WebAssembly module of the page that qpage writes. It runs in a worker. For each
// request, the worker calls the global function answer with the request in JSON, and the bytes of a file
// or null. The module calls these functions of the worker: ready once, progress with a text, and reply with
// the reply in JSON.
package main

import (
	"runtime/debug"
	"syscall/js"

	"queens/cmd/qpage/workbench"
)

// growth is the percentage by which the heap grows before a garbage collection.
const growth = 200

func main() {
	debug.SetGCPercent(growth)
	worker, requests := js.Global(), make(chan []js.Value, 1)
	bench := &workbench.Bench{Dir: "/", Progress: func(text string) { worker.Call("progress", text) }}
	worker.Set("answer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		requests <- args
		return nil
	}))
	worker.Call("ready")
	for args := range requests {
		var content []byte
		if args[1].Truthy() {
			content = make([]byte, args[1].Length())
			js.CopyBytesToGo(content, args[1])
		}
		worker.Call("reply", string(bench.Answer([]byte(args[0].String()), content)))
	}
}
