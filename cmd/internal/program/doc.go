// Package program contains the common part of all programs. It parses the command line, turns
// errors into messages and exit codes, and prints help, version, manual page and shell
// completions. It handles signals and shows progress on a terminal. A main function describes
// itself as a Program and calls Main. It never prints an error itself and never chooses between
// exit codes 1 and 2.
//
// Arguments follow GNU getopt_long: flags and positional arguments may come in any order, `--`
// ends the flags, and `-` is a positional argument. -qn3 means -q -n 3. A value is given as
// --name VALUE or --name=VALUE; if a flag is repeated, the last value counts, unless the flag collects
// its values in a list. --help, --version
// and --man act at once. One rule is stricter, so that a forgotten value never swallows the next
// flag: a value that looks like a flag must be attached, as in --output=-x. Names cannot be
// abbreviated. Parse reads the arguments, because urfave/cli supports neither flags after a
// positional argument nor -n3. That library provides the flags, the help and the completion for
// fish. Parse also checks the rules of the program, which say what each flag needs and excludes; help,
// manual page and completion for zsh use them, too.
//
// The exit codes are 0 for success, 1 for a failure and 2 for a usage error; an action may return
// another as an ExitCode. SIGTERM, SIGHUP and SIGINT end the context of the action. If the action
// then has no answer, the program exits with 128 plus the number of the signal, without a
// message. A program whose reader has closed the pipe dies of SIGPIPE, after the same clean-up. After
// SIGINT the program always dies of SIGINT. SIGXCPU and SIGALRM also end the context; without an
// answer they are reported as an error. Other signals that end a program by default, such as SIGQUIT
// and SIGUSR1, end it at once. Messages go to standard error, and each line begins with the name of the
// program, except a hint at the help. Messages begin in lower case, have no final period, and name what is
// wrong.
package program
