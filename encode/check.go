package encode

import (
	"fmt"
	"slices"

	"queens/encode/atmostone"
)

// maxTranslated is the largest board size with Translations: there are up to 8N^2 motions,
// each with about N^2 auxiliary variables.
const maxTranslated = 64

// Check returns an error if the instance cannot be encoded: if the board, the encoding, the
// family, a square or a diagonal does not exist; if the number of queens is not from 0 to
// N*N, or the number of colours not from 1 to N*N; if the board has more than MaxVariables
// variables; if the family refuses an option of the instance; or if Translations is set
// without SymmetryBroken, on a regular board, or with N above 64. An instance with
// contradictory placed and blocked squares can be encoded; see Conflict.
func (in Instance) Check() error {
	if err := in.Board().Check(); err != nil {
		return err
	}
	if _, err := atmostone.ByName(in.Encoding); err != nil {
		return err
	}
	if err := in.checkFamily(); err != nil {
		return err
	}
	if err := in.checkAim(); err != nil {
		return err
	}
	if k := in.QueenCount(); k < 0 || k > in.N*in.N {
		return fmt.Errorf("number of queens is %d: expected 0 to %d, the number of squares", k, in.N*in.N)
	}
	if in.Translations && in.N > maxTranslated {
		return fmt.Errorf("board size is %d: expected at most %d with translations", in.N, maxTranslated)
	}
	if in.Translations && (in.Variant != Torus || !in.SymmetryBroken) {
		return fmt.Errorf("translations are symmetries of the torus: expected the variant torus and broken symmetries")
	}
	wrong, found := in.Blocked.beyond(in.N)
	if i := slices.IndexFunc(in.Placed, func(s Square) bool { return !in.Board().holds(s) }); i >= 0 {
		wrong, found = in.Placed[i], true
	}
	if found {
		return fmt.Errorf("square %v is not on a board of size %d", wrong, in.N)
	}
	for _, d := range in.BlockedDiagonals {
		if low, high := diagonalIndices(d.Rising, in.N); d.Index < low || d.Index > high {
			return fmt.Errorf("diagonal %v is not on a board of size %d", d, in.N)
		}
	}
	return nil
}

// checkFamily returns an error if the family is unknown, if the number of colours is not
// between 1 and N*N, if the board needs more than MaxVariables variables, or if the
// instance uses a feature that its family refuses.
func (in Instance) checkFamily() error {
	f := in.Family.lookup()
	if f == nil {
		return fmt.Errorf("there is no family %q", clip(string(in.Family)))
	}
	if f.aim == "" && in.Aim != "" {
		return in.checkAim()
	}
	if in.Colours != nil && (*in.Colours < 1 || *in.Colours > in.N*in.N) {
		return fmt.Errorf("number of colours is %d: expected 1 to %d, the number of squares", *in.Colours, in.N*in.N)
	}
	if in.squareVariables() > MaxVariables {
		return fmt.Errorf("board size is %d: the family %v has %d variables on such a board, more than 2^28-1", in.N, f.name, in.squareVariables())
	}
	if f.name == Regions {
		if err := in.checkRegions(); err != nil {
			return err
		}
	}
	for _, option := range []struct {
		feature
		used bool
	}{
		{withEncoding, in.Encoding != "" && in.Encoding != atmostone.Default},
		{withMinimal, in.Minimal},
		{withQueens, in.Queens != nil},
		{withColours, in.Colours != nil},
		{withIndependence, in.Independent},
		{withTorus, in.Variant == Torus},
		{withPlaced, len(in.Placed) > 0},
		{withBlocked, in.Blocked.Len() > 0},
		{withBlockedDiagonals, len(in.BlockedDiagonals) > 0},
		{withSymmetryBroken, in.SymmetryBroken},
		{withTranslations, in.Translations},
		{withRegions, in.Regions != nil},
		{withStars, in.Stars != 0},
	} {
		if err := in.refusal(option.feature); option.used && err != nil {
			return err
		}
	}
	return nil
}
