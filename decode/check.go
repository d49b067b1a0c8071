package decode

import (
	"fmt"

	"queens/encode"
)

// Check returns an error unless p solves its instance: no two queens attack
// each other (an *AttackError names the first pair), there are as many as there
// should be, the squares that are to hold a queen do, and none stands on a
// square or diagonal that is to stay empty.
func Check(p *Placement) error {
	for _, q := range p.Queens {
		if n := p.Instance.N; q.Row < 1 || q.Row > n || q.Col < 1 || q.Col > n {
			return fmt.Errorf("square %v is not on the board of size %d", q, n)
		}
	}
	var c checker
	return c.check(p)
}

// A checker checks placements of one instance after the other without
// allocating for each.
type checker struct {
	attacks attacks
	in      *encode.Instance                    // for which blocked is
	blocked map[encode.Square]bool              // squares that stay empty
	lines   map[encode.Diagonal]encode.Diagonal // diagonals that stay empty, by wrapped name
}

func (c *checker) check(p *Placement) error {
	if c.in != p.Instance {
		c.prepare(p.Instance)
	}
	if err := c.attacks.find(p); err != nil {
		return err
	}
	for _, s := range p.Instance.Placed {
		if !p.has(s) {
			return fmt.Errorf("square %s has to hold a queen and is empty", name(s, p.Instance.N))
		}
	}
	if err := c.checkEmpty(p); err != nil {
		return err
	}
	if want := p.Instance.QueenCount(); len(p.Queens) != want {
		return fmt.Errorf("the board of size %d has %s, expected %d", p.Instance.N, count(len(p.Queens), "queen"), want)
	}
	return nil
}

// prepare makes ready what the instance wants empty.
func (c *checker) prepare(in *encode.Instance) {
	c.in = in
	c.blocked = make(map[encode.Square]bool, len(in.Blocked))
	for _, s := range in.Blocked {
		c.blocked[s] = true
	}
	c.lines = make(map[encode.Diagonal]encode.Diagonal, len(in.BlockedDiagonals))
	for _, d := range in.BlockedDiagonals {
		c.lines[wrap(d, in)] = d
	}
}

// wrap returns one name for all diagonals that are the same line of the torus.
func wrap(d encode.Diagonal, in *encode.Instance) encode.Diagonal {
	if in.Variant == encode.Torus {
		d.Index = (d.Index%in.N + in.N) % in.N
	}
	return d
}

// checkEmpty looks for queens where none may be.
func (c *checker) checkEmpty(p *Placement) error {
	if len(c.blocked) == 0 && len(c.lines) == 0 {
		return nil
	}
	for _, q := range p.Queens {
		if c.blocked[q] {
			return fmt.Errorf("the queen on %s stands on a blocked square", name(q, p.Instance.N))
		}
		for _, d := range []encode.Diagonal{
			{Rising: true, Index: q.Row + q.Col},
			{Rising: false, Index: q.Row - q.Col},
		} {
			if blocked, ok := c.lines[wrap(d, p.Instance)]; ok {
				return fmt.Errorf("the queen on %s stands on the blocked diagonal %v", name(q, p.Instance.N), blocked)
			}
		}
	}
	return nil
}

// count returns "1 queen", "2 queens" and so on.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
