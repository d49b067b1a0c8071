package gophersat_test

import (
	"testing"

	"queens/cmd/qsat/internal/enginetest"
	"queens/cmd/qsat/internal/gophersat"
)

func TestConformance(t *testing.T) {
	enginetest.Run(t, gophersat.New, enginetest.Options{})
}
