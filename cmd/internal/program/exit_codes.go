package program

import "strconv"

// Exit codes of all programs. Solvers end with the last three after an answer. For the exit codes after a
// signal, see signalError; for the choice between them, see Invocation.exitCode.
const (
	ExitDone          = 0
	ExitFailure       = 1
	ExitUsage         = 2
	exitBrokenPipe    = 128 + 13 // as after SIGPIPE
	ExitSatisfiable   = 10
	ExitUnsatisfiable = 20
	ExitOptimum       = 30
)

// An ExitCode is an error of an action that ends the program with this code and without a message.
type ExitCode int

func (c ExitCode) Error() string { return "exit code " + strconv.Itoa(int(c)) }
