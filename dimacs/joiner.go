package dimacs

// A joiner puts the parts of a text together in order.
type joiner struct {
	f     *Formula
	text  *text
	base  place // of the next part
	open  []Lit // the clause that is open there
	limit Lit
	ended bool // by `%`
	err   error
}

// add appends a part.
func (j *joiner) add(p *part) error {
	name := j.text.o.name()
	notes := &j.text.pre.notes
	if err := notes.pass(p.skipped, &j.base, name); err != nil {
		return err
	}
	if p.fault != nil {
		return j.base.after(p.faultAt).error(name, p.fault)
	}
	if err := notes.merge(&p.notes, j.base, name); err != nil {
		return err
	}
	if p.whole {
		j.open = append(j.open, p.tail...)
	} else {
		j.addClause(append(j.open, p.head...))
		j.f.segments = append(j.f.segments, p.segments...)
		j.f.clauses += p.clauses
		j.open = append(j.open[:0], p.tail...)
	}
	j.limit = max(j.limit, p.limit)
	j.base = j.base.after(p.end)
	return nil
}

// addClause appends a clause that no part holds whole.
func (j *joiner) addClause(clause []Lit) {
	n := len(j.f.segments)
	j.f.segments = append(j.f.segments, segment{})
	j.f.Add(clause...)
	j.f.segments = j.f.segments[:n+1]
}

// finish checks what only the whole text shows and returns the formula.
func (j *joiner) finish() (*Formula, error) {
	o, pre := &j.text.o, j.text.pre
	if len(j.open) > 0 {
		if o.Mode != Relaxed {
			return nil, j.base.error(o.name(), &fault{0, "0 at the end of the clause", endOfFile, hintRelaxed})
		}
		j.addClause(j.open)
	}
	j.limit = pre.widen(j.limit)
	warnings, err := pre.verify(o, int64(j.f.clauses), int(j.limit))
	if err != nil {
		return nil, err
	}
	j.f.Vars, j.f.Warnings = int(j.limit), warnings
	pre.describe(j.f)
	return j.f, nil
}

// describe copies what the header and the comments say.
func (p *preamble) describe(f *Formula) {
	f.Incremental = p.header.Incremental
	f.Comments = p.notes.listed()
	f.Projection = p.notes.projection().values()
	f.CountType = p.notes.countType
	if w := p.notes.weight; w != nil {
		f.Weighted = w.line + 1
	}
}
