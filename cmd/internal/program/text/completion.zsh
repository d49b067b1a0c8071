#compdef {{.Name}}
# Completion of {{.Name}} for zsh: source <({{.Name}} --completion zsh)
#
# It can also be put under the name of the function into a directory of $fpath.
# Arguments that are no files have an empty list of matches, as zsh does not insert
# a single match, such as a flag, beside a message.
{{define "line"}}{{$function := index . 0}}{{$p := index . 1}}{{with $p}}{{$all := flags .}}{{range $f := $all}}{{with .Keywords}}{{$function}}_{{$f.Name}}() {
    local -a values=({{range .}}
        {{if .About}}'{{.Name}}:{{quoted .About}}'{{else}}{{.Name}}{{end}}{{end}})
    _describe value values
}
{{end}}{{end}}{{$function}}() {
    _arguments -s -S :{{range $all}} \
        {{$plus := ""}}{{$equals := ""}}{{if .Value}}{{$plus = "+"}}{{$equals = "="}}{{end -}}
        '({{with .Short}}-{{.}} {{end}}--{{.Name}}{{range $x := excluded $p .Name}}{{range $all}}{{if eq .Name $x}} {{with .Short}}-{{.}} {{end}}--{{.Name}}{{end}}{{end}}{{end}})'
        {{- if .Short}}{-{{.Short}}{{$plus}},--{{.Name}}{{$equals}}}{{else}}--{{.Name}}{{$equals}}{{end -}}
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
