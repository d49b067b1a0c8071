package enginetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"queens/cmd/qsat/internal/engine"
	"queens/dimacs"
)

// drawsPerModel is the average number of draws per model.
const drawsPerModel = 20

// checkSample checks that Sample draws the number of models that the call asks for, or nothing if there is
// no model, and the same models with any number of threads. If there are at most mostModels models, all
// must be equally frequent; see CheckUniform. checkSample does nothing for a problem with more than
// mostModels models and more than 20 unconstrained variables.
func checkSample(ctx context.Context, e engine.Engine, p *problem, cs *calls) error {
	sampler, is := e.(engine.Sampler)
	models, isFew := few(p.number())
	if !is || !isFew && p.number().Shift > 20 { // drawing takes a bit per unit of Shift
		return nil
	}
	var first []string
	for _, n := range threads {
		k := fewModels
		if isFew {
			k = max(1, drawsPerModel*models)
		}
		drawn, err := draw(ctx, sampler, p, n, k)
		if is, wrong := cs.declines("Sample", err, len(drawn) > 0); is {
			return wrong
		}
		switch {
		case err != nil:
			return fmt.Errorf("sample: %w", err)
		case len(drawn) != k && satisfiable(p) || len(drawn) > 0 && !satisfiable(p):
			return fmt.Errorf("sample: %d drawn, want %d if there are any", len(drawn), k)
		case first != nil && !slices.Equal(first, drawn):
			return fmt.Errorf("sample: other models are drawn with %d threads", n)
		}
		if first = drawn; isFew && models > 0 {
			if err := CheckUniform(drawn, models); err != nil {
				return err
			}
		}
	}
	return nil
}

// draw returns the images of the models that s draws if the caller wants k, and the error of s. A wrong
// model gives another error.
func draw(ctx context.Context, s engine.Sampler, p *problem, threads, k int) ([]string, error) {
	var c collection
	err := s.Sample(ctx, p.on(threads), int64(k), func(a *dimacs.Assignment) error { c.add(p, a); return nil })
	return c.images, cmp.Or(c.wrong, err)
}

// CheckUniform returns an error if drawn has more than n different elements, or if CheckShares does not
// accept their frequencies as draws from n equally likely elements. n must be at least 1.
func CheckUniform(drawn []string, n int) error {
	times := map[string]float64{}
	for _, m := range drawn {
		times[m]++
	}
	if len(times) > n {
		return fmt.Errorf("sample: %d are drawn, want %d", len(times), n)
	}
	list := append(slices.Collect(maps.Values(times)), make([]float64, n-len(times))...)
	return CheckShares(list, slices.Repeat([]float64{1 / float64(n)}, n))
}

// CheckShares returns an error if it is unlikely that event i, with the probability shares[i], happens
// times[i] times, for all i. The shares add up to 1, and there is at least one. It compares chi-square with
// its mean plus five standard deviations and, for at least two events, plus 12, because chi-square is not
// normally distributed for few events.
func CheckShares(times, shares []float64) error {
	n, square := 0.0, 0.0
	for _, t := range times {
		n += t
	}
	for i, t := range times {
		if shares[i] == 0 && t == 0 {
			continue
		}
		square += (t - n*shares[i]) * (t - n*shares[i]) / (n * shares[i])
	}
	if free := float64(len(times) - 1); !(square <= free+5*math.Sqrt(2*free)+12*min(1, free)) {
		return fmt.Errorf("sample: chi-square is %.1f of %d, each drawn %.0f times on the average", square, len(times), n/float64(len(times)))
	}
	return nil
}
