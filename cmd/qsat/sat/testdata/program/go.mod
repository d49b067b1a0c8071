module example.org/boards

go 1.26.0

require queens v0.0.0

require github.com/crillab/gophersat v1.4.0 // indirect

replace queens => ../../../../..
