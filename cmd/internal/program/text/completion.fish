{{if .Commands}}complete -c {{.Name}} -n __fish_{{.Name}}_no_subcommand -f
{{else if not (contains .Args "FILE")}}complete -c {{.Name}} -f
{{end}}{{range $f := allFlags .}}{{range .Choices}}complete -c {{$.Name}}{{template "names" $f}} -x -a {{.Name}} -d '{{quoted .About}}'
{{else}}{{if eq .Value "DIR"}}complete -c {{$.Name}}{{template "names" .}} -x -a '(__fish_complete_directories)'
{{else if eq .Value "CMD"}}complete -c {{$.Name}}{{template "names" .}} -x -a '(__fish_complete_command)'
{{end}}{{end}}{{end}}{{define "names"}} -l {{.Name}}{{with .Short}} -s {{.}}{{end}}{{end}}