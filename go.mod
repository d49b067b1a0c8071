module queens

go 1.26.0
