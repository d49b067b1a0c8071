package workbench

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"queens/decode"
	"queens/decode/read"
)

// question runs qsat on the current formula with the flags of the request. It sets command, output, messages
// and code, with a proof also files, and if there are models of a board, boards. It is an error if a flag is
// unknown or not allowed, if qsat fails, or if a model does not describe a solution of the board.
func (b *Bench) question(q Request, r Reply) error {
	flags := maps.Clone(q.Flags)
	if flags == nil {
		flags = Flags{}
	}
	if q.Question != "" && q.Question != "solve" && flags[q.Question] == nil {
		flags[q.Question] = true
	}
	args, err := flags.arguments("qsat")
	if err != nil {
		return err
	}
	words, proof := append([]string{"qsat"}, args...), ""
	if q.Proof {
		proof = "proof.drat"
		if flags["count"] == true {
			proof = "proof.cpog"
		}
		words = append(words, "--proof="+proof)
		args = append(args, "--proof="+filepath.Join(b.Dir, proof))
		defer os.Remove(filepath.Join(b.Dir, proof))
	}
	b.announce(command(words...))
	printed, err := b.run("qsat", args, b.formula, b.name)
	r.add(printed, words...)
	if err != nil {
		return err
	}
	if proof != "" {
		text, err := os.ReadFile(filepath.Join(b.Dir, proof))
		if err != nil {
			return err
		}
		r["files"] = []map[string]string{{"name": proof, "text": string(text)}}
	}
	if b.board != nil && strings.Contains(printed.out, "\nv ") {
		r["boards"], err = b.boards(printed.out)
	}
	return err
}

// boards returns the result of Placement.Variables for each model in the output of qsat. It returns an error
// if a model does not describe a solution of the board.
func (b *Bench) boards(output string) (boards [][]int, err error) {
	models, err := read.NewReader(read.NewResults(strings.NewReader(output), "the answer"), read.Options{Formula: b.problem, FormulaName: b.name})
	for err == nil {
		var p *decode.Placement
		if p, err = models.Read(); err == nil {
			boards = append(boards, p.Variables())
		}
	}
	if err == io.EOF {
		err = nil
	}
	return boards, err
}
