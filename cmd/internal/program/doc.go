// Package program is what the programs have in common: it reads their
// command line, turns their errors into messages and exit codes, and prints their
// help, version, manual page and shell completions. It heeds signals, and shows on a
// terminal how far a program is. A main function describes
// itself as a Program and hands over to Run; it never prints an error nor chooses
// between exit codes 1 and 2.
//
// Arguments are read as GNU getopt_long reads them: flags and positional
// arguments in any order, `--` ends the flags, `-` is a positional argument; -qn3
// is -q -n 3; --name VALUE or --name=VALUE; the last of several settings holds;
// --help, --version and --man act at once. One rule is stricter, so that a
// forgotten value never swallows the next flag: what looks like a flag is a value
// only if it is attached, as in --output=-x. Names are not abbreviated. As
// urfave/cli takes neither flags after a positional argument nor -n3, Parse reads
// the arguments; flags, help and the completion for fish are those of the library.
//
// Exit codes are 0 done, 1 failure, 2 usage, or what an action returns as an
// ExitCode. SIGTERM, SIGHUP and SIGINT end the context of the action. If it then has no
// answer, the program exits with 128 plus the number of the signal, without a message; so
// does a program whose reader went away (SIGPIPE). After SIGINT the program dies of SIGINT
// in any case. SIGXCPU and SIGALRM end the context as well, and without an answer are an
// error. All other signals have their default effect. Messages go to standard
// error, each line led by the program's name; they begin in lower case, have no
// final period and name what is at fault.
package program
