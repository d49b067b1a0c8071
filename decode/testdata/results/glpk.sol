c Problem:    
c Rows:       18
c Columns:    16
c Non-zeros:  60
c Status:     INTEGER OPTIMAL
c Objective:  obj = 4 (MAXimum)
c
s mip 18 16 o 4
i 1 1
i 2 1
i 3 1
i 4 1
i 5 1
i 6 1
i 7 1
i 8 1
i 9 1
i 10 1
i 11 0
i 12 1
i 13 1
i 14 1
i 15 1
i 16 0
i 17 1
i 18 1
j 1 0
j 2 0
j 3 1
j 4 0
j 5 1
j 6 0
j 7 0
j 8 0
j 9 0
j 10 0
j 11 0
j 12 1
j 13 0
j 14 1
j 15 0
j 16 0
e o f
