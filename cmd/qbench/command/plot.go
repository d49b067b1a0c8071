package command

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"queens/cmd/internal/program"
)

// A plot shows the times or the memory of solvers. Unsolved instances have infinite values, which are drawn on
// a line beyond the other values.
type plot struct {
	title    string
	x, y     axis
	series   []series
	diagonal bool // draw the diagonal, where x and y are equal
}

// An axis shows values from low to high.
type axis struct {
	label     string
	low, high float64
	log       bool
	whole     bool // ticks must be whole numbers
	unsolved  bool // some values are infinite
}

// A series is the data of one solver: points, and a line with its own vertices.
type series struct {
	name   string
	solver int // index of the solver, which determines colour and mark in all plots
	points []point
	line   []point
}

// A point has a description, such as the name of an instance, for tooltips and comments.
type point struct {
	x, y  float64
	about string
}

// leastTime is the resolution of times in seconds. Shorter times are drawn as leastTime.
const leastTime = 0.001

// time returns the time of the run in seconds, at least leastTime, or infinity if the run did not
// solve the instance.
func (c *cell) time() float64 {
	if !c.Solved {
		return math.Inf(1)
	}
	return max(c.Seconds, leastTime)
}

// timeAxis returns a logarithmic axis that covers the times of all runs that solved an instance,
// between powers of 10. If a run did not, the axis ends at the longest limit of such runs.
func (t *table) timeAxis(label string) axis {
	a := axis{label: label, low: math.Inf(1), high: leastTime, log: true}
	limit := 0.0
	for _, in := range t.Instances {
		for _, c := range in.Cells {
			switch {
			case c == nil:
			case c.Solved:
				a.low, a.high = min(a.low, c.time()), max(a.high, c.time())
			default:
				a.unsolved, limit = true, max(limit, c.Limit)
			}
		}
	}
	a.low = math.Pow(10, math.Floor(math.Log10(min(a.low, max(a.high, limit)))))
	if a.high = math.Pow(10, math.Ceil(math.Log10(a.high))); a.unsolved {
		a.high = limit
	}
	if a.high <= a.low {
		a.high = 10 * a.low
	}
	return a
}

// plot returns the plot called name: cactus, scatter, or a parameter that varies in the set.
// Another name is a usage error, and so is scatter if there is only one solver.
func (t *table) plot(name string) (plot, error) {
	switch {
	case name == "cactus":
		return t.cactus(), nil
	case name == "scatter" && len(t.Solvers) > 1:
		return t.scatter(), nil
	case slices.Contains(t.Parameters, name):
		return t.sweep(name), nil
	}
	known := []string{"cactus"}
	if len(t.Solvers) > 1 {
		known = append(known, "scatter")
	}
	return plot{}, program.Usagef("--plot: expected one of %q, found %q", append(known, t.Parameters...), name)
}

// cactus returns a plot of the number of instances that a solver solves within a given time, of those on
// which all solvers ran.
func (t *table) cactus() plot {
	p := plot{title: "instances solved within a time", x: axis{label: "instances", whole: true, high: 1}, y: t.timeAxis("seconds")}
	p.y.unsolved = false
	for i, solver := range t.Solvers {
		s := series{name: solver, solver: i}
		for _, in := range t.common() {
			if c := in.Cells[i]; c.Solved {
				s.points = append(s.points, point{y: c.time(), about: in.Name})
			}
		}
		slices.SortStableFunc(s.points, func(a, b point) int { return cmp.Compare(a.y, b.y) })
		for k := range s.points {
			s.points[k].x = float64(k + 1)
		}
		s.line = s.points
		p.x.high = max(p.x.high, float64(len(s.points)))
		p.series = append(p.series, s)
	}
	return p
}

// scatter returns a plot of the times of the other solvers against the times of t.own on the same
// instances.
func (t *table) scatter() plot {
	own := t.Solvers[t.own]
	p := plot{title: "times on each instance", x: t.timeAxis("seconds of " + own), y: t.timeAxis("seconds of the others"), diagonal: true}
	if len(t.Solvers) == 2 {
		p.y.label = "seconds of " + t.Solvers[1-t.own]
	}
	for i, solver := range t.Solvers {
		if i == t.own {
			continue
		}
		s := series{name: solver, solver: i}
		for _, in := range t.Instances {
			if a, b := in.Cells[t.own], in.Cells[i]; a != nil && b != nil {
				s.points = append(s.points, point{a.time(), b.time(), in.Name})
			}
		}
		p.series = append(p.series, s)
	}
	return p
}

// sweep returns a plot of times against a parameter, with a line through the medians of each
// solver.
func (t *table) sweep(name string) plot {
	p := plot{title: "times by " + name, x: axis{label: name, low: math.Inf(1), high: math.Inf(-1), whole: true}, y: t.timeAxis("seconds; lines join medians")}
	for i, solver := range t.Solvers {
		s := series{name: solver, solver: i}
		by := map[float64][]float64{}
		for _, in := range t.Instances {
			v, has := in.Values[name]
			if !has {
				continue
			}
			p.x.low, p.x.high, p.x.whole = min(p.x.low, v), max(p.x.high, v), p.x.whole && v == math.Trunc(v)
			if c := in.Cells[i]; c != nil {
				s.points = append(s.points, point{v, c.time(), in.Name})
				by[v] = append(by[v], c.time())
			}
		}
		for _, v := range slices.Sorted(maps.Keys(by)) {
			s.line = append(s.line, point{x: v, y: median(by[v])})
		}
		p.series = append(p.series, s)
	}
	return p
}

// median returns the median of values, which it sorts.
func median(values []float64) float64 {
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// ticks returns the values of the labelled ticks of the axis.
func (a axis) ticks() (all []float64) {
	if !a.log {
		step := math.Pow(10, math.Floor(math.Log10((a.high-a.low)/6)))
		for _, m := range []float64{2, 2.5, 2} { // steps of 1, 2, 5 and 10
			if (a.high-a.low)/step > 6 {
				step *= m
			}
		}
		if a.whole {
			step = max(step, 1)
		}
		for i := int(math.Ceil(a.low/step - 1e-9)); float64(i)*step <= a.high+1e-9*step; i++ {
			all = append(all, float64(i)*step)
		}
		return all
	}
	for e := math.Ceil(math.Log10(a.low) - 1e-9); e <= math.Log10(a.high)+1e-9; e++ {
		if v := math.Pow(10, e); !a.unsolved || v < a.high/1.5 {
			all = append(all, v)
		}
	}
	if a.unsolved {
		all = append(all, a.high) // the time limit
	}
	return all
}

// number returns the label of a tick at v.
func number(v float64) string { return strconv.FormatFloat(rounded(v), 'f', -1, 64) }

// rounded returns v rounded to four significant digits.
func rounded(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	return v
}
