/* Random views of a tensor, each with the list of elements that it must show. */
#ifndef LAZULI_TESTS_CAPI_LAZY_VIEWS_H
#define LAZULI_TESTS_CAPI_LAZY_VIEWS_H

#include "lazy/behaviours.h"

enum { MOST = 64, MOST_RANK = 4 };

/* A view, and which element of the tensor each of its elements is. */
typedef struct {
  lz_variable* variable;
  int64_t dims[MOST_RANK];
  size_t rank;
  int count, places[MOST];
} View;

static unsigned seed = 1;
static int below(int n) {
  seed = seed * 1103515245U + 12345U;
  return (int)((seed >> 16) % (unsigned)n);
}

static void count(View* view) {
  view->count = 1;
  for (size_t d = 0; d < view->rank; ++d)
    view->count *= (int)view->dims[d];
}

/* Returns the place in the tensor of this element of `view`. */
static int placeAt(const View* view, const int64_t* index) {
  int64_t at = 0;
  for (size_t d = 0; d < view->rank; ++d)
    at = at * view->dims[d] + index[d];
  return view->places[at];
}

static void indexOf(const View* view, int element, int64_t* index) {
  for (size_t d = view->rank; d-- > 0; element /= (int)view->dims[d])
    index[d] = element % view->dims[d];
}

static void permute(const View* from, View* to) {
  int64_t permutation[MOST_RANK];
  for (size_t d = 0; d < from->rank; ++d)
    permutation[d] = (int64_t)d;
  for (size_t d = from->rank; d > 1; --d) {
    const size_t other = (size_t)below((int)d);
    const int64_t last = permutation[d - 1];
    permutation[d - 1] = permutation[other], permutation[other] = last;
  }
  to->rank = from->rank;
  for (size_t d = 0; d < from->rank; ++d)
    to->dims[d] = from->dims[permutation[d]];
  count(to);
  for (int i = 0; i < to->count; ++i) {
    int64_t index[MOST_RANK], there[MOST_RANK];
    indexOf(to, i, index);
    for (size_t d = 0; d < from->rank; ++d)
      there[permutation[d]] = index[d];
    to->places[i] = placeAt(from, there);
  }
  OK(lz_variable_permute(from->variable, permutation, from->rank, LZ_HERE, &to->variable));
}

/* Joins the first two dimensions, or adds or removes a dimension of size 1. */
static void reshape(const View* from, View* to) {
  *to = *from;
  if (from->rank >= 2 && below(2)) {
    to->rank = from->rank - 1;
    to->dims[0] = from->dims[0] * from->dims[1];
    for (size_t d = 1; d < to->rank; ++d)
      to->dims[d] = from->dims[d + 1];
  } else if (from->rank < MOST_RANK) {
    to->rank = from->rank + 1;
    to->dims[from->rank] = 1;
  } else if (from->dims[0] == 1) {
    to->rank = from->rank - 1;
    memmove(to->dims, from->dims + 1, to->rank * sizeof *to->dims);
  }
  OK(lz_variable_reshape(from->variable, to->dims, to->rank, LZ_HERE, &to->variable));
}

static void slice(const View* from, View* to) {
  int64_t starts[MOST_RANK], limits[MOST_RANK], strides[MOST_RANK];
  int isUnit = 1;
  to->rank = from->rank;
  for (size_t d = 0; d < from->rank; ++d) {
    starts[d] = below((int)from->dims[d] + 1);
    limits[d] = starts[d] + below((int)(from->dims[d] - starts[d]) + 1);
    strides[d] = 1 + (below(3) == 0);
    isUnit &= strides[d] == 1;
    to->dims[d] = (limits[d] - starts[d] + strides[d] - 1) / strides[d];
  }
  count(to);
  for (int i = 0; i < to->count; ++i) {
    int64_t index[MOST_RANK];
    indexOf(to, i, index);
    for (size_t d = 0; d < from->rank; ++d)
      index[d] = starts[d] + index[d] * strides[d];
    to->places[i] = placeAt(from, index);
  }
  OK(lz_variable_slice(from->variable, starts, limits, isUnit ? NULL : strides, from->rank, LZ_HERE,
                       &to->variable));
}

static void diagonal(const View* from, View* to) {
  const size_t last = from->rank - 1, other = last - 1;
  const int isSwapped = below(2);
  const size_t first = isSwapped ? last : other, second = isSwapped ? other : last;
  const int64_t rows = from->dims[first], columns = from->dims[second];
  const int64_t offset = below((int)(rows + columns) + 1) - rows;
  to->rank = from->rank - 1;
  memcpy(to->dims, from->dims, other * sizeof *to->dims);
  to->dims[other] = 0;
  for (int64_t i = 0; i < rows; ++i)
    to->dims[other] += i + offset >= 0 && i + offset < columns;
  count(to);
  for (int i = 0; i < to->count; ++i) {
    int64_t index[MOST_RANK];
    indexOf(to, i, index);
    const int64_t k = index[other];
    index[first] = offset < 0 ? k - offset : k;
    index[second] = offset < 0 ? k : k + offset;
    to->places[i] = placeAt(from, index);
  }
  OK(lz_variable_diagonal(from->variable, offset, (int64_t)first, (int64_t)second, LZ_HERE,
                          &to->variable));
}

/* Every second element, in two columns. */
static void asStrided(const View* from, View* to) {
  const int64_t offset = below(from->count + 1), left = from->count - offset;
  const int64_t rows = left >= 3 ? 1 + below((int)(left - 3) / 4 + 1) : 0;
  const int64_t strides[2] = {4, 2};
  to->rank = 2;
  to->dims[0] = rows, to->dims[1] = rows > 0 ? 2 : 1;
  count(to);
  for (int i = 0; i < to->count; ++i)
    to->places[i] = from->places[offset + i / 2 * 4 + i % 2 * 2];
  OK(lz_variable_as_strided(from->variable, to->dims, strides, 2, offset, LZ_HERE, &to->variable));
}

static void viewOf(const View* from, View* to) {
  memset(to, 0, sizeof *to);
  switch (below(5)) {
  case 0:
    permute(from, to);
    break;
  case 1:
    reshape(from, to);
    break;
  case 2:
    slice(from, to);
    break;
  case 3:
    (from->rank >= 2 ? diagonal : slice)(from, to);
    break;
  default:
    asStrided(from, to);
  }
}

#endif
