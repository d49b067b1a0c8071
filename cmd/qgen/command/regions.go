package command

import (
	"context"
	"fmt"
	"strings"

	"queens/cmd/internal/input"
	"queens/cmd/internal/program"
	"queens/encode/board"
)

// regionBytes is the largest size of a file of --regions in bytes. The file is held in memory.
const regionBytes = 64 << 20

// readRegions sets f.partition to the board that --regions gives: rows such as AAB/ABB/CCC, a link of
// puzz.link, or the name of a file, where "-" is standard input. Without --regions, it does nothing. A
// link also sets the stars, unless --stars does. If f.sizes is nil, it becomes the size of the board.
// A square board in a file must have N regions, unless --queens or --allow-conflict is given. readRegions returns an
// error if the board is malformed or cannot be read, or if the file exceeds regionBytes.
func (f *sweep) readRegions(ctx context.Context, call *program.Invocation) (err error) {
	switch {
	case f.regions == "":
		return nil
	case board.IsLink(f.regions):
		var stars int
		if f.partition, stars, err = board.ParseLink(f.regions); err != nil {
			return fmt.Errorf("--regions: %w", err)
		}
		if f.stars == nil {
			f.stars = numbers{{number{plus: stars}, number{plus: stars}}}
		}
	case f.isBoard(f.regions):
		if f.partition, err = board.ParsePartition(f.regions, "--regions", true); err != nil {
			return err
		}
	default:
		call.Await(f.regions, "the regions of a board")
		in, err := input.Open(ctx, f.regions, call.Stdin)
		if err != nil {
			return err
		}
		defer in.Close()
		text, err := readText(in, regionBytes, "a board")
		if err != nil {
			return err
		}
		f.partition, err = board.ParsePartition(text, in.Name, true)
		if err == nil && f.partition.Board().Columns == 0 && f.queens == nil && !f.allowConflict {
			f.partition, err = board.ParsePartition(text, in.Name, false)
		}
		if err != nil {
			return err
		}
	}
	if f.sizes == nil {
		f.sizes = []board.Board{f.partition.Board()}
	}
	return nil
}

// isBoard reports whether the value of --regions is a board, and not the name of a file: it contains
// a comma, an opening bracket or a line end, or it is a valid board of N rows with N regions whose
// rows are joined by slashes. With --queens, there may be fewer regions than rows and columns.
func (f *sweep) isBoard(text string) bool {
	if strings.ContainsAny(text, ",[\n") {
		return true
	}
	p, err := board.ParsePartition(text, "", true)
	return strings.Contains(text, "/") && err == nil && (p.Count() == p.Board().N || f.queens != nil && p.Count() <= p.Board().Side())
}

// noteRegions prints a warning for each region of f.partition that is not connected. It prints nothing
// if f.partition is nil.
func (f *sweep) noteRegions(call *program.Invocation) {
	if f.partition != nil {
		for _, s := range f.partition.Disconnected() {
			call.Notice("--regions: region %s is not connected: it has a part around %s", f.partition.Name(f.partition.Region(s)), s.Algebraic(f.partition.Board().N))
		}
	}
}
