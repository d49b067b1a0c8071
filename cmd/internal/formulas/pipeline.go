package formulas

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// pipeline is bounded model checking of a pipelined processor: does it ever compute another
// number than a serial processor, which completes each instruction before the next? An
// instruction adds two registers, and 1 or 0, into a register; the solver chooses the
// registers. A result passes through a number of stages before it is written. Until then it
// is forwarded to instructions that read the register, from the youngest stage that
// contains a result for it. The formula is unsatisfiable.
//
// The registers are zero at first. With a hazard, the oldest stage does not forward a
// result whose bits are all 1. The first such result comes from instruction number WIDTH,
// because a sum has one bit more than the longer summand. It is read too late STAGES
// instructions afterwards. So the formula with a hazard is satisfiable from STAGES + WIDTH
// steps on.
//
// References: Jerry Burch and David Dill, "Automatic Verification of Pipelined
// Microprocessor Control", CAV 1994; Armin Biere, Alessandro Cimatti, Edmund Clarke and
// Yunshan Zhu, "Symbolic Model Checking without BDDs", TACAS 1999.
func pipeline(stages, registers, width, steps int, hazard bool) (*dimacs.Formula, error) {
	if registers < 2 {
		return nil, fmt.Errorf("a processor needs 2 registers, found %d", registers)
	}
	p := &processor{hazard: hazard}
	for range registers {
		p.serial = append(p.serial, p.constant(width, 0))
	}
	p.file = slices.Clone(p.serial)
	for range stages {
		p.stages = append(p.stages, stage{p.constant(registers, 0), p.constant(width, 0)})
	}
	var differ []dimacs.Lit
	for range steps {
		differ = append(differ, p.step()...)
	}
	p.Add(differ...)
	return &p.Formula, nil
}

// A processor is a circuit with the signals of the present state: the registers and stages
// of the pipelined processor, and the registers of the serial processor.
type processor struct {
	circuit
	hazard       bool
	serial, file []word  // registers of the serial and of the pipelined processor
	stages       []stage // of the pipelined processor, the youngest first
}

// A stage holds a result to write into a register; at first there is no register.
type stage struct{ register, result word }

// step makes both processors execute an instruction, and returns a word that is not zero if
// the results differ.
func (p *processor) step() word {
	var target, x, y word
	for _, register := range []*word{&target, &x, &y} {
		*register = p.inputs(len(p.file))
		exactlyOne(&p.Formula, *register)
	}
	carry := p.input()
	add := func(a, b word) word { // the carry and 1 carry into the first bit
		return p.sum(append(word{carry}, a...), append(p.constant(1, 1), b...))[1:]
	}
	serial := add(p.read(p.serial, x), p.read(p.serial, y))
	result := add(p.forwarded(x), p.forwarded(y))
	last := len(p.stages) - 1
	p.serial = p.write(p.serial, stage{target, serial})
	p.file = p.write(p.file, p.stages[last])
	p.stages = append([]stage{{target, result}}, p.stages[:last]...)
	return p.bitwiseXor(serial, result)
}

func (p *processor) read(registers []word, which word) word {
	out := p.inputs(len(registers[0]))
	for r, this := range which {
		for i, bit := range registers[r] {
			p.Add(this.Neg(), bit.Neg(), out[i])
			p.Add(this.Neg(), bit, out[i].Neg())
		}
	}
	return out
}

func (p *processor) write(registers []word, s stage) []word {
	out := make([]word, len(registers))
	for r, old := range registers {
		out[r] = p.chooseWord(s.register[r], s.result, old)
	}
	return out
}

// forwarded reads a register for which some stages may hold newer results.
func (p *processor) forwarded(which word) word {
	out := p.read(p.file, which)
	for i, s := range slices.Backward(p.stages) {
		var hits word
		for r, this := range which {
			hits = append(hits, p.and(this, s.register[r]))
		}
		hit := p.any(hits...)
		if p.hazard && i+1 == len(p.stages) {
			hit = p.and(hit, p.any(negation(s.result)...))
		}
		out = p.chooseWord(hit, s.result, out)
	}
	return out
}

func (p *processor) chooseWord(condition dimacs.Lit, a, b word) word {
	out := make(word, len(a))
	for i := range out {
		out[i] = p.choose(condition, a[i], b[i])
	}
	return out
}
