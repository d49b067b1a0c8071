package command

import (
	"encoding/json"
	"io"
)

// The report in JSON. Times are in seconds, memory is in 10^6 bytes. Unknown values are left out.
type (
	jsonReport struct {
		Measured  string         `json:"measured"` // limits, dates and machines, in words
		Solvers   []jsonSolver   `json:"solvers"`  // from best to worst; the last is the virtual best
		Kinds     []jsonKind     `json:"kinds"`
		Instances []jsonInstance `json:"instances"`
	}
	jsonSolver struct {
		Solver  string  `json:"solver"`
		Version string  `json:"version,omitempty"`
		Runs    int     `json:"runs"`
		Solved  int     `json:"solved"`
		Sat     int     `json:"sat"`
		Unsat   int     `json:"unsat"`
		Missing int     `json:"missing"`
		Wrong   int     `json:"wrong"`
		PAR2    float64 `json:"par2"`
		Mean    float64 `json:"geometric_mean"`
		CPU     float64 `json:"cpu"`
		MB      float64 `json:"memory_mb,omitempty"`
	}
	jsonKind struct {
		Kind      string             `json:"kind"`
		Instances int                `json:"instances"`
		Means     map[string]float64 `json:"geometric_means"` // indexed by solver
	}
	jsonInstance struct {
		Instance   string    `json:"instance"`
		Parameters string    `json:"parameters"`
		Kind       string    `json:"kind"`
		Status     string    `json:"status"`
		Solutions  string    `json:"solutions"`
		Runs       []jsonRun `json:"runs"`
	}
	jsonRun struct {
		Solver    string  `json:"solver"`
		Answer    string  `json:"answer"`
		Seconds   float64 `json:"seconds"`
		CPU       float64 `json:"cpu"`
		Limit     float64 `json:"limit"`
		MB        float64 `json:"memory_mb,omitempty"`
		Count     string  `json:"count,omitempty"`
		Conflicts string  `json:"conflicts,omitempty"`
		Proof     string  `json:"proof,omitempty"`
		Note      string  `json:"note,omitempty"`
		Date      string  `json:"date,omitempty"`
		Machine   string  `json:"machine,omitempty"`
		Version   string  `json:"version,omitempty"`
	}
)

// writeJSON writes the report as one object.
func writeJSON(w io.Writer, t *table) error {
	r := jsonReport{Measured: t.Measured()}
	for _, s := range t.Summaries {
		r.Solvers = append(r.Solvers, jsonSolver(s))
	}
	for _, k := range t.Kinds {
		means := map[string]float64{}
		for i, mean := range k.Means {
			if mean > 0 {
				means[t.Solvers[i]] = mean
			}
		}
		r.Kinds = append(r.Kinds, jsonKind{k.Name, k.Instances, means})
	}
	for _, in := range t.Instances {
		out := jsonInstance{in.Name, in.Parameters, in.Kind, in.Status, in.Solutions, nil}
		for i, c := range in.Cells {
			if c != nil {
				out.Runs = append(out.Runs, jsonRun{t.Solvers[i], c.Answer, c.Seconds, c.CPU, c.Limit, c.MB, c.Count, c.Conflicts, c.Proof, c.Note, c.Date, c.Machine, c.Version})
			}
		}
		r.Instances = append(r.Instances, out)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}
