//go:build unix

package command

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"queens/cmd/internal/manifest"
	"queens/dimacs"

	"github.com/google/go-cmp/cmp"
)

// measured makes a set of three instances with runs of two solvers, with a limit of 10 s.
func measured(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	m := &manifest.Manifest{Dir: dir}
	text := resultsHeader + "\n"
	for i, run := range []struct{ slow, fast string }{{"SAT 2", "SAT 1"}, {"TIMEOUT 10", "UNSAT 0.5"}, {"FAILED 0.1", ""}} {
		hash := fmt.Sprintf("%02x", i)
		m.Records = append(m.Records, manifest.Record{Name: fmt.Sprintf("q%d.cnf", i), Parameters: fmt.Sprintf("--random-diagonals %d --seed 1 10", 12+i),
			Variables: 100, Clauses: 5, Status: manifest.Unknown, Solutions: manifest.NotKnown, SHA256: hash, GBD: manifest.NotKnown})
		for solver, answer := range map[string]string{"slow </script>": run.slow, "fast|`": run.fast} {
			r := result{instance: "q", pair: pair{sha256: hash, solver: solver}, Limit: 10, Conflicts: "7", CPU: 1.25}
			if _, err := fmt.Sscan(answer, &r.Answer, &r.Seconds); err == nil {
				if solver[0] == 'f' { // the other solver has lines with older columns
					r.Date, r.Machine, r.Version, r.MB = fmt.Sprintf("2026-11-2%dT23:00:00Z", 3-i), "A_<b> CPU", "fast 1.0", float64(i+2)*10
				} else if i != 1 {
					r.CPU = 0
				}
				text += r.String() + "\n"
			}
		}
	}
	if err := m.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(text, "\n") // not in the order of the instances
	slices.Sort(lines[1:])
	save(t, filepath.Join(dir, resultsName), strings.Join(lines, ""), 0o666)
	return dir
}

// report returns the output of qbench report.
func report(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := qbench(append([]string{"report"}, args...)...)
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	return stdout
}

// An unsolved instance counts as twice the limit, an instance without a run not at all.
func TestMarkdown(t *testing.T) {
	want := "| instance | status | `fast\\|'` | `slow </script>` |\n| --- | --- | ---: | ---: |\n" +
		"| `q0` | SAT | 1.00 | 2.00 |\n| `q1` | UNSAT | 0.500 | >10 |\n| `q2` | UNKNOWN |  | failed |\n\n" +
		"| solver | version | solved | missing | SAT | UNSAT | wrong | PAR-2 | geometric mean | CPU | MB |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n" +
		"| `fast\\|'` | `fast 1.0` | 2 of 2 | 1 | 1 | 1 | 0 | 0.750 | 0.707 | 2.50 | 30.0 |\n| `slow </script>` |  | 1 of 2 | 0 | 1 | 0 | 0 | 11.0 | 6.32 | 1.25 |  |\n" +
		"| `virtual best` |  | 2 of 2 | 0 | 1 | 1 | 0 | 0.750 | 0.707 | 2.50 | 30.0 |\n\n" +
		"| kind | instances | `fast\\|'` | `slow </script>` |\n| --- | --- | ---: | ---: |\n| `random-diagonals` | 3 |  | 9.28 |\n\n" +
		"Limit 10 s; measured 2026-11-22 to 2026-11-23 on A\\_&lt;b> CPU. Solvers are compared on the 2 of 3 instances on which every solver ran.\n"
	dir := measured(t)
	if d := cmp.Diff(want, report(t, "-f", "markdown", dir)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	file := filepath.Join(t.TempDir(), "x.md")
	report(t, "-o", file, dir)
	if text, err := os.ReadFile(file); string(text) != want || err != nil {
		t.Errorf("the name does not choose the format: %s, %v", text, err)
	}
}

// Each report is valid UTF-8, whatever the bytes of the file names, arguments and command lines.
func TestReportIsValidUTF8(t *testing.T) {
	dir := measured(t)
	edit(t, filepath.Join(dir, manifest.Name), "q0.cnf\t--random", "q0\xff.cnf\t--\xe2\x82random")
	for _, solver := range []string{"fast|`", "slow </script>"} {
		edit(t, filepath.Join(dir, resultsName), solver, solver+"\xfe")
	}
	for _, f := range reportFormats {
		if f.Name == "changes" { // it needs two versions of a solver
			continue
		}
		if text := report(t, "-f", f.Name, dir); !utf8.ValidString(text) {
			t.Errorf("%s: %q", f.Name, text)
		}
	}
}

// A kind is the beginning of a name or the words among the arguments. The mean of all kinds is
// the mean of their means.
func TestKinds(t *testing.T) {
	dir := measured(t)
	want := "| kind | `slow </script>` | fastest other | |\n| --- | ---: | --- | --- |\n" +
		"| `torus xor:2 shuffle` | 2.00 | 1.00 `fast\\|'` | 2.0 times as slow |\n| `q` | 20.0 | 0.500 `fast\\|'` | 40 times as slow |\n" +
		"| `regular` | 20.0 |  |  |\n| `all 3 kinds` | 9.28 |  |  |\n"
	name := filepath.Join(dir, manifest.Name)
	edit(t, name, "--random-diagonals 12", "--variant torus --transform xor:2 --shuffle")
	edit(t, name, "--random-diagonals 13 --seed 1 10", "-")
	edit(t, name, "--random-diagonals 14 --seed 1 10", "10")
	if d := cmp.Diff(want, report(t, "-f", "comparison", "--own", "slow </script>", dir)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for name, want := range map[string]string{"large3sat-020-1.cnf": "large3sat", "3sat_4.cnf.xz": "3sat", "aim-50-x.cnf": "aim", "other.cnf": "other",
		"r1.cnf": "r", "r12.cnf.zst": "r", "uf1-x.cnf": "uf", "uf20-01.cnf": "uf", "ii8a1.cnf": "ii8a", "bmc-ibm-3.cnf": "bmc-ibm", "7.cnf": "numbered", "007-r2.cnf": "r", "x..cnf": "x."} {
		if got := kindOf(manifest.Record{Name: name, Parameters: manifest.NotKnown}); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for parameters, want := range map[string]string{"--family colouring --seed 1 8": "colouring", "--family armies -k 3 8": "armies", "--difficulty easy 8": "easy"} {
		if got := kindOf(manifest.Record{Name: "q.cnf", Parameters: parameters}); got != want {
			t.Errorf("%s: %s, want %s", parameters, got, want)
		}
	}
	for faster, want := range map[float64]string{1.04: "as fast", 0.96: "as fast", 5.7: "5.7 times as fast", 0.25: "4.0 times as slow", 431: "431 times as fast"} {
		if other, got := (instanceKind{Means: []float64{0, 1, faster}}).against(1, make([]bool, 3)); other != 2 || got != want {
			t.Errorf("%g: %d, %s, want %s", faster, other, got, want)
		}
	}
}

// The median of several runs counts, and --match selects instances.
func TestMedians(t *testing.T) {
	dir := measured(t)
	name := filepath.Join(dir, resultsName)
	text, _ := os.ReadFile(name)
	for _, wall := range []string{"\t5.000\t", "\t3.000\t"} {
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, "\t00\tslow") {
				edit(t, name, line, line+strings.Replace(line, "\t2.000\t", wall, 1))
			}
		}
	}
	if got := report(t, "-f", "markdown", "--match", "q[02]", dir); !strings.Contains(got, "| `q0` | SAT | 1.00 | 3.00 |\n| `q2`") {
		t.Error(got)
	}
}

// A contradicted run is wrong in every format and in the exit code. It is neither solved nor
// best, and its solver comes last. Its other answers are not best unless they are proved.
func TestReportContradiction(t *testing.T) {
	dir := measured(t)
	name := filepath.Join(dir, resultsName)
	edit(t, name, "\tfast|`\t10\tSAT\t-\t1.000", "\tfast|`\t10\tUNSAT\t-\t1.000")
	for format, want := range map[string][]string{
		"markdown": {"| `q0` | SAT | wrong | 2.00 |", "| `slow </script>` |  | 1 of 2 | 0 | 1 | 0 | 0 | 11.0 | 6.32 | 1.25 |  |\n| `fast\\|'` | `fast 1.0` | 1 of 2 | 1 | 0 | 1 | 1 |",
			"| `virtual best` |  | 1 of 2 | 0 | 1 | 0 | 0 | 11.0 |"},
		"csv":        {"q0.cnf,--random-diagonals 12 --seed 1 10,SAT,-,fast|`,WRONG,,1,1.25,10,20,7,,contradicted: UNSAT; but SAT by slow </script>,"},
		"comparison": {"| `random-diagonals` |  | 9.28 `slow </script>` | wrong answers |"},
		"html":       {">wrong<", "<td>1 of 2<td>1<td>0<td>1<td>1<td>"},
	} {
		code, stdout, stderr := qbench("report", "-f", format, dir)
		message := "qbench: " + filepath.Join(dir, "q0.cnf") + ": fast|`: contradicted: UNSAT, but SAT by slow </script>\n"
		if code != 1 || stderr != message || slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(stdout, w) }) {
			t.Errorf("%s: exit code %d, %q; want %q in\n%s", format, code, stderr, want, stdout)
		}
	}
	text, _ := os.ReadFile(name)
	edit(t, name, "\tUNSAT\t-\t0.500\t1.250\t30.0\t7\t-", "\tUNSAT\t-\t0.500\t1.250\t30.0\t7\tverified")
	if _, stdout, _ := qbench("report", "-f", "markdown", dir); !strings.Contains(stdout, "| `virtual best` |  | 2 of 2 |") {
		t.Errorf("proved: %s", stdout)
	}
	save(t, name, string(text), 0o666)
	edit(t, name, "SAT\t-\t2.000", "SAT\t5\t2.000") // a count without a check
	code, stdout, _ := qbench("report", "-f", "markdown", dir)
	if code != 1 || !strings.Contains(stdout, "| `q0` | UNKNOWN | wrong | wrong |") || !strings.Contains(stdout, "| `virtual best` |  | 0 of 2 | 0 | 0 | 0 | 0 |") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
}

// TestPage makes Chromium draw the page in light and dark mode.
func TestPage(t *testing.T) {
	t.Parallel()
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("Chromium takes seconds: QUEENS_LONG is not set")
	}
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip(err)
	}
	page := report(t, measured(t))
	probe, err := os.ReadFile("testdata/probe.html") // a script that reports the contents of the page
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page, "slow </script>") {
		t.Error("the name of a solver ends the script")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	save(t, file, strings.Replace(page, "<body>", "<body>"+string(probe), 1), 0o666)
	dom, err := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--user-data-dir="+t.TempDir(), "--blink-settings=preferredColorScheme=1", "--dump-dom", "file://"+file).Output()
	found := regexp.MustCompile(`<pre id="seen">(.*)</pre>`).FindSubmatch(dom)
	if err != nil || found == nil || strings.Contains(string(dom), "data-failed=") {
		t.Fatalf("%v\n%s", err, dom)
	}
	var seen map[string]any
	if err := json.Unmarshal(found[1], &seen); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"pages": []any{"rgb(250, 249, 247)", "rgb(24, 23, 22)"}, "cactus": 3.0, "scatter": 2.0, "sweep": 5.0, "slower": true,
		"marks": 8.0, "legends": []any{"fast|`slow &lt;/script&gt;", "an instance, by fast|` and slow &lt;/script&gt;equal", "fast|`slow &lt;/script&gt;"},
		"ticks":  []any{"0 1 2 0.1 1 10", "1.2 1.25 1.3 1.35 1.4 0.1 1 10 unsolved", "12 13 14 0.1 1 10 unsolved"},
		"beyond": 2.0, "wide": 0.0,
		"measures": []any{"q0.cnf SAT - 1.25 0.000", "q0.cnf SAT - 20.0 ", 2.0, "q0.cnf SAT - 1.00 2.00"},
		"saved":    []any{13.0, false, true},
		"itself":   3.0, "outside": 0.0,
		"parameters": []any{"diagonals per row", "random-diagonals"},
		"before":     "q0.cnf q1.cnf q2.cnf", "up": "q0.cnf q1.cnf q2.cnf", "down": "q2.cnf q1.cnf q0.cnf",
	}
	if d := cmp.Diff(want, seen); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Two versions of a solver are compared by the instances that have changed.
func TestChanges(t *testing.T) {
	dir := measured(t)
	want := "| instance | `slow </script>` | `fast\\|'` | change |\n| --- | ---: | ---: | --- |\n" +
		"| `q0` | 2.00 | 1.00 | 2.0 times as fast |\n| `q1` | >10 | 0.500 | gained |\n\n" +
		"2 instances with both, 2 changed: 1 gained, 0 lost. 1 instance without a run of one of them. The geometric mean of the new times divided by the old times is 0.50, on the 1 that both solve.\n"
	if d := cmp.Diff(want, report(t, "-f", "changes", "--own", "fast|`", dir)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := report(t, "-f", "changes", "--own", "slow </script>", "--against", "fast|`", dir); !strings.Contains(got, "| `q0` | 1.00 | 2.00 | 2.0 times as slow |\n| `q1` | 0.500 | >10 | lost |\n") {
		t.Error(got)
	}
	name := filepath.Join(dir, resultsName)
	text, _ := os.ReadFile(name)
	save(t, name, strings.ReplaceAll(string(text), "slow </script>", "fast|`"), 0o666) // older runs without a version
	text, _ = os.ReadFile(name)
	lines := strings.SplitAfter(string(text), "\n")
	for i, line := range lines {
		if r, ok := parseResult(strings.TrimSuffix(line, "\n")); ok && r.Version != "" {
			r.digest = "0123"
			lines[i] = r.String() + "\n"
		}
	}
	slices.SortStableFunc(lines[1:], func(a, b string) int { return strings.Count(a, "0123") - strings.Count(b, "0123") })
	save(t, name, strings.Join(lines, ""), 0o666)
	if got := report(t, "-f", "changes", dir); !strings.Contains(got, "| instance | `fast\\|' [older]` | `fast\\|' [fast 1.0]` | change |\n") || !strings.Contains(got, "1 gained") {
		t.Error(got)
	}
}

// The format changes lists an instance if its time changed by --factor. With --fail-on-slowdown, that is a
// failure, and with --fail-on-loss an instance that only the old version solves, also if the new version did
// not run on it. The old version is the other solver.
func TestFailingChanges(t *testing.T) {
	for _, tt := range []struct{ own, args, old, new, want, failure string }{
		{"slow </script>", "--factor 2", "", "", "| `q0` | 1.00 | 2.00 | 2.0 times as slow |", ""},
		{"slow </script>", "--factor 2.1 --fail-on-slowdown", "", "", "| lost |", ""},
		{"slow </script>", "--fail-on-slowdown", "", "", "| `q0` |", "fail-on-slowdown: slow </script> is at least 1.5 times as slow as fast|` on 1 instance"},
		{"fast|`", "--fail-on-loss", "", "", "| gained |", ""},
		{"slow </script>", "--fail-on-loss", "", "", "| lost |", "fail-on-loss: fast|` solves 1 instance that slow </script> does not solve"},
		{"fast|`", "--fail-on-loss", "FAILED", "SAT", "|  | no run |", "fail-on-loss: slow </script> solves 1 instance that fast|` does not solve"},
	} {
		dir := measured(t)
		edit(t, filepath.Join(dir, resultsName), tt.old, tt.new)
		args := append([]string{"report", "-f", "changes", "--own", tt.own, dir}, strings.Fields(tt.args)...)
		code, stdout, stderr := qbench(args...)
		if (code == 1) != (tt.failure != "") || tt.failure != "" && stderr != "qbench: --"+tt.failure+"\n" || !strings.Contains(stdout, tt.want) || strings.Contains(stdout, "q0") != !strings.Contains(tt.args, "2.1") {
			t.Errorf("%v: exit code %d, %s\n%s", tt, code, stderr, stdout)
		}
	}
}

// With --solver, other solvers are left out, and an instance on which only they did not run counts.
func TestReportSolver(t *testing.T) {
	dir := measured(t)
	if got := report(t, "-f", "markdown", "--solver", "slow </script>", dir); strings.Contains(got, "fast") || !strings.Contains(got, "| `slow </script>` |  | 1 of 3 |") {
		t.Error(got)
	}
	edit(t, filepath.Join(dir, resultsName), "\tfast|`\t10\tSAT\t-\t1.000", "\tfast|`\t10\tUNSAT\t-\t1.000") // contradicts the other solver
	succeed(t, "report", "--solver", "slow </script>", dir)
}

// The csv has no commas and quotes within a column, exact times, and the ranks of a cactus plot.
func TestCSV(t *testing.T) {
	dir := measured(t)
	name := filepath.Join(dir, resultsName)
	edit(t, name, "\tslow </script>\t10\tSAT\t-\t2.000", "\tslow </script>\t10\tSAT\t-\t2.058")
	edit(t, name, "A_<b> CPU", "A \"b\", 2 processors")
	want := "instance,parameters,status,solutions,solver,answer,count,seconds,cpu,limit,memory_mb,conflicts,proof,note,date,machine,version,number,rank\n" +
		"q1.cnf,--random-diagonals 13 --seed 1 10,UNSAT,0,fast|`,UNSAT,,0.5,1.25,10,30,7,,,2026-11-22T23:00:00Z,A_<b> CPU,fast 1.0,1,1\n" +
		"q0.cnf,--random-diagonals 12 --seed 1 10,SAT,-,fast|`,SAT,,1,1.25,10,20,7,,,2026-11-23T23:00:00Z,A 'b'; 2 processors,fast 1.0,1,2\n" +
		"q0.cnf,--random-diagonals 12 --seed 1 10,SAT,-,slow </script>,SAT,,2.058,0,10,0,7,,,,,,2,1\n" +
		"q1.cnf,--random-diagonals 13 --seed 1 10,UNSAT,0,slow </script>,TIMEOUT,,10,1.25,10,0,7,,,,,,2,\n" +
		"q2.cnf,--random-diagonals 14 --seed 1 10,UNKNOWN,-,slow </script>,FAILED,,0.1,0,10,0,7,,,,,,2,\n"
	if d := cmp.Diff(want, report(t, "-f", "csv", dir)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The recipe of the manual makes LaTeX draw a table and a cactus plot from the csv, whatever the names.
func TestLaTeX(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("LaTeX takes seconds: QUEENS_LONG is not set")
	}
	for _, program := range []string{"pdflatex", "pdftotext"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := measured(t)
	edit(t, filepath.Join(dir, manifest.Name), "q0.cnf", `\input{q}_#%&$^~.cnf`)
	text, err := os.ReadFile(filepath.Join(dir, resultsName))
	if err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(dir, resultsName), strings.ReplaceAll(string(text), "slow </script>", `slow \relax #1 {in} "%"`), 0o666)
	report(t, "-o", filepath.Join(dir, "set.csv"), dir)
	_, recipe, _ := strings.Cut(manual("report"), "    \\documentclass")
	save(t, filepath.Join(dir, "plot.tex"), "\\documentclass"+strings.ReplaceAll(recipe, "\n    ", "\n"), 0o666)
	run := func(args ...string) string {
		c := exec.Command(args[0], args[1:]...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "plot.tex")
	for _, want := range []string{`\input{q}_#%&$^~.cnf`, `slow \relax #1 {in} ’%’`, "0.5", "instances solved"} {
		if got := run("pdftotext", "-layout", "plot.pdf", "-"); !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// A report shows the name of a solver, and the command line, too, if several have the same name.
func TestSolverNames(t *testing.T) {
	dir := set(t)
	a, b := script(t, "answers"), script(t, "answers; :")
	succeed(t, "run", dir, "--solver", "old="+a, "--solver", "new="+b+" --seed=3", "--solver", b+" --seed=4")
	if got := report(t, "-f", "markdown", dir); !strings.Contains(got, "| `old` | `new` | `"+b+" --seed=4` |") {
		t.Error(got)
	}
	if got := report(t, "-f", "changes", "--own", "new", "--against", "old", dir); !strings.Contains(got, "| `old` | `new` |") {
		t.Error(got)
	}
	succeed(t, "run", dir, "--solver", "old="+b)
	if got := report(t, "-f", "markdown", dir); !strings.Contains(got, "| `old="+a+"` | `new` | `"+b+" --seed=4` | `old="+b+"` |") {
		t.Error(got)
	}
	for solver, want := range map[string]string{"a=b=c d": "a b=c d", "a b=c": " a b=c", "./a=b": " ./a=b", "=b": " =b", "a=": "a "} {
		if name, command := cutName(solver); name+" "+command != want {
			t.Errorf("%s: %q, %q", solver, name, command)
		}
	}
}

// The suffix of a file name chooses the format, except for FIFOs and .txt.
func TestReportNames(t *testing.T) {
	set, dir := measured(t), t.TempDir()
	for name, want := range map[string]string{
		"x": "<!DOCTYPE html>", "x.txt": "<!DOCTYPE html>", "x.HTML": "<!DOCTYPE html>", "x.csv": "instance,", "x.md": "| instance",
	} {
		report(t, "-o", filepath.Join(dir, name), set)
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s: %.80s, %v", name, text, err)
		}
	}
	report(t, "-f", "comparison", "-o", filepath.Join(dir, "c.md"), set)
	report(t, "-f", "html", "-o", filepath.Join(dir, "x.page"), set)
	fifo := filepath.Join(dir, "x.fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(fifo)
		read <- string(text)
	}()
	report(t, "-o", fifo, set)
	if text := <-read; !strings.HasPrefix(text, "<!DOCTYPE html>") {
		t.Errorf("%.80s", text)
	}
	if _, err := os.Stat(filepath.Join(dir, "x.pdf")); err == nil {
		t.Error("a file of a name that was refused")
	}
}

// submittable makes a set that follows the rules: its instances differ in their last clause, and
// minisat misses ten.
func submittable(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	m := &manifest.Manifest{Dir: dir}
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
