package cover

import (
	"fmt"
	"math/big"
	"time"

	"queens/cmd/qsat/internal/engine"
)

// showProgress returns what a sweep calls after each part, with its share of the
// tree and the models so far, to show how far it is; nil if nobody looks. Where models
// are not counted there is no word of them.
func showProgress(t *engine.Task, counted bool) func(share float64, models *big.Int) {
	if t.Progress == nil {
		return nil
	}
	closed, start := 0.0, time.Now()
	return func(share float64, models *big.Int) {
		closed += share
		if !counted {
			models = nil
		}
		t.Progress(func() string { return progressText(closed, models, time.Since(start)) })
	}
}

// progressText says which part of the tree is closed, a guess, how many models there
// are so far, unless that is nil, and how long the rest will take at this pace.
func progressText(fraction float64, models *big.Int, spent time.Duration) string {
	text := fmt.Sprintf("%.1f %% of the search closed", 100*fraction)
	if models != nil {
		text += fmt.Sprintf(", %v models", models)
	}
	if fraction > 0.001 {
		left := time.Duration(float64(spent) * (1 - fraction) / fraction)
		text += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return text
}
