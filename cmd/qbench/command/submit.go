package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"queens/cmd/internal/input"
	"queens/cmd/internal/manifest"
	"queens/cmd/internal/output"
	"queens/cmd/internal/program"

	"github.com/urfave/cli/v2"
)

// submission holds the values of the flags of `qbench submit`.
type submission struct{ outDir, own, results string }

func (s *submission) flags() []cli.Flag {
	return []cli.Flag{
		&cli.PathFlag{Name: "out-dir", Usage: "create the folder `DIR` for the competition; it must not exist", Destination: &s.outDir},
		resultsFlag(&s.results, "read the results in `FILE` instead of DIR/RESULTS.tsv"),
		&cli.StringFlag{Name: "own", Usage: "require that the solver with the name or the command line `CMD` solves the instances that minisat does not (default any solver)", Destination: &s.own},
	}
}

func (s *submission) run(ctx context.Context, call *program.Invocation) error {
	dir, err := directory(call)
	switch {
	case err != nil:
		return err
	case call.Output != "":
		return program.Usagef("a submission is a folder: expected --out-dir, found --output")
	}
	m, _, results, err := readMeasured(dir, s.results)
	if err != nil {
		return err
	}
	runs, wrong := settle(m, results, isAny)
	all := candidates(m, runs, s.own)
	if err := violations(ctx, m, all, wrong); err != nil {
		return err
	}
	if s.outDir != "" {
		err = s.write(ctx, m, all)
	}
	if err == nil {
		call.Notice("%s keeps the rules of the SAT Competition 2026", dir)
	}
	return err
}

// write writes the folder s.outDir, with the files of the candidates and a manifest, under a temporary name
// and renames it when it is complete. It is an error if the folder or the folder of the temporary name exists.
// write replaces the names and the SHA-256 in all by the names and hashes of the compressed files.
func (s *submission) write(ctx context.Context, m *manifest.Manifest, all []candidate) error {
	if _, err := os.Lstat(s.outDir); err == nil {
		return fmt.Errorf("%s: already exists: expected the name of a new folder", s.outDir)
	}
	parent, base := filepath.Split(filepath.Clean(s.outDir))
	temporary := filepath.Join(parent, "."+base+".tmp")
	if err := os.Mkdir(temporary, 0o777); err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	sent := manifest.Manifest{Dir: temporary}
	for i, c := range all {
		name := c.sentName()
		sum, err := packFile(ctx, filepath.Join(m.Dir, c.Name), filepath.Join(temporary, name))
		if err != nil {
			return err
		}
		all[i].Name, all[i].SHA256 = name, sum
		sent.Records = append(sent.Records, all[i].Record)
	}
	if err := sent.Write(ctx); err != nil {
		return err
	}
	return os.Rename(temporary, s.outDir)
}

// packFile decompresses the file from if it is compressed, writes its text to the file to, compressed with
// xz, and returns the SHA-256 of the file to. The error is about one of the files, or the cause of ctx.
func packFile(ctx context.Context, from, to string) (string, error) {
	f, err := input.Open(ctx, from, nil)
	if err != nil {
		return "", err
	}
	defer f.Close()
	out, err := output.Create(ctx, to, nil, "xz")
	if err != nil {
		return "", err
	}
	defer out.Abort()
	_, err = io.Copy(out, input.UntilDone(ctx, f.Reader))
	if err := out.CommitAfter(err); err != nil {
		return "", err
	}
	return manifest.Hash(ctx, to)
}
