package decode

// A Paper is the size of the pages of a worksheet.
type Paper string

const (
	A4     Paper = "a4"     // 210 by 297 mm
	Letter Paper = "letter" // 8.5 by 11 inches
)

// pageSize returns the rule of CSS that sets the size of printed pages, unless it is A4, which the
// styles of the pages set.
func (s Style) pageSize() string {
	if s.Paper == Letter {
		return "@page { size: letter; }\n"
	}
	return ""
}
