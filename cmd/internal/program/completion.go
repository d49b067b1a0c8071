package program

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// completion prints the script that makes a shell complete the flags of p,
// and the values of those that have choices or take the name of a file, a
// directory or a command. For fish urfave/cli knows all but the values, which come
// first, as fish shows the last description of a flag.
//
// The script for bash needs no bash-completion and no more than bash 3.2, which
// macOS has; bash counts the "=" of --name=value as a word of its own, and
// completes file names where the function offers nothing. That for zsh can be
// sourced, or put under the name of the function into a directory of $fpath;
// arguments that are no files have an empty list of matches, as zsh does not
// insert a single match, such as a flag, beside a message.
func completion(w io.Writer, shell string, p Program) {
	print(w, "completion."+shell, p)
	if shell == "fish" {
		app := &cli.App{Name: p.Name, Flags: p.flags(), HideHelp: true, HideVersion: true} // they are among the flags
		for _, sub := range p.Commands {
			app.Commands = append(app.Commands, &cli.Command{Name: sub.Name, Usage: sub.Summary, Flags: sub.flags(), HideHelp: true})
		}
		script, _ := app.ToFishCompletion()                    // a template that is known to be good
		io.WriteString(w, strings.ReplaceAll(script, "`", "")) // around names of values
	}
}

// value returns what completes the value of f, if it is not one of its choices.
func value(shell string, f cli.Flag) string {
	action, ok := map[string]string{
		"bash FILE": ":", "bash DIR": "compopt -o dirnames +o default 2>/dev/null", "bash CMD": `COMPREPLY=($(compgen -c -- "$cur"))`,
		"zsh FILE": "_files", "zsh DIR": "_files -/", "zsh CMD": "_command_names -e",
		"fish DIR": "(__fish_complete_directories)", "fish CMD": "(__fish_complete_command)",
	}[shell+" "+placeholder(f)]
	if !ok {
		action = map[string]string{"bash": "compopt +o default 2>/dev/null", "zsh": " "}[shell]
	}
	return action
}

// quoted returns s as one word for all three shells; the text of flags holds no
// backslashes, which fish alone would interpret.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// zshSpec returns the specification of a flag for _arguments; "+" and "=" tell
// that the value may be attached.
func zshSpec(program string, f cli.Flag) string {
	names, argument := spellings(f), ""
	excluded := quoted("(" + strings.Join(names, " ") + ")")
	if !isSwitch(f) {
		action := value("zsh", f)
		if choices(f) != nil {
			action = "_" + program + "_" + f.Names()[0]
		}
		argument = ":" + placeholder(f) + ":" + action
		names[0] += "+"
		names[len(names)-1] = "--" + f.Names()[0] + "="
	}
	text := strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(usage(f))
	spec := quoted("[" + text + "]" + argument)
	if len(names) == 1 {
		return names[0] + spec
	}
	return excluded + "{" + strings.Join(names, ",") + "}" + spec
}
