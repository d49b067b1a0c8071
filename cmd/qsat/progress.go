package main

import (
	"fmt"
	"math/big"
	"time"

	"queens/cmd/internal/program"
	"queens/cmd/internal/terminal"
)

// progress shows on a terminal how far a count is. It returns nil if there is
// nobody to show it to.
func progress(call *program.Invocation) (show func(fraction float64, models *big.Int), clear func()) {
	status := terminal.NewStatus(call.Stderr)
	if status == nil || call.Quiet {
		return nil, func() {}
	}
	start := time.Now()
	return func(fraction float64, models *big.Int) {
		status.Show(func() string { return progressLine(fraction, models, time.Since(start)) })
	}, status.Clear
}

// progressLine says which part of the tree is closed, how many models there
// are so far and how long the rest will take at this pace.
func progressLine(fraction float64, models *big.Int, spent time.Duration) string {
	line := fmt.Sprintf("qsat: %.1f %% of the search closed, %v models", 100*fraction, models)
	if fraction > 0.001 {
		left := time.Duration(float64(spent) * (1 - fraction) / fraction)
		line += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	return line
}
