package formulas

import (
	"fmt"
	"slices"

	"queens/dimacs"
)

// pipeline is bounded model checking of a pipelined processor: does it ever compute another
// number than a processor that ends each instruction before the next? An instruction adds two
// registers, and 1 or 0, into a register; which ones is open. The result goes through some
// stages before it is written. Until then it is forwarded to the instructions that read
// the register, from the youngest stage that has it. Unsatisfiable.
//
// The registers begin at zero. With a hazard the oldest stage does not forward a result
// of which each bit is 1. The first such is that of instruction WIDTH, as a
// sum has one bit more than the longer number, and it is read too late STAGES instructions
// behind: with so many steps it is satisfiable, with fewer not.
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

// A processor is the circuit with the signals of its present state, and of the registers of
// the other one.
type processor struct {
	circuit
	hazard       bool
	serial, file []word  // registers
	stages       []stage // the youngest first
}

// A stage has a result that is to be written into one register or, at first, into none.
type stage struct{ register, result word }

// step has both execute an instruction, and returns where the results differ.
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

// forwarded reads a register that some stages may be about to write.
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
