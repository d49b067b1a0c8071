package main

import (
	"strings"
	"testing"
	"time"
)

func TestSummarize(t *testing.T) {
	table := strings.Join([]string{
		"# prime-7.cnf: general prime 7",
		"general\tprime-7\tqsat -j 1\tunsat\t3\t1.000\t-\t-\t-\t10.0\t1.00\tqsat -j 1 prime-7.cnf",
		"general\tprime-7\tkissat\tunsat\t3\t8.000\t-\t-\t-\t-\t8.00\tkissat prime-7.cnf",
		"general\tprime-11\tqsat -j 1\tunsat\t3\t4.000\t-\t-\t-\t40.0\t1.00\tqsat -j 1 prime-11.cnf",
		"general\tprime-11\tkissat\tWRONG:sat\t3\t1.000\t-\t-\t-\t5.0\t-\tkissat prime-11.cnf",
		"general\tlangford-3\tqsat -j 1\ttimeout\t1\t>9\t-\t-\t-\t5.0\t-\tqsat -j 1 langford-3.cnf",
		"general\tlangford-3\tkissat\tsat\t3\t0.000\t-\t-\t-\t5.0\t-\tkissat langford-3.cnf",
	}, "\n")
	want := strings.Join([]string{
		"group\tfamilies\tprogram\trows\tmissed\tseconds\tanon_mb\ttimes",
		"general\tprime\tqsat -j 1\t2\t0\t2.000\t20.0\t1.00",
		"general\tprime\tkissat\t2\t1\t12.000\t5.0\t6.00",
		"general\tlangford\tqsat -j 1\t1\t1\t18.000\t5.0\t1.00",
		"general\tlangford\tkissat\t1\t0\t0.001\t5.0\t0.00",
		"general\tall\tqsat -j 1\t3\t1\t6.000\t10.0\t1.00",
		"general\tall\tkissat\t3\t1\t0.110\t5.0\t0.02",
		"general\twithout exact cover\tqsat -j 1\t2\t0\t2.000\t20.0\t1.00",
		"general\twithout exact cover\tkissat\t2\t1\t12.000\t5.0\t6.00",
		"",
	}, "\n")
	var got strings.Builder
	if err := summarize(strings.NewReader(table), &got, 9*time.Second, []string{"langford", "sudoku"}); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	if err := summarize(strings.NewReader("one\ttwo\n"), &got, time.Second, nil); err == nil {
		t.Error("a line with two columns: no error")
	}
}
