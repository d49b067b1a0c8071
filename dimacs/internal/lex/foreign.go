package lex

import (
	"bytes"
	"strings"
)

// foreign lists the beginnings of lines in other formats, in lower case.
var foreign = []struct{ begins, format string }{
	{"* #", "OPB"}, {"min:", "OPB"}, {"max:", "OPB"}, {"soft:", "WBO"}, {"\\", "LP"}, {"minimi", "LP"}, {"maximi", "LP"}, {"subject to", "LP"},
	{"name ", "MPS"}, {"(", "SMT-LIB"}, {"aag ", "AIGER"}, {"aig ", "AIGER"}, {".model", "BLIF"}, {"asp ", "aspif"},
	{"var ", "MiniZinc"}, {"include ", "MiniZinc"}, {"int:", "MiniZinc"}, {"{", "JSON"}, {"[", "JSON"}, {"<", "HTML or XML"}, {"%pdf", "PDF"},
	{"s ", "the answer of a solver"}, {"v ", "the answer of a solver"}, {"sat\n", "the answer of a solver"}, {"unsat\n", "the answer of a solver"},
	{"h ", "WCNF"}, {"e ", "QDIMACS"}, {"a ", "QDIMACS, or cubes under `p inccnf`"}, {"x", "CNF with XOR clauses"}, {"vp ", "CNF with a projection as of 2020"},
	{"wcnf ", "a header without its p"}, {"gcnf ", "a header without its p"}, {"inccnf\n", "a header without its p"}, {"pcnf ", "a header without a blank"},
	{"pseudo-boolean proof", "VeriPB"}, {"p idrup", "IDRUP"}, {"p lidrup", "LIDRUP"},
}

// LooksLike returns a hint such as "this looks like MPS" for the format of the first line of data, or ""
// for an unknown format. It judges by the beginning of the line, in any case of letters.
func LooksLike(data []byte) string {
	line := strings.ToLower(string(data[:min(LineEnd(data, 0), 64)])) + "\n"
	for _, f := range foreign {
		if strings.HasPrefix(line, f.begins) {
			return "this looks like " + f.format
		}
	}
	return ""
}

// IsBareHeader reports whether a line that counts as a comment is a header without its p: `cnf 3 2`.
func IsBareHeader(line []byte) bool {
	return bytes.HasPrefix(line, []byte("cnf ")) && len(bytes.Fields(line)) == 3
}

// ByteOrderMark is the byte order mark with which some editors begin a file in UTF-8.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// FoundMark and HintMark are parts of the message about a byte order mark.
const (
	FoundMark = "a byte order mark"
	HintMark  = "save the file without one"
)
