// Package command implements the program qpage: its flags, and the page that it builds. It is a package of
// its own so that tests can run it.
package command

import (
	"context"
	_ "embed"

	"github.com/urfave/cli/v2"

	"queens/cmd/internal/output"
	"queens/cmd/internal/program"
	"queens/decode/words"
)

//go:embed manual.md
var manual string

// New returns the program qpage, which writes the page of buildPage. If that fails without --module, it
// copies the page of installedPage, if there is one, and prints a notice.
func New() program.Program {
	module, language := "", ""
	return program.Program{
		Name:    "qpage",
		Summary: "write a page that runs the other programs in a browser",
		Manual:  manual,
		Flags: []cli.Flag{
			&cli.PathFlag{Name: "module", TakesFile: true, Usage: "take the WebAssembly module from `FILE`, and do not build it", Destination: &module},
			&cli.GenericFlag{Name: "lang", Usage: "show the page in `LANGUAGE` until its reader chooses another one", DefaultText: "the language of the browser", Value: program.OneOf(&language, languages()...)},
		},
		Action: func(ctx context.Context, call *program.Invocation) error {
			if len(call.Args) > 0 {
				return program.Usagef("expected no arguments, found %q", call.Args[0])
			}
			out, err := call.Create(ctx, output.Form{Name: call.Output, Default: "html"})
			if err != nil {
				return err
			}
			defer out.Abort()
			text, err := buildPage(ctx, module, language)
			if err != nil && module == "" && ctx.Err() == nil {
				if ready, name := installedPage(); name != "" {
					call.Notice("copied %s, because the page was not built: %v", name, err)
					text, err = ready, nil
				}
			}
			if err == nil {
				_, err = out.Write([]byte(text))
			}
			return out.CommitAfter(err)
		},
	}
}

func languages() []program.Keyword {
	return program.Keywords(words.Languages(), func(l words.Language) program.Keyword {
		return program.Keyword{Name: string(l)}
	})
}
