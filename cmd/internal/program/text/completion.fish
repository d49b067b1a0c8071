{{define "values"}}{{$complete := index . 0}}{{range $f := describe (index . 1)}}{{range .Keywords -}}
{{$complete}}{{template "value" $f}} {{.Name}} -d '{{quoted .About}}'
{{else}}{{if eq .Value "DIR"}}{{$complete}}{{template "value" .}} '(__fish_complete_directories)'
{{else if eq .Value "CMD"}}{{$complete}}{{template "value" .}} '(__fish_complete_command)'
{{end}}{{end}}{{end}}{{end}}{{define "value"}} -l {{.Name}}{{with .Short}} -s {{.}}{{end}} -x -a{{end -}}
{{if .Commands}}complete -c {{.Name}} -n __fish_{{.Name}}_no_subcommand -f
{{else if not (contains .Args "FILE")}}complete -c {{.Name}} -f
{{end}}{{template "values" (list (print "complete -c " .Name) (flags .))}}{{range .Commands -}}
{{template "values" (list (printf "complete -c %s -n '__fish_seen_subcommand_from %s'" $.Name .Name) .Flags)}}{{end}}