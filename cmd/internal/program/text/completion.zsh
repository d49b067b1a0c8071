#compdef {{.Name}}
# Completion of {{.Name}} for zsh: source <({{.Name}} --completion zsh)
#
# It can also be put under the name of the function into a directory of $fpath.
# Arguments that are no files have an empty list of matches, as zsh does not insert
# a single match, such as a flag, beside a message.
{{range $f := allFlags .}}{{with .Choices}}_{{$.Name}}_{{$f.Name}}() {
    local -a values=({{range .}}
        {{if .About}}'{{.Name}}:{{quoted .About}}'{{else}}{{.Name}}{{end}}{{end}})
    _describe value values
}
{{end}}{{end -}}
_{{.Name}}() {
    _arguments -s -S :{{range allFlags .}} \
        {{$plus := ""}}{{$equals := ""}}{{if .Value}}{{$plus = "+"}}{{$equals = "="}}{{end -}}
        {{if .Short}}'(-{{.Short}} --{{.Name}})'{-{{.Short}}{{$plus}},--{{.Name}}{{$equals}}}{{else}}--{{.Name}}{{$equals}}{{end -}}
        '[{{zsh .Usage}}]{{with .Value}}:{{.}}:{{end}}{{if .Choices}}_{{$.Name}}_{{.Name}}
            {{- else if eq .Value "FILE"}}_files{{else if eq .Value "DIR"}}_files -/{{else if eq .Value "CMD"}}_command_names -e
            {{- else if .Value}} {{end}}'{{end}} \
        {{if .Commands}}'1:command:({{range .Commands}}{{.Name}} {{end}})' '*:directory:_files -/'{{else}}'*: :{{if contains .Args "FILE"}}_files{{else}}(){{end}}'{{end}}
}
if [ "$funcstack[1]" = "_{{.Name}}" ]; then
    _{{.Name}} "$@"
else
    compdef _{{.Name}} {{.Name}}
fi
