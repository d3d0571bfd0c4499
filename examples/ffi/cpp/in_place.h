// Updates a matrix in place through views of it.
#pragma once

#include "handles.h"

#include <cstdio>

inline Tensor valueOf(const Variable& x, const Here& here = Here::current()) {
  Tensor value;
  const lz_op_options place = optionsOf(here);
  check(lz_variable_value(x.get(), &place, value.out()));
  return value;
}

inline void doubleInPlace(const Variable& x, const Here& here = Here::current()) {
  const Tensor value = valueOf(x, here), twice = add(value, value, here);
  const lz_op_options place = optionsOf(here);
  check(lz_variable_assign(x.get(), twice.get(), &place));
}

inline void printMatrix(const char* title, const Variable& x) {
  float values[9];
  check(lz_tensor_read(valueOf(x).get(), values, sizeof values));
  std::printf("%s:", title);
  for (float value : values)
    std::printf(" %g", static_cast<double>(value));
  std::printf("\n");
}

// Doubles its diagonal, its last two columns, and every second place.
inline void showInPlace(const Device& device) {
  constexpr int64_t kAll[2] = {3, 3}, kFlat = 9, kFirst[2] = {0, 1}, kSwapped[2] = {1, 0};
  constexpr int64_t kFour = 4, kTwo = 2, kWide[2] = {2, 9};
  Variable matrix, diagonal, transposed, flat, columns, second, wide;
  {
    const Tensor ones = fromHost(device, {3, 3}, std::vector<float>(9, 1));
    check(lz_variable_create(ones.get(), matrix.out()));
  }
  check(lz_variable_diagonal(matrix.get(), 0, 0, 1, nullptr, diagonal.out()));
  check(lz_variable_slice(matrix.get(), kFirst, kAll, nullptr, 2, nullptr, columns.out()));
  check(lz_variable_reshape(matrix.get(), &kFlat, 1, nullptr, flat.out()));
  check(lz_variable_as_strided(flat.get(), &kFour, &kTwo, 1, 1, nullptr, second.out()));
  check(lz_variable_permute(matrix.get(), kSwapped, 2, nullptr, transposed.out()));
  check(lz_variable_expand(flat.get(), kWide, 2, nullptr, wide.out()));
  for (const Variable& view : {diagonal, columns, second})
    doubleInPlace(view);
  printMatrix("matrix", matrix);
  printMatrix("transposed", transposed);
  try {
    doubleInPlace(wide);
  } catch (const Error& error) {
    std::printf("a view that repeats elements: code %d\n", static_cast<int>(error.code()));
  }
}
