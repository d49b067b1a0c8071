//go:build unix

package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/cmd/internal/manifest"
	"queens/dimacs"
)

// submittable makes a set that follows the rules: its instances differ in their last clause, and
// minisat misses ten.
func submittable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	m, err := manifest.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	lines := resultsHeader + "\n"
	for i := range 20 {
		name := fmt.Sprintf("q%02d.cnf", i)
		save(t, filepath.Join(dir, name), fmt.Sprintf("c a_b\np cnf 30 2\n1 2 0\n-%d 0\n", i+3), 0o666)
		record, err := describe(t.Context(), dir, name, dimacs.Default)
		if err != nil {
			t.Fatal(err)
		}
		record.Parameters = []string{"--encoding product --random-diagonals 12 --seed 1 9", "--variant torus --queens 7 8", manifest.NotKnown}[i%3]
		m.Records = append(m.Records, record)
		slow := result{instance: name, pair: pair{sha256: record.SHA256, solver: "/opt/minisat -verb=0"}, Answer: answerTimeout, Limit: 60, Seconds: 60, CPU: 59}
		if i >= 10 {
			slow.Answer, slow.Seconds = answerSat, 1
		}
		fast := result{instance: name, pair: pair{sha256: record.SHA256, solver: "qsat --x_y 100%"}, Answer: answerSat, Limit: 3600, Seconds: 90}
		lines += slow.String() + "\n" + fast.String() + "\n"
	}
	if err := m.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(dir, resultsName), lines, 0o666)
	return dir
}

// edit replaces the first occurrence of a text in a file.
func edit(t *testing.T, name, old, new string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q, %v", name, old, err)
	}
	save(t, name, strings.Replace(string(text), old, new, 1), 0o666)
}

// Each violated rule is named, and nothing is written.
func TestRules(t *testing.T) {
	const unmeasured = "expected a run of minisat on each instance that solves it, or that has a limit of at least 60 s and uses at least 54 s of processor time, found none on q00.cnf\n"
	const tooFew = "expected at least 10 instances that minisat does not solve in a minute and another solver does in an hour, found 9"
	for _, tt := range []struct {
		name       string
		spoil      func(t *testing.T, dir string)
		args, want string // part of the message
	}{
		{"one more", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, manifest.Name), "q00.cnf", "another.cnf\t-\t1\t1\tSAT\t-\t00\t-\nq00.cnf")
		}, "", "expected 20 instances, found 21"},
		{"alike", func(t *testing.T, dir string) {
			m, _ := manifest.Read(dir)
			edit(t, filepath.Join(dir, manifest.Name), m.Records[19].SHA256, m.Records[18].SHA256)
		}, "", "expected different instances, found the same formula or name in q18.cnf and q19.cnf"},
		{"minisat is fast", func(t *testing.T, dir string) { edit(t, filepath.Join(dir, resultsName), "TIMEOUT", "SAT") }, "", tooFew},
		{"minisat had no time", func(t *testing.T, dir string) { edit(t, filepath.Join(dir, resultsName), "\t60\t", "\t59\t") }, "",
			unmeasured},
		{"minisat was disturbed", func(t *testing.T, dir string) { edit(t, filepath.Join(dir, resultsName), "\t59.000\t", "\t5.000\t") }, "", unmeasured},
		{"nobody is fast", func(t *testing.T, dir string) { edit(t, filepath.Join(dir, resultsName), "\t90.000\t", "\t3601\t") }, "", tooFew},
		{"another solver is", func(*testing.T, string) {}, "--own kissat", strings.Replace(tooFew, "9", "0", 1)},
		{"a wrong answer", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, resultsName), "3600\tSAT", "3600\tWRONG")
		}, "", "q00.cnf: qsat --x_y 100%: "},
		{"a contradiction", func(t *testing.T, dir string) { edit(t, filepath.Join(dir, manifest.Name), "UNKNOWN", "UNSAT") }, "",
			"q00.cnf: MANIFEST.tsv: contradicted: UNSAT, but SAT by qsat --x_y 100%"},
		{"a changed file", func(t *testing.T, dir string) { edit(t, filepath.Join(dir, "q05.cnf"), "1 2", "2 1") }, "", "q05.cnf: changed since it was measured"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := submittable(t)
			tt.spoil(t, dir)
			to := filepath.Join(t.TempDir(), "to")
			args := append([]string{"submit", dir, "--out-dir", to}, strings.Fields(tt.args)...)
			code, stdout, stderr := qbench(args...)
			_, err := os.Stat(to)
			if code == 0 || err == nil || stdout != "" || !strings.Contains(strings.ReplaceAll(stderr, dir, "DIR"), tt.want) {
				t.Errorf("exit code %d, %s; want %q; %v", code, stderr, tt.want, err)
			}
		})
	}
}

func TestStrictFiles(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"p cnf 2 1\n1 2 0\n":  "",
		"p cnf 2 1\n1 -1 0\n": "q.cnf:2:",
		"p cnf 2 1\n2 2 0\n":  "q.cnf:2:",
		"p cnf 2 2\n1 2 0\n":  "q.cnf:",
		"p cnf 2 1\n1\n2 0\n": "q.cnf:2:",
	} {
		save(t, filepath.Join(dir, "q.cnf"), text, 0o666)
		sum, err := manifest.Hash(t.Context(), filepath.Join(dir, "q.cnf"))
		if err == nil {
			err = checkFile(t.Context(), dir, manifest.Record{Name: "q.cnf", SHA256: sum})
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The folder is complete, and its sums are right.
func TestFolder(t *testing.T) {
	t.Parallel()
	to := filepath.Join(t.TempDir(), "to")
	code, _, stderr := qbench("submit", submittable(t), "--out-dir", to)
	if code != 0 {
		t.Fatal(stderr)
	}
	m, err := manifest.Read(to)
	if err != nil || len(m.Records) != 20 {
		t.Fatal(m, err)
	}
	for _, record := range m.Records {
		if err := checkFile(t.Context(), to, record); err != nil || !strings.HasSuffix(record.Name, ".cnf.xz") {
			t.Errorf("%s: %v", record.Name, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(to), ".*")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
}
