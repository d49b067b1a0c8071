{{define "names"}}{{range $i, $n := .Names}}{{if $i}} -s{{else}} -l{{end}} {{$n}}{{end}}{{end -}}
{{if .Commands}}complete -c {{.Name}} -n __fish_{{.Name}}_no_subcommand -f
{{else if not (contains .Args "FILE")}}complete -c {{.Name}} -f
{{end}}{{range $f := allFlags .}}{{range choices .}}complete -c {{$.Name}}{{template "names" $f}} -x -a {{.Name}} -d {{quoted .About}}
{{else}}{{with value "fish" .}}complete -c {{$.Name}}{{template "names" $f}} -x -a '{{.}}'
{{end}}{{end}}{{end}}