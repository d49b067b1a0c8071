package output

import (
	"os"
	"testing"
)

func TestForm(t *testing.T) {
	qgen := Form{Formats: []string{"cnf", "knf", "cnf+", "lp"}, Default: "cnf"}
	qshow := Form{Formats: []string{"text", "box", "latex", "png"}, Default: "text", Binary: []string{"png"}}
	reports := Form{Formats: []string{"html", "changes"}, Default: "html"}
	answer := Form{Default: "an answer"}
	proof := Form{Default: "a proof", Ending: "drat", Formats: []string{"lrat"}}
	with := func(c Form, name, format, flag, compression string) Form {
		c.Name, c.Format, c.Flag, c.Compression = name, format, flag, compression
		return c
	}
	tests := []struct {
		c                   Form
		format, compression string
		err                 string
	}{
		{with(qgen, "", "", "", ""), "cnf", "", ""},
		{with(qgen, "-", "lp", "-f lp", "gz"), "lp", "gz", ""},
		{with(qgen, "a.b/q8", "", "", ""), "cnf", "", ""},
		{with(qgen, "q8.lp", "", "", ""), "lp", "", ""},
		{with(qgen, "q.8.LP.GZ", "", "", ""), "lp", "gz", ""},
		{with(qgen, "q8.cnfp.zst", "", "", ""), "cnf+", "zst", ""},
		{with(qgen, "q8.xz", "", "", ""), "cnf", "xz", ""},
		{with(qgen, "q8.other", "", "", ""), "", "",
			"refusing to write cnf to q8.other: expected a name that ends in .cnf, .dimacs, .cnfp, .knf, .lp or .txt, or a flag that names the format"},
		{with(qgen, "q8.OTHER.gz", "", "", ""), "", "",
			"refusing to write cnf to q8.OTHER.gz: expected a name that ends in .cnf, .dimacs, .cnfp, .knf, .lp or .txt, or a flag that names the format"},
		{with(qgen, ".other", "", "", ""), "cnf", "", ""},
		{with(qgen, os.DevNull, "", "", ""), "cnf", "", ""},
		{with(reports, "x.md", "", "", ""), "changes", "", ""},
		{with(reports, "x.md", "html", "-f html", ""), "", "",
			"-f html contradicts the name x.md, which asks for changes: leave out the flag, or choose a name such as x.html"},
		{with(answer, "a.other", "", "", ""), "an answer", "", ""},
		{with(qgen, "q8.other", "lp", "-f lp", ""), "lp", "", ""},
		{with(qgen, "q8.txt", "lp", "-f lp", ""), "lp", "", ""},
		{with(qgen, "q8.txt.gz", "", "", ""), "cnf", "gz", ""},
		{with(qgen, "d.lp/q8", "", "", ""), "cnf", "", ""},
		{with(qgen, "q8.lp", "lp", "-f lp", ""), "lp", "", ""},
		{with(qgen, "q8.cnf.gz", "", "", "gz"), "cnf", "gz", ""},
		{with(qgen, "q8", "", "", "gz"), "cnf", "gz", ""},
		{with(qgen, "q8.lp.gz", "knf", "-f knf", ""), "", "",
			"-f knf contradicts the name q8.lp.gz, which asks for lp: leave out the flag, or choose a name such as q8.knf.gz"},
		{with(qgen, "q8.lp", "cnf", "-f cnf", ""), "", "",
			"-f cnf contradicts the name q8.lp, which asks for lp: leave out the flag, or choose a name such as q8.cnf"},
		{with(qgen, "q8.lp", "statistics", "--stats", ""), "", "",
			"--stats contradicts the name q8.lp, which asks for lp: leave out the flag, or choose a name such as q8.txt"},
		{with(qgen, "q8.gz", "", "", "xz"), "", "",
			"--compress xz contradicts the name q8.gz: leave out the flag, or choose a name that ends in .xz"},
		{with(qgen, "q8.cnf", "", "", "xz"), "", "",
			"--compress xz contradicts the name q8.cnf: leave out the flag, or choose a name that ends in .xz"},
		{with(qgen, "q8.png", "", "", ""), "", "",
			"refusing to write cnf to q8.png: expected a name that ends in .cnf, .dimacs, .cnfp, .knf, .lp or .txt, or a flag that names the format"},
		{with(qgen, "q8.cnf.bz2", "", "", ""), "", "",
			"q8.cnf.bz2: bzip2 is read, but not written: expected a name that ends in one of .gz .xz .zst"},
		{with(qshow, "q.png.gz", "", "", ""), "png", "gz", ""},
		{with(qshow, "q.html", "lesson", "-f lesson", ""), "lesson", "", ""},
		{with(qshow, "q.png", "lesson", "-f lesson", ""), "", "",
			"-f lesson contradicts the name q.png, which asks for png: leave out the flag, or choose a name such as q.html"},
		{with(qshow, "q.tex", "", "", ""), "latex", "", ""},
		{with(qshow, "q.txt", "", "", ""), "text", "", ""},
		{with(qshow, "q.txt", "box", "-f box", ""), "box", "", ""},
		{with(qshow, "q.txt", "png", "-f png", ""), "", "",
			"-f png contradicts the name q.txt, which asks for text: leave out the flag, or choose a name such as q.png"},
		{with(qshow, "q.png", "text", "-f text", ""), "", "",
			"-f text contradicts the name q.png, which asks for png: leave out the flag, or choose a name such as q.txt"},
		{with(qshow, "q.cnf", "", "", ""), "", "",
			"refusing to write text to q.cnf: expected a name that ends in .png, .tex or .txt, or a flag that names the format"},
		{with(answer, "a.txt.gz", "", "", ""), "an answer", "gz", ""},
		{with(answer, "a.html", "", "", ""), "", "",
			"refusing to write an answer to a.html, a name for the format html: expected a name such as a.txt"},
		{with(proof, "p.drat.xz", "", "", ""), "a proof", "xz", ""},
		{with(proof, "p.out", "", "", ""), "a proof", "", ""},
		{with(proof, "p.lrat.xz", "", "", ""), "lrat", "xz", ""},
		{with(proof, "p.txt", "", "", ""), "a proof", "", ""},
		{with(proof, "q.icnf.gz", "", "", ""), "", "",
			"refusing to write a proof to q.icnf.gz, a name for the format icnf: expected a name such as q.drat.gz"},
		{with(proof, "q.dimacs", "", "", ""), "", "",
			"refusing to write a proof to q.dimacs, a name for the format cnf: expected a name such as q.drat"},
	}
	for _, test := range tests {
		format, compression, err := test.c.Make()
		says := ""
		if err != nil {
			says, compression = err.Error(), ""
		}
		if format != test.format || compression != test.compression || says != test.err {
			t.Errorf("%+v:\n%q, %q, %q\nwant %q, %q, %q", test.c, format, compression, says, test.format, test.compression, test.err)
		}
	}
}
