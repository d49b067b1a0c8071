package command

import (
	"context"
	_ "embed"

	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

//go:embed report.md
var reportManual string

type reporting struct{}

func (r *reporting) flags() []cli.Flag { return nil }

func (r *reporting) run(ctx context.Context, call *program.Invocation) error { return nil }
