# Completion of {{.Name}} for bash: source <({{.Name}} --completion bash)
#
# It needs no bash-completion and no more than bash 3.2, which macOS has; bash counts
# the "=" of --name=value as a word of its own, and completes file names where the
# function offers nothing.
{{define "nothing"}}compopt +o default 2>/dev/null{{end}}
{{- define "directories"}}compopt -o dirnames +o default 2>/dev/null{{end}}
{{- define "arguments"}}{{if eq .Args "DIR"}}{{template "directories"}}{{else if contains .Args "FILE"}}:{{else}}{{template "nothing"}}{{end}}{{end}}
{{- define "line"}}    case $prev in
{{range flags .}}{{if .Value}}        {{with .Short}}-{{.}}|{{end}}--{{.Name}})
        {{- " "}}{{if .Keywords}}COMPREPLY=($(compgen -W '{{range .Keywords}}{{.Name}} {{end}}' -- "$cur"))
        {{- else if eq .Value "FILE"}}:{{else if eq .Value "DIR"}}{{template "directories"}}
        {{- else if eq .Value "CMD"}}COMPREPLY=($(compgen -c -- "$cur")){{else}}{{template "nothing"}}{{end}}; return ;;
{{end}}{{end}}    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '{{range flags .}}{{with .Short}}-{{.}} {{end}}--{{.Name}} {{end}}' -- "$cur")); return
    fi
    {{with .Commands}}COMPREPLY=($(compgen -W '{{range .}}{{.Name}} {{end}}' -- "$cur")){{else}}{{template "arguments" .}}{{end}}
{{end -}}
_{{.Name}}() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" i
    COMPREPLY=()
    if [[ $cur == "=" ]]; then
        cur=""
    elif [[ $prev == "=" ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    for ((i = 1; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == "--" ]]; then
            {{template "arguments" .}}; return
        fi
    done
{{range .Commands}}    if [[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == {{.Name}} ]]; then
{{template "line" .}}        return
    fi
{{end}}{{template "line" .}}}
complete -o default -F _{{.Name}} {{.Name}}
