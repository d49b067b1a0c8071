{{define "names"}}{{range $i, $n := .Names}}{{if $i}} -s{{else}} -l{{end}} {{$n}}{{end}}{{end -}}
{{if not (or .VisibleCommands (contains .ArgsUsage "FILE"))}}complete -c {{.Name}} -f
{{end}}{{range $f := .VisibleFlags}}{{range choices .}}complete -c {{$.Name}}{{template "names" $f}} -x -a {{.Name}} -d {{quoted .About}}
{{else}}{{with value "fish" .}}complete -c {{$.Name}}{{template "names" $f}} -x -a '{{.}}'
{{end}}{{end}}{{end}}