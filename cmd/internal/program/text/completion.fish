{{define "names"}}{{range $i, $n := .Names}}{{if $i}} -s{{else}} -l{{end}} {{$n}}{{end}}{{end -}}
{{if not (or .Commands (contains .Args "FILE"))}}complete -c {{.Name}} -f
{{end}}{{range $f := allFlags .}}{{range choices .}}complete -c {{$.Name}}{{template "names" $f}} -x -a {{.Name}} -d {{quoted .About}}
{{else}}{{with value "fish" .}}complete -c {{$.Name}}{{template "names" $f}} -x -a '{{.}}'
{{end}}{{end}}{{end}}