/* Counts the ways to put N queens on a board of N by N squares so that none
 * attacks another: recursion over the rows with three bit masks, and no use of
 * symmetry. It knows that it counts queens; a solver that reads clauses does
 * not. Build it with gcc -O3 -march=native; with -DMIRROR it places the queen of
 * the first row in one half of it and counts those boards twice.
 *
 * usage: queens <FORMULA    (N, 1 to 31, from the comment "c board: N")
 *
 * References: Martin Richards, "Backtracking Algorithms in MCPL using Bit
 * Patterns and Recursion", technical report, University of Cambridge, 1997.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t board; /* one bit for each column */

/* place returns the number of ways to fill the remaining rows. The masks are
 * the columns of the current row that earlier queens attack: along the column,
 * along the falling and along the rising diagonal. */
static uint64_t place(uint32_t columns, uint32_t falling, uint32_t rising) {
  if (columns == board)
    return 1;
  uint64_t ways = 0;
  uint32_t open = board & ~(columns | falling | rising);
  while (open) {
    uint32_t queen = open & -open;
    open ^= queen;
    ways += place(columns | queen, (falling | queen) << 1, (rising | queen) >> 1);
  }
  return ways;
}

int main(void) {
  char line[1024];
  int n = 0;
  while (n == 0 && fgets(line, sizeof line, stdin))
    sscanf(line, "c board: %d", &n);
  if (n < 1 || n > 31) {
    fprintf(stderr, "usage: queens <FORMULA    (of a board of size 1 to 31)\n");
    return 2;
  }
  board = ((uint32_t)1 << n) - 1;
#ifdef MIRROR
  uint64_t ways = 0;
  for (int i = 0; i < (n + 1) / 2; i++) {
    uint32_t queen = (uint32_t)1 << i;
    ways += (2 * i + 1 == n ? 1 : 2) * place(queen, queen << 1, queen >> 1);
  }
#else
  uint64_t ways = place(0, 0, 0);
#endif
  printf("s %s\nc s exact arb int %" PRIu64 "\n", ways ? "SATISFIABLE" : "UNSATISFIABLE", ways);
  return ways ? 10 : 20;
}
