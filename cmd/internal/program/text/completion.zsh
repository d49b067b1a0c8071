#compdef {{.Name}}
# Completion of {{.Name}} for zsh: source <({{.Name}} --completion zsh)
#
# It can also be put under the name of the function into a directory of $fpath.
# Arguments that are no files have an empty list of matches, as zsh does not insert
# a single match, such as a flag, beside a message.
{{define "line"}}{{$function := index . 0}}{{with index . 1}}{{range $f := describe (flags .)}}{{with .Keywords}}{{$function}}_{{$f.Name}}() {
    local -a values=({{range .}}
        {{if .About}}'{{.Name}}:{{quoted .About}}'{{else}}{{.Name}}{{end}}{{end}})
    _describe value values
}
{{end}}{{end}}{{$function}}() {
    _arguments -s -S :{{range describe (flags .)}} \
        {{$plus := ""}}{{$equals := ""}}{{if .Value}}{{$plus = "+"}}{{$equals = "="}}{{end -}}
        {{if .Short}}'(-{{.Short}} --{{.Name}})'{-{{.Short}}{{$plus}},--{{.Name}}{{$equals}}}{{else}}--{{.Name}}{{$equals}}{{end -}}
        '[{{zsh .Usage}}]{{with .Value}}:{{.}}:{{end}}{{if .Keywords}}{{$function}}_{{.Name}}
            {{- else if eq .Value "FILE"}}_files{{else if eq .Value "DIR"}}_files -/{{else if eq .Value "CMD"}}_command_names -e
            {{- else if .Value}} {{end}}'{{end}} \
        {{if .Commands}}'1:command:({{range .Commands}}{{.Name}} {{end}})'{{else if eq .Args "DIR"}}'*:directory:_files -/'{{else -}}
        '*: :{{if contains .Args "FILE"}}_files{{else}}(){{end}}'{{end}}
}
{{end}}{{end}}{{if .Commands}}{{range .Commands}}{{template "line" (list (print "_" $.Name "_" .Name) .)}}{{end -}}
{{template "line" (list (print "_" .Name "_command") .)}}_{{.Name}}() {
    (( CURRENT > 2 )) && case $words[2] in
        {{range $i, $c := .Commands}}{{if $i}}|{{end}}{{.Name}}{{end}}) shift words; (( CURRENT-- )); _{{.Name}}_$words[1]; return ;;
    esac
    _{{.Name}}_command
}
{{else}}{{template "line" (list (print "_" .Name) .)}}{{end -}}
if [ "$funcstack[1]" = "_{{.Name}}" ]; then
    _{{.Name}} "$@"
else
    compdef _{{.Name}} {{.Name}}
fi
