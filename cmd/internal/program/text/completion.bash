# Completion of {{.Name}} for bash: source <({{.Name}} --completion bash)
{{define "otherwise"}}{{if or .Commands (contains .Args "FILE")}}:{{else}}compopt +o default 2>/dev/null{{end}}{{end -}}
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
            {{template "otherwise" .}}; return
        fi
    done
{{if .Commands}}    if [[ $COMP_CWORD -eq 1 && $cur != -* ]]; then
        COMPREPLY=($(compgen -W '{{range .Commands}}{{.Name}} {{end}}' -- "$cur")); return
    fi
{{end}}    case $prev in
{{range allFlags .}}{{if not (isSwitch .)}}        {{join (spellings .) "|"}}) {{with choices .}}COMPREPLY=($(compgen -W '{{range .}}{{.Name}} {{end}}' -- "$cur")){{else}}{{value "bash" .}}{{end}}; return ;;
{{end}}{{end}}    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W '{{range allFlags .}}{{join (spellings .) " "}} {{end}}' -- "$cur")); return
    fi
    {{template "otherwise" .}}
}
complete -o default -F _{{.Name}} {{.Name}}
