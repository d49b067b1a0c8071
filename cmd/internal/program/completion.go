package program

import (
	"fmt"
	"strings"
)

var shells = []string{"bash", "zsh", "fish"}

// completion returns the script that makes a shell complete the program's
// flags, and the values of those that have a list of choices or take the name
// of a file, a directory or a command.
func (p *Program) completion(shell string, flags []Flag) string {
	switch shell {
	case "bash":
		return p.bashCompletion(flags)
	case "zsh":
		return p.zshCompletion(flags)
	}
	return p.fishCompletion(flags)
}

// takesFiles reports whether positional arguments are files.
func (p *Program) takesFiles() bool { return strings.Contains(p.Args, "FILE") }

// spellings returns all names of a flag with their dashes.
func spellings(f *Flag) []string {
	if f.Short == "" {
		return []string{"--" + f.Name}
	}
	return []string{"-" + f.Short, "--" + f.Name}
}

// function returns the name of the shell function that completes the program.
func (p *Program) function() string { return "_" + strings.ReplaceAll(p.Name, "-", "_") }

// quoted returns s as one word for all three shells; the text of flags holds no
// backslashes, which fish alone would interpret.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// bashCompletion needs no bash-completion and no more than bash 3.2, which
// macOS has. Bash counts the "=" of --name=value as a word of its own. Where the
// function offers nothing, "-o default" makes bash complete file names.
func (p *Program) bashCompletion(flags []Flag) string {
	var names []string
	var cases strings.Builder
	for i := range flags {
		f := &flags[i]
		names = append(names, spellings(f)...)
		if !f.isSwitch() {
			fmt.Fprintf(&cases, "        %s) %s; return ;;\n", strings.Join(spellings(f), "|"), bashValue(f))
		}
	}
	otherwise := "compopt +o default 2>/dev/null"
	if p.takesFiles() {
		otherwise = ":"
	}
	return fmt.Sprintf(`# Completion of %[1]s for bash: source <(%[1]s --completion bash)
%[2]s() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" i
    COMPREPLY=()
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == "--" ]]; then
            %[3]s; return
        fi
    done
    case $prev in
%[4]s    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W %[5]s -- "$cur")); return
    fi
    %[3]s
}
complete -o default -F %[2]s %[1]s
`, p.Name, p.function(), otherwise, cases.String(), quoted(strings.Join(names, " ")))
}

// bashValue returns the command that completes the value of f.
func bashValue(f *Flag) string {
	switch {
	case f.choices() != nil:
		return `COMPREPLY=($(compgen -W ` + quoted(strings.Join(f.choices(), " ")) + ` -- "$cur"))`
	case f.Arg == "FILE":
		return ":"
	case f.Arg == "DIR":
		return "compopt -o dirnames +o default 2>/dev/null"
	case f.Arg == "CMD":
		return `COMPREPLY=($(compgen -c -- "$cur"))`
	}
	return "compopt +o default 2>/dev/null"
}

// zshCompletion can be sourced, or put under the name of the function into a
// directory of $fpath.
func (p *Program) zshCompletion(flags []Flag) string {
	var specs strings.Builder
	for i := range flags {
		fmt.Fprintf(&specs, "        %s \\\n", zshSpec(&flags[i]))
	}
	positional := "'*: :'"
	if p.takesFiles() {
		positional = "'*:file:_files'"
	}
	return fmt.Sprintf(`#compdef %[1]s
# Completion of %[1]s for zsh: source <(%[1]s --completion zsh)
%[2]s() {
    _arguments -s -S : \
%[3]s        %[4]s
}
if [ "$funcstack[1]" = "%[2]s" ]; then
    %[2]s "$@"
else
    compdef %[2]s %[1]s
fi
`, p.Name, p.function(), specs.String(), positional)
}

// zshSpec returns the specification of a flag for _arguments; "+" and "=" tell
// that the value may be attached.
func zshSpec(f *Flag) string {
	names := spellings(f)
	value := ""
	if !f.isSwitch() {
		value = ":" + zshText(f.placeholder()) + ":" + zshAction(f)
		names[len(names)-1] += "="
		if len(names) == 2 {
			names[0] += "+"
		}
	}
	rest := quoted("[" + zshText(f.Usage) + "]" + value)
	if len(names) == 1 {
		return names[0] + rest
	}
	return quoted("("+strings.Join(spellings(f), " ")+")") + "{" + strings.Join(names, ",") + "}" + rest
}

func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

// zshAction returns what completes the value of f.
func zshAction(f *Flag) string {
	switch {
	case f.choices() != nil:
		return "(" + strings.Join(f.choices(), " ") + ")"
	case f.Arg == "FILE":
		return "_files"
	case f.Arg == "DIR":
		return "_files -/"
	case f.Arg == "CMD":
		return "_command_names -e"
	}
	return " "
}

// fishCompletion is one command for each flag; -x excludes file names, -r asks
// for a value.
func (p *Program) fishCompletion(flags []Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Completion of %[1]s for fish: %[1]s --completion fish | source\n", p.Name)
	if !p.takesFiles() {
		fmt.Fprintf(&b, "complete -c %s -f\n", p.Name)
	}
	for i := range flags {
		f := &flags[i]
		short := ""
		if f.Short != "" {
			short = " -s " + f.Short
		}
		fmt.Fprintf(&b, "complete -c %s%s -l %s%s -d %s\n", p.Name, short, f.Name, fishValue(f), quoted(f.Usage))
	}
	return b.String()
}

// fishValue returns the options that complete the value of f.
func fishValue(f *Flag) string {
	switch {
	case f.isSwitch():
		return ""
	case f.choices() != nil:
		return " -x -a " + quoted(strings.Join(f.choices(), " "))
	case f.Arg == "FILE":
		return " -r -F"
	case f.Arg == "DIR":
		return " -x -a '(__fish_complete_directories)'"
	case f.Arg == "CMD":
		return " -x -a '(__fish_complete_command)'"
	}
	return " -x"
}
