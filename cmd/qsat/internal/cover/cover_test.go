package cover

import (
	"testing"

	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return New() }, enginetest.Options{MayDecline: true})
}
