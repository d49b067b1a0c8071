package command

import (
	"context"
	_ "embed"

	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

//go:embed submit.md
var submitManual string

type submission struct{}

func (r *submission) flags() []cli.Flag { return nil }

func (r *submission) run(ctx context.Context, call *program.Invocation) error { return nil }
