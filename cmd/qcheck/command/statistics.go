package command

import "fmt"

// A line holds statistics of --stats: a text for a reader, and words KEY=VALUE for JSON.
type line struct {
	text  string
	words []string
}

// A value is a number of the statistics, with its key in JSON.
type value struct {
	key    string
	number any // an int, a float64 or a string
}

// statistics returns a line whose text is format with a number for each %s. It writes seconds with
// three decimals and other fractions with one.
func statistics(format string, values ...value) (l line) {
	var numbers []any
	for _, v := range values {
		number := fmt.Sprint(v.number)
		if x, ok := v.number.(float64); ok && v.key == "total_seconds" {
			number = fmt.Sprintf("%.3f", x)
		} else if ok {
			number = fmt.Sprintf("%.1f", x)
		}
		numbers, l.words = append(numbers, number), append(l.words, v.key+"="+number)
	}
	l.text = fmt.Sprintf(format, numbers...)
	return l
}
