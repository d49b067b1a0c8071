#compdef {{.Name}}
# Completion of {{.Name}} for zsh: source <({{.Name}} --completion zsh)
{{range $f := allFlags .}}{{with choices .}}_{{$.Name}}_{{index $f.Names 0}}() {
    local -a values=({{range .}}
        {{if .About}}{{quoted (print .Name ":" .About)}}{{else}}{{.Name}}{{end}}{{end}})
    _describe value values
}
{{end}}{{end}}_{{.Name}}() {
    _arguments -s -S :{{range allFlags .}} \
        {{zsh $.Name .}}{{end}} \
        {{if .Commands}}'1:command:({{range .Commands}}{{.Name}} {{end}})' '*:directory:_files -/'{{else}}'*: :{{if contains .Args "FILE"}}_files{{else}}(){{end}}'{{end}}
}
if [ "$funcstack[1]" = "_{{.Name}}" ]; then
    _{{.Name}} "$@"
else
    compdef _{{.Name}} {{.Name}}
fi
