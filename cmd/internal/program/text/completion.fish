# Completion of {{.Name}} for fish: {{.Name}} --completion fish | source
#
# fish shows the last description of a flag, so flags follow their values.
{{define "line"}}{{$complete := index . 0}}{{range $f := index . 1}}{{range .Keywords -}}
{{$complete}}{{template "value" $f}} {{.Name}} -d '{{quoted .About}}'
{{else}}{{if eq .Value "DIR"}}{{$complete}}{{template "value" .}} '(__fish_complete_directories)'
{{else if eq .Value "CMD"}}{{$complete}}{{template "value" .}} '(__fish_complete_command)'
{{end}}{{end}}{{end}}{{range index . 1 -}}
{{$complete}}{{if ne .Value "FILE"}} -f{{end}} -l {{.Name}}{{with .Short}} -s {{.}}{{end}}{{if .Value}} -r{{end}} -d '{{quoted .Usage}}'
{{end}}{{end}}{{define "value"}} -l {{.Name}}{{with .Short}} -s {{.}}{{end}} -x -a{{end -}}
{{if .Commands}}complete -c {{.Name}} -n __fish_use_subcommand -f
{{template "line" (list (print "complete -c " .Name " -n __fish_use_subcommand") (flags .))}}{{range .Commands -}}
complete -c {{$.Name}} -n __fish_use_subcommand -a {{.Name}} -d '{{quoted .Summary}}'
{{template "line" (list (printf "complete -c %s -n '__fish_seen_subcommand_from %s'" $.Name .Name) (flags .))}}{{end}}{{else -}}
{{if not (contains .Args "FILE")}}complete -c {{.Name}} -f
{{end}}{{template "line" (list (print "complete -c " .Name) (flags .))}}{{end}}