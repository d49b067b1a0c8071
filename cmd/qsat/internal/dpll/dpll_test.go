package dpll_test

import (
	"testing"

	"queens/cmd/qsat/internal/dpll"
	"queens/cmd/qsat/internal/engine"
	"queens/cmd/qsat/internal/enginetest"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, func() engine.Engine { return dpll.New() }, enginetest.Options{})
}
