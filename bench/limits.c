/* Measures the limits of this machine. Prints "ready". Then it reads numbers of steps, one per
 * line, and prints for each the seconds that these steps take on two threads.
 *
 *   bench_limits copy READ WRITTEN a step reads READ bytes and writes WRITTEN bytes, each once
 *   bench_limits stream READ WRITTEN     the same with stores that bypass the caches
 *   bench_limits update READ WRITTEN     the same, but it writes a part of what it reads
 *   bench_limits f32|f64 FLOPS a step is FLOPS operations, as fused multiply-adds
 *
 * The program runs on every machine: its loops exist for three CPU classes, and it asks the CPU
 * which of them to use. Each thread takes the next piece when it is done with one, so a disturbed
 * core costs only its share. */
#include "common/progress.h"

#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { THREADS = 2, PIECE = 1 << 17, CHAINS = 12 };

/* Moves `size` bytes, a multiple of 64. It changes the values, so that no compiler turns it into
 * memcpy. If `to` is NULL it only reads, and if `from` is NULL it only writes. */
typedef void (*move_fn)(char* to, const char* from, size_t size, int stream);
/* Makes CHAINS fused multiply-adds of vectors, `rounds` times. */
typedef void (*fma_fn)(long rounds);

typedef struct work {
  move_fn move;
  fma_fn fma;
  int stream;
  size_t read, written, rounds;
  char *source, *target;
  size_t pieces; /* per step */
  atomic_size_t next;
  size_t end;
} work;

static volatile double sink;

#define LOOPS(NAME, TARGET, V, LOAD, STORE, STREAM, OR)                                            \
  TARGET static void move_##NAME(char* to, const char* from, size_t size, int stream) {            \
    V sum = {0}, one = {1};                                                                        \
    for (size_t i = 0; i < size; i += sizeof(V)) {                                                 \
      V v = from ? OR(LOAD((const void*)(from + i)), one) : one;                                   \
      if (!to)                                                                                     \
        sum = OR(sum, v);                                                                          \
      else if (stream)                                                                             \
        STREAM((void*)(to + i), v);                                                                \
      else                                                                                         \
        STORE((void*)(to + i), v);                                                                 \
    }                                                                                              \
    if (stream)                                                                                    \
      _mm_sfence();                                                                                \
    if (!to)                                                                                       \
      sink = (double)sum[0];                                                                       \
  }

#define CHAINS_OF(NAME, TARGET, V, SET, FMA)                                                       \
  TARGET static void fma_##NAME(long rounds) {                                                     \
    V a[CHAINS], x = SET(1.0000001), y = SET(1e-9);                                                \
    for (int i = 0; i < CHAINS; ++i)                                                               \
      a[i] = SET(i);                                                                               \
    for (; rounds > 0; --rounds)                                                                   \
      _Pragma("clang loop unroll(full)") for (int i = 0; i < CHAINS; ++i) a[i] = FMA(a[i], x, y);  \
    for (int i = 1; i < CHAINS; ++i)                                                               \
      a[0] += a[i];                                                                                \
    sink = (double)a[0][0];                                                                        \
  }

#define AVX512 __attribute__((target("avx512f")))
#define AVX2 __attribute__((target("avx2,fma")))
#define SSE2
#define MULTIPLY_ADD_PS(a, x, y) _mm_add_ps(_mm_mul_ps(a, x), y)
#define MULTIPLY_ADD_PD(a, x, y) _mm_add_pd(_mm_mul_pd(a, x), y)

LOOPS(avx512, AVX512, __m512i, _mm512_load_si512, _mm512_store_si512, _mm512_stream_si512,
      _mm512_or_si512)
LOOPS(avx2, AVX2, __m256i, _mm256_load_si256, _mm256_store_si256, _mm256_stream_si256,
      _mm256_or_si256)
LOOPS(sse2, SSE2, __m128i, _mm_load_si128, _mm_store_si128, _mm_stream_si128, _mm_or_si128)
CHAINS_OF(avx512_f32, AVX512, __m512, _mm512_set1_ps, _mm512_fmadd_ps)
CHAINS_OF(avx512_f64, AVX512, __m512d, _mm512_set1_pd, _mm512_fmadd_pd)
CHAINS_OF(avx2_f32, AVX2, __m256, _mm256_set1_ps, _mm256_fmadd_ps)
CHAINS_OF(avx2_f64, AVX2, __m256d, _mm256_set1_pd, _mm256_fmadd_pd)
CHAINS_OF(sse2_f32, SSE2, __m128, _mm_set1_ps, MULTIPLY_ADD_PS)
CHAINS_OF(sse2_f64, SSE2, __m128d, _mm_set1_pd, MULTIPLY_ADD_PD)

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

/* Moves piece `index` of a step: bytes [index * PIECE, (index + 1) * PIECE) of what is read and
 * written. */
static void move_piece(const work* w, size_t index) {
  size_t begin = index * PIECE, read_end = least(begin + PIECE, w->read),
         written_end = least(begin + PIECE, w->written), both = least(read_end, written_end);
  both = both > begin ? both : begin;
  w->move(w->target + begin, w->source + begin, both - begin, w->stream);
  if (read_end > both)
    w->move(NULL, w->source + both, read_end - both, 0);
  if (written_end > both)
    w->move(w->target + both, NULL, written_end - both, w->stream);
}

static void* run(void* argument) {
  work* w = argument;
  for (size_t i; (i = atomic_fetch_add(&w->next, 1)) < w->end;) {
    if (w->fma != NULL)
      w->fma((long)w->rounds);
    else
      move_piece(w, i % w->pieces);
  }
  return NULL;
}

static double run_steps(work* w, long steps) {
  double start = now_seconds();
  pthread_t others[THREADS - 1];
  atomic_store(&w->next, 0);
  w->end = (size_t)steps * w->pieces;
  for (int i = 0; i < THREADS - 1; ++i)
    pthread_create(&others[i], NULL, run, w);
  run(w);
  for (int i = 0; i < THREADS - 1; ++i)
    pthread_join(others[i], NULL);
  return now_seconds() - start;
}

static char* memory(size_t size) {
  size = (size | ((1 << 21) - 1)) + 1;
  char* bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED)
    exit(1);
  madvise(bytes, size, MADV_HUGEPAGE);
  memset(bytes, 1, size);
  return bytes;
}

static void set_moves(work* w, const char* kind, size_t read, size_t written) {
  w->move = __builtin_cpu_supports("avx512f") ? move_avx512
            : __builtin_cpu_supports("avx2")  ? move_avx2
                                              : move_sse2;
  w->stream = strcmp(kind, "stream") == 0;
  w->read = (read + 63) / 64 * 64;
  w->written = (written + 63) / 64 * 64;
  size_t most = w->read > w->written ? w->read : w->written;
  w->pieces = (most + PIECE - 1) / PIECE;
  w->source = memory(most);
  w->target = strcmp(kind, "update") == 0 ? w->source : memory(most);
}

/* A step has an even number of pieces, which take about 10 us each. */
static void set_flops(work* w, int f64, double flops) {
  int wide = __builtin_cpu_supports("avx512f"), fused = __builtin_cpu_supports("fma");
  int lanes = (wide ? 16 : fused ? 8 : 4) / (f64 ? 2 : 1);
  w->fma = wide    ? (f64 ? fma_avx512_f64 : fma_avx512_f32)
           : fused ? (f64 ? fma_avx2_f64 : fma_avx2_f32)
                   : (f64 ? fma_sse2_f64 : fma_sse2_f32);
  double rounds = flops / (2.0 * lanes * CHAINS);
  w->pieces = 2 * (size_t)(rounds / 2 / 4096 + 1);
  w->rounds = (size_t)(rounds / (double)w->pieces + 0.5);
}

int main(int argc, char** argv) {
  work w = {0};
  const char* kind = argc > 1 ? argv[1] : "";
  if (argc == 4 && (!strcmp(kind, "copy") || !strcmp(kind, "stream") || !strcmp(kind, "update")))
    set_moves(&w, kind, strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10));
  else if (argc == 3 && (!strcmp(kind, "f32") || !strcmp(kind, "f64")))
    set_flops(&w, kind[1] == '6', strtod(argv[2], NULL));
  else {
    fprintf(stderr, "usage: bench_limits copy|stream|update READ WRITTEN | f32|f64 FLOPS\n");
    return 2;
  }
  run_steps(&w, 3);
  puts("ready");
  fflush(stdout);
  for (char line[64]; fgets(line, sizeof line, stdin);) {
    printf("%.9f\n", run_steps(&w, strtol(line, NULL, 10)));
    fflush(stdout);
  }
  return 0;
}
