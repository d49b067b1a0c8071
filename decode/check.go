package decode

import "fmt"

// Check returns an error unless p solves its instance. It checks that all squares are on the
// board, the rules of the family (the error for the first attack is an *AttackError), that
// given squares hold a queen, that blocked squares and diagonals are empty, and the number of
// queens. The queens of p must be in reading order.
func Check(p *Placement) error {
	for _, q := range p.Queens {
		if n := p.Instance.N; q.Row < 1 || q.Row > n || q.Col < 1 || q.Col > n {
			return fmt.Errorf("square %v is not on the board of size %d", q, n)
		}
	}
	var c checker
	return c.check(p)
}

// A checker checks placements. It allocates nothing for further placements of the same
// instance.
type checker struct {
	attacks attacks
	marks   marks // of the last instance
}

func (c *checker) check(p *Placement) error {
	if c.marks.in != p.Instance {
		c.marks = newMarks(p.Instance)
	}
	if err := p.rule().check(c, p); err != nil {
		return err
	}
	for _, s := range p.Instance.Placed {
		if !p.has(s) {
			return fmt.Errorf("square %s must hold a queen, but is empty", s.Algebraic(p.Instance.N))
		}
	}
	if err := c.checkEmpty(p); err != nil {
		return err
	}
	if want := p.Instance.QueenCount(); p.Instance.Layers() == 1 && len(p.Queens) != want {
		return fmt.Errorf("the board of size %d has %s, expected %d", p.Instance.N, count(len(p.Queens), "queen"), want)
	}
	return nil
}

// checkEmpty returns an error if a queen is on a blocked square or diagonal.
func (c *checker) checkEmpty(p *Placement) error {
	if c.marks.empty() {
		return nil
	}
	for _, q := range p.Queens {
		if c.marks.blocked.Has(q) {
			return fmt.Errorf("the queen on %s stands on a blocked square", q.Algebraic(p.Instance.N))
		}
		if d, blocked := c.marks.diagonal(q); blocked {
			return fmt.Errorf("the queen on %s stands on the blocked %v", q.Algebraic(p.Instance.N), p.Instance.Board().LineOf(d))
		}
	}
	return nil
}

// count returns a number with a noun: "1 queen", "2 queens" and so on.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
