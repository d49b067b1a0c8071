package command

import (
	"fmt"
	"path/filepath"
	"slices"

	"queens/cmd/internal/manifest"
)

// join returns one manifest and the results of all directories. Files with the same SHA-256 are one
// instance. If two other files have the same name, the name of the second begins with its directory. A
// result that stands in several directories is taken once. The errors in wrong name contradictions
// between the manifests.
func (r *reporting) join(dirs []string) (all *manifest.Manifest, results []result, wrong []error, err error) {
	all = &manifest.Manifest{}
	if len(dirs) == 1 {
		all.Dir = dirs[0]
	}
	at, named, read := map[string]int{}, map[string]bool{}, map[result]bool{} // at is indexed by SHA-256
	for _, dir := range dirs {
		m, err := manifest.Read(dir)
		if err != nil {
			return nil, nil, nil, err
		}
		before := len(all.Records)
		for _, record := range m.Records {
			name := filepath.Join(dir, record.Name)
			if i, known := at[record.SHA256]; known && i < before {
				old := &all.Records[i]
				if old.Status != record.Status && old.Status != manifest.Unknown && record.Status != manifest.Unknown {
					wrong = append(wrong, fmt.Errorf("%s: %s", name, contradiction(record.Status, "another "+manifest.Name, old.Status)))
				}
				*old = old.CompletedBy(record)
				continue
			}
			if named[record.Name] {
				record.Name = name
			}
			at[record.SHA256], named[record.Name] = len(all.Records), true
			all.Records = append(all.Records, record)
		}
		list, err := readResults(resultsFile(dir, r.results))
		if err != nil {
			return nil, nil, nil, err
		}
		list = slices.DeleteFunc(list, func(r result) bool { return read[r] })
		for _, one := range list {
			read[one] = true
		}
		results = append(results, list...)
	}
	return all, results, wrong, nil
}
