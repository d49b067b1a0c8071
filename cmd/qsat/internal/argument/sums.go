package argument

import (
	"context"

	"queens/cmd/qsat/internal/clause"
)

func (c *Checker) checkCounts(ctx context.Context) error { return nil }
func (c *Checker) checkGroups(ctx context.Context) error { return nil }
func (c *Checker) checkSums(ctx context.Context) error   { return nil }

// ExactlyOne is a stub: the rule of sums replaces it. It returns the literals of the demands of
// an accepted tight sum that belong to a group of which at most one literal is true: exactly one
// of them is true. It returns nil if this does not follow.
func (c *Checker) ExactlyOne(sum, group int) []clause.Lit { return nil }
