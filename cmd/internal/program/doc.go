// Package program is what the three programs have in common: it reads their
// command line, gives them a context that ends on a signal, turns their errors
// into messages and exit codes, and prints their help, version and shell
// completions. A main function describes itself as a Program and hands over to
// Run; it never prints an error nor chooses between exit codes 1 and 2.
//
// # Command line
//
// Arguments are read as GNU getopt_long reads them:
//
//   - flags and positional arguments come in any order, `--` ends the flags,
//     and `-` is a positional argument;
//   - short flags combine and take attached values: -qn3 is -q -n 3;
//     the attached value is the rest of the argument as it stands;
//   - long flags take two dashes, and --name VALUE or --name=VALUE;
//   - the last of several settings of a flag holds, except for lists, which
//     accumulate;
//   - --help and --version act at once, whatever follows them.
//
// One rule is stricter than GNU's, so that a forgotten value never swallows
// the next flag: an argument that looks like a flag (a dash and no number
// after it) is a value only if it is attached, as in --output=-x. Names are not
// abbreviated.
//
// The arguments are brought into one canonical form (see canonical.go), which
// urfave/cli parses: by itself it would stop at the first positional argument.
//
// # Exit codes
//
// 0 done, 1 failure, 2 usage; an action that returns an ExitCode chooses
// another one. A program that a signal stops exits with 128 and the signal's
// number; so does one whose reader went away (SIGPIPE). These say nothing, as
// whoever stopped the program knows.
//
// # Messages
//
// All messages go to standard error, each line led by the program's name. They
// begin in lower case, have no final period and name the thing at fault.
package program
