// A triad in plain C as a user would write it after STREAM: a[i] = b[i] + s * c[i] in doubles, left
// to the compiler and OpenMP. Prints the bytes per second of the best, the median and all passes
// together, as JSON. Program bytes: two loads and one store an element.
//   triad BYTES THREADS PASSES      BYTES are those of the three arrays together
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int by_size(const void* left, const void* right) {
  const double a = *(const double*)left, b = *(const double*)right;
  return (a > b) - (a < b);
}

static double* array_of(size_t count) {
  return aligned_alloc(64, (count * sizeof(double) + 63) / 64 * 64);
}

static void fill(double* restrict a, double* restrict b, double* restrict c, size_t count) {
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < count; ++i) {
    a[i] = 0;
    b[i] = 1.5 + (double)(i % 7);
    c[i] = 0.5 + (double)(i % 5);
  }
}

static void triad(double* restrict a, const double* restrict b, const double* restrict c, double s,
                  size_t count) {
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < count; ++i) a[i] = b[i] + s * c[i];
}

static int right(const double* a, const double* b, const double* c, double s, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const double difference = a[i] - (b[i] + s * c[i]);
    if (difference > 1e-9 || difference < -1e-9) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  const size_t count = argc == 4 ? strtoull(argv[1], NULL, 10) / (3 * sizeof(double)) : 0;
  const int threads = argc == 4 ? atoi(argv[2]) : 0;
  const int passes = argc == 4 ? atoi(argv[3]) : 0;
  if (count == 0 || threads < 1 || passes < 1) {
    fprintf(stderr, "triad: usage: triad BYTES THREADS PASSES\n");
    return 2;
  }
  double *a = array_of(count), *b = array_of(count), *c = array_of(count);
  double* seconds = malloc((size_t)passes * sizeof *seconds);
  if (!a || !b || !c || !seconds) {
    fprintf(stderr, "triad: not enough memory\n");
    return 3;
  }
  omp_set_num_threads(threads);
  fill(a, b, c, count);
  const double s = 3.0;
  triad(a, b, c, s, count);
  double total = 0;
  for (int pass = 0; pass < passes; ++pass) {
    const double start = omp_get_wtime();
    triad(a, b, c, s, count);
    seconds[pass] = omp_get_wtime() - start;
    total += seconds[pass];
  }
  if (!right(a, b, c, s, count)) {
    fprintf(stderr, "triad: wrong result\n");
    return 3;
  }
  qsort(seconds, (size_t)passes, sizeof *seconds, by_size);
  const double bytes = 3.0 * sizeof(double) * (double)count;
  const double median = (seconds[(passes - 1) / 2] + seconds[passes / 2]) / 2;
  printf("{\"best\": %.17g, \"median\": %.17g, \"mean\": %.17g}\n", bytes / seconds[0],
         bytes / median, bytes * passes / total);
  return 0;
}
