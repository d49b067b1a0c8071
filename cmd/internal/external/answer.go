package external

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/big"
	"os"

	"queens/dimacs"
)

// An answer is what a solver said.
type answer struct {
	status  dimacs.Status
	model   dimacs.Assignment // the first
	printed bool              // there was a model
	models  int
	count   *big.Int // of models, nil if it was not told
}

// read reads the first model and the status. The model is that of variables up to
// vars, so its memory is that of the formula's, whatever the text names.
func (a *answer) read(from io.Reader, name string, vars int) error {
	*a = answer{}
	result := dimacs.NewResultReader(from, name)
	model, err := result.Read()
	a.printed = err == nil
	for _, l := range model {
		if l.Var() <= vars {
			a.model.SetLit(l)
		}
	}
	for err == nil {
		a.models++
		_, err = result.Read()
	}
	if err != io.EOF {
		return err
	}
	a.status, a.count = result.Status(), result.Count()
	if n, atLeast := result.Announced(); a.count == nil && !atLeast {
		a.count = n // of an enumeration that is complete
	}
	return nil
}

// readFile reads a result file until ctx ends, if it is a regular file: what a solver
// put in its place, such as a FIFO or a link to a device, might block or never end.
func (a *answer) readFile(ctx context.Context, name string, vars int) error {
	f, err := os.OpenFile(name, os.O_RDONLY|onlyFile, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("it wrote no result file")
	}
	if err == nil {
		defer f.Close()
		defer context.AfterFunc(ctx, func() { f.Close() })()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return a.read(f, "result file", vars)
		}
	}
	return errors.New("its result file is not a regular file")
}
