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
	return check(p)
}

// check is Check for queens that are on the board.
func check(p *Placement) error {
	in := p.Instance
	if err := p.rule().check(p); err != nil {
		return err
	}
	for _, s := range in.Placed {
		if !p.has(s) {
			return fmt.Errorf("square %s must hold a queen, but is empty", s.Algebraic(in.N))
		}
	}
	if err := checkEmpty(p); err != nil {
		return err
	}
	if want := in.QueenCount(); in.Layers() == 1 && len(p.Queens) != want {
		return fmt.Errorf("the board of size %d has %s, expected %d", in.N, count(len(p.Queens), "queen"), want)
	}
	return nil
}

// checkEmpty returns an error if a queen is on a blocked square or diagonal.
func checkEmpty(p *Placement) error {
	m := newMarks(p.Instance)
	if m.empty() {
		return nil
	}
	for _, q := range p.Queens {
		if m.blocked.Has(q) {
			return fmt.Errorf("the queen on %s stands on a blocked square", q.Algebraic(p.Instance.N))
		}
		if d, blocked := m.diagonal(q); blocked {
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
