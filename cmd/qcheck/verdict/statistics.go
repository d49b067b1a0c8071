package verdict

import "fmt"

// A Statistic has a text for a reader, and words KEY=VALUE for JSON.
type Statistic struct {
	Text  string
	Words []string
}

// A value is a number of the statistics, with its key in JSON.
type value struct {
	key    string
	number any
}

// statistics returns a Statistic whose text is format with a number for each %s.
func statistics(format string, values ...value) (s Statistic) {
	var numbers []any
	for _, v := range values {
		numbers, s.Words = append(numbers, fmt.Sprint(v.number)), append(s.Words, fmt.Sprintf("%s=%v", v.key, v.number))
	}
	s.Text = fmt.Sprintf(format, numbers...)
	return s
}
